import { execFile, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Limits of a child process: time from start to its message, and peak resident memory in bytes. */
export type ChildLimits = { maxMs: number; maxBytes: number }

const pollMs = 20

/** Peak resident memory of a process on Linux, current memory elsewhere; 0 if it has ended. */
async function residentBytes(pid: number): Promise<number> {
  try {
    // Synchronous, because thread-pool threads may be busy with file copies.
    const kilobytes =
      process.platform === 'linux'
        ? /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}

/**
 * Runs a module in a child process with `args` and an empty environment, and returns its first message. Returns null if it
 * ends without one or exceeds the limits. The child has ended when this returns.
 */
export async function runChild(file: URL, args: string[], { maxMs, maxBytes }: ChildLimits): Promise<unknown> {
  const child = fork(file, args, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const kill = () => child.kill('SIGKILL')
  let reply: unknown = null
  child.once('message', (message) => {
    reply = message
    kill()
  })
  let hasExited = false
  async function watch(): Promise<void> {
    while (!hasExited) {
      if ((await residentBytes(child.pid ?? 0)) > maxBytes) kill()
      await pause(pollMs)
    }
  }
  const timeout = setTimeout(kill, maxMs)
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
