import { copyFile, link, mkdir, open, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkedKey, type Store } from './file-store.ts'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Stores files in a folder of this machine that no web server exposes. */
export function diskStore(dataDir: string): Store {
  const root = join(dataDir, 'media', 'files')
  const pathOf = (key: string) => join(root, checkedKey(key))
  return {
    async put(key, { path }) {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true })
      const handle = await open(path, 'r+')
      await handle.datasync().finally(() => handle.close())
      await rm(target, { force: true })
      // A hard link costs nothing; copy where the file system has none or the target is on another one.
      await link(path, target).catch(() => copyFile(path, target))
    },
    async get(key, range) {
      try {
        const handle = await open(pathOf(key))
        const { size } = await handle.stat()
        const first = range?.first ?? 0
        const last = Math.min(range?.last ?? size - 1, size - 1)
        const bytes = Math.max(0, last - first + 1)
        return { body: handle.createReadStream({ start: first, end: Math.max(first, last) }), bytes }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      // Removes the folder with its last file.
      await rmdir(dirname(path)).catch(() => {})
    },
  }
}
