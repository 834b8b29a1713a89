import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { settleOrder } from '#server/money/payments/payments.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { startSandbox } from '#test/gateway-sandbox.ts'
import { refusal } from '#test/harness.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp } from '#test/test-app.ts'
import { sendRefund, syncRefunds, syncUnfinishedRefunds } from './sending.ts'

let gateway: Awaited<ReturnType<typeof startSandbox>>
let app: TestApp
let family: LoggedIn
let admin: LoggedIn
let otherAdmin: LoggedIn
beforeAll(async () => {
  gateway = await startSandbox(1_000)
  app = gateway.app
  app.context.payments = gateway.payments
  admin = await app.admin()
  otherAdmin = await app.admin({ role: 'operations' })
})
beforeEach(async () => {
  family = await app.login(newPhone(), 'student')
})
afterEach(() => expectBooks(app.db))
afterAll(() => gateway.stop())

/** A paid order of 4,500 rupees whose mentor missed the deadline for the first class. */
async function paid({ isOverdue = true, amount = 4500, plan = 'monthly' } = {}) {
  const mentor = await makeMentor(app.db)
  const booking = await app.paidBooking(family, mentor.id, { amount, plan })
  if (isOverdue)
    await sql`update booking set schedule_by = now() - interval '1 hour' where id = ${booking}`.execute(app.db)
  const { rows } = await sql<{ id: string; number: string }>`
    select o.id, o.number from payment_order o join booking b on b.order_id = o.id where b.id = ${booking}`.execute(
    app.db,
  )
  return { mentor, booking, order: rows[0]?.id ?? '', number: rows[0]?.number ?? '' }
}
const ask = (order: string, who = family) => who.post('/api/payment/refunds', { order })
const decide = (id: string, decision: string, reason?: string, who = admin) =>
  who.post(`/api/admin/refunds/${id}/decision`, { decision, ...(reason && { reason }) })
type Wish = { amount: number; left: number; ends?: boolean; id?: string; who?: LoggedIn }
const make = (order: string, { id = randomUUID(), who = admin, ...wish }: Wish) =>
  who.put(`/api/admin/refunds/${id}`, { order, reason: 'Classes were not as promised', ...wish })
const list = async () => (await family.get('/api/payment/refunds')).body.data
const statusesOf = async (order: string) =>
  (
    await sql<{ status: string }>`select status from refund where order_id = ${order} order by created_at`.execute(
      app.db,
    )
  ).rows.map((row) => row.status)
const atGateway = async (order: string) =>
  (
    await sql<{
      status: string
    }>`select status from sandbox_payment where order_id = ${order} and amount_paise < 0`.execute(app.db)
  ).rows.map((row) => row.status)
const told = async (event: string) =>
  (
    await sql<{
      text: string
    }>`select text from outbox where template = ${event} and recipient = ${family.phone}`.execute(app.db)
  ).rows
async function journalsOf(id: string) {
  const { rows } = await sql<{ kind: string; lines: Record<string, number> }>`
    select j.kind, jsonb_object_agg(a.kind, e.amount_paise) as lines from journal j join ledger_entry e on e.journal_id = j.id
      join ledger_account a on a.id = e.account_id where j.subject_id = ${id} group by j.id order by j.id`.execute(
    app.db,
  )
  return Object.fromEntries(rows.map((row) => [row.kind, row.lines]))
}
/** The scheduled class was held and settled. */
async function hold(booking: string) {
  const { rows } = await sql<{ id: string }>`
    update lesson set status = 'held' where booking_id = ${booking} and status = 'scheduled' returning id`.execute(
    app.db,
  )
  for (const { id } of rows) await transaction(app.db, (tx) => settleLesson(tx, id))
}
const bookingOf = async (id: string) =>
  (await family.get(`/api/class-bookings/student/${family.id}`)).body.data.find(
    (one: { _id: string }) => one._id === id,
  )
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

