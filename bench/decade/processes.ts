import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { HttpReply, Order, ProcessInput, Report } from './process.ts'

type Without<T> = T extends unknown ? Omit<T, 'id'> : never
export type Ask = Without<Order>

/** A running process of the marketplace. */
export type Process = {
  /** @throws when the process fails at it or is killed meanwhile */
  ask(order: Ask): Promise<HttpReply | undefined>
  kill(): Promise<void>
  stop(): Promise<void>
  /** Minutes its clock is ahead of the true one. */
  skewMinutes: number
}

export type Hearing = { onLog(text: string): void; onSms(sms: { phone: string; event: string; text: string }): void }

export class Killed extends Error {}

/** Starts a process in a thread of its own. */
export async function startProcess(input: ProcessInput, { onLog, onSms }: Hearing, skewMinutes = 0): Promise<Process> {
  const worker = new Worker(join(import.meta.dirname, 'process.ts'), {
    workerData: { ...input, aheadMs: input.aheadMs + skewMinutes * 60_000 },
    env: { ...process.env, NODE_ENV: 'test' },
  })
  const waiting = new Map<number, { done(reply: HttpReply | undefined): void; fail(error: Error): void }>()
  let last = 0
  const started = new Promise<void>((done, fail) => waiting.set(0, { done: () => done(), fail }))
  const failAll = (error: Error) => {
    for (const one of waiting.values()) one.fail(error)
    waiting.clear()
  }
  worker.on('message', (report: Report) => {
    if ('logged' in report) return onLog(report.logged)
    if ('sms' in report) return onSms(report.sms)
    const one = waiting.get(report.id)
    waiting.delete(report.id)
    if (report.error === undefined) one?.done(report.reply)
    else one?.fail(new Error(report.error))
  })
  worker.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))))
  let isDead = false
  worker.on('exit', () => {
    isDead = true
    failAll(new Killed('the process was killed'))
  })
  await started
  const ask = (order: Ask) =>
    new Promise<HttpReply | undefined>((done, fail) => {
      if (isDead) return fail(new Killed('the process was killed'))
      const id = ++last
      waiting.set(id, { done, fail })
      worker.postMessage({ ...order, id } as Order) // safe: an order with its id
    })
  return {
    ask,
    skewMinutes,
    kill: async () => {
      await worker.terminate()
    },
    stop: async () => {
      await ask({ do: 'stop' })
      await worker.terminate()
    },
  }
}
