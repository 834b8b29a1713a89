import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { maxOpenOrders } from '#contract/money/limits.ts'
import { maxLearners } from '#contract/people/limits.ts'
import { settleOrder } from '#server/money/payments/payments.ts'
import { webhookSignature } from '#server/providers/payments/cashfree.ts'
import { sandboxKeys } from '#server/providers/payments/payments.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let family: LoggedIn
beforeAll(async () => {
  app = await testApp({ work: true })
  family = await app.login(newPhone(), 'student')
})
afterEach(async () => {
  // The tests share a family, whose open orders are limited.
  await sql`update payment_order set expires_at = now() where status = 'created'`.execute(app.db)
  await expectBooks(app.db)
})
afterAll(() => app.stop())

const order = (one: LoggedIn, body: Record<string, unknown>, key?: string) =>
  one.post('/api/payment/create-order', body, key ? { headers: { 'idempotency-key': key } } : {})

/** Journal lines of an order: account kind and amount. */
async function journalOf(orderId: string) {
  const { rows } = await sql<{ kind: string; paise: number }>`
    select a.kind, e.amount_paise as paise from journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
    where j.kind = 'payment' and j.subject_id = ${orderId} order by a.kind`.execute(app.db)
  return rows
}

const bookingsOf = async (orderId: string) =>
  (await sql<{ id: string }>`select id from booking where order_id = ${orderId}`.execute(app.db)).rows

/** The gateway's signed webhook for an order's newest payment. */
async function webhook(orderId: string, change: { secret?: string; body?: (text: string) => string } = {}) {
  const { rows } = await sql<{
    id: number
    status: string
  }>`select id, status from sandbox_payment where order_id = ${orderId} order by id desc limit 1`.execute(app.db)
  const text = JSON.stringify({
    data: {
      order: { order_id: orderId },
      payment: { cf_payment_id: String(rows[0]?.id ?? 1), payment_status: rows[0]?.status ?? 'SUCCESS' },
    },
    type: 'PAYMENT_SUCCESS_WEBHOOK',
  })
  const timestamp = String(Date.now())
  return app.browser().post('/api/payment/webhook', change.body?.(text) ?? text, {
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': webhookSignature(change.secret ?? sandboxKeys.clientSecret, timestamp, text),
    },
  })
}

test('books a paid demo with a balanced ledger', async () => {
  const mentor = await makeMentor(app.db)
  const made = await order(family, { amount: 99, mentorId: mentor.id })
  expect(made.status).toBe(200)
  expect((await family.get(`/api/payment/verify-order/${made.body.order_id}`)).body).toEqual([])
  await app.pay(made.body, 'success')
  const verified = await family.get(`/api/payment/verify-order/${made.body.order_id}`)
  expect(verified.body).toMatchObject([{ payment_status: 'SUCCESS', order_amount: 99 }])
  expect(await journalOf(made.body.order_id)).toEqual([
    { kind: 'family_prepaid', paise: -9900 },
    { kind: 'gateway_receivable', paise: 9900 },
  ])
  expect(await bookingsOf(made.body.order_id)).toHaveLength(1)
})

test('prices every plan, and infers an unnamed plan from the amount', async () => {
  const mentor = await makeMentor(app.db, { prices: { homeTuition: 4500, myPlace: 3000 }, onlinePrice: 2500 })
  const amountOf = async (body: Record<string, unknown>) =>
    (await order(family, { mentorId: mentor.id, ...body })).body.order_amount
  expect(await amountOf({ amount: 4500 })).toBe(4500)
  expect(await amountOf({ amount: 900, plan: 'hourly', hours: 4 })).toBe(900)
  expect(await amountOf({ amount: 225 * 1.5, plan: 'hourly', hours: 1.5 })).toBe(337.5)
  expect(await amountOf({ amount: 2500, plan: 'monthly', mode: 'online' })).toBe(2500)
  expect(await amountOf({ amount: 12825, plan: 'months3' })).toBe(12825)
  expect(await amountOf({ amount: 3000, plan: 'monthly', mode: 'myPlace' })).toBe(3000)
})

