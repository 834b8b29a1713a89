import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

/** Keys, the newest first: it seals and signs, all of them open and check. */
export type Keys = readonly [string, ...string[]]

/**
 * Keys in a file of the data folder, one a line; the first is generated there. `secret-key` opens and signs what is in the
 * database and in links, `file-keys` open stored files.
 */
export function storedKeys(dataDir: string, name: 'secret-key' | 'file-keys'): Keys {
  const file = join(dataDir, name)
  try {
    makeFolder(dataDir)
    if (!existsSync(file))
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Ignore a file another process has just written; any other failure means the folder is not writable.
    if (!existsSync(file)) throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${reason(error)}.`)
  }
  const [newest = '', ...earlier] = readSecret(file).split(/\s+/)
  if ([newest, ...earlier].some((key) => key.length < 32))
    throw new StartError(
      `The file ${file} is damaged: put it back from a backup, because what its keys sealed needs them.`,
    )
  return [newest, ...earlier]
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
