import type { Config } from '#server/config.ts'
import { diskStore } from './disk-store.ts'
import type { Store } from './file-store.ts'
import { s3Store } from './s3-store.ts'

/** The configured file store. */
export function createStore(config: Config): Store {
  return config.s3 ? s3Store(config.s3) : diskStore(config.dataDir)
}
