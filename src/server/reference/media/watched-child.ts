import { execFile, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { limitConcurrency } from '#server/platform/concurrency.ts'

/** Limits of a child process: processor time until its message, and peak resident memory in bytes. Urgent ones start first. */
type ChildLimits = { maxMs: number; maxBytes: number; isUrgent?: boolean }
type Usage = { cpuMs: number; bytes: number }

const pollMs = 20
// A busy machine runs a process slowly; one that uses no processor is stopped all the same.
const clockFactor = 6

/** Processor time and peak memory of a process on Linux, current memory alone elsewhere; zeros if it has ended. */
async function usageOf(pid: number): Promise<Usage> {
  try {
    if (process.platform !== 'linux') {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
      return { cpuMs: 0, bytes: Number(stdout) * 1024 }
    }
    // Synchronous, because thread-pool threads may be busy with file copies.
    const kilobytes = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    // After the name in brackets: user and system time are fields 12 and 13, in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, bytes: Number(kilobytes ?? 0) * 1024 }
  } catch {
    return { cpuMs: 0, bytes: 0 }
  }
}

// Memory is for one of them beside the process itself.
const limitChildren = limitConcurrency(1)
// Requests come first.
const nicer = 10
const leastPriority = 19

/**
 * Runs a module in a child process with `args` and an empty environment, one at a time, and returns its first message. Returns
 * null if it ends without one or exceeds the limits. The child has ended when this returns.
 */
export const runChild = (file: URL, args: string[], limits: ChildLimits): Promise<unknown> =>
  limitChildren(() => run(file, args, limits), limits.isUrgent)

async function run(file: URL, args: string[], { maxMs, maxBytes }: ChildLimits): Promise<unknown> {
  const child = fork(file, args, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  if (child.pid) setPriority(child.pid, Math.min(leastPriority, getPriority() + nicer))
  const kill = () => child.kill('SIGKILL')
  let reply: unknown = null
  child.once('message', (message) => {
    reply = message
    kill()
  })
  let hasExited = false
  async function watch(): Promise<void> {
    while (!hasExited) {
      const { cpuMs, bytes } = await usageOf(child.pid ?? 0)
      if (bytes > maxBytes || cpuMs > maxMs) kill()
      await pause(pollMs)
    }
  }
  const timeout = setTimeout(kill, process.platform === 'linux' ? maxMs * clockFactor : maxMs)
  process.once('exit', kill)
  try {
    const ended = new Promise<void>((resolve, reject) => {
      child.once('exit', () => resolve())
      child.once('error', reject)
    })
    watch().catch(kill)
    await ended
    return reply
  } finally {
    hasExited = true
    clearTimeout(timeout)
    process.off('exit', kill)
  }
}
