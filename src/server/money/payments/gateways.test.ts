import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { syncOrders } from '#server/money/payments/payments.ts'
import { createPayments } from '#server/providers/payments/payments.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone, payByFiles } from '#test/builders.ts'
import { startCashfree } from '#test/gateway-cashfree.ts'
import { startRazorpay } from '#test/gateway-razorpay.ts'
import { few } from '#test/rounds.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

describe.each(
  few([
    ['cashfree', startCashfree],
    ['razorpay', startRazorpay],
  ]),
)('the server with %s', (name, start) => {
  let gateway: Awaited<ReturnType<typeof start>>
  let app: TestApp
  let family: LoggedIn
  beforeAll(async () => {
    gateway = await start()
    app = await testApp({ variables: gateway.variables })
    await payByFiles(app.db)
    app.context.payments = createPayments(app.context.config, () => Promise.reject(new Error('no memory')), 1_000)
  })
  beforeEach(async () => {
    family = await app.login(newPhone(), 'student')
  })
  afterEach(() => expectBooks(app.db, { book: gateway.book() }))
  afterAll(async () => {
    await app.stop()
    await gateway.stop()
  })

  async function buy(options: { headers?: Record<string, string> } = {}) {
    const mentor = await makeMentor(app.db)
    const made = await family.post('/api/payment/create-order', { amount: 99, mentorId: mentor.id }, options)
    return { ...made, id: made.body.order_id as string, mentorId: mentor.id } // safe: set when the order was created
  }
  const notify = (raw: string, headers: Record<string, string> = gateway.sign(raw, new Date())) =>
    app.browser().post('/api/payment/webhook', raw, { headers: { 'content-type': 'application/json', ...headers } })
  async function effects(orderId: string) {
    const { rows } = await sql<{ status: string; bookings: number; journals: number }>`
      select o.status, (select count(*) from booking b where b.order_id = o.id)::int as bookings,
        (select count(*) from journal j where j.kind = 'payment' and j.subject_id = o.id)::int as journals
      from payment_order o where o.id = ${orderId}`.execute(app.db)
    return rows[0]
  }
  const paidOnce = { status: 'paid', bookings: 1, journals: 1 }
  const unpaid = { status: 'created', bookings: 0, journals: 0 }

  test('opens our payment page, which allows only this gateway’s scripts', async () => {
    const made = await buy()
    expect(made.body.checkout_url).toBe(`/pay/${made.id}`)
    const page = await family.get(made.body.checkout_url)
    expect(page.status).toBe(200)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain(`${name}.com`)
    expect(policy).not.toContain(name === 'razorpay' ? 'cashfree' : 'razorpay')
    expect(policy).toMatch(/default-src 'none'.*script-src 'nonce-/)
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|https:[ ;])/)
    expect(page.body).toContain(made.body.payment_session_id)
    for (const secret of Object.values(gateway.variables).filter((one) => /secret|whsec/.test(one))) {
      expect(page.body).not.toContain(secret)
    }
    const other = await app.login(newPhone(), 'student')
    expect((await other.get(made.body.checkout_url)).headers.location).toBe('/dashboard/student')
    expect((await app.browser().get(made.body.checkout_url)).headers.location).toContain('/login?next=')
  })

  test('keeps Hindi from the payment page through the checkout and back', async () => {
    const made = await buy({ headers: { 'accept-language': 'hi' } })
    expect(made.body.checkout_url).toBe(`/pay/${made.id}?lang=hi`)
    const page = await family.get(made.body.checkout_url)
    expect(page.body).toContain('<html lang="hi">')
    expect(page.body).toContain(`/hi/payment-status?order_id=${made.id}`)
  })

  test('continues with the order of a gateway that hung after creating it', { tags: ['full'] }, async () => {
    gateway.plan('POST /orders', { hangs: 'after' })
    const first = await buy()
    expect([first.status, first.body.code]).toEqual([502, 'payment-start-failed'])
    const again = await family.post('/api/payment/create-order', { amount: 99, mentorId: first.mentorId })
    expect(again.status).toBe(200)
    expect(await gateway.ordersOf(again.body.order_id)).toBe(1)
  })

  test('expires an order that could not be started at the gateway', async () => {
    gateway.plan('POST /orders', { reply: { status: 500, body: {} } })
    const refused = await buy()
    expect(refused.body.code).toBe('payment-start-failed')
    const own = sql`mentor_id = ${refused.mentorId}`
    await sql`update payment_order set expires_at = now() - interval '1 minute' where ${own}`.execute(app.db)
    await syncOrders(app.context)
    const { rows } = await sql`select status from payment_order where ${own}`.execute(app.db)
    expect(rows).toEqual([{ status: 'expired' }])
  })

  test('records one payment for a hundred concurrent copies of a success in three spellings', async () => {
    const made = await buy()
    const paymentId = await gateway.pay(made.id, 'success')
    const raw = gateway.paymentNotice(made.id, paymentId)
    const bodies = [raw, JSON.stringify(JSON.parse(raw)), `${raw}\n`]
    const replies = await Promise.all(Array.from({ length: 100 }, (_, i) => notify(bodies[i % 3] ?? raw)))
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    await Promise.all([app.runJobs(), family.get(`/api/payment/verify-order/${made.id}`)])
    expect(await effects(made.id)).toEqual(paidOnce)
  })

  test('settles webhooks that arrive out of order, failed and then paid under one id', async () => {
    const made = await buy()
    const paymentId = await gateway.pay(made.id, 'failed')
    const failed = gateway.paymentNotice(made.id, paymentId)
    await notify(failed)
    await app.runJobs()
    expect(await effects(made.id)).toEqual(unpaid)
    await gateway.move(paymentId, 'success')
    const paid = gateway.paymentNotice(made.id, paymentId)
    await notify(paid)
    await notify(failed)
    await app.runJobs()
    expect(await effects(made.id)).toEqual(paidOnce)
  })

  test('ignores a success that turns into a failure or belongs to another order', async () => {
    const made = await buy()
    const other = await buy()
    const paymentId = await gateway.pay(made.id, 'success')
    gateway.plan('GET /orders/', { lies: (text) => text.replace(/"order_id":"[^"]+"/g, '"order_id":"another"') })
    await family.get(`/api/payment/verify-order/${made.id}`)
    expect([await effects(made.id), await effects(other.id)]).toEqual([unpaid, unpaid])
    await family.get(`/api/payment/verify-order/${made.id}`)
    await gateway.move(paymentId, 'failed')
    expect((await notify(gateway.paymentNotice(made.id, paymentId))).status).toBe(200)
    await app.runJobs()
    expect([await effects(made.id), await effects(other.id)]).toEqual([paidOnce, unpaid])
    expect((await family.get(`/api/payment/order/${made.id}`)).body.data.outcome).toBe('success')
    // Each test ends by comparing both ledgers.
    await gateway.move(paymentId, 'success')
  })

  test('books nothing for a payment one paisa short, which goes back, or in another currency', async () => {
    const short = await buy()
    const foreign = await buy()
    await gateway.pay(short.id, 'success', 9899)
    await gateway.pay(foreign.id, 'success')
    gateway.plan('GET /orders/', { lies: (text) => text.replaceAll('"INR"', '"USD"') })
    expect((await family.get(`/api/payment/verify-order/${foreign.id}`)).status).toBe(200)
    await family.get(`/api/payment/verify-order/${short.id}`)
    expect([await effects(foreign.id), await effects(short.id)]).toEqual([unpaid, { ...unpaid, status: 'failed' }])
    await app.runJobs()
    expect(gateway.book().filter(({ orderId }) => orderId === short.id)).toMatchObject([
      { amountPaise: 9899 },
      { amountPaise: -9899 },
    ])
    // The correct answer is accepted once it arrives.
    await family.get(`/api/payment/verify-order/${foreign.id}`)
    expect(await effects(foreign.id)).toEqual(paidOnce)
  })

  test.each([
    ['HTML', { reply: { status: 200, body: '<h1>Maintenance</h1>' } }],
    ['no answer', { hangs: 'before' }],
  ] as const)(
    'changes nothing after %s of the gateway, and still shows the page',
    { tags: ['full'] },
    async (_, fault) => {
      const made = await buy()
      await gateway.pay(made.id, 'success')
      gateway.plan('GET /orders/', fault)
      expect((await family.get(`/api/payment/order/${made.id}`)).body.data.status).toBe('created')
      expect((await family.get(`/api/payment/order/${made.id}`)).body.data.status).toBe('paid')
    },
  )

  test('accepts and ignores a webhook for an unknown order', async () => {
    for (const id of ['01890000-0000-7000-8000-000000000000', "' or 1=1"]) {
      expect((await notify(gateway.paymentNotice(id, '1'))).status).toBe(200)
    }
    const { rows } = await sql`select 1 from payment_event where body like '%01890000-0000-7000-8000%'`.execute(app.db)
    expect(rows).toEqual([])
  })

  test('stores a refund webhook once and settles no order with it', { tags: ['full'] }, async () => {
    const made = await buy()
    await gateway.pay(made.id, 'success')
    const raw = gateway.refundNotice(made.id, '2001', 'SUCCESS')
    for (const _ of [1, 2]) expect((await notify(raw)).status).toBe(200)
    const { rows } = await sql`select 1 from payment_event where body = ${raw}`.execute(app.db)
    expect(rows).toHaveLength(1)
    await app.runJobs()
    expect(await effects(made.id)).toEqual(unpaid)
  })

  test('refuses a webhook with a foreign signature or changed bytes', async () => {
    const made = await buy()
    const raw = gateway.paymentNotice(made.id, await gateway.pay(made.id, 'success'))
    const headers = gateway.sign(raw, new Date())
    expect((await notify(`${raw} `, headers)).status).toBe(403)
    expect((await notify(raw, gateway.sign(raw, new Date(), 'guess'))).status).toBe(403)
    expect((await notify(raw, {})).status).toBe(403)
    expect(await effects(made.id)).toEqual(unpaid)
  })
})

describe("the return from Razorpay's checkout", () => {
  let gateway: Awaited<ReturnType<typeof startRazorpay>>
  let app: TestApp
  let family: LoggedIn
  beforeAll(async () => {
    gateway = await startRazorpay()
    app = await testApp({ variables: gateway.variables })
    await payByFiles(app.db)
    family = await app.login(newPhone(), 'student')
  })
  afterEach(() => expectBooks(app.db, { book: gateway.book() }))
  afterAll(async () => {
    await app.stop()
    await gateway.stop()
  })
  // As the browser sends it: cross-site and without our cookies.
  const come = (path: string, form: string, headers: Record<string, string> = urlencoded) =>
    app.browser().post(path, form, {
      headers: { origin: 'https://api.razorpay.com', 'sec-fetch-site': 'cross-site', ...headers },
    })
  async function buy() {
    const mentor = await makeMentor(app.db)
    return (await family.post('/api/payment/create-order', { amount: 99, mentorId: mentor.id })).body.order_id as string // safe: made
  }
  const jobs = async (orderId: string) =>
    (await sql`select 1 from payment_event where event_key like ${`return:${orderId}%`}`.execute(app.db)).rows.length
  const statusOf = async (orderId: string) =>
    (await sql<{ status: string }>`select status from payment_order where id = ${orderId}`.execute(app.db)).rows[0]
      ?.status

  test('leads a signed form to the payment status and checks the gateway once', async () => {
    const orderId = await buy()
    const paymentId = await gateway.pay(orderId, 'success')
    for (const [path, where] of [
      [`/pay/${orderId}`, `/payment-status?order_id=${orderId}`],
      [`/pay/${orderId}?lang=hi`, `/hi/payment-status?order_id=${orderId}`],
    ] as const) {
      const reply = await come(path, gateway.returnForm(orderId, paymentId))
      expect([reply.status, reply.headers.location]).toEqual([303, where])
    }
    expect([await statusOf(orderId), await jobs(orderId)]).toEqual(['created', 1])
    await app.runJobs()
    expect(await statusOf(orderId)).toBe('paid')
  })

  test('pays nothing for a signed form of an unknown payment', async () => {
    const orderId = await buy()
    expect((await come(`/pay/${orderId}`, gateway.returnForm(orderId, 'pay_0'))).status).toBe(303)
    await app.runJobs()
    expect(await statusOf(orderId)).toBe('created')
  })

  test('leads an unsigned failure back without effect', async () => {
    const orderId = await buy()
    const reply = await come(`/pay/${orderId}`, 'error[code]=BAD_REQUEST_ERROR&error[description]=x')
    expect([reply.status, reply.headers.location]).toEqual([303, `/payment-status?order_id=${orderId}`])
    expect(await jobs(orderId)).toBe(0)
  })

  test('refuses a wrong signature, another order or a missing form', async () => {
    const orderId = await buy()
    const other = await buy()
    const paymentId = await gateway.pay(orderId, 'success')
    expect((await come(`/pay/${orderId}`, gateway.returnForm(orderId, paymentId, 'guess'))).status).toBe(403)
    expect((await come(`/pay/${other}`, gateway.returnForm(orderId, paymentId))).status).toBe(403)
    expect((await come(`/pay/${orderId}`, '')).status).toBe(403)
    expect((await come(`/pay/${orderId}`, '{}', { 'content-type': 'application/json' })).status).toBe(400)
    expect(
      (await come('/pay/01890000-0000-7000-8000-000000000000', gateway.returnForm(orderId, paymentId))).status,
    ).toBe(404)
    expect((await come('/pay/x%00y', gateway.returnForm(orderId, paymentId))).status).toBe(404)
    expect(await jobs(orderId)).toBe(0)
  })
})