test('refunds a booking not scheduled in time in full, from request to bank reference', async () => {
  const { order, booking, number } = await paid()
  const [first, second] = await Promise.all([ask(order), ask(order)])
  expect([first.status, second.body.data._id]).toEqual([200, first.body.data._id])
  expect(await list()).toMatchObject([{ order, number, amount: 4500, status: 'requested', reference: '' }])
  expect(await journalsOf(first.body.data._id)).toEqual({})
  expect((await decide(first.body.data._id, 'approve')).body.data).toMatchObject({ status: 'approved' })
  expect(await bookingOf(booking)).toMatchObject({ status: 'cancelled', balance: 0 })
  await app.runJobs()
  const [settled] = await list()
  expect(settled).toMatchObject({ status: 'settled', reference: expect.stringMatching(/^\d{12}$/) })
  expect(settled.endedAt).toBeTruthy()
  expect(await journalsOf(first.body.data._id)).toEqual({
    refund: { family_prepaid: 450_000, refunds_payable: -450_000 },
    refund_settled: { refunds_payable: 450_000, gateway_receivable: -450_000 },
  })
  // Settled at once, so there is one notification.
  expect(await told('refund-sent')).toEqual([])
  expect((await told('refund-settled')).map((one) => one.text)).toEqual([expect.stringContaining(settled.reference)])
  expect(await atGateway(order)).toEqual(['SUCCESS'])
  const { rows } = await sql`select status from refund_event where refund_id = ${settled._id} order by id`.execute(
    app.db,
  )
  expect(rows).toEqual(['requested', 'approved', 'sent', 'settled'].map((status) => ({ status })))
})

test('opens a case for a request, with number, deadline and owner, and closes it with the decision', {
  tags: ['full'],
}, async () => {
  const caseOf = async (number: string) => (await admin.get(`/api/admin/cases?q=${number}`)).body.data[0]
  const { order } = await paid()
  const [first, second] = await Promise.all([ask(order), ask(order)])
  const number: string = first.body.data.caseNumber
  expect([number, second.body.data.caseNumber]).toEqual([expect.stringMatching(/^CASE-/), number])
  expect((await list())[0]).toMatchObject({ caseNumber: number, status: 'requested' })
  expect((await told('case-opened')).map(({ text }) => text)).toEqual([expect.stringContaining(number)])
  const one = await caseOf(number)
  expect(one).toMatchObject({ kind: 'refund', type: 'payment', status: 'open', owner: null, dueAt: expect.any(String) })
  const step = (name: string, who: LoggedIn, version: number) =>
    who.post(`/api/admin/cases/${one._id}/steps`, { step: name, text: 'Words', version })
  expect((await step('resolve', admin, 1)).body.code).toBe('case-dispute-open')
  await step('take', otherAdmin, 1)
  const id = first.body.data._id
  expect((await decide(id, 'approve')).body.code).toBe('case-of-another')
  expect((await decide(id, 'decline', 'First class is on Monday', otherAdmin)).status).toBe(200)
  const seen = (await admin.get(`/api/admin/cases/${one._id}`)).body.data
  expect(seen).toMatchObject({ status: 'resolved', resolution: 'First class is on Monday', refund: 'declined' })
  expect(seen.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['opened', 'refund', 'refund_ended', 'resolve']),
  )
  // Requesting again opens another request and case; approving closes it.
  const again = (await ask(order)).body.data
  expect(again.caseNumber).not.toBe(number)
  expect((await decide(again._id, 'approve')).status).toBe(200)
  expect(await caseOf(again.caseNumber)).toMatchObject({ status: 'resolved' })
  // Refunds by rule or by an admin open no case.
  const { order: other } = await paid()
  const made = (await make(other, { amount: 100, left: 4500 })).body.data
  expect([made.caseNumber, (await told('case-opened')).length]).toEqual([null, 2])
})

