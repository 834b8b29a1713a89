import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks, faultsOfBooks } from './books-oracle.ts'
import { agePayoutAccounts, makeMentor, newPhone } from './builders.ts'
import { removeGuards } from './lifecycle-guards.ts'
import { attendanceOf, inDays, type TestApp, testApp } from './test-app.ts'

let app: TestApp
/** A bit of everything: a class taught and paid out, a completed refund, a pending refund, an unpaid order. */
beforeAll(async () => {
  app = await testApp()
  const family = await app.login(newPhone(), 'student')
  const admin = await app.admin()
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  await mentor.put('/api/mentor/payout-account', { method: 'upi', holder: 'Asha', upi: 'asha@okaxis' })
  await agePayoutAccounts(app.db)
  const booking = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  const date = await app.lessonYesterday(mentor, booking)
  await mentor.post('/api/class-records', attendanceOf(booking, date, '10:00', '11:00'))
  const lesson = await sql<{ id: string }>`select id from lesson`.execute(app.db)
  await transaction(app.db, (tx) => settleLesson(tx, lesson.rows[0]?.id ?? ''))
  const batch = await admin.post('/api/admin/payouts', { until: inDays(0) })
  const { _id, amount } = batch.body.data
  await (await app.admin()).post(`/api/admin/payouts/${_id}/paid`, { reference: 'UTR00000', amount })
  const { rows } = await sql<{ id: string }>`select id from payment_order`.execute(app.db)
  const input = { order: rows[0]?.id, amount: 1000, reason: 'Classes were not as promised', ends: false, left: 4125 }
  await admin.put('/api/admin/refunds/01890000-0000-7000-8000-000000000001', input)
  await app.runJobs()
  await admin.put('/api/admin/refunds/01890000-0000-7000-8000-000000000002', { ...input, amount: 500, left: 3125 })
  await family.post('/api/payment/create-order', { amount: 99, mentorId: (await makeMentor(app.db)).id })
  const next = await makeMentor(app.db)
  const path = `/api/class-bookings/booking/${booking}/replacement`
  expect((await family.post(path, { mentor: next.id, balance: 2625, minutes: 700 })).status).toBe(200)
  expect(lesson.rows).toHaveLength(1)
  await removeGuards(app.db)
})
afterAll(() => app.stop())

test('correct books have no faults', () => expectBooks(app.db, { isFullyReported: true }))

const balance = (kind: string) => `update ledger_account set balance_paise = balance_paise + 1 where kind = '${kind}'`
const entry = (kind: string, of: string) =>
  `update ledger_entry set amount_paise = amount_paise + 1 from journal j, ledger_account a
    where j.id = journal_id and a.id = account_id and a.kind = '${kind}' and j.kind = '${of}'`

test.each([
  ['a journal balances', entry('family_prepaid', 'payment')],
  ['a journal balances', `insert into journal (kind, subject_id) values ('lesson', gen_random_uuid())`],
  ['an account balance equals its entries', balance('bank')],
  ['no account is overdrawn', `update ledger_account set balance_paise = -balance_paise where kind = 'commission'`],
  ['no account is overdrawn', `update ledger_account set balance_paise = -1 where kind = 'bank'`],
  ['a settlement is booked once with its totals', `delete from journal where kind = 'settlement'`],
  ['a settlement is booked once with its totals', `update gateway_settlement set fee_paise = fee_paise + 1`],
  ['family prepaid equals the balances of its bookings', balance('family_prepaid')],
  ['family prepaid equals the balances of its bookings', `update booking set price_paise = price_paise - 1`],
  ['refunds payable of an order', entry('refunds_payable', 'refund')],
  ['bookings record refunds and transfers', `update booking set refunded_paise = 0`],
  [
    'bookings record refunds and transfers',
    `update booking set price_paise = price_paise - 1 where replaces is not null`,
  ],
  ['a replaced booking is closed', `update booking set status = 'scheduled'`],
  ['an order is paid if and only if it is booked', `update payment_order set status = 'expired' where status = 'paid'`],
  ['an order is paid if and only if it is booked', `delete from journal where kind = 'payment'`],
  ['a paid order names its payment', `update payment_order set paid_by = null`],
  ['taught, planned and owed minutes', `update booking set minutes = 99, status = 'scheduled'`],
  ['a payment has one booking and one receipt', `delete from booking`],
  ['a payment has one booking and one receipt', `delete from receipt`],
  ['receipt numbers have no gaps or duplicates', `update receipt_series set last_place = 2`],
  ['receipt numbers have no gaps or duplicates', `update receipt set place = 2`],
  ['refunds never exceed their payment', `update payment set amount_paise = 149999`],
  ['refund status matches its history', `update refund set status = 'sent' where status = 'settled'`],
  ['a class is settled once at its fee', `update lesson set settled_at = null`],
  ['a class is settled once at its fee', `update lesson set fee_paise = fee_paise + 1`],
  [
    'held money equals open disputes',
    `insert into ledger_account (kind, balance_paise) values ('held_in_dispute', -1)`,
  ],
  [
    'held money equals open disputes',
    `insert into dispute (lesson_id, case_id, reason, amount_paise) select id, gen_random_uuid(), 'other', 1 from lesson`,
  ],
  ['a payout is booked once with its entries', `delete from journal where kind = 'payout'`],
  ['a payout is booked once with its entries', `update payout set status = 'undone'`],
  ['our books match the gateway', `update sandbox_payment set status = 'FAILED' where amount_paise > 0`],
  ['our books match the gateway', `delete from sandbox_payment where amount_paise < 0`],
  ['our books match the gateway', entry('gateway_receivable', 'payment')],
])('detects a violation of "%s": %s', async (name, statement) => {
  const found = await brokenBy(`set local session_replication_role = replica;
    alter table ledger_account drop constraint ledger_balance_not_overdrawn; ${statement}`)
  expect(found.filter((fault) => fault.startsWith(name))).not.toEqual([])
})

test.each([
  `insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference) select id, 'SUCCESS', 9900, '', '' from payment_order where status = 'paid'`,
  // Less than its price.
  `insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference) select id, 'SUCCESS', 100, '', '' from payment_order where status <> 'paid'`,
  `insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference) select id, 'SUCCESS', -1, '', '' from payment_order where status = 'paid'`,
])('reports gateway-only money once all webhooks arrived: %s', async (statement) => {
  expect(await brokenBy(statement, true)).toHaveLength(1)
  expect(await brokenBy(statement, false)).toEqual([])
})

test.each([
  [`update payment_order set status = 'created' where status = 'paid'`, 'payment_order'],
  [`update payment set status = 'PENDING'`, 'payment'],
  [`update lesson set settled_at = null`, 'lesson'],
  [`update booking set status = 'pending_schedule'`, 'booking'],
  [`alter table payout disable trigger payout_moves; update payout set status = 'undone'`, 'payout'],
  [
    `alter table refund disable trigger refund_forward; update refund set status = 'sent' where status = 'settled'`,
    'refund',
  ],
])('detects a status moved backwards: %s', async (statement, table) => {
  expect(await brokenBy(statement)).toContainEqual(expect.stringMatching(`status moved backwards: ${table} `))
})

/** What the oracle reports for a change that is rolled back. */
async function brokenBy(statement: string, isFullyReported = false): Promise<string[]> {
  let found: string[] = []
  const undone = app.db.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx)
    found = await faultsOfBooks(tx, { isFullyReported })
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  return found
}
