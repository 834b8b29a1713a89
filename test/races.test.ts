import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settleOrder, syncOrders } from '#server/money/payments/payments.ts'
import { draftReceipt, issueReceipt, receiptFor } from '#server/money/receipts/receipts.ts'
import { sendRefund } from '#server/money/refunds/sending.ts'
import { constraintOf, transaction } from '#server/platform/database.ts'
import { webhookSignature } from '#server/providers/payments/cashfree.ts'
import { sandboxKeys } from '#server/providers/payments/payments.ts'
import { atBarrier } from './barrier.ts'
import { withLines } from './batch-lines.ts'
import { expectBooks } from './books-oracle.ts'
import { agePayoutAccounts, makeEarning, makeMentor, newPhone } from './builders.ts'
import { cashfreePaymentNotice } from './gateway-cashfree.ts'
import { markedClass } from './marked-classes.ts'
import { rounds } from './rounds.ts'
import { inDays, type LoggedIn, newIp, type Reply, type TestApp, testApp } from './test-app.ts'

const timeoutMs = 20_000 + rounds * 500

let app: TestApp
let families: LoggedIn[]
let admins: LoggedIn[]
let mentor: LoggedIn
beforeAll(async () => {
  app = await testApp()
  families = [await app.login(newPhone(), 'student'), await app.login(newPhone(), 'student')]
  admins = [await app.admin(), await app.admin({ role: 'operations' })]
  mentor = await app.login((await makeMentor(app.db, { prices: { homeTuition: 20_000 } })).phone, 'mentor')
  await mentor.put('/api/mentor/payout-account', { method: 'upi', holder: 'Asha Verma', upi: 'asha.verma@okaxis' })
  await agePayoutAccounts(app.db)
})
afterEach(() => expectBooks(app.db, { isFullyReported: true }))
afterAll(() => app.stop())

/** An unpaid order for one hour. */
async function order(family: LoggedIn, input: Record<string, unknown> = {}): Promise<string> {
  const reply = await orderReply(family, input)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.order_id
}
const orderReply = (family: LoggedIn, input: Record<string, unknown> = {}) =>
  family.post(
    '/api/payment/create-order',
    { amount: 1000, plan: 'hourly', hours: 1, mentorId: mentor.id, ...input },
    newIp(),
  )

