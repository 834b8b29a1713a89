import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

/**
 * A secret generated once and stored in the data folder: `secret-key`, so that sessions and cursors survive a restart, and
 * `file-keys`, which open stored files (one a line, the newest first).
 */
export function storedSecret(dataDir: string, name: 'secret-key' | 'file-keys'): string {
  const file = join(dataDir, name)
  try {
    makeFolder(dataDir)
    if (!existsSync(file))
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Ignore a file another process has just written; any other failure means the folder is not writable.
    if (!existsSync(file)) throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${reason(error)}.`)
  }
  const value = readSecret(file)
  if (value.length < 32)
    throw new StartError(`The file ${file} is damaged: delete it to get a new one (admins then need npm run admin).`)
  return value
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read, start as the user it belongs to: ${reason(error)}.`)
  }
}

// `mkdir` with `recursive` never returns where a parent cannot hold folders, such as /proc.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
