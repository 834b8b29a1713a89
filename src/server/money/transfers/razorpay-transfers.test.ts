import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { balancePaise } from '#server/ledger/ledger.ts'
import { transaction } from '#server/platform/database.ts'
import { createPayments } from '#server/providers/payments/payments.ts'
import { emailInUse } from '#server/providers/payments/splits.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { agePayoutAccounts, makeMentor, newPhone } from '#test/builders.ts'
import { startRazorpay } from '#test/gateway-razorpay.ts'
import { attendanceOf, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { savePayees } from '../payouts/payees.ts'
import { claimPayee } from './payee-rows.ts'
import { sweepTransfers } from './transfers.ts'

let gateway: Awaited<ReturnType<typeof startRazorpay>>
let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  gateway = await startRazorpay()
  app = await testApp({ variables: gateway.variables, mayFail: true })
  app.context.payments = createPayments(app.context.config, () => Promise.reject(new Error('no memory')), 5_000)
  await sql`insert into setting (name, from_date, value)
    values ('payoutModes', '2026-01-01', '{"cashfree": "split", "razorpay": "split", "sandbox": "files"}'::jsonb)`.execute(
    app.db,
  )
  admin = await app.admin({ role: 'operations' })
})
afterEach(() => expectBooks(app.db, { book: gateway.book() }))
afterAll(async () => {
  await app.stop()
  await gateway.stop()
})

/** The mentor's share of a class of a twelfth of ₹4,500. */
const share = 375_00 - 37_50 - 6_75
const bank = { method: 'bank', holder: 'Asha Verma', accountNumber: '003456789012', ifsc: 'SBIN0001234' }
const address = { street: '12, Ring Road', pincode: '452 001' }

/** A verified mentor with a proven account, as the job makes them known to the gateway. */
async function savedMentor(email: string, accountNumber = bank.accountNumber) {
  const made = await makeMentor(app.db, { name: 'Asha Verma', tax: { holder: 'individual' } })
  await sql`update mentor set email = ${email} where id = ${made.id}`.execute(app.db)
  const mentor = await app.login(made.phone, 'mentor')
  await mentor.put('/api/mentor/payout-account', { ...bank, ...address, accountNumber })
  await agePayoutAccounts(app.db)
  await savePayees(app.context)
  return { ...made, mentor }
}
const payeeOf = async (mentorId: string) =>
  (
    await sql<{ status: string; message: string; reference: string; isSaved: boolean }>`
      select status, message, reference, account_id is not null as "isSaved" from payee where mentor_id = ${mentorId}`.execute(
      app.db,
    )
  ).rows[0]
async function payableMentor(email = `${crypto.randomUUID()}@example.com`) {
  const saved = await savedMentor(email)
  const payee = await payeeOf(saved.id)
  expect(payee).toMatchObject({ status: 'active', isSaved: true })
  return { ...saved, account: payee?.reference.split('/')[0] ?? '' }
}
const notify = (raw: string) =>
  app
    .browser()
    .post('/api/payment/webhook', raw, { headers: { 'content-type': 'application/json', ...gateway.sign(raw) } })
async function taughtClass(mentor: LoggedIn, booking: string, from: string, to: string) {
  const date = await app.lessonYesterday(mentor, booking, from)
  const { body } = await mentor.post('/api/class-records', attendanceOf(booking, date, from, to))
  await transaction(app.db, (tx) => settleLesson(tx, body.data.lesson))
  await sweepTransfers(app.context)
}
const transfersOf = async (order: string) =>
  (
    await sql<{ kind: string; paise: number; status: string; reference: string }>`
      select kind, amount_paise as paise, status, reference from transfer where order_id = ${order} order by number`.execute(
      app.db,
    )
  ).rows

