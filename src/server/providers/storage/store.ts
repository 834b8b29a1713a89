import type { Config } from '#server/config.ts'
import { diskStore } from './disk-store.ts'
import type { Store } from './file-store.ts'
import { s3Store } from './s3-store.ts'
import { sealedStore } from './sealed-store.ts'

/** The configured file store, which encrypts private files. */
export function createStore(config: Config): Store {
  return sealedStore(config.s3 ? s3Store(config.s3) : diskStore(config.dataDir), config.fileKeys)
}
