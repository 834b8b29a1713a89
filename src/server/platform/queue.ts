import { fromKysely, type JobResult, PgBoss } from 'pg-boss'
import { type JobBody, type JobHandlers, type JobName, jobs, schedule } from '#server/jobs.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'

export type JobOptions = { startAfter?: Date }

/** Background jobs in the same database: a job exists exactly when the transaction that sent it was committed. */
export type Queue = {
  /** Adds one job in the caller's transaction (or at once, given the plain database). */
  send<N extends JobName>(db: Db | Transaction, name: N, body: JobBody<N>, options?: JobOptions): Promise<void>
  /** Adds many jobs with one statement. */
  insert<N extends JobName>(db: Db | Transaction, name: N, bodies: JobBody<N>[]): Promise<void>
  /** Begins to run jobs, those of the clock too. A failing job is tried again five times, later each time. */
  work(handlers: JobHandlers): Promise<void>
  /** Runs what waits now, one by one, and answers how many jobs that were: for tests, which cannot wait for a clock. */
  runWaiting(handlers: JobHandlers): Promise<number>
  /** Takes no new job, waits for those under way (2 seconds at most; the rest will run again) and closes. */
  stop(): Promise<void>
}

const names = Object.keys(jobs) as JobName[] // true: the record's keys are the names
const stopTimeoutMs = 2_000
// A new job wakes its worker at once; the slow look is for retries and for a wake-up that was lost.
const pace = { batchSize: 4, burstWhenBatchFull: true, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }

/** Connects to the job tables, making them first when they are missing. `tend: false` leaves their upkeep to others. */
export async function openQueue(url: string, options: { log?: Log; tend?: boolean } = {}): Promise<Queue> {
  const { log, tend = true } = options
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'mentorsetu jobs',
    max: 4,
    useListenNotify: tend,
    supervise: tend,
    schedule: tend,
  })
  boss.on('error', (error) => log?.error(error, 'the job queue failed'))
  await boss.start()
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
  for (const name of names) {
    if (existing.has(name)) continue
    await boss.createQueue(name, {
      // A job of the clock that still waits makes the next one needless.
      policy: schedule[name] ? 'short' : 'standard',
      notify: true,
      retryLimit: 5,
      retryDelay: 2,
      retryBackoff: true,
      expireInSeconds: 300,
    })
  }

  async function begin<N extends JobName>(name: N, handler: JobHandlers[N]): Promise<void> {
    const settings = { ...pace, perJobResults: true } as const
    await boss.work<JobBody<N>, JobResult[], typeof settings>(name, settings, async (batch) =>
      Promise.all(
        batch.map(async (job): Promise<JobResult> => {
          try {
            await handler(bodyOf(name, job.data))
            return { id: job.id, status: 'completed' }
          } catch (error) {
            log?.error({ err: error, job: name, jobId: job.id, retry: job.retryCount }, 'a job failed')
            return {
              id: job.id,
              status: 'failed',
              output: { message: error instanceof Error ? error.message : String(error) },
            }
          }
        }),
      ),
    )
  }

  return {
    async send(db, name, body, { startAfter } = {}) {
      await boss.send(name, bodyOf(name, body), { db: fromKysely(db), ...(startAfter ? { startAfter } : {}) })
    },
    async insert(db, name, bodies) {
      if (bodies.length === 0) return
      await boss.insert(
        name,
        bodies.map((body) => ({ data: bodyOf(name, body) })),
        { db: fromKysely(db) },
      )
    },
    async work(handlers) {
      for (const name of names) await begin(name, handlers[name])
      for (const name of names) {
        const cron = schedule[name]
        if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC' })
        else await boss.unschedule(name)
      }
    },
    async runWaiting(handlers) {
      let ran = 0
      for (const name of names) {
        for (let batch = await boss.fetch(name); batch.length > 0; batch = await boss.fetch(name)) {
          for (const job of batch) await runOne(name, handlers, job.data)
          await boss.complete(
            name,
            batch.map((job) => job.id),
          )
          ran += batch.length
        }
      }
      return ran
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: stopTimeoutMs })
    },
  }
}

async function runOne<N extends JobName>(name: N, handlers: JobHandlers, body: unknown): Promise<void> {
  await handlers[name](bodyOf(name, body))
}

/** Bodies are checked going in and coming out: a job may be older than the program. */
function bodyOf<N extends JobName>(name: N, body: unknown): JobBody<N> {
  return jobs[name].parse(body) as JobBody<N> // true: the schema of the same name made it
}
