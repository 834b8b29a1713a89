import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { StartError } from '#server/config.ts'
import { reasonIn, runProgram } from '#server/platform/postgres-programs.ts'
import type { PostgresUser } from '#server/platform/postgres-user.ts'

const maxLogBytes = 5_000_000
const startSeconds = 60

/** Does a process with this number exist? */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * The port of the server that runs on this folder, or null. A `postmaster.pid` left by a crash is removed when its
 * number now belongs to another program, because PostgreSQL would believe it.
 */
export function runningPort(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  if (!(pid > 0) || !isAlive(pid)) return null
  if (!isPostgres(pid)) {
    rmSync(file, { force: true })
    return null
  }
  return Number(lines[3]) || null
}

/**
 * Starts the server on a port of 127.0.0.1 (a free one, or the one it had), without a socket file, in a session of its own.
 * @throws StartError with the server's own reason. Being second to another start is no error.
 */
export async function startServer(
  cluster: string,
  user: PostgresUser,
  { fast, port }: { fast: boolean; port: number | null },
): Promise<void> {
  const log = join(cluster, 'server.log')
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) rmSync(log)
  for (let attempt = 1; ; attempt++) {
    const before = readOr(log).length
    const settings = Object.entries({ ...serverSettings(port ?? (await freePort())), ...(fast ? unsafeSettings : {}) })
    const options = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ')
    const args = ['start', '-w', '-t', String(startSeconds), '-D', cluster, '-l', log, '-o', options]
    const { code, output } = await runProgram('pg_ctl', args, user)
    if (code === 0 || runningPort(cluster)) return
    const said = readOr(log).slice(before) || output
    if (/lock file .* already exists/.test(said)) return
    if (/Address already in use/.test(said) && attempt < 3) continue
    throw new StartError(`PostgreSQL does not start on ${cluster}: ${reasonIn(said)} (all of it: ${log}).`)
  }
}

/** Ends the server: connections are cut, what is committed is on disk. Takes 4 seconds at most. */
export async function stopServer(cluster: string, user: PostgresUser): Promise<void> {
  const { code } = await runProgram('pg_ctl', ['stop', '-w', '-t', '3', '-m', 'fast', '-D', cluster], user)
  if (code !== 0 && runningPort(cluster))
    await runProgram('pg_ctl', ['stop', '-w', '-t', '1', '-m', 'immediate', '-D', cluster], user)
}

/** Ends the server at once, as a crash would: nothing committed is lost, the next start takes a little longer. */
export function killServer(cluster: string): void {
  const pid = Number(readOr(join(cluster, 'postmaster.pid')).split('\n')[0])
  if (pid > 0 && isAlive(pid) && isPostgres(pid)) process.kill(pid, 'SIGQUIT')
}

function serverSettings(port: number): Record<string, string | number> {
  return {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: "''",
    max_connections: 60,
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and details hold phone numbers and names.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
}

// For tests: a power cut may eat the data.
const unsafeSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 120 }

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}

function isPostgres(pid: number): boolean {
  try {
    if (process.platform === 'linux')
      return basename(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '').startsWith('postgres')
    if (process.platform === 'win32') return true
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='])
      .toString()
      .includes('postgres')
  } catch {
    return false
  }
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
