import { setTimeout as pause } from 'node:timers/promises'
import { Gauge } from 'prom-client'
import type { Context } from '#server/context.ts'
import { type JobName, jobs } from '#server/jobs.ts'
import * as rows from './backlog-rows.ts'

const keptMs = 15_000
/** A scrape does not wait longer for the database. */
const waitMs = 2_000
const names = Object.keys(jobs) as JobName[] // safe: the record's keys are the names

export type State = {
  waiting: rows.WaitingJobs[]
  dead: { name: string; dead: number }[]
  money: rows.MoneyState
  missed: Record<rows.Deadline, number>
  /** Providers whose latest call failed. */
  failing: string[]
}

/** Reads the figures of the database once for all gauges and the status page, and again after fifteen seconds at the earliest. */
export function createStateReader({ db, payments, database }: Pick<Context, 'db' | 'payments' | 'database'>) {
  let known: State | null = null
  let reading: Promise<void> | null = null
  let readAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<void> {
    readAt = performance.now()
    known = await Promise.all([
      rows.waitingJobs(db),
      rows.deadJobs(db),
      rows.moneyState(db),
      rows.missedDeadlines(db, payments.name),
      rows.failingProviders(db),
    ]).then(
      ([waiting, dead, money, missed, failing]) => ({ waiting, dead, money, missed, failing }),
      () => null,
    )
    reading = null
  }

  /** Null while the database is away. */
  return async (): Promise<State | null> => {
    if (database.isAway()) return null
    if (!reading && performance.now() - readAt > keptMs) reading = read()
    if (reading) await Promise.race([reading, pause(waitMs, undefined, { ref: false })])
    return known
  }
}

/** Adds gauges of the job queue, the money and missed deadlines, which every process reads from the database. */
export function measureState(context: Context, read: () => Promise<State | null>): void {
  const registers = [context.metrics.registry]
  const { database, config } = context

  function gauge<L extends string>(
    of: { name: string; help: string; labelNames?: readonly L[] },
    show: (state: State, one: Gauge<L>) => void,
  ): void {
    const one = new Gauge<L>({
      ...of,
      registers,
      async collect() {
        const state = await read()
        one.reset()
        if (state) show(state, one)
        // Otherwise it would be zero.
        else if (!of.labelNames) one.remove()
      },
    })
  }

  gauge(
    { name: 'mentorsetu_jobs_waiting', help: 'Due jobs that wait for a worker.', labelNames: ['job'] },
    (state, one) => {
      for (const job of names) one.set({ job }, state.waiting.find(({ name }) => name === job)?.waiting ?? 0)
    },
  )
  gauge(
    { name: 'mentorsetu_jobs_oldest_waiting_seconds', help: 'Age of the oldest waiting job.', labelNames: ['job'] },
    (state, one) => {
      for (const job of names) one.set({ job }, state.waiting.find(({ name }) => name === job)?.oldestSeconds ?? 0)
    },
  )
  gauge(
    {
      name: 'mentorsetu_jobs_dead',
      help: 'Jobs that failed every retry, until somebody runs them again or a scheduled one succeeds.',
      labelNames: ['job'],
    },
    (state, one) => {
      for (const job of names) one.set({ job }, state.dead.find(({ name }) => name === job)?.dead ?? 0)
    },
  )
  gauge(
    { name: 'mentorsetu_money_in_transit_rupees', help: 'Balance at the payment gateway by our books.' },
    ({ money }, one) => one.set(money.inTransitPaise / 100),
  )
  gauge(
    { name: 'mentorsetu_discrepancies_open', help: "Open discrepancies between our books and the gateway's." },
    ({ money }, one) => one.set(money.discrepancies),
  )
  gauge(
    {
      name: 'mentorsetu_deadlines_missed',
      help: 'Open rows whose deadline passed longer ago than their job runs; 1000 is the most.',
      labelNames: ['deadline'],
    },
    ({ missed }, one) => {
      for (const deadline of rows.deadlines) one.set({ deadline }, missed[deadline])
    },
  )
  new Gauge({
    name: 'mentorsetu_database_up',
    help: '1 if this process reaches its database and can write to it. role is its ROLE.',
    labelNames: ['role'],
    registers,
    collect() {
      this.set({ role: config.role }, database.isAway() || !database.canWrite() ? 0 : 1)
    },
  })
}
