import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instantInIndia } from '#contract/wire/time.ts'
import { balancePaise, writeJournal } from '#server/ledger/ledger.ts'
import { sendRefund } from '#server/money/refunds/sending.ts'
import { transaction } from '#server/platform/database.ts'
import { jobHandlers } from '#server/worker.ts'
import { withLines } from '#test/batch-lines.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { agePayoutAccounts, makeEarning, makeMentor, newPhone, payByFiles } from '#test/builders.ts'
import { startCashfree } from '#test/gateway-cashfree.ts'
import { startRazorpay } from '#test/gateway-razorpay.ts'
import { startSandbox } from '#test/gateway-sandbox.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { failStalledChecks } from './locked-rows.ts'
import { checkNightly } from './reconciliation.ts'

let gateway: Awaited<ReturnType<typeof startSandbox>>
let app: TestApp
let family: LoggedIn
let admin: LoggedIn
let mentorId: string
beforeAll(async () => {
  gateway = await startSandbox(1_000)
  app = gateway.app
  app.context.payments = gateway.payments
  admin = await app.admin({ name: 'Asha' })
  family = await app.login(newPhone(), 'student')
})
beforeEach(async () => {
  mentorId = (await makeMentor(app.db)).id
  await sql`update gateway_discrepancy set resolved_at = now(), note = 'an earlier test', resolved_by = ${admin.id}
    where resolved_at is null`.execute(app.db)
})
afterEach(() => expectBooks(app.db))
afterAll(() => gateway.stop())

/** An open order of 4,500 rupees. */
async function openOrder(): Promise<string> {
  const made = await family.post('/api/payment/create-order', { amount: 4500, plan: 'monthly', mentorId })
  expect(made.status).toBe(200)
  return made.body.order_id
}
async function paidOrder(): Promise<string> {
  const orderId = await openOrder()
  await gateway.pay(orderId, 'success')
  await jobHandlers(app.context)['payments.sync']({ orderId })
  return orderId
}
const atNight = (time: string) => instantInIndia(inDays(0), time)
const orderStatus = async (id: string) =>
  (await sql<{ status: string }>`select status from payment_order where id = ${id}`.execute(app.db)).rows[0]?.status
const journals = async (kind: string, id: string) =>
  (await sql`select 1 from journal where kind = ${kind} and subject_id = ${id}`.execute(app.db)).rows.length
async function checkNow() {
  const asked = await admin.post('/api/admin/books/checks', undefined)
  expect(asked.status).toBe(200)
  await app.runJobs()
  return (await admin.get('/api/admin/books')).body.checks.find(
    (one: { _id: string }) => one._id === asked.body.data._id,
  )
}
const shown = async (show = 'open') => (await admin.get(`/api/admin/books?show=${show}`)).body
const open = async () => (await shown()).data as { _id: string; kind: string; subject: string }[] // safe: as in the contract
const rows = async () => (await sql`select 1 from gateway_discrepancy`.execute(app.db)).rows.length
/** Moves a payment to yesterday, here and at the gateway. */
async function yesterday(orderId: string): Promise<void> {
  await sql`update payment set seen_at = seen_at - interval '1 day' where order_id = ${orderId}`.execute(app.db)
  await sql`update sandbox_payment set created_at = created_at - interval '1 day' where order_id = ${orderId}`.execute(
    app.db,
  )
}

