import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, StartError } from '#server/config.ts'
import type { Lifecycle } from '#server/platform/lifecycle.ts'
import type { Log } from '#server/platform/log.ts'

/** Growing waits before a process that ended is replaced. */
const replacePauseMs = (tries: number) => Math.min(500 * 2 ** tries, 30_000)
/** A process that ran this long starts the waits again. */
const stableMs = 60_000
const closeMs = 5_000

/** The address of the database, and which of the processes this is, from 0. */
type Open = { url: string; slot: number }
type Order = Open | 'stop'
type Opened = { lines: string[] }
type Primary = { url: string; log: Log; life: Lifecycle }

/** Whether this is one of the processes of WORKERS, and not the one that starts them or the only one. */
export const isOneOfSeveral = cluster.isWorker

/**
 * Runs the processes of WORKERS, which share PORT, and replaces one that ends. The first starts alone, so that a problem is
 * printed once. @returns the lines that a process prints once it serves
 */
export async function openProcesses({ workers, drainMs }: Config, { url, log, life }: Primary): Promise<string[]> {
  const running = new Map<number, Worker>()

  function fork(slot: number): Worker | null {
    try {
      return cluster.fork()
    } catch (error) {
      log.error({ err: error, slot }, 'a process was not started')
      return null
    }
  }

  /** Resolves with what the new process prints, or null if it ends before. Retries only replacements: at the start `tries` is 0. */
  async function open(slot: number, tries: number): Promise<string[] | null> {
    const worker = fork(slot)
    if (!worker) {
      if (tries > 0) replace(slot, tries + 1, {})
      return null
    }
    // Without a process there is no 'exit'.
    worker.on('error', (error) => {
      log.error({ err: error, slot }, 'a process was not started')
      if (worker.process.pid === undefined) worker.emit('exit', null, null)
    })
    running.set(slot, worker)
    const began = Date.now()
    worker.send({ url, slot } satisfies Order, () => {}) // a failure is reported as 'error' or 'exit'
    return await new Promise((resolve) => {
      let isOpen = false
      worker.on('message', ({ lines }: Opened) => {
        isOpen = true
        resolve(lines)
      })
      worker.once('exit', (code, signal) => {
        running.delete(slot)
        resolve(null)
        if (life.ending.aborted || !(isOpen || tries > 0)) return
        replace(slot, Date.now() - began > stableMs ? 1 : tries + 1, { code, signal })
      })
    })
  }
  function replace(slot: number, tries: number, ended: object): void {
    const waitMs = replacePauseMs(tries)
    log.error({ event: 'process-ended', slot, ...ended, waitMs }, 'a process is replaced')
    pause(waitMs, undefined, { signal: life.ending })
      .then(() => open(slot, tries))
      .catch((error: unknown) => life.ending.aborted || log.error({ err: error }, 'a process was not replaced'))
  }
  const close = () =>
    Promise.all(
      [...running.values()].map(async (one) => {
        if (one.isConnected()) one.send('stop' satisfies Order, () => {})
        await once(one, 'exit')
      }),
    )

  await life.open(
    async () => {},
    close,
    drainMs + closeMs,
    () => {
      for (const one of running.values()) one.process.kill('SIGKILL')
    },
  )
  const first = await open(0, 0)
  const others = first && (await Promise.all(Array.from({ length: workers - 1 }, (_, place) => open(place + 1, 0))))
  if (!first || !others?.every((lines) => lines)) throw new StartError('A process of WORKERS did not start.')
  return first
}

/** Waits for what the process that started this one orders, which also says when to stop. */
export async function awaitOrders(life: Lifecycle): Promise<Open> {
  return await new Promise((resolve) => {
    process.on('message', (order: Order) => {
      if (order !== 'stop') return resolve(order)
      life.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  })
}

/** Tells the process that started this one that it serves. */
export function reportOpen(lines: string[]): void {
  process.send?.({ lines } satisfies Opened)
}
