import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Reading } from './meter.ts'

const root = join(import.meta.dirname, '../..')
const connections = 8
const startMs = 180_000 // includes building the pages
const stopMs = 10_000

/** A server in its own process, so that it does not share a thread with the client. */
export type Measured = {
  origin: string
  pid: number
  read(wish?: 'read' | 'collect'): Promise<Reading>
  stop(): Promise<void>
  kill(): void
}

/** Starts a program of this project and waits until `readyPath` responds. */
export async function startMeasured(given: {
  file: string
  args?: string[]
  port: number
  env?: Record<string, string>
  readyPath: string
}): Promise<Measured> {
  const child = fork(join(root, given.file), given.args ?? [], {
    cwd: root,
    execArgv: ['--expose-gc', '--import', join(root, 'bench/load/meter.ts')],
    env: { ...process.env, NODE_ENV: 'production', ...given.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      printed = (printed + part).slice(-4_000)
    })
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const origin = `http://127.0.0.1:${given.port}`
  const until = Date.now() + startMs
  while (!(await isUp(origin + given.readyPath))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`${given.file} did not start:\n${printed}`)
    }
    await pause(100)
  }
  return {
    origin,
    pid: child.pid ?? 0,
    async read(wish = 'read') {
      child.send(wish)
      const [reading] = await once(child, 'message', { signal: AbortSignal.timeout(5_000) })
      return reading as Reading // safe: the only message of meter.ts
    },
    async stop() {
      child.kill('SIGTERM')
      await Promise.race([ended, pause(stopMs, undefined, { ref: false })])
      child.kill('SIGKILL')
    },
    kill: () => child.kill('SIGKILL'),
  }
}

async function isUp(url: string): Promise<boolean> {
  return await fetch(url).then(
    (reply) => reply.ok,
    () => false,
  )
}

/** One URL under load. */
export type Load = { rate: number; p50: number; p99: number; cpuMs: number; failed: number }

/** Eight connections for some seconds, each requesting again as soon as it gets a reply. */
export async function load(server: Measured, path: string, seconds: number, brotli: boolean): Promise<Load> {
  const before = await server.read()
  const result = await autocannon({
    url: server.origin + path,
    connections,
    duration: seconds,
    ...(brotli ? { headers: { 'accept-encoding': 'br' } } : {}),
  })
  const after = await server.read()
  return {
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: (after.cpuMs - before.cpuMs) / result.requests.total,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

/** Queries per request, averaged over several sequential requests. */
export async function queriesOf(server: Measured, path: string): Promise<number> {
  const requests = 10
  const before = await server.read()
  for (let i = 0; i < requests; i++) await (await fetch(server.origin + path)).arrayBuffer()
  return ((await server.read()).queries - before.queries) / requests
}