test('refuses a request while the mentor still has time, and tells another family nothing', async () => {
  const early = await paid({ isOverdue: false })
  expect((await ask(early.order)).body.code).toBe('refund-not-due')
  const late = await paid()
  const other = await app.login(newPhone(), 'student')
  const foreign = await ask(late.order, other)
  const missing = await ask(randomUUID(), other)
  expect(foreign.status).toBe(404)
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
  const id = (await ask(late.order)).body.data._id
  expect((await other.get('/api/payment/refunds')).body.data).toEqual([])
  expect((await other.post(`/api/admin/refunds/${id}/decision`, { decision: 'approve' })).status).toBe(403)
})

test('declines a request with a reason without moving money, and refuses a later approval', async () => {
  const { order, booking } = await paid()
  const id = (await ask(order)).body.data._id
  expect((await decide(id, 'decline')).body.code).toBe('bad-request')
  const both = await Promise.all([
    decide(id, 'decline', 'First class is on Monday'),
    decide(id, 'decline', 'Second', otherAdmin),
  ])
  expect(both.map((reply) => reply.status)).toEqual([200, 200])
  expect((await decide(id, 'approve')).body.code).toBe('refund-moved')
  expect(await journalsOf(id)).toEqual({})
  expect((await bookingOf(booking)).status).toBe('pending_schedule')
  expect(await told('refund-declined')).toHaveLength(1)
  expect((await list())[0]).toMatchObject({ status: 'declined', declineReason: expect.any(String) })
  // A declined refund reserves no money.
  expect((await ask(order)).body.data).toMatchObject({ status: 'requested', amount: 4500 })
})

test('sends the money once for twenty concurrent approvals and sends', { tags: ['full'] }, async () => {
  const { order } = await paid()
  const id = (await ask(order)).body.data._id
  let turn = 0
  const replies = await times(20, () => decide(id, 'approve', undefined, ++turn % 2 ? admin : otherAdmin))
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
  await times(20, () => sendRefund(app.context, id))
  await app.runJobs()
  expect(await atGateway(order)).toEqual(['SUCCESS'])
  expect(Object.keys(await journalsOf(id))).toEqual(['refund', 'refund_settled'])
  expect(await told('refund-settled')).toHaveLength(1)
})

test('accepts one of a concurrent approval and decline', { tags: ['full'] }, async () => {
  const { order } = await paid()
  const id = (await ask(order)).body.data._id
  const replies = await Promise.all([decide(id, 'approve'), decide(id, 'decline', 'No', otherAdmin)])
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
  await app.runJobs()
  expect(['settled', 'declined']).toContain((await list())[0].status)
})

test('refunds parts up to the amount paid, and not a paisa more', async () => {
  const { order, booking } = await paid()
  expect((await make(order, { amount: 1000.01, left: 4500 })).body.data).toMatchObject({ status: 'approved' })
  expect((await bookingOf(booking)).balance).toBe(3499.99)
  expect((await make(order, { amount: 3500, left: 3499.99 })).body.code).toBe('refund-too-large')
  expect((await make(order, { amount: 3499.99, left: 3499.99 })).status).toBe(200)
  expect((await make(order, { amount: 0.01, left: 0 })).body.code).toBe('refund-too-large')
  await app.runJobs()
  expect((await list()).map((one: { amount: number }) => one.amount)).toEqual([3499.99, 1000.01])
  expect(await statusesOf(order)).toEqual(['settled', 'settled'])
  expect(
    await refusal(
      sql`insert into refund (order_id, payment_id, kind, amount_paise)
        select order_id, id, 'made', 1 from payment where order_id = ${order}`.execute(app.db),
    ),
  ).toBe('refund_within_payment')
})

