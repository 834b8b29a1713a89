import type { Config } from '#server/config.ts'
import { diskStore, folderStore } from './disk-store.ts'
import type { ListedStore, Store } from './file-store.ts'
import { s3Store } from './s3-store.ts'
import { sealedStore } from './sealed-store.ts'

/** The configured file store, which encrypts private files. */
export const createStore = (config: Config): Store => sealedStore(createPlainStore(config), config.fileKeys)

/** The same with files as they are stored. */
export const createPlainStore = (config: Pick<Config, 's3' | 'dataDir'>): ListedStore =>
  config.s3 ? s3Store(config.s3) : diskStore(config.dataDir)

/** A folder or bucket for backups, in which everything is encrypted. */
export const createBackupStore = ({ to, keys }: NonNullable<Config['backup']>): ListedStore => {
  const plain = 'folder' in to ? folderStore(to.folder) : s3Store(to)
  return { ...sealedStore(plain, keys), list: plain.list }
}
