import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { settleDue, settleLesson } from '#server/classes/bookings/settlement.ts'
import { balancePaise } from '#server/ledger/ledger.ts'
import { constraintOf, transaction } from '#server/platform/database.ts'
import { webhookSignature } from '#server/providers/payments/cashfree.ts'
import { sandboxKeys } from '#server/providers/payments/payments.ts'
import { withLines } from '#test/batch-lines.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { agePayoutAccounts, makeEarning, makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { attendanceOf, inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { savePayees } from '../payouts/payees.ts'
import { sweepTransfers, syncTransfers } from './transfers.ts'

let app: TestApp
let admin: LoggedIn
const setMode = (sandbox: 'files' | 'split') =>
  sql`insert into setting (name, from_date, value) values ('payoutModes', '2026-01-01', ${JSON.stringify({ cashfree: 'split', sandbox })}::jsonb)
    on conflict (name, from_date) do update set value = excluded.value`.execute(app.db)
beforeAll(async () => {
  app = await testApp({ mayFail: true })
  await setMode('split')
  admin = await app.admin({ role: 'operations' })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await expectBooks(app.db)
})
afterAll(() => app.stop())

const month = { amount: 4500, plan: 'monthly' }
/** A class of a twelfth of the month: ₹375 less 10% commission and 18% GST on it. */
const share = 375_00 - 37_50 - 6_75

async function payableMentor() {
  const made = await makeMentor(app.db, { name: 'Asha Verma', tax: { holder: 'individual' } })
  const mentor = await app.login(made.phone, 'mentor')
  await mentor.put('/api/mentor/payout-account', { method: 'upi', holder: 'Asha Verma', upi: `a${made.phone}@okaxis` })
  await agePayoutAccounts(app.db)
  await savePayees(app.context)
  return { ...made, mentor }
}
const newFamily = () => app.login(newPhone(), 'student')

/** A paid month with its order. */
async function monthOf(mentorId: string, input: Record<string, unknown> = month) {
  const family = await newFamily()
  const booking = await app.paidBooking(family, mentorId, input)
  const { rows } = await sql<{ id: string; held: number }>`
    select o.id, o.held_paise as held from payment_order o join booking b on b.order_id = o.id where b.id = ${booking}`.execute(
    app.db,
  )
  return { family, booking, order: rows[0]?.id ?? '', held: rows[0]?.held ?? 0 }
}
/** A class that was held yesterday; it is not settled yet. */
async function taughtClass(mentor: LoggedIn, booking: string, from = '10:00', to = '11:40') {
  const date = await app.lessonYesterday(mentor, booking, from)
  const { body } = await mentor.post('/api/class-records', attendanceOf(booking, date, from, to))
  return body.data.lesson as string
}
const settle = (lesson: string) => transaction(app.db, (tx) => settleLesson(tx, lesson))
const transfersOf = async (order: string) =>
  (
    await sql<{ id: string; kind: string; paise: number; status: string; reference: string }>`
      select id, kind, amount_paise as paise, status, reference from transfer where order_id = ${order} order by number`.execute(
      app.db,
    )
  ).rows
/** What the stand-in holds for a mentor. */
const atGateway = async (mentorId: string) =>
  (
    await sql<{ paise: number }>`select coalesce(sum(amount_paise), 0)::int as paise from sandbox_vendor_entry
      where vendor_id = ${mentorId.replaceAll('-', '')} and status <> 'FAILED'`.execute(app.db)
  ).rows[0]?.paise