test('refunds once when two admins saw the same balance; one id is one refund', { tags: ['full'] }, async () => {
  const { order } = await paid()
  const both = await Promise.all([
    make(order, { amount: 500, left: 4500 }),
    make(order, { amount: 500, left: 4500, who: otherAdmin }),
  ])
  expect(both.map((reply) => reply.body.code ?? 'made').sort()).toEqual(['made', 'refund-changed'])
  const id = randomUUID()
  const same = await times(10, () => make(order, { amount: 700, left: 4000, id }))
  expect(new Set(same.map((reply) => reply.body.data?._id))).toEqual(new Set([id]))
  expect((await make(order, { amount: 701, left: 4000, id })).body.code).toBe('idempotency-mismatch')
  await app.runJobs()
  expect(await atGateway(order)).toHaveLength(2)
})

test('never refunds more than was paid, with twenty concurrent refunds', { tags: ['full'] }, async () => {
  const { order } = await paid()
  const { rows } = await sql<{ id: string }>`select id from payment where order_id = ${order}`.execute(app.db)
  const outcomes = await times(20, () =>
    refusal(
      sql`insert into refund (order_id, payment_id, kind, amount_paise, status, decline_reason)
        values (${order}, ${rows[0]?.id}, 'made', 100000, 'requested', '')`.execute(app.db),
    ),
  )
  // One open request per order, and no amount above the payment.
  expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(1)
  const { rows: all } = await sql<{ id: string }>`select id from refund where order_id = ${order}`.execute(app.db)
  await decide(all[0]?.id ?? '', 'decline', 'A test')
})

test('keeps a failed refund payable, and retries it once under a new id', { tags: ['full'] }, async () => {
  const { order } = await paid()
  const id = (await ask(order)).body.data._id
  await decide(id, 'approve')
  await gateway.letRefundsWait(true)
  await app.runJobs()
  expect((await list())[0]).toMatchObject({ status: 'sent' })
  expect(await told('refund-sent')).toHaveLength(1)
  await gateway.letRefundsWait(false)
  const known = { orderId: order, paymentSessionId: 'x', amountPaise: 450_000 }
  const [waiting] = await gateway.payments.refunds(known)
  await gateway.endRefund(waiting?.gatewayRefundId ?? '', false)
  await app.runJobs()
  expect((await list())[0]).toMatchObject({ status: 'failed' })
  expect(await told('refund-failed')).toHaveLength(1)
  const counts = (await admin.get('/api/admin/refunds?status=failed')).body
  expect([counts.counts.failed, counts.data[0].canSendAgain]).toEqual([1, true])
  const unsent = async (): Promise<string[]> =>
    (await admin.get('/api/admin/refunds?status=unsent')).body.data.map(({ _id }: { _id: string }) => _id)
  expect(await unsent()).toContain(id)
  const again = await times(5, () => decide(id, 'again'))
  const [next] = new Set(again.map((reply) => reply.body.data._id))
  expect(new Set(again.map((reply) => reply.body.data._id)).size).toBe(1)
  expect(next).not.toBe(id)
  expect(await unsent()).toContain(next)
  expect(await unsent()).not.toContain(id)
  await app.runJobs()
  expect(await list()).toMatchObject([{ _id: next, status: 'settled' }])
  expect((await atGateway(order)).sort()).toEqual(['CANCELLED', 'SUCCESS'])
  expect(Object.keys(await journalsOf(next))).toEqual(['refund_settled'])
  expect((await make(order, { amount: 1, left: 0 })).body.code).toBe('refund-too-large')
})

