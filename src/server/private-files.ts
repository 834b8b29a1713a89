import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Lets only the user of this process read what it writes from now on, and corrects what stands in the data folder. The database
 * has its own folder and user, who passes through the data folder when this process runs as root.
 */
export function keepFilesPrivate(dataDir: string): void {
  process.umask(0o077)
  if (!existsSync(dataDir)) return
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  closeEntries(dataDir, ['postgres'])
}

/** What others own, such as `lost+found`, and what another process removes meanwhile stays as it is; links are not followed. */
function closeEntries(folder: string, except: readonly string[] = []): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isSymbolicLink() || except.includes(entry.name)) continue
    const path = join(folder, entry.name)
    try {
      chmodSync(path, entry.isDirectory() ? 0o700 : 0o600)
      if (entry.isDirectory()) closeEntries(path)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      if (code === 'EPERM') console.warn(`${path} belongs to another user and keeps its mode.`)
      else if (code !== 'ENOENT') throw error
    }
  }
}
