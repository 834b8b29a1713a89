import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { type JobBody, type JobHandlers, type JobName, jobs, schedule } from '#server/jobs.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { inSpan, noTracing, type Tracing } from '#server/platform/spans.ts'
import { type WorkIds, withWorkIds, workIds } from '#server/platform/work-ids.ts'

type JobOptions = { startAfter?: Date }

/** Background jobs in the database: a job exists exactly if the transaction that sent it committed. */
export type Queue = {
  /** Adds a job in the caller's transaction, or at once on the plain database. */
  send<N extends JobName>(db: Db | Transaction, name: N, body: JobBody<N>, options?: JobOptions): Promise<void>
  /** Adds many jobs in one statement. */
  insert<N extends JobName>(db: Db | Transaction, name: N, bodies: JobBody<N>[]): Promise<void>
  /** Gives a job that failed every retry one more try, in the caller's transaction. */
  runAgain(tx: Transaction, name: string, id: string): Promise<void>
  /** Starts the workers and the schedule. A failed job is retried five times with growing delays. */
  work(handlers: JobHandlers): Promise<void>
  /** Takes no new job; resolves when the running ones have ended. */
  stopWork(): Promise<void>
  /** For tests: runs pending jobs one by one. @returns the number of jobs */
  runWaiting(handlers: JobHandlers): Promise<number>
  /** Takes no new job, waits up to 2 seconds for running ones (the rest run again later) and closes. */
  stop(): Promise<void>
}

const names = Object.keys(jobs) as JobName[] // safe: the record's keys are the names
const stopTimeoutMs = 2_000
// Any number, the same in every version of the program.
const indexLock = 7_352_003
// Notifications wake workers; polling covers retries and lost notifications.
const pace = { batchSize: 4, burstWhenBatchFull: true, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }

/** Connects to the job tables and creates missing ones. `maintain: false` leaves their maintenance to other processes. */
export async function openQueue(
  url: string,
  options: { log?: Log; maintain?: boolean; metrics?: Metrics; tracing?: Tracing } = {},
): Promise<Queue> {
  const { log, maintain = true, metrics, tracing = noTracing } = options
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'mentorsetu jobs',
    max: 4,
    useListenNotify: maintain,
    supervise: maintain,
    schedule: maintain,
  })
  boss.on('error', (error) => log?.error(error, 'the job queue failed'))
  await boss.start()
  await addIndex(boss)
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
  for (const name of names) {
    if (existing.has(name)) continue
    await boss.createQueue(name, {
      // A pending scheduled job replaces later runs of it.
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
          const timed = metrics?.jobSeconds.startTimer({ job: name })
          return await withWorkIds(idsOf(job), async () => {
            try {
              await inSpan(tracing, jobSpan(job), () => run(name, handler, job))
              metrics?.jobRuns.inc({ job: name, outcome: 'succeeded' })
              return { id: job.id, status: 'completed' }
            } catch (error) {
              metrics?.jobRuns.inc({ job: name, outcome: 'failed' })
              return {
                id: job.id,
                status: 'failed',
                output: { message: error instanceof Error ? error.message : String(error) },
              }
            } finally {
              timed?.()
            }
          })
        }),
      ),
    )
  }

  async function run<N extends JobName>(
    name: N,
    handler: JobHandlers[N],
    { data, retryCount }: Job<unknown>,
  ): Promise<void> {
    try {
      await handler(bodyOf(name, data))
    } catch (error) {
      log?.error({ err: error, retry: retryCount }, 'a job failed')
      throw error
    }
  }

  return {
    async send(db, name, body, { startAfter } = {}) {
      await boss.send(name, withOrigin(bodyOf(name, body)), {
        db: fromKysely(db),
        ...(startAfter ? { startAfter } : {}),
      })
    },
    async insert(db, name, bodies) {
      if (bodies.length === 0) return
      await boss.insert(
        name,
        bodies.map((body) => ({ data: withOrigin(bodyOf(name, body)) })),
        { db: fromKysely(db) },
      )
    },
    async runAgain(tx, name, id) {
      await boss.retry(name, id, { db: fromKysely(tx) })
    },
    async work(handlers) {
      for (const name of names) await begin(name, handlers[name])
      for (const name of names) {
        const cron = schedule[name]
        if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC' })
      }
      // Jobs of earlier versions, which nothing works any more, and those no longer run by the clock.
      for (const { name } of await boss.getSchedules()) if (!(name in schedule)) await boss.unschedule(name)
    },
    async stopWork() {
      await Promise.all(names.map((name) => boss.offWork(name)))
    },
    async runWaiting(handlers) {
      let ran = 0
      let waiting = await waitingNames(boss)
      for (const name of names) {
        if (!waiting.has(name)) continue
        for (let batch = await boss.fetch(name); batch.length > 0; batch = await boss.fetch(name)) {
          for (const job of batch) await runOne(name, handlers, job)
          await boss.complete(
            name,
            batch.map((job) => job.id),
          )
          ran += batch.length
        }
        waiting = await waitingNames(boss)
      }
      return ran
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: stopTimeoutMs })
    },
  }
}

/** Lists and counts finished jobs. pg-boss has no index for that, and keeps a week of them. */
async function addIndex(boss: PgBoss): Promise<void> {
  const db = boss.getDb()
  const { rows } = await db.executeSql("select to_regclass('pgboss.job_finished') as index")
  if (rows[0]?.index) return
  await db.executeSql(
    `select pg_advisory_xact_lock(${indexLock});
    create index if not exists job_finished on pgboss.job (state, completed_on, id)`,
  )
}

/** Queues with a job that is due. */
async function waitingNames(boss: PgBoss): Promise<Set<string>> {
  const { rows } = await boss
    .getDb()
    .executeSql("select distinct name from pgboss.job where state < 'active' and start_after <= now()")
  return new Set(rows.map(({ name }: { name: string }) => name))
}

async function runOne<N extends JobName>(name: N, handlers: JobHandlers, job: Job<unknown>): Promise<void> {
  await withWorkIds(idsOf(job), () => handlers[name](bodyOf(name, job.data)))
}

/** A payload with the ids of the request that sends it, for the log lines of the job. */
function withOrigin(body: object): object {
  const { requestId, traceparent } = workIds()
  return requestId || traceparent ? { ...body, origin: { requestId, traceparent } } : body
}

const sentBody = z.looseObject({
  origin: z.object({ requestId: z.string().optional(), traceparent: z.string().optional() }).optional(),
})

const jobSpan = ({ id, name, retryCount }: Job<unknown>) => ({
  name: `job ${name}`,
  kind: 'job' as const,
  attributes: { 'mentorsetu.job': name, 'mentorsetu.job_id': id, 'mentorsetu.retry': retryCount },
})

const idsOf = ({ id, name, data }: Job<unknown>): WorkIds => ({
  ...sentBody.safeParse(data).data?.origin,
  job: name,
  jobId: id,
})

/** Validates payloads on sending and on running: a job may come from an older version. */
function bodyOf<N extends JobName>(name: N, body: unknown): JobBody<N> {
  const { origin: _, ...own } = sentBody.parse(body)
  return jobs[name].parse(own) as JobBody<N> // safe: the schema of the same name made it
}