test('finds a refund whose reply was lost, and fails one the gateway never had', { tags: ['full'] }, async () => {
  const { order } = await paid()
  const id = (await ask(order)).body.data._id
  await decide(id, 'approve')
  gateway.plan('POST /orders/', { hangs: 'after' })
  await expect(sendRefund(app.context, id)).rejects.toThrow('no answer')
  expect(await statusesOf(order)).toEqual(['sent'])
  await syncUnfinishedRefunds(app.context)
  expect(await atGateway(order)).toEqual(['SUCCESS'])

  const lost = await paid()
  const lostId = (await ask(lost.order)).body.data._id
  await decide(lostId, 'approve')
  gateway.plan('POST /orders/', { hangs: 'before' })
  await expect(sendRefund(app.context, lostId)).rejects.toThrow('no answer')
  // The gateway answers HTML: the state is unknown and nothing changes.
  gateway.plan('GET /orders/', { reply: { status: 200, body: '<h1>Maintenance</h1>' } })
  await syncUnfinishedRefunds(app.context)
  expect(await statusesOf(lost.order)).toEqual(['sent'])
  await sql`update refund set sent_at = now() - interval '25 hours' where id = ${lostId}`.execute(app.db)
  await syncUnfinishedRefunds(app.context)
  expect(await statusesOf(lost.order)).toEqual(['failed'])
  await decide(lostId, 'again')
  await app.runJobs()
  expect(await statusesOf(lost.order)).toEqual(['failed', 'settled'])
})

test('fails a refund the gateway refuses, with its reason', async () => {
  const { order } = await paid()
  const id = (await ask(order)).body.data._id
  await decide(id, 'approve')
  gateway.plan('POST /orders/', { reply: { status: 400, body: { message: 'Insufficient balance' } } })
  await sendRefund(app.context, id)
  const { data } = (await admin.get('/api/admin/refunds?status=failed')).body
  expect(data.find((one: { _id: string }) => one._id === id)).toMatchObject({ message: 'Insufficient balance' })
})

test('settles a pending refund once from concurrent webhook, sweep and page views', async () => {
  const { order } = await paid()
  const id = (await ask(order)).body.data._id
  await decide(id, 'approve')
  await gateway.letRefundsWait(true)
  await app.runJobs()
  await gateway.letRefundsWait(false)
  const [waiting] = await gateway.payments.refunds({ orderId: order, paymentSessionId: 'x', amountPaise: 450_000 })
  await Promise.all([
    gateway.endRefund(waiting?.gatewayRefundId ?? '', true),
    ...Array.from({ length: 5 }, () => syncRefunds(app.context, order)),
    ...Array.from({ length: 5 }, () => syncUnfinishedRefunds(app.context)),
    ...Array.from({ length: 5 }, list),
    admin.get('/api/admin/refunds'),
  ])
  await app.runJobs()
  expect(await list()).toMatchObject([{ status: 'settled' }])
  expect(Object.keys(await journalsOf(id))).toEqual(['refund', 'refund_settled'])
  expect(await told('refund-settled')).toHaveLength(1)
})

test('notifies once when the bank reference arrives after the settlement, and adds the reference', {
  tags: ['full'],
}, async () => {
  const { order } = await paid()
  const id = (await ask(order)).body.data._id
  await decide(id, 'approve')
  const real = app.context.payments
  const refund: typeof real.refund = async (...given) => {
    const answer = await real.refund(...given)
    return answer.status === 'settled' ? { ...answer, reference: '' } : answer
  }
  app.context.payments = { ...real, refund }
  await sendRefund(app.context, id)
  app.context.payments = real
  expect((await list())[0]).toMatchObject({ status: 'settled', reference: '' })
  await sendRefund(app.context, id)
  expect((await list())[0].reference).toMatch(/^\d{12}$/)
  expect([await told('refund-settled-early'), await told('refund-settled'), await told('refund-sent')]).toMatchObject([
    [{ text: expect.stringContaining('will appear on your dashboard') }],
    [],
    [],
  ])
})

test('refunds a duplicate payment automatically, once', async () => {
  const { order, booking } = await paid()
  await sql`insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
    values (${order}, 'SUCCESS', 450000, 'twice', '2')`.execute(app.db)
  const notice = () => {
    const raw = gateway.paymentNotice(order, randomUUID())
    const headers = { 'content-type': 'application/json', ...gateway.sign(raw, new Date()) }
    return app.browser().post('/api/payment/webhook', raw, { headers })
  }
  await times(5, notice)
  await app.runJobs()
  await app.runJobs()
  expect(await list()).toMatchObject([{ order, kind: 'owed', amount: 4500, status: 'settled' }])
  expect((await bookingOf(booking)).status).toBe('pending_schedule')
  // The first payment can still be refunded.
  expect((await ask(order)).body.data).toMatchObject({ amount: 4500, status: 'requested' })
})