/** Marks the order paid at the gateway without a webhook. */
async function payWithoutWebhook(orderId: string): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    with paid as (update sandbox_order set status = 'PAID' where order_id = ${orderId} returning amount_paise)
    insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
    select ${orderId}, 'SUCCESS', amount_paise, '', '1' from paid returning id`.execute(app.db)
  return String(rows[0]?.id)
}

async function notice(orderId: string, paymentId: string): Promise<void> {
  const raw = cashfreePaymentNotice(orderId, paymentId, 'SUCCESS')
  const timestamp = String(Date.now())
  const signature = webhookSignature(sandboxKeys.clientSecret, timestamp, raw)
  const headers = { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature }
  expect((await app.browser().post('/api/payment/webhook', raw, { headers })).status).toBe(200)
  await app.runJobs()
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => constraintOf(error) ?? String(error),
  )
const count = async (rows: RawBuilder<unknown>) => (await rows.execute(app.db)).rows.length

test('webhook, status page and reconciler book an order once', { timeout: timeoutMs }, async () => {
  const [family] = families as [LoggedIn]
  for (let round = 0; round < rounds; round++) {
    const id = await order(family)
    const paymentId = await payWithoutWebhook(id)
    const page = () => family.get(`/api/payment/order/${id}`, newIp())
    await atBarrier<unknown>(app.db, round, sql`select 1 from family where id = ${family.id}`, [
      () => notice(id, paymentId),
      page,
      () => syncOrders(app.context),
    ])
    const { data } = (await page()).body
    expect(data).toMatchObject({ status: 'paid', outcome: 'success' })
    expect(await count(sql`select 1 from outbox where once_key like ${`booking-paid-%:${data.booking}:%`}`)).toBe(2)
  }
})

test('two admins refund a payment and two jobs send it: it is sent once', { timeout: timeoutMs }, async () => {
  const [family] = families as [LoggedIn]
  const [first, second] = admins as [LoggedIn, LoggedIn]
  let id = ''
  let left = 0
  for (let round = 0; round < rounds; round++) {
    if (left < 600) {
      id = await order(family, { amount: 10_000, hours: 10 })
      await payWithoutWebhook(id)
      await settleOrder(app.context, id)
      left = 10_000
    }
    const isSameId = round % 2 === 0
    const refundId = randomUUID()
    // The second admin asks for everything the first one saw.
    const make = (who: LoggedIn, refund: string) =>
      who.put(
        `/api/admin/refunds/${refund}`,
        { order: id, amount: 300, reason: 'Classes were not as promised', ends: false, left },
        newIp(),
      )
    const works = [() => make(first, refundId), () => make(second, isSameId ? refundId : randomUUID())]
    const replies = await atBarrier<Reply>(app.db, round, sql`select 1 from payment_order where id = ${id}`, works)
    expect(replies.map((reply) => reply.body.code ?? 'made').sort()).toEqual(
      isSameId ? ['made', 'made'] : ['made', 'refund-changed'],
    )
    left -= 300
    const made = replies.find((reply) => reply.status === 200)?.body.data._id
    await atBarrier(app.db, round, sql`select 1 from payment_order where id = ${id}`, [
      () => sendRefund(app.context, made),
      () => sendRefund(app.context, made),
    ])
    await app.runJobs()
    expect(await count(sql`select 1 from refund where id = ${made} and status = 'settled'`)).toBe(1)
    expect(
      await count(sql`select 1 from sandbox_payment where order_id = ${id} and message = ${made.replaceAll('-', '')}`),
    ).toBe(1)
  }
})

test('concurrent receipts, one of them rolled back, leave no gap in the numbers', { timeout: timeoutMs }, async () => {
  const [a, b] = families as [LoggedIn, LoggedIn]
  const viewer = { familyId: a.id, userType: 'student' } as Parameters<typeof receiptFor>[1] // safe: it reads nothing else
  for (let round = 0; round < rounds; round++) {
    const first = await order(a)
    const second = await order(b)
    const old = await order(a, { amount: 2000, hours: 2 })
    for (const id of [first, second]) await payWithoutWebhook(id)
    // Paid and booked before receipts existed, so the receipt is created on request.
    await sql`update payment_order set status = 'paid', paid_at = now() where id = ${old}`.execute(app.db)
    await sql`insert into booking (order_id, family_id, mentor_id, learner_id, plan, mode, subject, minutes, price_paise, duration_days, terms, schedule_by)
      select id, family_id, mentor_id, learner_id, plan, mode, subject, 60, price_paise, 1, terms, now() from payment_order where id = ${old}`.execute(
      app.db,
    )
    const takenBack = () =>
      transaction(app.db, async (tx) => {
        await sql`select 1 from payment_order where id = ${old} for update`.execute(tx)
        const draft = await draftReceipt(tx, old)
        if (draft) await issueReceipt(tx, draft)
        throw new Error('rolled back')
      })
    const works = [
      () => settleOrder(app.context, first),
      () => settleOrder(app.context, second),
      () => receiptFor(app.db, viewer, old),
      () => receiptFor(app.db, viewer, old),
      () => refusal(takenBack()),
    ]
    // No series row exists before the first receipt.
    const outcomes =
      round === 0
        ? await Promise.all(works.map((work) => work()))
        : await atBarrier<unknown>(app.db, round, sql`select 1 from receipt_series`, works)
    expect(await count(sql`select 1 from receipt where order_id in (${first}, ${second}, ${old})`)).toBe(3)
    expect((outcomes[2] as { number: string }).number).toBe((outcomes[3] as { number: string }).number)
  }
})

test("a payout and a clawback at once never overdraw the mentor's balance", { timeout: timeoutMs }, async () => {
  const [admin, payer] = admins as [LoggedIn, LoggedIn]
  for (let round = 0; round < rounds; round++) {
    await makeEarning(app.db, mentor.id, 10_000)
    const { data } = (await admin.post('/api/admin/payouts', { until: inDays(0) }, newIp())).body
    const pay = () =>
      payer.post(`/api/admin/payouts/${data._id}/paid`, { reference: 'UTR00001', amount: data.amount }, newIp())
    const row = sql`select 1 from ledger_account where kind = 'mentor_payable' and owner_id = ${mentor.id}`
    const [paid, taken] = (await atBarrier<unknown>(app.db, round, row, [
      pay,
      () => refusal(makeEarning(app.db, mentor.id, -10_000)),
    ])) as [Reply, string]
    // Either the payout is made and nothing can be clawed back, or the batch shrinks and is not paid.
    expect([paid.status, taken]).toEqual(round % 2 === 0 ? [200, 'ledger_balance_not_overdrawn'] : [409, 'accepted'])
    const batch = await withLines(admin, admin.get(`/api/admin/payouts/${data._id}`, newIp()))
    expect(batch.body.data.lines).toMatchObject([{ status: round % 2 === 0 ? 'paid' : 'stopped' }])
    if (round % 2 === 1) await admin.post(`/api/admin/payouts/${data._id}/undo`, undefined, newIp())
  }
})

test('a hold that expires during payment goes to exactly one family', { timeout: timeoutMs }, async () => {
  let made = { id: '' }
  for (let round = 0; round < rounds; round++) {
    const [payer, other] = round % 4 < 2 ? families : families.toReversed()
    if (!payer || !other) throw new Error('families are missing')
    // One round per offered time; then another mentor and other children.
    const nth = round % 120
    if (nth === 0)
      made = await makeMentor(app.db, { prices: { homeTuition: 20_000 }, hours: { from: '08:00', to: '20:00' } })
    const time = `${String(8 + (nth % 12)).padStart(2, '0')}:00`
    const startsAt = `${inDays(3 + Math.floor(nth / 12))}T${time}:00+05:30`
    const input = { mentorId: made.id, startsAt: new Date(startsAt).toISOString(), learner: { name: `Nr ${made.id}` } }
    const id = await order(payer, input)
    await payWithoutWebhook(id)
    const slot = sql<{ id: string }>`select id from teaching_slot where order_id = ${id}`
    await sql`update teaching_slot set held_until = now() where order_id = ${id}`.execute(app.db)
    const [, reply] = (await atBarrier<unknown>(app.db, round, slot, [
      () => settleOrder(app.context, id),
      () => orderReply(other, input),
    ])) as [unknown, Reply]
    const isKept = round % 2 === 0
    // The payer has the booking either way; the time goes to whoever got the lock first.
    expect([reply.status, reply.body.code]).toEqual(isKept ? [409, 'slot-taken'] : [200, undefined])
    const taken = sql`select distinct s.id from teaching_slot s join teaching_slot mine on mine.order_id = ${id} and mine.during = s.during
      where s.mentor_id = ${made.id} and s.status <> 'released'`
    expect(await count(taken)).toBe(1)
    expect(await count(sql`${slot} and status = 'booked'`)).toBe(isKept ? 1 : 0)
    const states = sql<{ status: string; picked: string | null }>`
      select status, picked_state as picked from booking where order_id = ${id}`
    expect((await states.execute(app.db)).rows).toEqual([
      isKept ? { status: 'scheduled', picked: null } : { status: 'pending_schedule', picked: 'taken' },
    ])
    if (isKept) continue
    await payWithoutWebhook(reply.body.order_id)
    await settleOrder(app.context, reply.body.order_id)
    expect(await count(taken)).toBe(1)
  }
})

test('a family joining a shared class while its last member leaves gets a slot of its own', {
  timeout: timeoutMs,
}, async () => {
  const [stays, leaves] = families as [LoggedIn, LoggedIn]
  const [admin] = admins as [LoggedIn]
  const made = await makeMentor(app.db, { prices: { groupClasses: 20_000 } })
  const teacher = await app.login(made.phone, 'mentor')
  const group = { mentorId: made.id, mode: 'groupClasses' }
  const booked = async (family: LoggedIn, input: Record<string, unknown>) => {
    const id = await order(family, { ...group, ...input })
    await payWithoutWebhook(id)
    await settleOrder(app.context, id)
    const { rows } = await sql<{ id: string }>`select id from booking where order_id = ${id}`.execute(app.db)
    return { order: id, booking: rows[0]?.id }
  }
  const plan = (booking: string | undefined, at: object) =>
    teacher.post(`/api/class-bookings/${booking}/lessons`, { ...at, minutes: 60 }, newIp())
  let joining: Awaited<ReturnType<typeof booked>> | null = null
  for (let round = 0; round < Math.ceil(rounds * 0.4); round++) {
    if (round % 20 === 0) joining = await booked(stays, { amount: 20_000, plan: 'monthly', hours: undefined })
    const at = { date: inDays(3 + (round % 300)), time: `${10 + Math.floor(round / 300)}:00` }
    const last = await booked(leaves, {})
    expect((await plan(last.booking, at)).status).toBe(200)
    const { rows } = await sql<{ id: string }>`
      select slot_id as id from lesson where booking_id = ${last.booking ?? null}`.execute(app.db)
    const input = { order: last.order, amount: 1000, left: 1000, ends: true, reason: 'They move' }
    const replies = await atBarrier<Reply>(app.db, round, sql`select 1 from teaching_slot where id = ${rows[0]?.id}`, [
      () => plan(joining?.booking, at),
      () => admin.put(`/api/admin/refunds/${randomUUID()}`, input, newIp()),
    ])
    expect(replies.map((reply) => reply.body.code ?? reply.status)).toEqual([200, 200])
    await app.runJobs()
    expect(
      await count(sql`select 1 from lesson l join teaching_slot s on s.id = l.slot_id
        where s.mentor_id = ${made.id} and l.status = 'scheduled' and s.status <> 'booked'`),
    ).toBe(0)
  }
})

test('a family claims the free first class as often as it may, however many bookings ask at once', {
  timeout: timeoutMs,
}, async () => {
  for (let round = 0; round < Math.ceil(rounds * 0.4); round++) {
    const family = await app.login(newPhone(), 'student')
    const claims: (() => Promise<Reply>)[] = []
    for (const _ of [1, 2, 3, 4]) {
      const teacher = await app.login((await makeMentor(app.db, { prices: { homeTuition: 20_000 } })).phone, 'mentor')
      const id = await order(family, { mentorId: teacher.id, learner: { name: `Nr ${claims.length}` } })
      await payWithoutWebhook(id)
      await settleOrder(app.context, id)
      const { rows } = await sql<{ id: string }>`select id from booking where order_id = ${id}`.execute(app.db)
      const { lesson } = await markedClass(app, teacher, rows[0]?.id ?? '')
      claims.push(() => family.post(`/api/class-bookings/lessons/${lesson}/guarantee`, { amount: 1000 }, newIp()))
    }
    const replies = await atBarrier<Reply>(app.db, round, sql`select 1 from family where id = ${family.id}`, claims)
    expect(replies.map((reply) => reply.body.code ?? 'free').sort()).toEqual(['free', 'free', 'free', 'guarantee-over'])
    await app.runJobs()
  }
})
