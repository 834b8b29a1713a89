import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary data folder for a server. The database's own user needs permission to enter it. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `mentorsetu-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}