test('refunds a demo that was already taken automatically', { tags: ['full'] }, async () => {
  const mentor = await makeMentor(app.db)
  const wishes = (time: string) => ({
    amount: 99,
    plan: 'demo',
    mentorId: mentor.id,
    wishes: { date: inDays(3), time },
  })
  const a = await family.post('/api/payment/create-order', wishes('10:00'))
  const b = await family.post('/api/payment/create-order', wishes('12:00'))
  await app.pay(a.body, 'success')
  await app.pay(b.body, 'success')
  await app.runJobs()
  await app.runJobs()
  expect(await list()).toMatchObject([{ kind: 'owed', amount: 99, status: 'settled' }])
})

test('refuses to refund an order of another gateway', async () => {
  const { order, number } = await paid()
  const id = (await ask(order)).body.data._id
  await sql`update payment_order set gateway = 'cashfree' where id = ${order}`.execute(app.db)
  expect((await decide(id, 'approve')).body.code).toBe('refund-other-gateway')
  expect((await admin.get(`/api/admin/refunds?q=${number}`)).body.order).toMatchObject({ isElsewhere: true })
  expect(await statusesOf(order)).toEqual(['requested'])
  await sql`update payment_order set gateway = 'sandbox' where id = ${order}`.execute(app.db)
})

test('refunds what was paid for a month with a demo credit, and frees the credit', { tags: ['full'] }, async () => {
  const mentor = await makeMentor(app.db)
  await app.paidBooking(family, mentor.id)
  const month = { amount: 4401, plan: 'monthly' }
  const booking = await app.paidBooking(family, mentor.id, month)
  await sql`update booking set schedule_by = now() - interval '1 hour' where family_id = ${family.id}`.execute(app.db)
  const { rows } = await sql<{
    id: string
    plan: string
  }>`select order_id as id, plan from booking where family_id = ${family.id}`.execute(app.db)
  const orders = Object.fromEntries(rows.map((row) => [row.plan, row.id]))
  // The demo credit pays part of the month.
  expect((await ask(orders.demo ?? '')).body.code).toBe('refund-not-due')
  const asked = await ask(orders.monthly ?? '')
  expect(asked.body.data.amount).toBe(4401)
  await decide(asked.body.data._id, 'approve')
  expect((await journalsOf(asked.body.data._id)).refund).toEqual({
    family_prepaid: 450_000,
    promotions: -9_900,
    refunds_payable: -440_100,
  })
  await app.runJobs()
  expect((await bookingOf(booking)).status).toBe('cancelled')
  await app.paidBooking(family, mentor.id, month)
})

test('keeps money of planned classes unless the refund ends the booking, which releases its times', async () => {
  const { order, booking, mentor, number } = await paid({ isOverdue: false })
  const teacher = await app.login(mentor.phone, 'mentor')
  const at = scheduleOf({ date: inDays(2), time: '10:00' })
  expect((await teacher.put(`/api/class-bookings/booking/${booking}`, at)).status).toBe(200)
  const seen = (await admin.get(`/api/admin/refunds?q=${number.toLowerCase()}`)).body.order
  expect(seen).toMatchObject({ amount: 4500, left: 4125, leftEnded: 4500, isEnded: false })
  expect((await make(order, { amount: 4125.01, left: 4500 })).body.code).toBe('refund-too-large')
  expect((await make(order, { amount: 4000, left: 4500 })).status).toBe(200)
  expect((await make(order, { amount: 500, left: 500, ends: true })).status).toBe(200)
  expect(await bookingOf(booking)).toMatchObject({ status: 'cancelled', lessons: [{ status: 'cancelled' }] })
  const { rows } =
    await sql`select 1 from teaching_slot where mentor_id = ${mentor.id} and status <> 'released'`.execute(app.db)
  expect(rows).toEqual([])
  expect((await teacher.put(`/api/class-bookings/booking/${booking}`, at)).body.code).toBe('not-schedulable')
  await app.runJobs()
})