test('asks for an address, keeps the bank’s answer when it is added, and saves the mentor as a payee', async () => {
  const made = await makeMentor(app.db, { name: 'Asha Verma', tax: { holder: 'individual' } })
  const mentor = await app.login(made.phone, 'mentor')
  expect((await mentor.get('/api/mentor/earnings')).body.needsAddress).toBe(true)
  const upi = { method: 'upi', holder: 'Asha Verma', upi: 'asha@okaxis' }
  for (const account of [bank, upi, { ...bank, street: '12, Ring Road' }])
    expect((await mentor.put('/api/mentor/payout-account', account)).body.code).toBe('payout-account-address')
  expect((await mentor.put('/api/mentor/payout-account', { ...bank, ...address, pincode: '12' })).status).toBe(400)
  expect((await mentor.put('/api/mentor/payout-account', { ...bank, ...address })).status).toBe(200)
  await agePayoutAccounts(app.db)
  // The same account at another address is proven already, and another row.
  expect(
    (await mentor.put('/api/mentor/payout-account', { ...bank, ...address, street: '13, Ring Road' })).status,
  ).toBe(200)
  const accounts = sql`select status from payout_account where mentor_id = ${made.id} order by id`
  expect((await accounts.execute(app.db)).rows).toEqual([{ status: 'proven' }, { status: 'proven' }])
})

test('holds a month with Route, releases its classes, and returns the rest before and after a refund', async () => {
  const { id, mentor, account } = await payableMentor()
  const family = await app.login(newPhone(), 'student')
  const { body } = await family.post('/api/payment/create-order', { mentorId: id, amount: 4500, plan: 'monthly' })
  const order = body.order_id as string // safe: set when the order was created
  await gateway.pay(order, 'success')
  const booking = (await family.get(`/api/payment/order/${order}`)).body.data.booking
  const held = 12 * share + 100
  expect(gateway.route.balance(account)).toBe(held)
  await taughtClass(mentor, booking, '10:00', '11:40')
  await sweepTransfers(app.context)
  expect([gateway.route.balance(account), gateway.route.released(account)]).toEqual([held - share, [share]])
  const [first] = await transfersOf(order)
  expect(first).toMatchObject({ kind: 'release', paise: share, status: 'sent' })
  gateway.route.settle(first?.reference ?? '', 'setl_9')
  expect((await notify(gateway.routeNotice('settlement.processed', 'setl_9'))).status).toBe(200)
  await app.runJobs()
  expect(await transfersOf(order)).toMatchObject([{ status: 'settled' }])
  const back = await admin.put(`/api/admin/refunds/${crypto.randomUUID()}`, {
    order,
    amount: 2250,
    reason: 'Half a month',
    ends: false,
    left: 4125,
  })
  expect(back.status, JSON.stringify(back.body)).toBe(200)
  await app.runJobs()
  // Half the classes are left, and Razorpay takes only direct transfers for them.
  await taughtClass(mentor, booking, '15:00', '16:40')
  const all = await transfersOf(order)
  expect(all).toMatchObject([
    { kind: 'release' },
    { kind: 'return', paise: 6 * share },
    { kind: 'release', paise: share },
  ])
  expect([gateway.route.balance(account), gateway.route.released(account)]).toEqual([held - 8 * share, [share, share]])
  expect(await balancePaise(app.db, 'mentor_payable', id)).toBe(0)
  expect((await notify(gateway.routeNotice('transfer.failed', all[2]?.reference ?? ''))).status).toBe(200)
  expect((await transfersOf(order)).at(-1)).toMatchObject({ status: 'failed' })
  expect(await balancePaise(app.db, 'mentor_payable', id)).toBe(-share)
})

test('keeps a mentor’s linked account from another mentor with the same email, also one claimed earlier', {
  tags: ['full'],
}, async () => {
  const email = 'shared@example.com'
  const { account } = await payableMentor(email)
  const before = gateway.route.bankOf(account)
  const other = await savedMentor(email, '999956789012')
  expect(await payeeOf(other.id)).toEqual({ status: 'refused', message: emailInUse, reference: '', isSaved: true })
  expect(gateway.route.bankOf(account)).toEqual(before)
  const { payeeRefusal } = (await other.mentor.get('/api/mentor/earnings')).body
  expect(payeeRefusal).toEqual({ isEmail: true, reason: emailInUse })
  const { refused } = (await admin.get('/api/admin/transfers')).body
  expect(refused).toMatchObject([{ mentorId: other.id, fullName: 'Asha Verma', message: emailInUse }])
  expect(await claimPayee(app.db, { mentorId: other.id, gateway: 'razorpay', reference: account })).toBe(false)
  // With an email of its own, the mentor is asked for again a day later.
  await sql`update mentor set email = 'own@example.com' where id = ${other.id}`.execute(app.db)
  await sql`update payee set asked_at = asked_at - interval '1 day' where mentor_id = ${other.id}`.execute(app.db)
  await savePayees(app.context)
  expect(await payeeOf(other.id)).toMatchObject({ status: 'active', isSaved: true })
})

