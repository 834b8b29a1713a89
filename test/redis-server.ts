import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** The system's Redis without persistence, on a free port. */
export type RedisServer = {
  url: string
  start(): Promise<void>
  /** Kills it, as a power cut would. */
  kill(): Promise<void>
  /** It stops replying but keeps its connections open. */
  freeze(): void
  thaw(): void
}

const startTimeoutMs = 5_000

/** Starts Redis if it is installed; null otherwise. */
export async function startRedis(): Promise<RedisServer | null> {
  const port = await freePort()
  let child: ChildProcess | null = null
  async function start(): Promise<void> {
    const settings = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      tmpdir(),
    ]
    const server = spawn('redis-server', settings, { stdio: 'ignore' })
    child = server
    await new Promise<void>((done, fail) => server.once('spawn', done).once('error', fail))
    for (const limit = Date.now() + startTimeoutMs; !(await isListening(port)); await pause(20)) {
      if (server.exitCode !== null || Date.now() > limit) throw new Error('redis-server did not start')
    }
  }
  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  try {
    await start()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createConnection(port, '127.0.0.1', () => done(true)).on('error', () => done(false))
    probe.once('connect', () => probe.end())
  })

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