test('reduces minutes with a refund, so that the rest pays for every upcoming class to the paisa', {
  tags: ['full'],
}, async () => {
  const { order, booking, mentor } = await paid({ isOverdue: false })
  const teacher = await app.login(mentor.phone, 'mentor')
  const setClass = (day: number) =>
    teacher.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: inDays(day + 1), time: '16:00' }))
  await setClass(1)
  await hold(booking)
  // 375 rupees are taught; 3,125 are left for 833 minutes.
  expect((await make(order, { amount: 1000, left: 4125 })).status).toBe(200)
  expect(await bookingOf(booking)).toMatchObject({ minutes: 934, balance: 3125, lessonsPlanned: 10 })
  let classes = 1
  while ((await setClass(++classes)).status === 200) await hold(booking)
  const { rows } =
    await sql`select count(*)::int as classes, sum(minutes)::int as minutes, sum(fee_paise)::int as paise,
    min(fee_paise)::int as least from lesson where booking_id = ${booking}`.execute(app.db)
  expect(rows).toEqual([{ classes: 10, minutes: 934, paise: 350_000, least: 12_741 }])
  await app.runJobs()
})

test('ends a booking when a refund uses up its balance', { tags: ['full'] }, async () => {
  const { order, booking, mentor } = await paid({ isOverdue: false })
  const teacher = await app.login(mentor.phone, 'mentor')
  const id = booking
  await teacher.put(`/api/class-bookings/booking/${id}`, scheduleOf({ date: inDays(2), time: '10:00' }))
  expect((await make(order, { amount: 4125, left: 4500 })).status).toBe(200)
  // The only scheduled class stays and becomes the last.
  expect(await bookingOf(id)).toMatchObject({ status: 'scheduled', minutes: 100, balance: 375 })
  await hold(id)
  expect((await bookingOf(id)).status).toBe('completed')
  expect(
    (await teacher.put(`/api/class-bookings/booking/${id}`, scheduleOf({ date: inDays(2), time: '10:00' }))).status,
  ).toBe(409)
  const other = await paid({ isOverdue: false })
  expect((await make(other.order, { amount: 4500, left: 4500 })).status).toBe(200)
  expect((await bookingOf(other.booking)).status).toBe('cancelled')
  await app.runJobs()
})

test('refunds a class scheduled after the family’s request', { tags: ['full'] }, async () => {
  const { order, booking, mentor } = await paid()
  const id = (await ask(order)).body.data._id
  const teacher = await app.login(mentor.phone, 'mentor')
  await teacher.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: inDays(2), time: '10:00' }))
  expect((await decide(id, 'approve')).status).toBe(200)
  expect((await bookingOf(booking)).status).toBe('cancelled')
  await app.runJobs()
})

test('lets support read but not decide', async () => {
  const { order } = await paid()
  const id = (await ask(order)).body.data._id
  const support = await app.admin({ role: 'support' })
  expect((await support.get('/api/admin/refunds')).status).toBe(200)
  expect((await decide(id, 'approve', undefined, support)).status).toBe(403)
  expect((await make(order, { amount: 1, left: 4500, who: support })).status).toBe(403)
})