test('goes on with the linked account that it claimed, when a later reply is lost', async () => {
  gateway.plan('PATCH /accounts/', { cuts: 'before' })
  const { id } = await savedMentor('claimed@example.com')
  expect(await payeeOf(id)).toMatchObject({ status: 'waiting', isSaved: false })
  const asked = gateway.count('POST /accounts')
  await savePayees(app.context)
  expect(await payeeOf(id)).toMatchObject({ status: 'active', isSaved: true, reference: expect.stringContaining('/') })
  // A stakeholder and a product, but no other account.
  expect(gateway.count('POST /accounts') - asked).toBe(2)
})

test('compares holds with the gateway’s list, and reports the one that differs', async () => {
  await sql`update payment_order set paid_at = paid_at - interval '2 days', held_paise = held_paise + 500 where held_paise > 0`.execute(
    app.db,
  )
  await admin.post('/api/admin/books/checks', undefined)
  await app.runJobs()
  const { data } = (await admin.get('/api/admin/books?show=open&limit=100')).body
  const held = (12 * share + 100) / 100
  expect(data.filter(({ kind }: { kind: string }) => kind === 'hold_amount')).toMatchObject([
    { ours: held + 5, theirs: held },
  ])
})

test('stops an attempt that lost its claim or took too long, keeps its first way, and pays the class once', {
  tags: ['full'],
}, async () => {
  const { id, mentor, account } = await payableMentor()
  const family = await app.login(newPhone(), 'student')
  const { body } = await family.post('/api/payment/create-order', { mentorId: id, amount: 4500, plan: 'monthly' })
  await gateway.pay(body.order_id, 'success')
  const booking = (await family.get(`/api/payment/order/${body.order_id}`)).body.data.booking
  const row = async () =>
    (
      await sql<{ status: string; way: string | null }>`
        select status, way from transfer where order_id = ${body.order_id} order by number desc limit 1`.execute(app.db)
    ).rows[0]
  const claimAgain = sql`update transfer set called_at = called_at - interval '2 minutes' where order_id = ${body.order_id}`
  const { splits } = app.context.payments
  if (!splits) throw new Error('Route is not in use')
  const release = vi.spyOn(splits, 'release')
  release.mockImplementationOnce(async ({ keep }) => {
    expect(await keep('direct')).toBe('direct')
    expect(await keep('payment')).toBe('direct')
    await claimAgain.execute(app.db)
    await keep()
    return { status: 'sent', reference: 'never' }
  })
  release.mockImplementationOnce(async ({ keep }) => {
    vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now() + 46_000)
    await keep()
    return { status: 'sent', reference: 'never' }
  })
  // The sweep calls the gateway for the order, and again for what is due.
  await taughtClass(mentor, booking, '10:00', '11:40')
  expect(await row()).toEqual({ status: 'due', way: 'direct' })
  await claimAgain.execute(app.db)
  await sweepTransfers(app.context)
  expect([await row(), gateway.route.released(account)]).toEqual([{ status: 'sent', way: 'direct' }, [share]])
  expect(release).toHaveBeenCalledTimes(3)
  vi.restoreAllMocks()
  // It fails at the bank: the class is paid again from what left the hold already.
  const [failed] = await transfersOf(body.order_id)
  expect((await notify(gateway.routeNotice('transfer.failed', failed?.reference ?? ''))).status).toBe(200)
  gateway.route.fail(failed?.reference ?? '')
  await transaction(app.db, async (tx) => {
    await sql`alter table transfer disable trigger user`.execute(tx)
    await sql`update transfer set ended_at = ended_at - interval '25 hours' where order_id = ${body.order_id}`.execute(
      tx,
    )
    await sql`alter table transfer enable trigger user`.execute(tx)
  })
  const held = gateway.route.balance(account)
  await sweepTransfers(app.context)
  expect(await transfersOf(body.order_id)).toMatchObject([{ status: 'failed' }, { status: 'sent', paise: share }])
  expect([gateway.route.balance(account), gateway.route.released(account)]).toEqual([held, [share]])
})