test('finds no discrepancy between matching ledgers, and settles into the bank once', async () => {
  await paidOrder()
  const check = await checkNow()
  expect(check).toMatchObject({ status: 'done', differences: 0, problem: '', madeBy: 'Asha', until: inDays(-1) })
  expect(check.from).toBe(inDays(-7))
  const bank = await balancePaise(app.db, 'bank', null)
  const fees = await balancePaise(app.db, 'gateway_fees', null)
  expect([bank, fees, await balancePaise(app.db, 'gateway_receivable', null)]).toEqual([439_380, 10_620, 0])
  expect((await checkNow()).settlements).toBe(1)
  expect(await balancePaise(app.db, 'bank', null)).toBe(bank)
  const { balances, isBalanced } = await shown()
  expect(isBalanced).toBe(true)
  expect(balances).toContainEqual({ account: 'bank', amount: 4393.8 })
  const { rows: lines } = await sql`
    select a.kind, e.amount_paise::int as paise from ledger_entry e join journal j on j.id = e.journal_id and j.kind = 'settlement'
      join ledger_account a on a.id = e.account_id order by 2`.execute(app.db)
  expect(lines).toEqual([
    { kind: 'gateway_receivable', paise: -450_000 },
    { kind: 'gateway_fees', paise: 1_620 },
    { kind: 'gateway_fees', paise: 9_000 },
    { kind: 'bank', paise: 439_380 },
  ])
})

test('settles a payment without a webhook once, however many checks run concurrently', async () => {
  const orderId = await openOrder()
  await gateway.pay(orderId, 'success')
  await sql`update gateway_check set until_day = until_day - 1`.execute(app.db)
  const asked = await Promise.all(Array.from({ length: 50 }, () => admin.post('/api/admin/books/checks', undefined)))
  const ids = new Set(asked.map(({ body }) => body.data._id))
  expect(ids.size).toBe(1)
  const handlers = jobHandlers(app.context)
  await Promise.all(
    Array.from({ length: 50 }, (_, nth) =>
      nth % 2 === 0
        ? handlers['reconciliation.check']({ checkId: [...ids][0] ?? '' })
        : checkNightly(app.context, atNight('04:10')),
    ),
  )
  await app.runJobs()
  expect(await orderStatus(orderId)).toBe('paid')
  expect([await journals('payment', orderId), await open()]).toEqual([1, []])
  const { rows: receipts } = await sql`select 1 from receipt where order_id = ${orderId}`.execute(app.db)
  expect(receipts).toHaveLength(1)
})

test('reports a discrepancy once, and resolves it when it is fixed', async () => {
  const orderId = await paidOrder()
  const seen = () => open().then((all) => all.map(({ kind }) => kind))
  await sql`update sandbox_payment set amount_paise = amount_paise + 100 where order_id = ${orderId}`.execute(app.db)
  expect((await checkNow()).differences).toBe(1)
  expect(await open()).toMatchObject([{ kind: 'payment_amount', ours: 4500, theirs: 4501, resolvedAt: null }])
  const before = await rows()
  await checkNow()
  await checkNow()
  expect([await rows(), await seen()]).toEqual([before, ['payment_amount']])
  await sql`update sandbox_payment set amount_paise = amount_paise - 100 where order_id = ${orderId}`.execute(app.db)
  await checkNow()
  expect(await seen()).toEqual([])
  expect((await shown('resolved')).data[0]).toMatchObject({ kind: 'payment_amount', resolvedBy: null, note: '' })
  await sql`update sandbox_payment set amount_paise = amount_paise + 100 where order_id = ${orderId}`.execute(app.db)
  await checkNow()
  expect([await rows(), await seen()]).toEqual([before, ['payment_amount']])
  await sql`update sandbox_payment set amount_paise = amount_paise - 100 where order_id = ${orderId}`.execute(app.db)
})