test('refuses a wrong price with the right one, and writes nothing', async () => {
  const mentor = await makeMentor(app.db)
  for (const body of [{ amount: 4400, plan: 'monthly' }, { amount: 1, plan: 'hourly', hours: 2 }, { amount: 4400 }]) {
    const reply = await order(family, { mentorId: mentor.id, ...body })
    expect([reply.status, reply.body.code]).toEqual([409, 'price-changed'])
    expect(reply.body.details.amount).toBeGreaterThan(0)
  }
  const { rows } = await sql`select 1 from payment_order where mentor_id = ${mentor.id}`.execute(app.db)
  expect(rows).toHaveLength(0)
})

test('refuses to book a hidden or suspended mentor', async () => {
  for (const input of [{ shown: false }, { status: 'suspended' }]) {
    const mentor = await makeMentor(app.db, input)
    expect((await order(family, { amount: 99, mentorId: mentor.id })).body.code).toBe('mentor-not-available')
  }
})

test('refuses a booking with the family’s own mentor profile', async () => {
  const mentor = await makeMentor(app.db)
  const reply = await order(await app.login(mentor.phone, 'student'), { amount: 99, mentorId: mentor.id })
  expect([reply.status, reply.body.code]).toEqual([409, 'own-booking'])
})

test('refuses a mode or subject the mentor does not offer', async () => {
  const mentor = await makeMentor(app.db)
  expect((await order(family, { amount: 4500, plan: 'monthly', mode: 'myPlace', mentorId: mentor.id })).body.code).toBe(
    'mode-not-offered',
  )
  expect((await order(family, { amount: 99, plan: 'demo', subject: 'Music', mentorId: mentor.id })).body.code).toBe(
    'subject-not-offered',
  )
})

test.each([
  ['9', 51, 'centre-too-large'],
  ['9', 50, undefined],
  ['11', 51, undefined],
  ['btech', 51, undefined],
  ['jee', 51, 'centre-too-large'],
  [undefined, 51, 'centre-too-large'],
])('a learner of class %s books a coaching centre of %i seats: %s', async (grade, seats, code) => {
  const mentor = await makeMentor(app.db, { prices: { coachingCenter: 3000 }, offers: [['class-9-10', 'mathematics']] })
  await sql`update mentor set centre_seats = ${seats} where id = ${mentor.id}`.execute(app.db)
  const parent = await app.login(newPhone(), 'student')
  const bought = { plan: 'monthly', mode: 'coachingCenter', subject: 'mathematics', learner: { name: 'Aarav', grade } }
  const reply = await order(parent, { amount: 3000, mentorId: mentor.id, ...bought })
  expect(reply.body.code).toBe(code)
  const { rows } = await sql`select 1 from payment_order where family_id = ${parent.id}`.execute(app.db)
  expect(rows).toHaveLength(code ? 0 : 1)
})

test('refuses another family or its learner', async () => {
  const other = await app.login(newPhone(), 'student')
  const mentor = await makeMentor(app.db)
  expect((await order(family, { amount: 99, mentorId: mentor.id, customerId: other.id })).status).toBe(403)
  const mine = await order(other, { amount: 99, mentorId: mentor.id, learner: { name: 'Kabir', grade: '9' } })
  expect(mine.status).toBe(200)
  const learner = (await other.get('/api/users/learners')).body.data[0]
  expect((await order(family, { amount: 99, mentorId: mentor.id, learnerId: learner._id })).body.code).toBe('not-found')
})

test('continues order numbers after the 999,999th', { tags: ['full'] }, async () => {
  await sql`select setval('payment_order_number', 999998)`.execute(app.db)
  const numbers: string[] = []
  for (let i = 0; i < 3; i++) {
    const made = await order(family, { amount: 99, mentorId: (await makeMentor(app.db)).id })
    expect(made.status).toBe(200)
    numbers.push((await family.get(`/api/payment/order/${made.body.order_id}`)).body.data.number)
  }
  expect(numbers.map((number) => number.slice(8))).toEqual(['999999', '1000000', '1000001'])
})

