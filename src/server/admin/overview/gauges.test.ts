import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makePaidBooking } from '#test/bought.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { markedClass } from '#test/marked-classes.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { createStateReader } from './gauges.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => app.stop())

const run = (statement: RawBuilder<unknown>) => statement.execute(app.db)
const scrape = async () => {
  const text = await app.context.metrics.registry.metrics()
  return Object.fromEntries(text.split('\n').flatMap((line) => (line.startsWith('#') ? [] : [line.split(' ')])))
}
/** A reading that is not fifteen seconds old. */
const freshState = async () => {
  const state = await createStateReader(app.context)()
  if (!state) throw new Error('no figures')
  return state
}

test('shows waiting and dead jobs by queue, the oldest, money in transit and discrepancies', async () => {
  await makePaidBooking(app)
  await run(sql`delete from pgboss.job`)
  const job = (name: string, state: string, age: string) =>
    run(sql`insert into pgboss.job (name, state, start_after, completed_on) values (${name}, ${state}::pgboss.job_state,
      now() - ${age}::interval, case when ${state} in ('failed', 'completed') then now() - ${age}::interval end)`)
  await job('refunds.send', 'created', '90 seconds')
  await job('refunds.send', 'retry', '10 seconds')
  await job('refunds.send', 'created', '-1 hour')
  await job('media.erase', 'failed', '1 day')
  await job('media.erase', 'completed', '1 hour')
  // Scheduled jobs: one succeeded since, one has not.
  await job('refunds.sweep', 'failed', '1 day')
  await job('refunds.sweep', 'completed', '1 hour')
  await job('media.sweep', 'completed', '1 day')
  await job('media.sweep', 'failed', '1 hour')
  await run(sql`with one as (insert into gateway_check (gateway, from_day, until_day) values ('sandbox', current_date, current_date) returning id)
    insert into gateway_discrepancy (gateway, kind, subject, about_at, last_check)
      select 'sandbox', 'payment_unknown', 'pay_1', now(), id from one`)
  const shown = await scrape()
  expect(shown).toMatchObject({
    'mentorsetu_jobs_waiting{job="refunds.send"}': '2',
    'mentorsetu_jobs_waiting{job="media.erase"}': '0',
    'mentorsetu_jobs_dead{job="media.erase"}': '1',
    'mentorsetu_jobs_dead{job="refunds.send"}': '0',
    'mentorsetu_jobs_dead{job="refunds.sweep"}': '0',
    'mentorsetu_jobs_dead{job="media.sweep"}': '1',
    mentorsetu_money_in_transit_rupees: '4500',
    mentorsetu_discrepancies_open: '1',
    'mentorsetu_database_up{role="all"}': '1',
  })
  expect(Math.floor(Number(shown['mentorsetu_jobs_oldest_waiting_seconds{job="refunds.send"}']) / 10)).toBe(9)
})