test('lets an admin resolve a discrepancy with a note, and reopens it when its amounts change', async () => {
  const orderId = await paidOrder()
  const more = (paise: number) =>
    sql`update sandbox_payment set amount_paise = amount_paise + ${paise}::int where order_id = ${orderId}`.execute(
      app.db,
    )
  await more(100)
  await checkNow()
  const id = (await open())[0]?._id ?? ''
  const close = (who: LoggedIn, note: unknown) => who.post(`/api/admin/books/differences/${id}/resolve`, { note })
  const support = await app.admin({ role: 'support' })
  expect((await close(support, 'Fine')).body.code).toBe('not-allowed')
  expect((await support.post('/api/admin/books/checks', undefined)).body.code).toBe('not-allowed')
  expect((await support.get('/api/admin/books')).status).toBe(200)
  for (const note of ['', '  ', 'x'.repeat(601), 'a\nb', 1]) expect((await close(admin, note)).status).toBe(400)
  const both = await Promise.all([close(admin, 'A fee of the gateway'), close(admin, 'A fee of the gateway')])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both[0].body.data).toMatchObject({ note: 'A fee of the gateway', resolvedBy: 'Asha' })
  const { rows: audit } = await sql`select 1 from audit where action = 'books.resolve' and subject_id = ${id}`.execute(
    app.db,
  )
  expect(audit).toHaveLength(1)
  await checkNow()
  expect(await open()).toEqual([])
  await more(100)
  await checkNow()
  expect(await open()).toMatchObject([{ _id: id, theirs: 4502, note: '', resolvedBy: null }])
  await more(-200)
})

test('refunds a payment below the order, and leaves one of an unknown order to an admin', async () => {
  const orderId = await openOrder()
  await gateway.pay(orderId, 'success', 449_999)
  const stranger = await openOrder()
  await sql`insert into sandbox_order select 'another-shop', 'session_x', amount_paise, customer, return_url, notify_url, 'PAID', expires_at
    from sandbox_order where order_id = ${stranger}`.execute(app.db)
  await gateway.pay('another-shop', 'success')
  await checkNow()
  const unknown = { kind: 'payment_unknown', number: null, ours: null, theirs: 4500 }
  expect(await open()).toMatchObject([unknown])
  expect(await orderStatus(orderId)).toBe('failed')
  await app.runJobs()
  const { rows: refunds } = await sql`
    select kind, status, amount_paise::int as paise from refund where order_id = ${orderId}`.execute(app.db)
  expect(refunds).toEqual([{ kind: 'owed', status: 'settled', paise: 449_999 }])
  await checkNow()
  expect(await open()).toMatchObject([unknown])
})

test('leaves a payment below the order that an admin settled by hand as it is', async () => {
  const { _id: check } = await checkNow()
  const orderId = await openOrder()
  const paymentId = await gateway.pay(orderId, 'success', 440_000)
  // As recorded before such payments were refunded automatically.
  await sql`insert into payment (order_id, gateway, gateway_payment_id, status, amount_paise)
    select id, gateway, ${paymentId}, 'SUCCESS', 440000 from payment_order where id = ${orderId}`.execute(app.db)
  await sql`update payment_order set status = 'expired' where id = ${orderId}`.execute(app.db)
  await sql`insert into gateway_discrepancy (gateway, kind, subject, order_id, ours_paise, theirs_paise, about_at, last_check)
    select o.gateway, 'payment_amount', ${paymentId}, o.id, 450000, 440000, now(), ${check}
    from payment_order o where o.id = ${orderId}`.execute(app.db)
  const id = (await open())[0]?._id
  expect((await admin.post(`/api/admin/books/differences/${id}/resolve`, { note: 'Sent back by UPI' })).status).toBe(
    200,
  )
  await checkNow()
  await jobHandlers(app.context)['payments.sync']({ orderId })
  const { rows: refunds } = await sql`select 1 from refund where order_id = ${orderId}`.execute(app.db)
  expect([refunds, await open(), await orderStatus(orderId)]).toEqual([[], [], 'expired'])
})

