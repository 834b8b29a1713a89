import { execFile, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** What a child may take: time from its start to its answer, and memory that is resident at any moment. */
export type ChildLimits = { mostMs: number; mostBytes: number }

const lookEveryMs = 20

/** How much memory a process has had resident at most, on Linux; elsewhere what it has now. 0 when it is gone. */
async function residentBytes(pid: number): Promise<number> {
  try {
    // At once, not in a thread that waits behind copied files.
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
 * Runs a file of ours in a process of its own, which gets `args` and nothing of our environment, and answers what it
 * sends first; null when it ends without, or is ended because it takes too much. It is gone when this returns.
 */
export async function askChild(file: URL, args: string[], { mostMs, mostBytes }: ChildLimits): Promise<unknown> {
  const child = fork(file, args, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const end = () => child.kill('SIGKILL')
  let answer: unknown = null
  child.once('message', (message) => {
    answer = message
    end()
  })
  let isGone = false
  async function watch(): Promise<void> {
    while (!isGone) {
      if ((await residentBytes(child.pid ?? 0)) > mostBytes) end()
      await pause(lookEveryMs)
    }
  }
  const late = setTimeout(end, mostMs)
  process.once('exit', end)
  try {
    const ended = new Promise<void>((resolve, reject) => {
      child.once('exit', () => resolve())
      child.once('error', reject)
    })
    watch().catch(end)
    await ended
    return answer
  } finally {
    isGone = true
    clearTimeout(late)
    process.off('exit', end)
  }
}
