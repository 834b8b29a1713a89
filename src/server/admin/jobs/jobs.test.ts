import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openQueue } from '#server/platform/queue.ts'
import { withWorkIds } from '#server/platform/work-ids.ts'
import { jobHandlers } from '#server/worker.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin({ role: 'operations' })
  await sql`delete from pgboss.job`.execute(app.db)
})
afterAll(() => app.stop())

const told = {
  gateway: 'cashfree',
  reference: 'ref-1',
  outcome: 'failed',
  message: 'Call Meera on +91 98111-00123',
} as const

/** A job that failed all its six tries. */
async function deadJob(error = 'the gateway is away\n  at somewhere'): Promise<string> {
  await withWorkIds({ requestId: 'edge-7f3a91' }, () => app.context.queue.send(app.db, 'transfers.told', told))
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'failed', retry_count = 5, started_on = now(), completed_on = now(), output = ${JSON.stringify({ message: error })}::jsonb
    where name = 'transfers.told' and state = 'created' returning id`.execute(app.db)
  return rows[0]?.id ?? ''
}
const listed = async (query = '') => (await admin.get(`/api/admin/jobs${query}`)).body.data
const again = (who: LoggedIn, id: string, job = 'transfers.told') =>
  who.post(`/api/admin/jobs/${job}/${id}/again`, undefined)
const audits = async (id: string) =>
  (
    await sql<{ action: string; detail: unknown }>`
    select action, detail from audit where subject_kind = 'job' and subject_id = ${id} order by at`.execute(app.db)
  ).rows

test('lists jobs that failed every retry, without contact details', async () => {
  expect(await listed()).toEqual([])
  const id = await deadJob('meera@example.in and 9811100123 were refused, order MS-2026-0000012\n  at somewhere')
  await app.context.queue.send(app.db, 'media.sweep', {})
  expect(await listed()).toEqual([
    {
      _id: id,
      job: 'transfers.told',
      tries: 6,
      requestId: 'edge-7f3a91',
      createdAt: expect.any(String),
      failedAt: expect.any(String),
      error: 'm…@example.in and …0123 were refused, order MS-2026-0000012',
      about: expect.arrayContaining([
        { name: 'reference', value: 'ref-1' },
        { name: 'message', value: 'Call Meera on …0123' },
      ]),
    },
  ])
  expect(await listed('?q=transfers')).toHaveLength(1)
  expect(await listed(`?q=${id}`)).toHaveLength(1)
  expect(await listed('?q=refunds')).toEqual([])
})

test('runs a job again, once, and writes it down', async () => {
  const id = await deadJob()
  expect((await again(admin, id)).body).toEqual({ data: { _id: id, job: 'transfers.told' } })
  expect((await again(admin, id)).status).toBe(200)
  expect(await audits(id)).toEqual([
    { action: 'job.again', detail: { name: 'transfers.told', trouble: 'the gateway is away', tries: 6 } },
  ])
  const ran: unknown[] = []
  const handlers = { ...jobHandlers(app.context), 'transfers.told': async (body: unknown) => void ran.push(body) }
  await app.context.queue.runWaiting(handlers)
  expect(ran).toEqual([told])
  expect(await listed(`?q=${id}`)).toEqual([])
  // It is done; another press does not run it a second time.
  expect((await again(admin, id)).status).toBe(200)
  await app.context.queue.runWaiting(handlers)
  expect([ran.length, (await audits(id)).length]).toEqual([1, 1])
})

test('lists a job again that fails again', async () => {
  const id = await deadJob()
  const queue = await openQueue(app.database.url, { maintain: false })
  await queue.work({
    ...jobHandlers(app.context),
    'transfers.told': async () => {
      throw new Error('still away')
    },
  })
  await again(admin, id)
  await expect.poll(() => listed(`?q=${id}`)).toMatchObject([{ tries: 7, error: 'still away' }])
  await queue.stop()
})

test('owners and operations only, and unknown jobs are not found', async () => {
  const id = await deadJob()
  const support = await app.admin({ role: 'support' })
  expect([(await support.get('/api/admin/jobs')).status, (await again(support, id)).status]).toEqual([403, 403])
  expect(await audits(id)).toEqual([])
  expect((await again(admin, randomUUID())).status).toBe(404)
  expect((await again(admin, id, 'refunds.send')).status).toBe(404)
  expect((await again(await app.admin(), id)).status).toBe(200)
})

test('ends the schedules of jobs that earlier versions had', async () => {
  await sql`select pgboss.create_queue('rates.begin', '{"policy": "short"}')`.execute(app.db)
  await sql`insert into pgboss.schedule (name, cron) values ('rates.begin', '30 18 * * *')`.execute(app.db)
  const queue = await openQueue(app.database.url, { maintain: false })
  await queue.work(jobHandlers(app.context))
  await queue.stopWork()
  await queue.stop()
  const { rows } = await sql<{ name: string }>`select name from pgboss.schedule`.execute(app.db)
  const names = rows.map(({ name }) => name)
  expect([names.includes('rates.begin'), names.includes('platform.clean')]).toEqual([false, true])
})