test('looks up records missing at the gateway by order before reporting them', { tags: ['full'] }, async () => {
  const orderId = await paidOrder()
  await yesterday(orderId)
  // The gateway's list uses other days than ours.
  await sql`update sandbox_payment set created_at = created_at - interval '20 days' where order_id = ${orderId}`.execute(
    app.db,
  )
  await checkNow()
  expect(await open()).toEqual([])
  // A busy gateway says nothing about the record.
  for (const _ of [1, 2]) gateway.plan(`GET /orders/${orderId}`, { reply: { status: 429, body: {} } })
  expect(await checkNow()).toMatchObject({ status: 'failed', problem: expect.stringContaining('429') })
  expect([gateway.unmet(), await open()]).toEqual([0, []])
  gateway.plan(`GET /orders/${orderId}`, { reply: { status: 404, body: { message: 'order not found' } } })
  expect(await checkNow()).toMatchObject({ status: 'done', differences: 1 })
  await checkNow()
  expect(await open()).toEqual([])
  await sql`update sandbox_payment set status = 'FAILED' where order_id = ${orderId}`.execute(app.db)
  await checkNow()
  expect(await open()).toMatchObject([{ kind: 'payment_missing', ours: 4500, theirs: null }])
  await sql`update sandbox_payment set status = 'SUCCESS' where order_id = ${orderId}`.execute(app.db)
})

const refundsOf = async (orderId: string) =>
  (
    await sql<{ kind: string; status: string; amount_paise: number }>`
      select kind, status, amount_paise from refund where order_id = ${orderId} order by created_at`.execute(app.db)
  ).rows

test('records a manual refund that its booking covers, once', { tags: ['full'] }, async () => {
  const orderId = await paidOrder()
  const prepaid = await balancePaise(app.db, 'family_prepaid', family.id)
  await gateway.refundByHand(orderId, 50_000)
  await checkNow()
  await checkNow()
  expect(await refundsOf(orderId)).toEqual([{ kind: 'made', status: 'settled', amount_paise: 50_000 }])
  expect(await balancePaise(app.db, 'family_prepaid', family.id)).toBe(prepaid + 50_000)
  expect([await balancePaise(app.db, 'refunds_payable', null), await open()]).toEqual([0, []])
  const told = await sql`select 1 from outbox where template = 'refund-settled' and recipient = ${family.phone}
    and text like '%₹500%'`.execute(app.db)
  expect(told.rows).toHaveLength(1)
  // Refunding the whole balance ends the booking.
  await gateway.refundByHand(orderId, 400_000)
  await checkNow()
  const { rows: booking } = await sql`select status from booking where order_id = ${orderId}`.execute(app.db)
  expect(booking).toEqual([{ status: 'cancelled' }])
  expect(await open()).toEqual([])
})

test('records a failed refund made by hand as no second debt', { tags: ['full'] }, async () => {
  const orderId = await paidOrder()
  const { body } = await admin.put('/api/admin/refunds/01890000-0000-7000-8000-00000000000a', {
    order: orderId,
    amount: 1000,
    left: 4500,
    reason: 'Late',
  })
  await gateway.letRefundsWait(true)
  await sendRefund(app.context, body.data._id)
  await gateway.letRefundsWait(false)
  const { rows: sent } = await sql<{
    id: number
  }>`select id from sandbox_payment where amount_paise < 0 and order_id = ${orderId}`.execute(app.db)
  await gateway.endRefund(String(sent[0]?.id), false)
  await sendRefund(app.context, body.data._id)
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'failed' }])
  const prepaid = await balancePaise(app.db, 'family_prepaid', family.id)
  await gateway.refundByHand(orderId, 100_000)
  await checkNow()
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'failed' }, { status: 'settled' }])
  expect([
    await balancePaise(app.db, 'family_prepaid', family.id),
    await balancePaise(app.db, 'refunds_payable', null),
  ]).toEqual([prepaid, 0])
  expect(await open()).toEqual([])
})

test('reports a manual refund that cannot be attributed', { tags: ['full'] }, async () => {
  const orderId = await paidOrder()
  await sql`update booking set schedule_by = now() - interval '1 hour' where order_id = ${orderId}`.execute(app.db)
  // Ambiguous: this may answer the family's request, or be a second refund.
  expect((await family.post('/api/payment/refunds', { order: orderId })).status).toBe(200)
  await gateway.refundByHand(orderId, 10_000)
  await checkNow()
  expect(await open()).toMatchObject([{ kind: 'refund_by_hand', ours: null, theirs: 100 }])
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'requested' }])
})