test('stores the latest preferences of a month for its mentor, without holding a time', async () => {
  const mentor = await makeMentor(app.db)
  const wishes = { date: inDays(3), time: '17:30', days: ['monday', 'friday'] }
  const body = { amount: 4500, plan: 'monthly', mentorId: mentor.id }
  expect((await order(family, { ...body, wishes: { days: ['sunday'] } })).status).toBe(200)
  const booking = await app.paidBooking(family, mentor.id, { ...body, wishes })
  const [seen] = (await family.get(`/api/class-bookings/student/${family.id}?limit=1`)).body.data
  expect(seen).toMatchObject({ _id: booking, wishes, wishedAt: null })
  const { rows } = await sql`select 1 from teaching_slot where mentor_id = ${mentor.id}`.execute(app.db)
  expect(rows).toEqual([])
  const past = await order(family, { ...body, wishes: { date: inDays(-1) } })
  expect(past.body.code).toBe('schedule-in-past')
  expect((await order(family, { ...body, wishes: { date: inDays(0) } })).status).toBe(200)
})

test('itemises the price of a package', async () => {
  const mentor = await makeMentor(app.db)
  const { data } = (await app.browser().get(`/api/payment/quote?mentorId=${mentor.id}&plan=months3`)).body
  expect(data).toEqual({ monthly: 4500, discount: 675, price: 12_825, promotion: 0, credit: 0, amount: 12_825 })
  expect((await app.browser().get('/api/payment/packages')).body).toEqual({ data: { months3: 5, months6: 10 } })
})

test('treats a child’s name as case-insensitive', { tags: ['full'] }, async () => {
  const parent = await app.login(newPhone(), 'student')
  for (const name of ['Riya', 'riya ', 'RIYA', 'रिया']) {
    const { id: mentorId } = await makeMentor(app.db)
    expect((await order(parent, { amount: 99, mentorId, learner: { name, grade: '8' } })).status).toBe(200)
  }
  const { data } = (await parent.get('/api/users/learners')).body
  expect(data.map((one: { name: string }) => one.name)).toEqual(['Riya', 'रिया'])
})

test('creates one order for ten taps, with and without an idempotency key', async () => {
  const mentor = await makeMentor(app.db)
  const taps = await Promise.all(Array.from({ length: 10 }, () => order(family, { amount: 4500, mentorId: mentor.id })))
  expect(new Set(taps.map((one) => one.body.order_id)).size).toBe(1)
  const { rows } = await sql`select 1 from payment_order where mentor_id = ${mentor.id}`.execute(app.db)
  expect(rows).toHaveLength(1)
  const keyed = await order(family, { amount: 99, mentorId: mentor.id }, 'tap-tap-tap-1')
  const again = await order(family, { amount: 99, mentorId: mentor.id }, 'tap-tap-tap-1')
  expect(again.body).toEqual(keyed.body)
  const other = await order(family, { amount: 4500, mentorId: mentor.id }, 'tap-tap-tap-1')
  expect([other.status, other.body.code]).toEqual([422, 'idempotency-mismatch'])
})

test('creates one booking and one journal for twenty concurrent success webhooks', async () => {
  const mentor = await makeMentor(app.db)
  const made = await order(family, { amount: 4500, mentorId: mentor.id })
  await app.pay(made.body, 'success')
  const replies = await Promise.all(Array.from({ length: 20 }, () => webhook(made.body.order_id)))
  expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
  await Promise.all(Array.from({ length: 5 }, () => family.get(`/api/payment/verify-order/${made.body.order_id}`)))
  await expect.poll(() => bookingsOf(made.body.order_id), { timeout: 10_000 }).toHaveLength(1)
  expect(await journalOf(made.body.order_id)).toHaveLength(2)
})

test('settles an order from a webhook alone', async () => {
  const mentor = await makeMentor(app.db)
  const made = await order(family, { amount: 99, mentorId: mentor.id })
  await app.pay(made.body, 'success')
  await expect.poll(() => bookingsOf(made.body.order_id), { timeout: 10_000 }).toHaveLength(1)
})

test('refuses a webhook with a wrong signature or changed bytes', async () => {
  const mentor = await makeMentor(app.db)
  const made = await order(family, { amount: 99, mentorId: mentor.id })
  expect((await webhook(made.body.order_id, { secret: 'guess' })).status).toBe(403)
  expect((await webhook(made.body.order_id, { body: (text) => `${text} ` })).status).toBe(403)
  expect((await app.browser().post('/api/payment/webhook', 'no json')).status).toBe(403)
})