const endAtBank = (id: number | string, outcome: string) =>
  app.browser().post('/sandbox/transfers', `transfer=${id}&outcome=${outcome}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const aDayLater = () =>
  transaction(app.db, async (tx) => {
    await sql`alter table transfer disable trigger user`.execute(tx)
    await sql`update transfer set created_at = created_at - case when status = 'due' then interval '1 hour' else interval '0' end, called_at = called_at - interval '25 hours',
      ended_at = ended_at - interval '25 hours'`.execute(tx)
    await sql`alter table transfer enable trigger user`.execute(tx)
  })

test('splits an order at the gateway, and takes no booking for a mentor it cannot pay', async () => {
  const { id } = await payableMentor()
  const { order, held } = await monthOf(id)
  expect([held, await atGateway(id)]).toEqual([12 * share + 100, 12 * share + 100])
  const split = await sql`select split_paise from sandbox_order where order_id = ${order}`.execute(app.db)
  expect(split.rows).toEqual([{ split_paise: held }])
  const unknown = await makeMentor(app.db)
  const family = await newFamily()
  const refused = await family.post('/api/payment/create-order', { mentorId: unknown.id, ...month })
  expect([refused.status, refused.body.code]).toEqual([409, 'mentor-not-payable'])
})

test('releases a settled class once, for two workers, repeated jobs and a late webhook', async () => {
  const { id, mentor } = await payableMentor()
  const { order, booking, held } = await monthOf(id)
  const lesson = await taughtClass(mentor, booking)
  await syncTransfers(app.context, order)
  expect(await transfersOf(order)).toEqual([])
  await settle(lesson)
  await Promise.all([1, 2, 3].map(() => sweepTransfers(app.context)))
  await sweepTransfers(app.context)
  const [released, ...others] = await transfersOf(order)
  expect([released, others]).toMatchObject([{ kind: 'release', paise: share, status: 'sent' }, []])
  expect(await atGateway(id)).toBe(held - share)
  expect(await balancePaise(app.db, 'mentor_payable', id)).toBe(0)
  const [row] = (await mentor.get('/api/mentor/earnings')).body.data
  expect(row).toMatchObject({ kind: 'lesson', status: 'paid', net: share / 100 })
  await endAtBank(released?.reference ?? '', 'SUCCESS')
  expect(await transfersOf(order)).toMatchObject([{ status: 'settled' }])
  expect((await mentor.get('/api/mentor/earnings')).body.totals).toMatchObject({ paid: share / 100, waiting: 0 })
  // The file has nothing to pay for it.
  expect((await admin.post('/api/admin/payouts', { until: inDays(0) })).body.code).toBe('payout-empty')
})

test('refuses a second release of a lesson and more than the hold in the database', async () => {
  const { id, mentor } = await payableMentor()
  const { order, booking, held } = await monthOf(id)
  const lesson = await taughtClass(mentor, booking)
  await settle(lesson)
  await syncTransfers(app.context, order)
  const insert = (paise: number, kind = 'return') =>
    sql`insert into transfer (order_id, mentor_id, gateway, kind, lesson_id, amount_paise)
      values (${order}, ${id}, 'sandbox', ${kind}, ${kind === 'return' ? null : lesson}, ${paise})`
      .execute(app.db)
      .then(() => 'inserted', constraintOf)
  expect(await insert(1, 'release')).toBe('transfer_release_once')
  expect(await insert(held)).toBe('transfer_within_hold')
  const paidTwice = sql`update transfer set amount_paise = amount_paise + 1 where order_id = ${order}`
  expect(await paidTwice.execute(app.db).then(() => 'changed', constraintOf)).toBe('transfer_forward')
})

test('releases nothing to an account that an admin refused, until another one is proven', async () => {
  const { id, mentor, phone } = await payableMentor()
  const { order, booking, held } = await monthOf(id)
  await settle(await taughtClass(mentor, booking))
  const { splits } = app.context.payments
  if (!splits) throw new Error('the sandbox splits')
  vi.spyOn(splits, 'release').mockRejectedValueOnce(new Error('no answer'))
  await sweepTransfers(app.context)
  await settle(await taughtClass(mentor, booking, '15:00', '16:40'))
  await sql`update mentor set full_name = 'Sita Rao' where id = ${id}`.execute(app.db)
  const accounts = await sql<{ id: string }>`select id from payout_account where mentor_id = ${id}`.execute(app.db)
  const refuse = admin.post(`/api/admin/payout-accounts/${accounts.rows[0]?.id}`, { decision: 'refuse' })
  expect((await refuse).status).toBe(200)
  await aDayLater()
  await sweepTransfers(app.context)
  expect(await transfersOf(order)).toMatchObject([{ kind: 'release', status: 'due' }])
  expect(await atGateway(id)).toBe(held)
  const another = await (await newFamily()).post('/api/payment/create-order', { mentorId: id, ...month })
  expect(another.body.code).toBe('mentor-not-payable')
  await mentor.put('/api/mentor/payout-account', { method: 'upi', holder: 'Sita Rao', upi: `s${phone}@okaxis` })
  await agePayoutAccounts(app.db)
  await savePayees(app.context)
  await sweepTransfers(app.context)
  expect(await transfersOf(order)).toMatchObject([
    { paise: share, status: 'sent' },
    { paise: share, status: 'sent' },
  ])
})

test('returns the hold before a refund, so that nothing is released after it', async () => {
  const { id, mentor } = await payableMentor()
  const { order, held } = await monthOf(id)
  const refund = await admin.put(`/api/admin/refunds/${crypto.randomUUID()}`, {
    order,
    amount: 4500,
    reason: 'The family moved',
    ends: true,
    left: 4500,
  })
  expect(refund.status, JSON.stringify(refund.body)).toBe(200)
  await app.runJobs()
  expect(await transfersOf(order)).toMatchObject([{ kind: 'return', paise: held, status: 'settled' }])
  expect(await atGateway(id)).toBe(0)
  const sent = await sql<{ status: string }>`select status from refund where order_id = ${order}`.execute(app.db)
  expect(sent.rows).toEqual([{ status: 'settled' }])
  await sweepTransfers(app.context)
  expect(await transfersOf(order)).toHaveLength(1)
  expect((await mentor.get('/api/mentor/earnings')).body.totals.net).toBe(0)
})

test('a part of the month is refunded after a class was released; the rest is released as usual', async () => {
  const { id, mentor } = await payableMentor()
  const { order, booking, held } = await monthOf(id)
  await settle(await taughtClass(mentor, booking))
  await syncTransfers(app.context, order)
  const back = await admin.put(`/api/admin/refunds/${crypto.randomUUID()}`, {
    order,
    amount: 2250,
    reason: 'Half a month',
    ends: false,
    left: 4125,
  })
  expect(back.status, JSON.stringify(back.body)).toBe(200)
  await app.runJobs()
  expect(await transfersOf(order)).toMatchObject([
    { kind: 'release', paise: share },
    { kind: 'return', paise: 6 * share, status: 'settled' },
  ])
  await settle(await taughtClass(mentor, booking, '15:00', '16:40'))
  await sweepTransfers(app.context)
  expect((await transfersOf(order)).at(-1)).toMatchObject({ kind: 'release', paise: share, status: 'sent' })
  expect(await atGateway(id)).toBe(held - 8 * share)
})

test('tries a transfer again a day after the bank refused it', { tags: ['full'] }, async () => {
  const { id, mentor } = await payableMentor()
  const { order, booking, held } = await monthOf(id)
  await settle(await taughtClass(mentor, booking))
  await sweepTransfers(app.context)
  const [first] = await transfersOf(order)
  await endAtBank(first?.reference ?? '', 'FAILED')
  expect(await transfersOf(order)).toMatchObject([{ status: 'failed' }])
  expect(await balancePaise(app.db, 'mentor_payable', id)).toBe(-share)
  expect((await mentor.get('/api/mentor/earnings')).body.data[0]).toMatchObject({ status: 'waiting' })
  await sweepTransfers(app.context)
  expect(await transfersOf(order)).toHaveLength(1)
  // Meanwhile no bank file pays it.
  expect((await admin.post('/api/admin/payouts', { until: inDays(0) })).body.code).toBe('payout-empty')
  await aDayLater()
  await sweepTransfers(app.context)
  expect(await transfersOf(order)).toMatchObject([{ status: 'failed' }, { status: 'sent', paise: share }])
  expect(await atGateway(id)).toBe(held - share)
})

test('asks again with the same id when the gateway does not answer, and records a refusal', {
  tags: ['full'],
}, async () => {
  const { id, mentor } = await payableMentor()
  const { order, booking, held } = await monthOf(id)
  const { splits } = app.context.payments
  if (!splits) throw new Error('the sandbox splits')
  await settle(await taughtClass(mentor, booking))
  // The gateway carries it out, and its reply is lost.
  const { release } = splits
  vi.spyOn(splits, 'release').mockImplementationOnce(async (part) => {
    await release(part)
    throw new Error('no answer')
  })
  await expect(syncTransfers(app.context, order)).rejects.toThrow('no answer')
  expect(await transfersOf(order)).toMatchObject([{ status: 'due' }])
  await aDayLater()
  await sweepTransfers(app.context)
  expect(await transfersOf(order)).toMatchObject([{ status: 'sent' }])
  expect(await atGateway(id)).toBe(held - share)
  await settle(await taughtClass(mentor, booking, '15:00', '16:40'))
  vi.spyOn(splits, 'release').mockResolvedValueOnce({ status: 'refused', reason: 'Vendor is not active' })
  await syncTransfers(app.context, order)
  expect((await transfersOf(order)).at(-1)).toMatchObject({ status: 'failed' })
  const shown = (await admin.get('/api/admin/transfers')).body
  expect(shown.data.find((one: { status: string }) => one.status === 'failed')).toMatchObject({
    fullName: 'Asha Verma',
  })
})

/** Has the gateway answer every release under the first key with the error it stored. */
async function stuckRelease() {
  const { id, mentor } = await payableMentor()
  const { order, booking, held } = await monthOf(id)
  const { splits } = app.context.payments
  if (!splits) throw new Error('the sandbox splits')
  await settle(await taughtClass(mentor, booking))
  const { release } = splits
  let key = ''
  const isCarriedOut = { first: false }
  vi.spyOn(splits, 'release').mockImplementation(async (part) => {
    if (part.vendorId !== id.replaceAll('-', '') || (key && part.key !== key)) return await release(part)
    if (!key && isCarriedOut.first) await release(part)
    key = part.key
    throw new Error('answered 500: internal')
  })
  const get = async () => (await transfersOf(order))[0]
  const retry = async (by = admin) => by.post(`/api/admin/transfers/${(await get())?.id}/retry`, undefined)
  /** Settles a second class of the same price and has it paid. */
  const payAnother = async () => {
    await settle(await taughtClass(mentor, booking, '15:00', '16:40'))
    await sweepTransfers(app.context)
    return (await transfersOf(order)).at(-1)
  }
  return { id, order, held, isCarriedOut, get, retry, payAnother }
}
/** Ids of a mentor's transfers at the stand-in's bank. */
const bankTransfersOf = async (mentorId: string) =>
  (
    await sql<{
      id: string
    }>`select id::text from sandbox_vendor_entry where kind = 'ON_DEMAND' and vendor_id = ${mentorId.replaceAll('-', '')}
      order by id`.execute(app.db)
  ).rows.map((row) => row.id)
const runLateNotices = async () => {
  await sql`update pgboss.job set start_after = now() where name = 'transfers.told'`.execute(app.db)
  await app.runJobs()
}
const auditsOf = async (mentorId: string) =>
  (
    await sql<{ outcome: string }>`select detail ->> 'decision' as outcome from audit
      where action = 'transfer.retry' and subject_id = ${mentorId} order by id`.execute(app.db)
  ).rows.map(({ outcome }) => outcome)

test('sends a stuck transfer under a new key, after the gateway showed that it was not made', {
  tags: ['full'],
}, async () => {
  const { id, order, held, get, retry } = await stuckRelease()
  await sweepTransfers(app.context)
  // It may still be answered.
  expect((await retry()).body.code).toBe('transfer-not-stuck')
  await aDayLater()
  await sweepTransfers(app.context)
  expect(await get()).toMatchObject({ status: 'due' })
  const shown = (await admin.get('/api/admin/transfers')).body.data
  expect(shown.find((one: { _id: string; isStuck: boolean }) => one.isStuck)).toMatchObject({ status: 'due' })
  // A worker is calling the gateway.
  expect((await retry()).body.code).toBe('transfer-not-stuck')
  await aDayLater()
  expect((await retry(await app.admin({ role: 'support' }))).status).toBe(403)
  const first = await get()
  expect((await retry()).body.data).toEqual({ _id: first?.id, outcome: 'again' })
  expect((await retry()).body.code).toBe('transfer-not-stuck')
  await sweepTransfers(app.context)
  expect(await transfersOf(order)).toMatchObject([{ id: first?.id, status: 'sent', paise: share }])
  expect(await atGateway(id)).toBe(held - share)
  expect(await auditsOf(id)).toEqual(['again'])
})

test('never pays a stuck transfer twice: what left the hold is recorded as sent, and what is unclear stays', async () => {
  const { id, order, held, isCarriedOut, get, retry } = await stuckRelease()
  isCarriedOut.first = true
  await sweepTransfers(app.context)
  await aDayLater()
  const { splits } = app.context.payments
  if (!splits) throw new Error('the sandbox splits')
  vi.spyOn(splits, 'wasCarriedOut').mockRejectedValueOnce(new Error('no answer')).mockResolvedValueOnce('unclear')
  for (const code of ['gateway-silent', 'transfer-unclear']) {
    expect((await retry()).body.code).toBe(code)
    await aDayLater()
  }
  expect(await get()).toMatchObject({ status: 'due' })
  expect((await retry()).body.data.outcome).toBe('sent')
  await sweepTransfers(app.context)
  expect(await transfersOf(order)).toMatchObject([{ status: 'sent', paise: share }])
  expect(await atGateway(id)).toBe(held - share)
  expect(await balancePaise(app.db, 'transfers_payable', null)).toBe(0)
  expect(await auditsOf(id)).toEqual(['sent'])
})

test.each(['before', 'after'])(
  'a failure told %s the retry of a transfer without a reference returns its money',
  { tags: ['full'] },
  async (when) => {
    const { id, order, held, isCarriedOut, retry } = await stuckRelease()
    isCarriedOut.first = true
    await sweepTransfers(app.context)
    await aDayLater()
    const [reference = ''] = await bankTransfersOf(id)
    if (when === 'after') expect((await retry()).body.data.outcome).toBe('sent')
    await endAtBank(reference, 'FAILED')
    await runLateNotices()
    expect(await transfersOf(order)).toMatchObject([{ status: 'failed', reference }])
    expect(await balancePaise(app.db, 'mentor_payable', id)).toBe(-share)
    expect(await balancePaise(app.db, 'transfers_payable', null)).toBe(0)
    vi.restoreAllMocks()
    await aDayLater()
    await sweepTransfers(app.context)
    expect(await transfersOf(order)).toMatchObject([{ status: 'failed' }, { status: 'sent', paise: share }])
    expect(await atGateway(id)).toBe(held - share)
  },
)

test('settles a transfer without a reference once the bank has paid it', { tags: ['full'] }, async () => {
  const { id, order, isCarriedOut, retry } = await stuckRelease()
  isCarriedOut.first = true
  await sweepTransfers(app.context)
  await aDayLater()
  expect((await retry()).body.data.outcome).toBe('sent')
  const [reference = ''] = await bankTransfersOf(id)
  await endAtBank(reference, 'SUCCESS')
  await runLateNotices()
  expect(await transfersOf(order)).toMatchObject([{ status: 'settled', reference }])
})

test('a notice that fits two transfers changes neither and is a discrepancy', { tags: ['full'] }, async () => {
  const { id, order, isCarriedOut, payAnother } = await stuckRelease()
  isCarriedOut.first = true
  await sweepTransfers(app.context)
  const { splits } = app.context.payments
  if (!splits) throw new Error('the sandbox splits')
  vi.spyOn(splits, 'release').mockRejectedValue(new Error('no answer'))
  await payAnother()
  const [reference = ''] = await bankTransfersOf(id)
  await endAtBank(reference, 'FAILED')
  await runLateNotices()
  const untouched = { status: 'due', reference: '' }
  expect(await transfersOf(order)).toMatchObject([untouched, untouched])
  await sql`update payment_event set received_at = received_at - interval '1 day' where event_key like ${`%:${reference}`}`.execute(
    app.db,
  )
  await admin.post('/api/admin/books/checks', undefined)
  await app.runJobs()
  const { data } = (await admin.get('/api/admin/books?show=open&limit=100')).body
  const isMine = ({ kind, subject }: Record<string, unknown>) => kind === 'transfer_silent' && subject === reference
  expect(data.filter(isMine)).toHaveLength(1)
  // The gateway's next answer names the transfer, and the waiting notice finds it.
  vi.restoreAllMocks()
  await aDayLater()
  await sweepTransfers(app.context)
  await runLateNotices()
  expect(await transfersOf(order)).toMatchObject([{ status: 'failed', reference }, { status: 'sent' }])
})

test('asks nothing of the balance while another transfer of the amount has no known end', {
  tags: ['full'],
}, async () => {
  const { id, order, held, isCarriedOut, retry, payAnother } = await stuckRelease()
  isCarriedOut.first = true
  await sweepTransfers(app.context)
  const other = await payAnother()
  expect(other).toMatchObject({ status: 'sent', paise: share })
  await aDayLater()
  // The bank returned the other one, and we have not heard of it: the balance looks as if the stuck one was not made.
  const failed = sql`update sandbox_vendor_entry set status = 'FAILED' where id = ${other?.reference}`
  await failed.execute(app.db)
  expect((await retry()).body.code).toBe('transfer-unclear')
  await sql`update sandbox_vendor_entry set status = 'PENDING' where id = ${other?.reference}`.execute(app.db)
  await endAtBank(other?.reference ?? '', 'FAILED')
  await aDayLater()
  expect((await retry()).body.data.outcome).toBe('sent')
  expect(await transfersOf(order)).toMatchObject([{ status: 'sent' }, { status: 'failed' }])
  expect(await atGateway(id)).toBe(held - share)
  expect(await auditsOf(id)).toEqual(['sent'])
})

test('a second stuck transfer of the amount makes both unclear', { tags: ['full'] }, async () => {
  const { id, order, held, isCarriedOut, retry, payAnother } = await stuckRelease()
  isCarriedOut.first = true
  await sweepTransfers(app.context)
  const { splits } = app.context.payments
  if (!splits) throw new Error('the sandbox splits')
  vi.spyOn(splits, 'release').mockRejectedValue(new Error('no answer'))
  const other = await payAnother()
  await aDayLater()
  for (const answer of [await retry(), await admin.post(`/api/admin/transfers/${other?.id}/retry`, undefined)])
    expect(answer.body.code).toBe('transfer-unclear')
  expect(await transfersOf(order)).toMatchObject([{ status: 'due' }, { status: 'due' }])
  expect(await auditsOf(id)).toEqual([])
  vi.restoreAllMocks()
  await aDayLater()
  await sweepTransfers(app.context)
  expect(await transfersOf(order)).toMatchObject([{ status: 'sent' }, { status: 'sent' }])
  expect(await atGateway(id)).toBe(held - 2 * share)
})

test('changes nothing if what is held changed while the gateway was asked', { tags: ['full'] }, async () => {
  const { id, get, retry } = await stuckRelease()
  await sweepTransfers(app.context)
  await aDayLater()
  const { splits } = app.context.payments
  if (!splits) throw new Error('the sandbox splits')
  vi.spyOn(splits, 'wasCarriedOut').mockImplementationOnce(async () => {
    await monthOf(id)
    return 'no'
  })
  expect((await retry()).body.code).toBe('transfer-unclear')
  expect(await get()).toMatchObject({ status: 'due' })
  expect(await auditsOf(id)).toEqual([])
  await aDayLater()
  expect((await retry()).body.data.outcome).toBe('again')
})

/** The gateway's signed webhook about a vendor's settlement. */
async function tellOf(settlementId: number, status: 'SUCCESS' | 'FAILED' | 'REVERSED') {
  const settlement = { settlement_id: settlementId, status, utr: 'U1', reason: null }
  const raw = JSON.stringify({ type: `VENDOR_SETTLEMENT_${status}`, event_time: 'now', data: { settlement } })
  const at = String(Date.now())
  const told = await app.app.inject({
    method: 'POST',
    url: '/api/payment/webhook',
    payload: raw,
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': at,
      'x-webhook-signature': webhookSignature(sandboxKeys.clientSecret, at, raw),
    },
  })
  expect(told.statusCode).toBe(200)
}

test('a notice that is handled days later does not undo a newer one', async () => {
  const { id, mentor } = await payableMentor()
  const { order, booking } = await monthOf(id)
  await settle(await taughtClass(mentor, booking))
  const reference = 990_002
  await tellOf(reference, 'FAILED')
  const { splits } = app.context.payments
  if (!splits) throw new Error('the sandbox splits')
  vi.spyOn(splits, 'release').mockResolvedValueOnce({ status: 'sent', reference: String(reference) })
  await syncTransfers(app.context, order)
  await tellOf(reference, 'SUCCESS')
  expect(await transfersOf(order)).toMatchObject([{ status: 'settled' }])
  await runLateNotices()
  expect(await transfersOf(order)).toMatchObject([{ status: 'settled' }])
})

test('loses nothing when a webhook is faster than the reply', { tags: ['full'] }, async () => {
  const { id, mentor } = await payableMentor()
  const { order, booking } = await monthOf(id)
  await settle(await taughtClass(mentor, booking))
  await tellOf(990_001, 'SUCCESS')
  const { splits } = app.context.payments
  if (!splits) throw new Error('the sandbox splits')
  vi.spyOn(splits, 'release').mockResolvedValueOnce({ status: 'sent', reference: '990001' })
  await syncTransfers(app.context, order)
  expect(await transfersOf(order)).toMatchObject([{ status: 'sent' }])
  await runLateNotices()
  expect(await transfersOf(order)).toMatchObject([{ status: 'settled' }])
})

test('taxes stay with us: they are withheld from the release and returned with what is left', async () => {
  const made = await payableMentor()
  await sql`insert into setting (name, from_date, value) values ('taxRules', '2026-01-01', '{"limit": 0, "withoutPan": 5, "onlyExcess": 0}'::jsonb)
    on conflict (name, from_date) do update set value = excluded.value`.execute(app.db)
  const { order, booking, held } = await monthOf(made.id, { amount: 99, plan: 'demo' })
  await settle(await taughtClass(made.mentor, booking))
  await sql`delete from setting where name = 'taxRules'`.execute(app.db)
  await sweepTransfers(app.context)
  const all = await transfersOf(order)
  const net = 9900 - 990 - 178 - 10
  expect(all).toMatchObject([
    { kind: 'release', paise: net },
    { kind: 'return', paise: held - net },
  ])
  expect(await atGateway(made.id)).toBe(0)
})

test('pays by file what the gateway does not hold, and no class twice', async () => {
  const { id, mentor } = await payableMentor()
  await makeEarning(app.db, id, 50_000)
  const { booking, order } = await monthOf(id)
  await settle(await taughtClass(mentor, booking))
  const made = await withLines(admin, admin.post('/api/admin/payouts', { until: inDays(0) }))
  // The class is neither paid by the file before its release, nor afterwards.
  expect(made.body.data.lines).toMatchObject([{ mentorId: id, amount: 500 }])
  await sweepTransfers(app.context)
  expect(await transfersOf(order)).toMatchObject([{ kind: 'release', paise: share }])
  expect((await admin.get('/api/admin/payouts')).body.payable).toMatchObject({ amount: 0, mentors: 0 })
  expect((await admin.post(`/api/admin/payouts/${made.body.data._id}/undo`, undefined)).status).toBe(200)
})

/** A mentor owed 500 rupees besides a class of a held order, whose share was released. */
async function releasedClass() {
  const { id, mentor } = await payableMentor()
  await makeEarning(app.db, id, 50_000)
  const { booking, order } = await monthOf(id)
  const lesson = await taughtClass(mentor, booking)
  await settle(lesson)
  await sweepTransfers(app.context)
  const correctHalf = async () => {
    const correction = { lesson, amount: 187.5, fee: 375, reason: 'Half an hour was missing' }
    expect((await admin.put(`/api/admin/disputes/${crypto.randomUUID()}`, correction)).status).toBe(200)
  }
  return { id, order, correctHalf }
}

test('a class corrected after its release is deducted from the next file, and not again from another release', async () => {
  const { id, order, correctHalf } = await releasedClass()
  await correctHalf()
  const half = 187_50 - 18_75 - 3_38
  const rest = (50_000 - share + half) / 100
  const made = await withLines(admin, admin.post('/api/admin/payouts', { until: inDays(0) }))
  expect(made.body.data.lines).toContainEqual(expect.objectContaining({ mentorId: id, amount: rest, status: 'open' }))
  const [released] = await transfersOf(order)
  await endAtBank(released?.reference ?? '', 'FAILED')
  await aDayLater()
  await sweepTransfers(app.context)
  expect((await transfersOf(order)).filter(({ kind }) => kind === 'release').map(({ paise }) => paise)).toEqual([
    share,
    share,
  ])
  expect((await admin.post(`/api/admin/payouts/${made.body.data._id}/undo`, undefined)).status).toBe(200)
})

test('a class corrected after its release failed is deducted once, from the next release', async () => {
  const { id, order, correctHalf } = await releasedClass()
  const [released] = await transfersOf(order)
  await endAtBank(released?.reference ?? '', 'FAILED')
  await correctHalf()
  await aDayLater()
  await sweepTransfers(app.context)
  const half = 187_50 - 18_75 - 3_38
  expect((await transfersOf(order)).filter(({ kind }) => kind === 'release').map(({ paise }) => paise)).toEqual([
    share,
    half,
  ])
  const made = await withLines(admin, admin.post('/api/admin/payouts', { until: inDays(0) }))
  expect(made.body.data.lines).toContainEqual(expect.objectContaining({ mentorId: id, amount: 500, status: 'open' }))
  expect((await admin.post(`/api/admin/payouts/${made.body.data._id}/undo`, undefined)).status).toBe(200)
})

test('reconciles holds with the gateway’s list, and reports another amount and a silent bank', {
  tags: ['full'],
}, async () => {
  const { id, mentor } = await payableMentor()
  const { order, booking } = await monthOf(id)
  await settle(await taughtClass(mentor, booking))
  await sweepTransfers(app.context)
  await transaction(app.db, async (tx) => {
    await sql`alter table transfer disable trigger user`.execute(tx)
    await sql`update transfer set created_at = created_at - interval '4 days' where order_id = ${order}`.execute(tx)
    await sql`alter table transfer enable trigger user`.execute(tx)
    await sql`update payment_order set paid_at = paid_at - interval '2 days' where held_paise > 0`.execute(tx)
    await sql`update sandbox_vendor_entry set amount_paise = amount_paise - 500 where order_id = ${order}`.execute(tx)
  })
  await admin.post('/api/admin/books/checks', undefined)
  await app.runJobs()
  const { data } = (await admin.get('/api/admin/books?show=open&limit=100')).body
  const mine = data.filter(({ kind }: { kind: string }) => kind === 'hold_amount' || kind === 'transfer_silent')
  expect(mine.map(({ kind, ours, theirs }: Record<string, unknown>) => [kind, ours, theirs]).sort()).toEqual([
    ['hold_amount', (12 * share + 100) / 100, (12 * share + 100) / 100 - 5],
    ['transfer_silent', share / 100, null],
  ])
})

test('after a restore no class settles by itself and nothing is paid until an owner resumes', async () => {
  const { id, mentor } = await payableMentor()
  const { order, booking, held } = await monthOf(id)
  await settle(await taughtClass(mentor, booking))
  const { splits } = app.context.payments
  if (!splits) throw new Error('the sandbox splits')
  vi.spyOn(splits, 'release').mockRejectedValueOnce(new Error('no answer'))
  await sweepTransfers(app.context)
  await settle(await taughtClass(mentor, booking, '15:00', '16:40'))
  const unanswered = await taughtClass(mentor, booking, '18:00', '19:40')
  await shiftLessons(app.db, booking, -3)
  await sql`update class_record set marked_at = marked_at - interval '3 days' where booking_id = ${booking}`.execute(
    app.db,
  )
  await makeEarning(app.db, id, 50_000)
  const make = () => admin.post('/api/admin/payouts', { until: inDays(0) })
  const batch = `/api/admin/payouts/${(await make()).body.data._id}`
  await sql`insert into setting (name, from_date, value) values ('payoutsPausedFrom',
    (now() at time zone 'Asia/Kolkata')::date, to_jsonb('2026-11-01 18:30:00+05:30'::timestamptz))`.execute(app.db)
  const stateOf = async () =>
    (await sql<{ state: string }>`select state from lesson where id = ${unanswered}`.execute(app.db)).rows[0]?.state
  const run = async () => {
    await aDayLater()
    await settleDue(app.db)
    await sweepTransfers(app.context)
  }
  await run()
  expect([await stateOf(), await transfersOf(order)]).toMatchObject(['held', [{ kind: 'release', status: 'due' }]])
  expect(await atGateway(id)).toBe(held)
  expect([(await admin.get(`${batch}/bank-file`)).body.code, (await admin.get(batch)).body.data.isPaused]).toEqual([
    ...['payouts-paused', true],
  ])
  expect((await admin.post(`${batch}/undo`, undefined)).status).toBe(200)
  expect((await make()).body.code).toBe('payouts-paused')
  const pausedFrom = '2026-11-01T13:00:00.000Z'
  expect((await admin.get('/api/admin/payouts')).body).toMatchObject({ pausedFrom })
  const due = async () =>
    (await admin.get('/api/admin/overview/due')).body.data.rows.filter(
      ({ what }: { what: string }) => what === 'paused',
    )
  expect(await due()).toMatchObject([{ kind: 'payout', dueAt: pausedFrom }])
  const owner = await app.admin({ role: 'owner' })
  const resume = (who: LoggedIn, reason: string) => who.post('/api/admin/payouts/resume', { reason })
  expect([(await resume(admin, 'Compared')).status, (await resume(owner, ' ')).status]).toEqual([403, 400])
  for (const _ of [1, 2]) expect((await resume(owner, 'Compared')).status).toBe(200)
  const audits = sql`select detail ->> 'reason' as reason from audit where action = 'payouts.resume'`
  expect((await audits.execute(app.db)).rows).toEqual([{ reason: 'Compared' }])
  await run()
  expect([await stateOf(), await due()]).toEqual(['settled', []])
  const sent = { kind: 'release', paise: share, status: 'sent' }
  expect(await transfersOf(order)).toMatchObject([sent, sent, sent])
  expect((await admin.get('/api/admin/payouts')).body).toMatchObject({ pausedFrom: null })
  const made = await withLines(admin, make())
  expect(made.body.data.lines).toContainEqual(expect.objectContaining({ mentorId: id, amount: 500 }))
  expect((await admin.post(`/api/admin/payouts/${made.body.data._id}/undo`, undefined)).status).toBe(200)
})

test('files mode holds nothing and releases nothing', async () => {
  await setMode('files')
  const made = await makeMentor(app.db)
  const { order, held } = await monthOf(made.id)
  await sweepTransfers(app.context)
  expect([held, await transfersOf(order)]).toEqual([0, []])
  await setMode('split')
})