test('never charges the family for a manual refund an admin resolved as ours', { tags: ['full'] }, async () => {
  const orderId = await paidOrder()
  await sql`update booking set schedule_by = now() - interval '1 hour' where order_id = ${orderId}`.execute(app.db)
  const asked = await family.post('/api/payment/refunds', { order: orderId })
  const refundId = await gateway.refundByHand(orderId, 10_000)
  const status = (to: string) => sql`update sandbox_payment set status = ${to} where id = ${refundId}`.execute(app.db)
  await status('PENDING')
  await checkNow()
  const id = (await open())[0]?._id
  await admin.post(`/api/admin/books/differences/${id}/resolve`, { note: 'Goodwill, ours' })
  // The earlier refund settles, and the booking could cover this one too.
  await status('SUCCESS')
  await admin.post(`/api/admin/refunds/${asked.body.data._id}/decision`, { decision: 'decline', reason: 'No' })
  await checkNow()
  await checkNow()
  expect([(await refundsOf(orderId)).map((one) => one.status), await open()]).toEqual([['declined'], []])
  expect((await shown('resolved')).data[0]).toMatchObject({ _id: id, theirs: 100, note: 'Goodwill, ours' })
})

test('updates a refund that ended at the gateway, and reports one it does not know', { tags: ['full'] }, async () => {
  const orderId = await paidOrder()
  const { body } = await admin.put('/api/admin/refunds/01890000-0000-7000-8000-00000000000b', {
    order: orderId,
    amount: 1000,
    left: 4500,
    reason: 'Late',
  })
  await gateway.letRefundsWait(true)
  await sendRefund(app.context, body.data._id)
  await gateway.letRefundsWait(false)
  await sql`update sandbox_payment set status = 'SUCCESS' where amount_paise < 0 and order_id = ${orderId}`.execute(
    app.db,
  )
  await checkNow()
  expect([await refundsOf(orderId), await open()]).toEqual([
    [{ kind: 'made', status: 'settled', amount_paise: 100_000 }],
    [],
  ])
  await sql`update sandbox_payment set status = 'CANCELLED' where amount_paise < 0 and order_id = ${orderId}`.execute(
    app.db,
  )
  await checkNow()
  expect(await open()).toMatchObject([{ kind: 'refund_status', ours: 1000, theirs: null }])
  await sql`update sandbox_payment set status = 'SUCCESS' where amount_paise < 0 and order_id = ${orderId}`.execute(
    app.db,
  )
})

test('fails a check when the gateway breaks off at its second page, and retries it an hour later', {
  tags: ['full'],
}, async () => {
  const orderId = await openOrder()
  await gateway.pay(orderId, 'success')
  await sql`update gateway_check set until_day = until_day - 1`.execute(app.db)
  const before = await rows()
  gateway.pagesOf(2)
  gateway.plan('POST /recon', { lies: (text) => text })
  for (const _ of [1, 2]) gateway.plan('POST /recon', { reply: { status: 503, body: '<h1>Down</h1>' } })
  await checkNow()
  const failed = (await shown()).checks[0]
  expect(failed).toMatchObject({ status: 'failed', problem: expect.stringContaining('503') })
  expect([await orderStatus(orderId), await rows()]).toEqual(['created', before])
  gateway.pagesOf(1_000)
  await checkNightly(app.context, atNight('03:59'))
  expect((await shown()).checks[0]).toEqual(failed)
  await checkNightly(app.context, atNight('04:10'))
  expect((await shown()).checks[0]).toMatchObject({ status: 'done', madeBy: null })
  expect(await orderStatus(orderId)).toBe('paid')
  // Yesterday is covered, so later runs do nothing.
  const { checks } = await shown()
  await checkNightly(app.context, atNight('05:10'))
  expect((await shown()).checks).toEqual(checks)
})

