import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks, faultsOfBooks } from './books-oracle.ts'
import { makeMentor, newPhone } from './builders.ts'
import { removeGuards } from './lifecycle-guards.ts'
import { attendanceOf, inDays, type TestApp, testApp } from './test-app.ts'

let app: TestApp
/** A little of everything: a class that was taught and paid out, a refund that arrived, one that waits, an unpaid order. */
beforeAll(async () => {
  app = await testApp()
  const [family, admin] = [await app.login(newPhone(), 'student'), await app.admin()]
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  await mentor.put('/api/mentor/payout-account', { method: 'upi', holder: 'Asha', upi: 'asha@okaxis' })
  const booking = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  const date = await app.lessonYesterday(mentor, booking)
  await mentor.post('/api/class-records', attendanceOf(booking, date, '10:00', '11:00'))
  const lesson = await sql<{ id: string }>`select id from lesson`.execute(app.db)
  await transaction(app.db, (tx) => settleLesson(tx, lesson.rows[0]?.id ?? ''))
  const batch = await admin.post('/api/admin/payouts', { until: inDays(0) })
  const { _id, amount } = batch.body.data
  await admin.post(`/api/admin/payouts/${_id}/paid`, { reference: 'UTR00000', amount })
  const { rows } = await sql<{ id: string }>`select id from payment_order`.execute(app.db)
  const wish = { order: rows[0]?.id, amount: 1000, reason: 'Classes were not as promised', ends: false, left: 4125 }
  await admin.put('/api/admin/refunds/01890000-0000-7000-8000-000000000001', wish)
  await app.runJobs()
  await admin.put('/api/admin/refunds/01890000-0000-7000-8000-000000000002', { ...wish, amount: 500, left: 3125 })
  await family.post('/api/payment/create-order', { amount: 99, mentorId: (await makeMentor(app.db)).id })
  const next = await makeMentor(app.db)
  const path = `/api/class-bookings/booking/${booking}/replacement`
  expect((await family.post(path, { mentor: next.id, balance: 2625, minutes: 700 })).status).toBe(200)
  expect(lesson.rows).toHaveLength(1)
  await removeGuards(app.db)
})
afterAll(() => app.stop())

test('books that are right have no fault', () => expectBooks(app.db, { isToldAll: true }))

const balance = (kind: string) => `update ledger_account set balance_paise = balance_paise + 1 where kind = '${kind}'`
const entry = (kind: string, of: string) =>
  `update ledger_entry set amount_paise = amount_paise + 1 from journal j, ledger_account a
    where j.id = journal_id and a.id = account_id and a.kind = '${kind}' and j.kind = '${of}'`

test.each([
  ['a journal sums to zero', entry('family_prepaid', 'payment')],
  ['a journal sums to zero', `insert into journal (kind, subject_id) values ('lesson', gen_random_uuid())`],
  ['a balance is the sum of its entries', balance('bank')],
  [
    'no account is below zero that may not be',
    `update ledger_account set balance_paise = -balance_paise where kind = 'commission'`,
  ],
  ['no account is below zero that may not be', `update ledger_account set balance_paise = -1 where kind = 'bank'`],
  ['a settlement is booked once, with its sums', `delete from journal where kind = 'settlement'`],
  ['a settlement is booked once, with its sums', `update gateway_settlement set fee_paise = fee_paise + 1`],
  ['what a family paid in advance is what its bookings have left', balance('family_prepaid')],
  ['what a family paid in advance is what its bookings have left', `update booking set price_paise = price_paise - 1`],
  ['what is owed back of an order', entry('refunds_payable', 'refund')],
  ['the bookings of an order know what of it went back', `update booking set refunded_paise = 0`],
  [
    'the bookings of an order know what of it went back',
    `update booking set price_paise = price_paise - 1 where replaces is not null`,
  ],
  ['what another mentor took over left its booking', `update booking set status = 'scheduled'`],
  [
    'an order is paid exactly when it is in the books',
    `update payment_order set status = 'expired' where status = 'paid'`,
  ],
  ['an order is paid exactly when it is in the books', `delete from journal where kind = 'payment'`],
  ['an order knows which payment paid it', `update payment_order set paid_by = null`],
  ['what of a booking is taught, planned and owed', `update booking set minutes = 99, status = 'scheduled'`],
  ['what was paid is one booking with one receipt', `delete from booking`],
  ['what was paid is one booking with one receipt', `delete from receipt`],
  ['the series of receipts has no gap and no double', `update receipt_series set last_place = 2`],
  ['the series of receipts has no gap and no double', `update receipt set place = 2`],
  ['a refund is never above what was paid', `update payment set amount_paise = 149999`],
  ['a refund is where its history says', `update refund set status = 'sent' where status = 'settled'`],
  ['a class is settled once, with its fee', `update lesson set settled_at = null`],
  ['a class is settled once, with its fee', `update lesson set fee_paise = fee_paise + 1`],
  [
    'what is on hold is what open disputes are about',
    `insert into ledger_account (kind, balance_paise) values ('held_in_dispute', -1)`,
  ],
  [
    'what is on hold is what open disputes are about',
    `insert into dispute (lesson_id, case_id, reason, amount_paise) select id, gen_random_uuid(), 'other', 1 from lesson`,
  ],
  ['a payout is paid once, with what it is made of', `delete from journal where kind = 'payout'`],
  ['a payout is paid once, with what it is made of', `update payout set status = 'undone'`],
  ["the gateway's own book says the same", `update sandbox_payment set status = 'FAILED' where amount_paise > 0`],
  ["the gateway's own book says the same", `delete from sandbox_payment where amount_paise < 0`],
  ["the gateway's own book says the same", entry('gateway_receivable', 'payment')],
])('%s: %s is found', async (name, statement) => {
  const found = await brokenBy(`set local session_replication_role = replica;
    alter table ledger_account drop constraint ledger_balance_not_overdrawn; ${statement}`)
  expect(found.filter((fault) => fault.startsWith(name))).not.toEqual([])
})

test.each([
  `insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference) select id, 'SUCCESS', 9900, '', '' from payment_order`,
  `insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference) select id, 'SUCCESS', -1, '', '' from payment_order where status = 'paid'`,
])('what only the gateway knows is a fault when everything was told: %s', async (statement) => {
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
])('a step back is found: %s', async (statement, table) => {
  expect(await brokenBy(statement)).toContainEqual(expect.stringMatching(`a status moves forward: ${table} `))
})

/** What the oracle says after a change that is taken back. */
async function brokenBy(statement: string, isToldAll = false): Promise<string[]> {
  let found: string[] = []
  const undone = app.db.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx)
    found = await faultsOfBooks(tx, { isToldAll })
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  return found
}
