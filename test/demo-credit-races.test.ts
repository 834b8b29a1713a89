import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settleOrder } from '#server/money/payments/payments.ts'
import { atBarrier } from './barrier.ts'
import { expectBooks } from './books-oracle.ts'
import { makeMentor, newPhone } from './builders.ts'
import { rounds } from './rounds.ts'
import { type LoggedIn, newIp, type Reply, type TestApp, testApp } from './test-app.ts'

const timeoutMs = 30_000 + rounds * 2_000

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
afterEach(async () => {
  await app.runJobs()
  await expectBooks(app.db)
})
afterAll(() => app.stop())

const newFamily = () => app.login(newPhone(), 'student')
const order = (family: LoggedIn, mentorId: string, amount: number): Promise<Reply> =>
  family.post('/api/payment/create-order', { mentorId, plan: amount === 99 ? 'demo' : 'monthly', amount }, newIp())

/** Marks the order paid at the gateway without a webhook. */
const payWithoutWebhook = (id: string) =>
  sql`with paid as (update sandbox_order set status = 'PAID' where order_id = ${id} returning amount_paise)
    insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
    select ${id}, 'SUCCESS', amount_paise, '', '1' from paid`.execute(app.db)
const familyRow = (family: LoggedIn) => sql`select from family where id = ${family.id}`
const promotions = async (family: LoggedIn) =>
  (
    await sql<{ paise: number }>`
      select coalesce(sum(e.amount_paise), 0)::int as paise from journal j join ledger_entry e on e.journal_id = j.id
        join ledger_account a on a.id = e.account_id and a.kind = 'promotions' join payment_order o on o.id = j.subject_id
      where o.family_id = ${family.id}`.execute(app.db)
  ).rows[0]?.paise
const plans = async (family: LoggedIn) =>
  (
    await sql<{ plan: string }>`
      select plan from booking where family_id = ${family.id} and status <> 'cancelled' order by plan`.execute(app.db)
  ).rows.map(({ plan }) => plan)

test('a demo that settles while the month is ordered is credited once, on this month or the next', {
  timeout: timeoutMs,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const mentor = await makeMentor(app.db)
    const family = await newFamily()
    const demo = (await order(family, mentor.id, 99)).body.order_id
    await payWithoutWebhook(demo)
    const [, month] = (await atBarrier<unknown>(app.db, round, familyRow(family), [
      () => settleOrder(app.context, demo),
      () => order(family, mentor.id, 4500),
    ])) as [unknown, Reply]
    const isDemoFirst = round % 2 === 0
    expect([month.status, month.body.details?.amount]).toEqual(isDemoFirst ? [409, 4401] : [200, undefined])
    const right = isDemoFirst ? await order(family, mentor.id, 4401) : month
    await payWithoutWebhook(right.body.order_id)
    await settleOrder(app.context, right.body.order_id)
    expect([await plans(family), await promotions(family)]).toEqual([['demo', 'monthly'], isDemoFirst ? 9900 : 0])
    // An unused credit applies to the next order; a used one never again.
    expect((await order(family, mentor.id, isDemoFirst ? 4500 : 4401)).status).toBe(200)
  }
})

test('a demo and a month paid at the same time are both booked, whichever settles first', {
  tags: ['full'],
  timeout: timeoutMs,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const mentor = await makeMentor(app.db)
    const family = await newFamily()
    const ids = [await order(family, mentor.id, 99), await order(family, mentor.id, 4500)].map(
      ({ body }) => body.order_id,
    )
    for (const id of ids) await payWithoutWebhook(id)
    await atBarrier<void>(
      app.db,
      round,
      familyRow(family),
      ids.map((id) => () => settleOrder(app.context, id)),
    )
    expect([await plans(family), await promotions(family)]).toEqual([['demo', 'monthly'], 0])
  }
})

test('a demo refund and a month using its credit at the same time: exactly one succeeds', {
  timeout: timeoutMs,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const mentor = await makeMentor(app.db)
    const family = await newFamily()
    const demo = (await order(family, mentor.id, 99)).body.order_id
    await payWithoutWebhook(demo)
    await settleOrder(app.context, demo)
    const month = (await order(family, mentor.id, 4401)).body.order_id
    await payWithoutWebhook(month)
    const back = { order: demo, amount: 99, left: 99, ends: true, reason: 'They changed their mind' }
    const [, refund] = (await atBarrier<unknown>(app.db, round, sql`select from payment_order where id = ${demo}`, [
      () => settleOrder(app.context, month),
      () => admin.put(`/api/admin/refunds/${randomUUID()}`, back, newIp()),
    ])) as [unknown, Reply]
    const isMonthFirst = round % 2 === 0
    expect([refund.status, await plans(family), await promotions(family)]).toEqual(
      isMonthFirst ? [409, ['demo', 'monthly'], 9900] : [200, [], 0],
    )
  }
})
