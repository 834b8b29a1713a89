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
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.name !== 'postgres') close(join(dataDir, entry.name), entry.isDirectory())
  }
}

function close(path: string, isFolder: boolean): void {
  chmodSync(path, isFolder ? 0o700 : 0o600)
  if (!isFolder) return
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) close(join(path, entry.name), entry.isDirectory())
  }
}