test('counts open rows after their deadline, and none before', async () => {
  const { mentor, booking } = await makePaidBooking(app)
  const family = await app.login(newPhone(), 'student')
  const { lesson } = await markedClass(app, mentor, booking)
  const other = await makePaidBooking(app)
  const ordered = await family.post('/api/payment/create-order', {
    mentorId: (await makeMentor(app.db)).id,
    amount: 4500,
    plan: 'monthly',
  })
  const orderId = ordered.body.order_id
  await run(sql`insert into support_case (id, kind, topic, text, name, phone, language, answer_by)
    values (${mentor.id}, 'support', 'booking', 'The page stays white after I press it', 'Meera', '9811100022', 'en', now() + interval '1 day')`)
  await run(sql`insert into outbox (channel, recipient, template, language, text, once_key, due_at)
    values ('email', 'a@example.in', 'receipt', 'en', '', 'gauges', now() + interval '1 day')`)
  await run(sql`insert into time_proposal (booking_id, made_by, to_at, expires_at, plan)
    values (${other.booking}, 'mentor', now() + interval '3 days', now() + interval '1 day', '{}')`)
  await run(sql`insert into lesson_change (lesson_id, mentor_id, kind, caused_by, fee_paise, fee_minutes, credit_minutes, made_by, answer_by)
    select ${lesson}, ${mentor.id}, 'no_show', 'family', 0, 0, 0, (select id from account limit 1), now() + interval '1 day'`)
  await run(
    sql`update booking set picked_state = 'requested', picked_at = now(), confirm_by = now() + interval '1 day' where id = ${other.booking}`,
  )
  await run(sql`insert into refund (order_id, payment_id, kind, amount_paise, status, decided_at)
    select o.id, p.id, 'made', 100, 'approved', now() from booking b join payment_order o on o.id = b.order_id
    join payment p on p.order_id = o.id where b.id = ${other.booking}`)
  expect((await freshState()).missed).toEqual({
    order: 0,
    refund: 0,
    email: 0,
    lesson: 0,
    'absence-report': 0,
    proposal: 0,
    'time-request': 0,
    case: 0,
  })
  const past = sql`now() - interval '1 hour'`
  await run(sql`update payment_order set expires_at = ${past} where id = ${orderId}`)
  await run(sql`update refund set decided_at = ${past}`)
  await run(sql`update outbox set due_at = ${past} where once_key = 'gauges'`)
  await run(
    sql`update lesson set ends_at = ends_at - interval '30 days', starts_at = starts_at - interval '30 days' where id = ${lesson}`,
  )
  await run(sql`update class_record set marked_at = ${past} - interval '30 days' where lesson_id = ${lesson}`)
  await run(sql`update lesson_change set answer_by = ${past}`)
  await run(sql`update time_proposal set expires_at = ${past}`)
  await run(sql`update booking set confirm_by = ${past} where confirm_by is not null`)
  await run(sql`update support_case set created_at = ${past} - interval '9 days', answer_by = ${past}`)
  expect((await freshState()).missed).toEqual({
    order: 1,
    refund: 1,
    email: 1,
    lesson: 1,
    'absence-report': 1,
    proposal: 1,
    'time-request': 1,
    case: 1,
  })
  await run(
    sql`insert into setting (name, from_date, value) values ('payoutsPausedFrom', '2026-01-01', to_jsonb(now()))`,
  )
  expect((await freshState()).missed).toMatchObject({ lesson: 0, 'absence-report': 0, proposal: 1 })
  await run(sql`delete from setting where name = 'payoutsPausedFrom'`)
})

test('asks the database five times in fifteen seconds, however often it is scraped', async () => {
  const read = createStateReader(app.context)
  const asked = vi.spyOn(app.database.pool, 'connect')
  await Promise.all(Array.from({ length: 20 }, read))
  await read()
  expect(asked.mock.calls.length).toBe(5)
})

test('shows no old figures while the database is away', async () => {
  vi.spyOn(app.context.database, 'isAway').mockReturnValue(true)
  const shown = Object.keys(await scrape())
  expect(shown.filter((name) => /jobs_waiting|jobs_dead|transit|discrepancies|deadlines/.test(name))).toEqual([])
  expect((await scrape())['mentorsetu_database_up{role="all"}']).toBe('0')
  vi.restoreAllMocks()
  expect(Object.keys(await scrape())).toContain('mentorsetu_money_in_transit_rupees')
})

test('reads jobs and health without going through the week of finished ones', async () => {
  await run(sql`insert into pgboss.job (name, state, start_after, completed_on) select 'messages.send', 'completed', now(), now() - n * interval '30 seconds'
    from generate_series(1, 20000) n`)
  await run(sql`vacuum analyze pgboss.job`)
  const statements: string[] = []
  const client = await app.database.pool.connect()
  const query = vi.spyOn(Object.getPrototypeOf(client), 'query')
  client.release()
  await freshState()
  await (await app.admin()).get('/api/admin/health')
  for (const [text] of query.mock.calls)
    if (typeof text === 'string' && text.includes('pgboss.job')) statements.push(text)
  expect(statements.length).toBeGreaterThanOrEqual(3)
  for (const text of statements) {
    const { rows } = await app.database.pool.query(`explain ${text}`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n'), text).not.toMatch(/Seq Scan on job/)
  }
})
