import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkedKey, type ListedFile, type ListedStore } from './file-store.ts'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

// Ending of a file that is not complete yet; no key ends so.
const unfinished = '~'

/** Stores uploaded files in the data folder, which no web server exposes. */
export const diskStore = (dataDir: string): ListedStore => folderStore(join(dataDir, 'media', 'files'))

/** Stores files in a folder of this machine. */
export function folderStore(root: string): ListedStore {
  const pathOf = (key: string) => join(root, checkedKey(key))
  return {
    async put(key, { path }) {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true })
      const handle = await open(path, 'r+')
      await handle.datasync().finally(() => handle.close())
      // Of its own name, so that two writers of a key never mix; the last one wins, and there is always a whole file.
      const part = `${target}.${randomUUID()}${unfinished}`
      try {
        // A hard link costs nothing; copy where the file system has none or the target is on another one.
        await link(path, part).catch(() => copyWhole(path, part))
        await rename(part, target)
      } finally {
        await rm(part, { force: true })
      }
      await Promise.all([dirname(target), root].map(syncFolder))
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
    async list(prefix) {
      const found: ListedFile[] = []
      for (const folder of await namesIn(root)) {
        if (!`${folder}/`.startsWith(prefix.slice(0, folder.length + 1))) continue
        for (const name of await namesIn(join(root, folder))) {
          const key = `${folder}/${name}`
          if (!key.startsWith(prefix) || name.endsWith(unfinished)) continue
          const stats = await stat(join(root, key)).catch(() => null)
          if (stats) found.push({ key, storedAt: stats.mtime })
        }
      }
      return found
    },
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder)
    return entries.sort()
  } catch (error) {
    if (isMissing(error) || (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')) return []
    throw error
  }
}

/** Copies a file to the disk. */
async function copyWhole(path: string, target: string): Promise<void> {
  await copyFile(path, target)
  const handle = await open(target, 'r+')
  await handle.datasync().finally(() => handle.close())
}

/** Writes the names in a folder to the disk; Windows does so itself and opens no folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
