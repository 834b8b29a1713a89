import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A data folder for a server that is thrown away. The database's own user must be able to walk through it. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `mentorsetu-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}