test('finds orders to refund by name, phone and payment, and the refunds made of them', async () => {
  const { order, number } = await paid()
  const name = `Meenal ${newPhone()}`
  const { rows } = await sql<{ payment: string }>`with named as (update family set name = ${name} where account_id =
      (select id from account where phone = ${family.phone}))
    select gateway_payment_id as payment from payment where order_id = ${order} and status = 'SUCCESS'`.execute(app.db)
  const found = async (q: string, who = admin, page = '') =>
    (await who.get(`/api/admin/refunds?q=${encodeURIComponent(q)}${page}`)).body
  for (const q of [name, family.phone, rows[0]?.payment ?? '']) {
    const { orders, data } = await found(q)
    expect(orders, q).toMatchObject([{ _id: order, number, familyName: name, amount: 4500 }])
    expect(data).toEqual([])
  }
  await make(order, { amount: 100, left: 4500 })
  expect((await found(rows[0]?.payment ?? '')).data).toMatchObject([{ order, amount: 100 }])
  await make(order, { amount: 100, left: 4400 })
  const first = await found(name, admin, '&limit=1')
  expect([first.data.length, first.orders.length]).toEqual([1, 1])
  const second = await found(name, admin, `&limit=1&cursor=${first.nextCursor}`)
  expect([second.data.length, second.orders]).toEqual([1, []])
  const forSupport = await found(name, await app.admin({ role: 'support' }))
  expect([forSupport.data.length, forSupport.orders]).toEqual([2, []])
  expect((await found(number)).orders).toEqual([])
  expect((await found('Nobody of this name')).orders).toEqual([])
})

test('pages the list and counts', async () => {
  const first = (await admin.get('/api/admin/refunds?limit=3')).body
  expect(first.data).toHaveLength(3)
  const second = (await admin.get(`/api/admin/refunds?limit=3&cursor=${first.nextCursor}`)).body
  const ids = [...first.data, ...second.data].map((one: { _id: string }) => one._id)
  expect(new Set(ids).size).toBe(6)
  expect(first.total).toBeGreaterThan(6)
  expect((await admin.get(`/api/admin/refunds?status=sent&cursor=${first.nextCursor}`)).body.code).toBe('bad-cursor')
})

test('never reverts a refund’s state, nor changes its history or amount', async () => {
  for (const statement of [
    sql`update refund set status = 'requested' where status = 'settled'`,
    sql`update refund set status = 'settled' where status = 'failed'`,
    sql`update refund set status = 'approved' where status = 'declined'`,
    sql`update refund set amount_paise = 1 where amount_paise > 1`,
  ]) {
    expect(await refusal(statement.execute(app.db))).toBe('refund_forward')
  }
  for (const statement of [
    sql`delete from refund`,
    sql`delete from refund_event`,
    sql`update refund_event set status = 'requested'`,
    sql`truncate refund_event`,
  ]) {
    expect(await refusal(statement.execute(app.db))).toBe('books_append_only')
  }
})

test('refunds an older attempt that succeeds after a refund, once', { tags: ['full'] }, async () => {
  const { id: mentorId } = await makeMentor(app.db)
  const made = await family.post('/api/payment/create-order', { mentorId, amount: 4500, plan: 'monthly' })
  const order = made.body.order_id
  await app.pay(made.body, 'pending')
  await settleOrder(app.context, order)
  await app.pay(made.body, 'success')
  await settleOrder(app.context, order)
  expect((await make(order, { amount: 1000, left: 4500, ends: false })).status).toBe(200)
  await app.runJobs()
  const { rows } = await sql<{ id: string }>`
    update sandbox_payment set status = 'SUCCESS' where order_id = ${order} and status = 'PENDING' and amount_paise > 0 returning id::text`.execute(
    app.db,
  )
  expect(rows).toHaveLength(1)
  for (const _ of [1, 2]) await settleOrder(app.context, order)
  await app.runJobs()
  const sent = await sql`
    select r.kind, r.amount_paise as paise, r.status, p.gateway_payment_id = ${rows[0]?.id} as "isLate"
    from refund r join payment p on p.id = r.payment_id where r.order_id = ${order} order by r.created_at`.execute(
    app.db,
  )
  expect(sent.rows).toEqual([
    { kind: 'made', paise: 100_000, status: 'settled', isLate: false },
    { kind: 'owed', paise: 450_000, status: 'settled', isLate: true },
  ])
  await expectBooks(app.db, { isFullyReported: true })
})