test('books nothing for a signed success of an unpaid order', async () => {
  const mentor = await makeMentor(app.db)
  const made = await order(family, { amount: 99, mentorId: mentor.id })
  expect((await webhook(made.body.order_id)).status).toBe(200)
  expect((await family.get(`/api/payment/verify-order/${made.body.order_id}`)).body).toEqual([])
  expect(await bookingsOf(made.body.order_id)).toHaveLength(0)
})

test('accepts a success after a failure', async () => {
  const mentor = await makeMentor(app.db)
  const made = await order(family, { amount: 99, mentorId: mentor.id })
  const summary = async () => (await family.get(`/api/payment/order/${made.body.order_id}`)).body.data.outcome
  expect(await summary()).toBe('pending')
  await app.pay(made.body, 'failure')
  expect(await summary()).toBe('failed')
  await app.pay(made.body, 'pending')
  expect(await summary()).toBe('pending')
  await app.pay(made.body, 'success')
  expect(await summary()).toBe('success')
  expect(await bookingsOf(made.body.order_id)).toHaveLength(1)
})

test('expires an unpaid order, and still books a late success', async () => {
  const mentor = await makeMentor(app.db)
  const made = await order(family, { amount: 99, mentorId: mentor.id })
  await sql`update payment_order set expires_at = now() where id = ${made.body.order_id}`.execute(app.db)
  expect((await family.get(`/api/payment/order/${made.body.order_id}`)).body.data.status).toBe('expired')
  // A late failure is stored and does not end the order a second time.
  await app.pay(made.body, 'failure')
  const attempts = (await family.get(`/api/payment/verify-order/${made.body.order_id}`)).body
  expect(attempts.map((one: { payment_status: string }) => one.payment_status)).toEqual(['FAILED'])
  expect((await family.get(`/api/payment/order/${made.body.order_id}`)).body.data.status).toBe('expired')
  await app.pay(made.body, 'success')
  expect((await family.get(`/api/payment/order/${made.body.order_id}`)).body.data.status).toBe('paid')
  expect(await bookingsOf(made.body.order_id)).toHaveLength(1)
})

test('returns a payment of an order that ended days before, or whose family is erased', async () => {
  const mentor = await makeMentor(app.db)
  for (const change of [
    (id: string) => sql`update payment_order set expires_at = now() - interval '10 days' where id = ${id}`,
    (
      id: string,
    ) => sql`update account a set erased_at = now(), suspended_at = now(), phone = 'erased-' || a.id from family f join payment_order o on o.family_id = f.id
      where a.id = f.account_id and o.id = ${id}`,
  ]) {
    const parent = await app.login(newPhone(), 'student')
    const { body } = await order(parent, { amount: 4500, mentorId: mentor.id, plan: 'monthly' })
    await change(body.order_id).execute(app.db)
    await app.pay(body, 'success')
    await settleOrder(app.context, body.order_id)
    await app.runJobs()
    expect(await bookingsOf(body.order_id)).toEqual([])
    expect(await journalOf(body.order_id)).toEqual([
      { kind: 'gateway_receivable', paise: 450000 },
      { kind: 'refunds_payable', paise: -450000 },
    ])
    const { rows } = await sql`select amount_paise as paise from refund where order_id = ${body.order_id}`.execute(
      app.db,
    )
    expect(rows).toEqual([{ paise: 450000 }])
  }
})

test('sells one demo per family and mentor, and credits its 99 to the first month', async () => {
  const offers: [string, string][] = [
    ['class-9-10', 'mathematics'],
    ['class-9-10', 'science'],
  ]
  const mentor = await makeMentor(app.db, { offers })
  const one = await app.login(newPhone(), 'student')
  await app.paidBooking(one, mentor.id, { amount: 99, subject: 'mathematics' })
  const again = { amount: 99, mentorId: mentor.id, plan: 'demo' }
  for (const more of [
    { subject: 'mathematics' },
    { subject: 'science' },
    { subject: 'mathematics', learner: { name: 'Second child', grade: '9' } },
  ])
    expect((await order(one, { ...again, ...more })).body.code).toBe('demo-already-taken')
  expect((await order(one, { amount: 4500, mentorId: mentor.id, plan: 'monthly' })).body).toMatchObject({
    code: 'price-changed',
    details: { amount: 4401 },
  })
  const month = await order(one, { amount: 4401, mentorId: mentor.id, plan: 'monthly' })
  await app.pay(month.body, 'success')
  await one.get(`/api/payment/verify-order/${month.body.order_id}`)
  expect(await journalOf(month.body.order_id)).toEqual([
    { kind: 'family_prepaid', paise: -450000 },
    { kind: 'gateway_receivable', paise: 440100 },
    { kind: 'promotions', paise: 9900 },
  ])
  expect((await order(one, { amount: 4500, mentorId: mentor.id, plan: 'monthly' })).status).toBe(200)
})