test('fails a check whose process died, and starts another one', { tags: ['full'] }, async () => {
  await sql`insert into gateway_check (gateway, from_day, until_day, status, started_at, made_at)
    values ('sandbox', current_date - 7, current_date - 1, 'running', now() - interval '11 minutes', now() - interval '11 minutes')`.execute(
    app.db,
  )
  expect(await checkNow()).toMatchObject({ status: 'done' })
  expect((await shown()).checks[1]).toMatchObject({ status: 'failed', problem: 'broken off' })
})

test('saves nothing from a check failed as stalled', { tags: ['full'] }, async () => {
  const orderId = await paidOrder()
  await sql`update sandbox_payment set amount_paise = amount_paise + 100 where order_id = ${orderId}`.execute(app.db)
  app.context.payments = {
    ...gateway.payments,
    async records(from, until) {
      await sql`update gateway_check set started_at = now() - interval '11 minutes' where status = 'running'`.execute(
        app.db,
      )
      await failStalledChecks(app.db, 'sandbox')
      return await gateway.payments.records(from, until)
    },
  }
  expect(await checkNow()).toMatchObject({ status: 'failed', problem: 'broken off' })
  app.context.payments = gateway.payments
  expect(await open()).toEqual([])
  await sql`update sandbox_payment set amount_paise = amount_paise - 100 where order_id = ${orderId}`.execute(app.db)
})

describe.each([
  ['cashfree', startCashfree],
  ['razorpay', startRazorpay],
] as const)('with %s', (_, start) => {
  test('records what only the gateway has: a payment, a manual refund, a settlement', async () => {
    const real = await (start as typeof startCashfree)() // safe: both have what this test uses
    const site = await testApp({ variables: real.variables })
    await payByFiles(site.db)
    const payer = await site.login(newPhone(), 'student')
    const owner = await site.admin()
    const mentor = await makeMentor(site.db)
    const made = await payer.post('/api/payment/create-order', { amount: 4500, plan: 'monthly', mentorId: mentor.id })
    await real.pay(made.body.order_id, 'success')
    await real.refundByHand(made.body.order_id, 100_000)
    const settled = await real.settle(2_000)
    for (const _ of [1, 2]) {
      expect((await owner.post('/api/admin/books/checks', undefined)).status).toBe(200)
      await site.runJobs()
    }
    await expectBooks(site.db, { book: real.book(), isFullyReported: true })
    const { checks, data } = (await owner.get('/api/admin/books')).body
    expect(checks[0]).toMatchObject({ status: 'done', payments: 1, refunds: 1, settlements: 1, differences: 1 })
    expect(data).toMatchObject([{ kind: 'settlement_other', theirs: -20 }])
    const held = (kind: 'bank' | 'gateway_fees' | 'gateway_receivable') => balancePaise(site.db, kind, null)
    expect([await held('bank'), await held('gateway_fees')]).toEqual([
      settled.amountPaise,
      settled.feePaise + settled.taxPaise,
    ])
    // A refund made at the gateway is the only missing amount.
    expect(await held('gateway_receivable')).toBe(2_000)
    expect(await balancePaise(site.db, 'family_prepaid', payer.id)).toBe(-350_000)
    await site.stop()
    await real.stop()
  })
})

test('reports a paid order without a journal, and a settlement with other amounts', async () => {
  await checkNow()
  const orderId = await openOrder()
  await sql`update payment_order set status = 'paid', paid_at = now() where id = ${orderId}`.execute(app.db)
  await sql`update sandbox_settlement set amount_paise = amount_paise + 1 where id = (select min(id) from sandbox_settlement)`.execute(
    app.db,
  )
  await checkNow()
  expect((await open()).map(({ kind }) => kind).sort()).toEqual(['journal_missing', 'settlement_amount'])
  await sql`update sandbox_settlement set amount_paise = amount_paise - 1 where id = (select min(id) from sandbox_settlement)`.execute(
    app.db,
  )
})

