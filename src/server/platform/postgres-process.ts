import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { StartError } from '#server/config.ts'
import { reasonIn, runProgram } from '#server/platform/postgres-programs.ts'
import type { PostgresUser } from '#server/platform/postgres-user.ts'

const maxLogBytes = 5_000_000
const startSeconds = 60

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Port of the server running on this folder, or null. Removes a stale `postmaster.pid` whose number now belongs to another
 * program, because PostgreSQL would trust it.
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
 * Starts the server on 127.0.0.1 on its former or a free port, without a socket file, in its own process group. Values of
 * `settings` are quoted for the shell.
 * @throws StartError with the server's message; losing a race with another start is no error
 */
export async function startServer(
  cluster: string,
  user: PostgresUser,
  {
    fast,
    port,
    settings: more,
    ...sizes
  }: Sizes & { fast: boolean; port: number | null; settings: Record<string, string> },
): Promise<void> {
  const log = join(cluster, 'server.log')
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) rmSync(log)
  for (let attempt = 1; ; attempt++) {
    const before = readOr(log).length
    const settings = Object.entries({
      ...serverSettings(port ?? (await freePort()), sizes),
      ...(fast ? unsafeSettings : {}),
      ...more,
    })
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

/** Stops the server: cuts connections, keeps committed data. Takes 4 seconds at most. */
export async function stopServer(cluster: string, user: PostgresUser): Promise<void> {
  const { code } = await runProgram('pg_ctl', ['stop', '-w', '-t', '3', '-m', 'fast', '-D', cluster], user)
  if (code !== 0 && runningPort(cluster))
    await runProgram('pg_ctl', ['stop', '-w', '-t', '1', '-m', 'immediate', '-D', cluster], user)
}

/** Kills the server as a crash would: committed data survives, the next start takes longer. */
export function killServer(cluster: string): void {
  const pid = Number(readOr(join(cluster, 'postmaster.pid')).split('\n')[0])
  if (pid > 0 && isAlive(pid) && isPostgres(pid)) process.kill(pid, 'SIGQUIT')
}

type Sizes = { connections: number; memoryMb: number }
// For jobs, listeners, tools beside the program and PostgreSQL's own reserve.
const moreConnections = 40

function serverSettings(port: number, { connections, memoryMb }: Sizes): Record<string, string | number> {
  return {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: "''",
    max_connections: connections + moreConnections,
    shared_buffers: `${memoryMb}MB`,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and details contain phone numbers and names.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
}

// For tests: a power failure may lose data.
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
