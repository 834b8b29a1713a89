import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary data folder for a server. The database's own user needs permission to enter it. */
export const scratchFolder = (name: string): string => folderIn(tmpdir(), name)

const sharedMemory = '/dev/shm'
const memoryBytes = 3_000_000_000

/** The same in memory, where PostgreSQL copies a database 20 times faster; on disk if there is too little memory for it. */
export function memoryFolder(name: string): string {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory)
    if (bavail * bsize >= memoryBytes) return folderIn(sharedMemory, name)
  } catch {
    // Only Linux has this folder.
  }
  return scratchFolder(name)
}

function folderIn(parent: string, name: string): string {
  const folder = mkdtempSync(join(parent, `mentorsetu-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}