test('refuses a batch above the bank balance, unless new settlements cover it', { tags: ['full'] }, async () => {
  const mentor = await makeMentor(app.db)
  const own = await app.login(mentor.phone, 'mentor')
  await own.put('/api/mentor/payout-account', { method: 'upi', holder: 'Asha', upi: 'asha@okaxis' })
  await agePayoutAccounts(app.db)
  await checkNow()
  const bank = await balancePaise(app.db, 'bank', null)
  await makeEarning(app.db, mentor.id, 300_000)
  await sql`with j as (insert into journal (kind, subject_id) values ('correction', uuidv7()) returning id)
    insert into ledger_entry (journal_id, account_id, amount_paise)
    select j.id, a.id, case a.kind when 'bank' then -1 else 1 end * ${bank + 300_000}::int from j, ledger_account a
    where a.kind in ('bank', 'gateway_receivable')`.execute(app.db)
  expect(await balancePaise(app.db, 'bank', null)).toBe(0)
  const { body } = await withLines(admin, admin.post('/api/admin/payouts', { until: inDays(0) }))
  const payer = await app.admin()
  const pay = (language = 'en') =>
    payer.post(
      `/api/admin/payouts/${body.data._id}/paid`,
      { reference: 'UTR00001', amount: body.data.amount },
      { headers: { 'accept-language': language } },
    )
  const refused = await pay()
  expect([refused.status, refused.body.code]).toEqual([409, 'payout-bank-short'])
  expect((await pay('hi')).body.message).toMatch(/बैंक/)
  expect(await journals('payout', body.data.lines[0]._id)).toBe(0)
  await paidOrder()
  expect((await pay()).body.data.status).toBe('paid')
  expect(await balancePaise(app.db, 'bank', null)).toBe(439_380 - 300_000)
})

test.each(['a check', 'a payout'])(
  'records two months of earlier settlements by %s, which covers the bank’s shortfall',
  { tags: ['full'] },
  async (what) => {
    const old = await startSandbox(1_000)
    const site = old.app
    site.context.payments = old.payments
    const payer = await site.login(newPhone(), 'student')
    const owner = await site.admin()
    const colleague = await site.admin()
    const one = await makeMentor(site.db)
    const account = { method: 'upi', holder: 'Asha', upi: 'asha@okaxis' }
    await (await site.login(one.phone, 'mentor')).put('/api/mentor/payout-account', account)
    await agePayoutAccounts(site.db)
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    for (const days of [60, 25]) {
      const { id: mentor } = await makeMentor(site.db)
      const made = await payer.post('/api/payment/create-order', { amount: 4500, plan: 'monthly', mentorId: mentor })
      const orderId = made.body.order_id
      await old.pay(orderId, 'success')
      await jobHandlers(site.context)['payments.sync']({ orderId })
      await sql`update payment_order set paid_at = ${daysAgo(days)} where id = ${orderId}`.execute(site.db)
      await sql`update sandbox_payment set created_at = ${daysAgo(days)} where order_id = ${orderId}`.execute(site.db)
      await old.payments.records(daysAgo(days), daysAgo(days - 1))
    }
    // Paid out before settlements were recorded, so the bank balance is negative.
    await makeEarning(site.db, one.id, 300_000)
    await sql`alter table ledger_account disable trigger bank_not_overdrawn`.execute(site.db)
    await sql`with j as (insert into journal (kind, subject_id) values ('correction', uuidv7()) returning id)
      insert into ledger_entry (journal_id, account_id, amount_paise)
      select j.id, a.id, case a.kind when 'bank' then -800000 else 800000 end from j, ledger_account a
      where a.kind in ('bank', 'gateway_receivable')`.execute(site.db)
    await sql`alter table ledger_account enable trigger bank_not_overdrawn`.execute(site.db)
    const bank = () => balancePaise(site.db, 'bank', null)
    expect(await bank()).toBe(-500_000)
    const check = async () => {
      await owner.post('/api/admin/books/checks', undefined)
      await site.runJobs()
      return (await owner.get('/api/admin/books')).body.checks[0]
    }
    if (what === 'a check') {
      expect(await check()).toMatchObject({ status: 'done', from: inDays(-66), settlements: 2, differences: 0 })
      expect(await bank()).toBe(2 * 439_380 - 500_000)
    }
    const { data } = (await owner.post('/api/admin/payouts', { until: inDays(0) })).body
    const paid = { reference: 'UTR00001', amount: data.amount }
    expect((await colleague.post(`/api/admin/payouts/${data._id}/paid`, paid)).body.data.status).toBe('paid')
    expect(await bank()).toBe(2 * 439_380 - 800_000)
    await expectBooks(site.db)
    // Three weeks of failed checks leave uncovered days, whatever succeeded since.
    await check()
    await sql`update gateway_check set from_day = from_day - 20, until_day = until_day - 20`.execute(site.db)
    await sql`insert into gateway_check (gateway, from_day, until_day, status, ended_at)
      values ('sandbox', ${inDays(-9)}, ${inDays(-2)}, 'done', now())`.execute(site.db)
    expect([(await check()).from, (await check()).from]).toEqual([inDays(-26), inDays(-7)])
    await old.stop()
  },
)