test('keeps open orders and the children named in orders within their limits', { tags: ['full'] }, async () => {
  const parent = await app.login(newPhone(), 'student')
  const openOrders = async () => {
    const { rows } = await sql<{ orders: number; learners: number }>`
      select count(*)::int as orders, (select count(*)::int from learner where family_id = ${parent.id}) as learners
      from payment_order where family_id = ${parent.id} and status = 'created'`.execute(app.db)
    return rows[0]
  }
  const mentors = await Promise.all(Array.from({ length: maxOpenOrders + 1 }, () => makeMentor(app.db)))
  const replies = await Promise.all(mentors.map(({ id }) => order(parent, { amount: 99, mentorId: id, plan: 'demo' })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(maxOpenOrders)
  expect(replies.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'order-limit' })
  expect(await openOrders()).toEqual({ orders: maxOpenOrders, learners: 1 })

  await sql`update payment_order set expires_at = now() where family_id = ${parent.id}`.execute(app.db)
  const child = (n: number) => ({ learner: { name: `Child ${n}`, grade: '8' } })
  const [mentor] = mentors
  for (let n = 1; n < maxLearners; n++) {
    await order(parent, { amount: 225, mentorId: mentor?.id, plan: 'hourly', hours: 1, ...child(n) })
    await sql`update payment_order set expires_at = now() where family_id = ${parent.id}`.execute(app.db)
  }
  const one = await order(parent, { amount: 225, mentorId: mentor?.id, plan: 'hourly', hours: 1, ...child(99) })
  expect(one.body.code).toBe('learner-limit')
  expect(await openOrders()).toMatchObject({ learners: maxLearners })
})

test('holds a free time while one family pays, and releases it afterwards', async () => {
  const mentor = await makeMentor(app.db, { hours: { from: '08:00', to: '20:00' } })
  const wishes = { date: inDays(3), time: '17:00' }
  const first = await order(family, { amount: 99, mentorId: mentor.id, plan: 'demo', wishes })
  expect(first.status).toBe(200)
  const other = await app.login(newPhone(), 'student')
  expect(
    (await order(other, { amount: 99, mentorId: mentor.id, plan: 'demo', wishes: { ...wishes, time: '17:30' } })).body
      .code,
  ).toBe('slot-taken')
  await sql`update teaching_slot set held_until = now() where mentor_id = ${mentor.id}`.execute(app.db)
  expect(
    (await order(other, { amount: 99, mentorId: mentor.id, plan: 'demo', wishes: { ...wishes, time: '17:30' } }))
      .status,
  ).toBe(200)
  expect(
    (await order(other, { amount: 99, mentorId: mentor.id, plan: 'demo', wishes: { date: inDays(-1), time: '10:00' } }))
      .body.code,
  ).toBe('schedule-in-past')
})

test.each([
  ['no amount', { amount: undefined }, 'amount'],
  ['text as amount', { amount: '99' }, 'amount'],
  ['half a paisa', { amount: 99.001 }, 'amount'],
  ['a negative amount', { amount: -99 }, 'amount'],
  ['an unknown plan', { plan: 'yearly' }, 'plan'],
  ['too many hours', { plan: 'hourly', hours: 41 }, 'hours'],
  ['less than an hour', { plan: 'hourly', hours: 0.5 }, 'hours'],
  ['a long name', { learner: { name: 'x'.repeat(81) } }, 'learner.name'],
  ['a field of ours', { status: 'paid' }, 'status'],
])('refuses %s and names the field', async (_, change, field) => {
  const reply = await order(family, { amount: 99, mentorId: '01890000-0000-7000-8000-000000000000', ...change })
  expect([reply.status, reply.body.code]).toEqual([400, 'bad-request'])
  expect(reply.body.details.fields[0].field).toBe(field)
})

test('uses the demo credit for one first month, however many orders were open', { tags: ['full'] }, async () => {
  const mentor = await makeMentor(app.db, { prices: { homeTuition: 4500, myPlace: 3000 } })
  const one = await app.login(newPhone(), 'student')
  await app.paidBooking(one, mentor.id)
  const first = await order(one, { amount: 4401, plan: 'monthly', mentorId: mentor.id })
  const second = await order(one, { amount: 2901, plan: 'monthly', mode: 'myPlace', mentorId: mentor.id })
  expect([first.status, second.status]).toEqual([200, 200])
  await app.pay(second.body, 'success')
  await app.pay(first.body, 'success')
  expect((await one.get(`/api/payment/order/${second.body.order_id}`)).body.data.outcome).toBe('success')
  expect((await one.get(`/api/payment/order/${first.body.order_id}`)).body.data).toMatchObject({
    outcome: 'refund',
    booking: null,
  })
  expect(await journalOf(first.body.order_id)).toEqual([
    { kind: 'gateway_receivable', paise: 440100 },
    { kind: 'refunds_payable', paise: -440100 },
  ])
})

test('books a demo paid twice once, and refunds the second payment', { tags: ['full'] }, async () => {
  const mentor = await makeMentor(app.db)
  const one = await app.login(newPhone(), 'student')
  const first = await order(one, {
    amount: 99,
    plan: 'demo',
    mentorId: mentor.id,
    wishes: { date: inDays(3), time: '10:00' },
  })
  const second = await order(one, {
    amount: 99,
    plan: 'demo',
    mentorId: mentor.id,
    wishes: { date: inDays(3), time: '12:00' },
  })
  await Promise.all([app.pay(first.body, 'success'), app.pay(second.body, 'success')])
  const outcomes = await Promise.all(
    [first, second].map(async (made) => (await one.get(`/api/payment/order/${made.body.order_id}`)).body.data.outcome),
  )
  expect(outcomes.sort()).toEqual(['refund', 'success'])
  const { rows } = await sql`select 1 from teaching_slot where mentor_id = ${mentor.id} and status = 'held'`.execute(
    app.db,
  )
  expect(rows).toEqual([])
})

test('sells nothing else for an order while its payment is pending', { tags: ['full'] }, async () => {
  const mentor = await makeMentor(app.db)
  const one = await app.login(newPhone(), 'student')
  const made = await order(one, { amount: 99, plan: 'demo', mentorId: mentor.id })
  await app.pay(made.body, 'pending')
  await one.get(`/api/payment/verify-order/${made.body.order_id}`)
  const other = await order(one, {
    amount: 99,
    plan: 'demo',
    mentorId: mentor.id,
    wishes: { date: inDays(3), time: '12:00' },
  })
  expect([other.status, other.body.code]).toEqual([409, 'payment-pending'])
  await sql`update payment_order set expires_at = now() where id = ${made.body.order_id}`.execute(app.db)
  expect((await order(one, { amount: 99, plan: 'demo', mentorId: mentor.id })).body.code).toBe('payment-pending')
  await app.pay(made.body, 'success')
  expect((await one.get(`/api/payment/order/${made.body.order_id}`)).body.data.outcome).toBe('success')
})

test('books an order paid twice once, and refunds the surplus once', async () => {
  const mentor = await makeMentor(app.db)
  const made = await order(family, { amount: 99, mentorId: mentor.id })
  await app.pay(made.body, 'success')
  await sql`insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
    values (${made.body.order_id}, 'SUCCESS', 9900, 'twice', '2')`.execute(app.db)
  await webhook(made.body.order_id)
  const surplus = async () =>
    (
      await sql`select 1 from journal j join payment p on p.id = j.subject_id where j.kind = 'correction' and p.order_id = ${made.body.order_id}`.execute(
        app.db,
      )
    ).rows.length
  await expect.poll(surplus, { timeout: 10_000 }).toBe(1)
  await webhook(made.body.order_id)
  expect(await bookingsOf(made.body.order_id)).toHaveLength(1)
})

test('refunds a payment below the price once, ends the order and tells the family', async () => {
  const mentor = await makeMentor(app.db, { hours: { from: '06:00', to: '20:00' } })
  const buyer = await app.login(newPhone(), 'student')
  const made = await order(buyer, {
    amount: 225,
    plan: 'hourly',
    hours: 1,
    mentorId: mentor.id,
    wishes: { date: inDays(4), time: '09:00' },
  })
  const id = made.body.order_id
  const pay = (paise: number) =>
    sql`insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
      values (${id}, 'SUCCESS', ${paise}::int, 'part', '3')`.execute(app.db)
  const refunds = async () =>
    (
      await sql`select r.kind, r.status, r.amount_paise::int as paise from refund r where r.order_id = ${id}`.execute(
        app.db,
      )
    ).rows
  await pay(12_500)
  const back = [{ kind: 'owed', status: 'settled', paise: 12_500 }]
  for (const _ of [1, 2]) {
    await webhook(id)
    await expect.poll(refunds, { timeout: 10_000 }).toEqual(back)
  }
  expect((await buyer.get(`/api/payment/order/${id}`)).body.data).toMatchObject({
    status: 'failed',
    outcome: 'refund',
    checkoutUrl: null,
    booking: null,
  })
  const { rows: held } = await sql`select 1 from teaching_slot where order_id = ${id} and status <> 'released'`.execute(
    app.db,
  )
  expect(held).toEqual([])
  const told = async () =>
    (
      await sql<{ text: string }>`select o.text from outbox o join account a on a.id = o.account_id
        where a.phone = ${buyer.phone} and o.template = 'payment-short'`.execute(app.db)
    ).rows.map(({ text }) => text)
  expect(await told()).toEqual([expect.stringMatching(/125 .*less than the price/)])
  // The family has no say in that refund, and pays again in full.
  expect((await buyer.post('/api/payment/refunds', { order: id })).body.code).toBe('refund-not-due')
  await pay(22_500)
  await webhook(id)
  await expect.poll(() => bookingsOf(id), { timeout: 10_000 }).toHaveLength(1)
  expect([await refunds(), (await told()).length]).toEqual([back, 1])
})

test('does not book a payment that was below the price, whatever the gateway says of it later', async () => {
  const mentor = await makeMentor(app.db)
  const made = await order(family, { amount: 99, mentorId: mentor.id })
  const id = made.body.order_id
  await sql`insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
    values (${id}, 'SUCCESS', 9800, 'part', '4')`.execute(app.db)
  await settleOrder(app.context, id)
  await sql`update sandbox_payment set amount_paise = 9900 where order_id = ${id} and amount_paise = 9800`.execute(
    app.db,
  )
  await settleOrder(app.context, id)
  expect(await bookingsOf(id)).toEqual([])
  await sql`update sandbox_payment set amount_paise = 9800 where order_id = ${id} and amount_paise = 9900`.execute(
    app.db,
  )
})

test.each([
  { pendingPaise: 9800, paidPaise: 9900, bookings: 1, refunds: [] },
  { pendingPaise: 9900, paidPaise: 9800, bookings: 0, refunds: [9800] },
])('decides by the amount a payment succeeded with: $pendingPaise pending, then $paidPaise paid', async (given) => {
  const mentor = await makeMentor(app.db)
  const id = (await order(family, { amount: 99, mentorId: mentor.id })).body.order_id
  await sql`insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
    values (${id}, 'PENDING', ${given.pendingPaise}, 'part', '5')`.execute(app.db)
  await settleOrder(app.context, id)
  await sql`update sandbox_payment set status = 'SUCCESS', amount_paise = ${given.paidPaise} where order_id = ${id}`.execute(
    app.db,
  )
  for (const _ of [1, 2]) await settleOrder(app.context, id)
  const { rows } = await sql<{ paise: number }>`
    select amount_paise::int as paise from refund where order_id = ${id}`.execute(app.db)
  expect([await bookingsOf(id), rows.map(({ paise }) => paise)]).toMatchObject([
    { length: given.bookings },
    given.refunds,
  ])
})

test('holds one time per family and mentor, and never a whole day', async () => {
  const mentor = await makeMentor(app.db, { hours: { from: '06:00', to: '20:00' } })
  const held = async () =>
    (
      await sql<{
        at: string
      }>`select to_char(starts_at at time zone 'Asia/Kolkata', 'HH24:MI') as at from teaching_slot
      where mentor_id = ${mentor.id} and status = 'held' and ends_at <= starts_at + interval '2 hours'`.execute(app.db)
    ).rows.map((row) => row.at)
  for (const time of ['09:00', '11:00', '13:00']) {
    const made = await order(family, {
      amount: 225,
      plan: 'hourly',
      hours: 1,
      mentorId: mentor.id,
      wishes: { date: inDays(4), time },
    })
    expect(made.status).toBe(200)
  }
  expect(await held()).toEqual(['13:00'])
  await order(family, {
    amount: 9000,
    plan: 'hourly',
    hours: 40,
    mentorId: mentor.id,
    wishes: { date: inDays(4), time: '06:00' },
  })
  // An order of several hours holds its first class.
  expect(await held()).toEqual(['06:00'])
  const far = await order(family, {
    amount: 99,
    plan: 'demo',
    mentorId: mentor.id,
    wishes: { date: '2099-01-01', time: '06:00' },
  })
  expect(far.body.details.fields[0].field).toBe('wishes.date')
})

test('renews an expired hold on a second tap, or reports the time as taken', { tags: ['full'] }, async () => {
  const mentor = await makeMentor(app.db, { hours: { from: '08:00', to: '20:00' } })
  const input = { amount: 99, plan: 'demo', mentorId: mentor.id, wishes: { date: inDays(5), time: '10:00' } }
  const first = await order(family, input)
  await sql`update teaching_slot set held_until = now() where mentor_id = ${mentor.id}`.execute(app.db)
  expect((await order(family, input)).body.order_id).toBe(first.body.order_id)
  await sql`update teaching_slot set held_until = now() where mentor_id = ${mentor.id} and status = 'held'`.execute(
    app.db,
  )
  const other = await app.login(newPhone(), 'student')
  expect((await order(other, input)).status).toBe(200)
  expect((await order(family, input)).body.code).toBe('slot-taken')
})

test('queues one job for a repeated webhook, and ignores webhooks of other kinds', { tags: ['full'] }, async () => {
  const mentor = await makeMentor(app.db)
  const made = await order(family, { amount: 99, mentorId: mentor.id })
  await app.pay(made.body, 'success')
  for (let i = 0; i < 5; i++) await webhook(made.body.order_id)
  const { rows } = await sql`select 1 from payment_event where body like ${`%${made.body.order_id}%`}`.execute(app.db)
  expect(rows).toHaveLength(1)
  const text = 'not json at all'
  const timestamp = String(Date.now())
  const headers = {
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': webhookSignature(sandboxKeys.clientSecret, timestamp, text),
  }
  expect((await app.browser().post('/api/payment/webhook', text, { headers })).status).toBe(200)
})

test('lists a family’s unfinished orders, and hides them from others', { tags: ['full'] }, async () => {
  const mentor = await makeMentor(app.db)
  const one = await app.login(newPhone(), 'student')
  const list = async (by = one) => (await by.get('/api/payment/orders')).body.data
  const made = await order(one, { amount: 99, mentorId: mentor.id })
  expect(await list()).toMatchObject([
    { _id: made.body.order_id, outcome: 'pending', checkoutUrl: made.body.checkout_url },
  ])
  expect(await list(family)).not.toContainEqual(expect.objectContaining({ _id: made.body.order_id }))
  await app.pay(made.body, 'failure')
  await one.get(`/api/payment/verify-order/${made.body.order_id}`)
  expect(await list()).toMatchObject([{ outcome: 'failed' }])
  await app.pay(made.body, 'success')
  await one.get(`/api/payment/verify-order/${made.body.order_id}`)
  expect(await list()).toEqual([])
})

test('returns the payer to a page in the order’s language', async () => {
  const mentor = await makeMentor(app.db)
  const made = await family.post(
    '/api/payment/create-order',
    { amount: 99, mentorId: mentor.id },
    { headers: { 'accept-language': 'hi' } },
  )
  const paid = await app.pay(made.body, 'success')
  expect(String(paid.headers.location)).toContain('/hi/payment-status?order_id=')
})