test('records the owner’s deposits once, and withdrawals up to the deposits; support only reads', async () => {
  const move = (id: string, way: string, amount: number, who = admin) =>
    who.put(`/api/admin/books/own-money/${id}`, { way, amount, note: 'For demos' })
  const bank = await balancePaise(app.db, 'bank', null)
  const id = randomUUID()
  const made = await Promise.all([move(id, 'in', 5000), move(id, 'in', 5000), move(id, 'in', 5000)])
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await balancePaise(app.db, 'bank', null)).toBe(bank + 500_000)
  expect((await move(id, 'in', 5001)).body.code).toBe('idempotency-mismatch')
  const much = await move(randomUUID(), 'out', 5000.01)
  expect([much.status, much.body.code]).toEqual([409, 'own-money-short'])
  expect((await move(randomUUID(), 'out', 200)).body.data).toMatchObject({ amount: -200, note: 'For demos' })
  const { ownMoney, balances } = (await admin.get('/api/admin/books')).body
  expect(ownMoney.map((one: { amount: number }) => one.amount)).toEqual([-200, 5000])
  expect(balances).toContainEqual({ account: 'own_money', amount: -4800 })
  const support = await app.admin({ role: 'support' })
  expect((await move(randomUUID(), 'in', 1, support)).status).toBe(403)
})

test('refuses to withdraw what demo credits and gateway fees used up', async () => {
  const move = (way: string, amount: number) =>
    admin.put(`/api/admin/books/own-money/${randomUUID()}`, { way, amount, note: 'For demos' })
  const ours = async () => {
    const { balances } = (await admin.get('/api/admin/books')).body
    const of = (account: string) =>
      balances.find((one: { account: string }) => one.account === account)?.amount * 100 || 0
    return -of('own_money') - of('commission') - of('promotions') - of('gateway_fees')
  }
  const before = await ours()
  expect((await move('in', 2000)).status).toBe(200)
  const spent = before + 150_000
  await transaction(app.db, (tx) =>
    writeJournal(tx, {
      kind: 'correction',
      subjectId: randomUUID(),
      lines: [
        { kind: 'promotions', amountPaise: spent },
        { kind: 'gateway_receivable', amountPaise: -spent },
      ],
    }),
  )
  const much = await move('out', 500.01)
  expect([much.status, much.body.code]).toEqual([409, 'own-money-short'])
  expect((await move('out', 500)).status).toBe(200)
  await move('in', 1500)
})
