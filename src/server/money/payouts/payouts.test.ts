import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { balancePaise } from '#server/ledger/ledger.ts'
import { transaction } from '#server/platform/database.ts'
import { withLines } from '#test/batch-lines.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { agePayoutAccounts, backdateBatches, makeEarning, makeMentor, newPhone } from '#test/builders.ts'
import { statementsOf } from '#test/busy-family.ts'
import { refusal } from '#test/harness.ts'
import { attendanceOf, inDays, type LoggedIn, newIp, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let admin: LoggedIn
let other: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin({ role: 'operations' })
  other = await app.admin()
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())
const today = inDays(0)
/** Closes any open batch before the next test. */
beforeEach(async () => {
  const { rows } = await sql<{ id: string }>`select id from payout_batch where status = 'open'`.execute(app.db)
  for (const { id } of rows) expect((await undoUnpaid(id)).status).toBe(200)
})

const upi = (holder = 'Asha Verma') => ({ method: 'upi', holder, upi: 'asha.verma@okaxis' })

/** A mentor with earnings and a payout account. */
async function owed(amountPaise: number, account: object | null = upi()) {
  const mentor = await makeMentor(app.db)
  if (amountPaise !== 0) await makeEarning(app.db, mentor.id, amountPaise)
  const one = await app.login(mentor.phone, 'mentor')
  if (account) expect((await one.put('/api/mentor/payout-account', account)).status).toBe(200)
  await agePayoutAccounts(app.db)
  return one
}
const make = (until = today, who = admin) => withLines(admin, who.post('/api/admin/payouts', { until }, newIp()))
const payIt = (batch: { _id: string; amount: number }, reference = 'UTR00001', who = other) =>
  withLines(admin, who.post(`/api/admin/payouts/${batch._id}/paid`, { reference, amount: batch.amount }, newIp()))
const undo = (id: string, who = admin) =>
  withLines(admin, who.post(`/api/admin/payouts/${id}/undo`, undefined, newIp()))
type Lines = { body: { data: { _id: string; lines: { mentorId: string; _id: string }[] } } }
const toLine = (of: Lines, mentorId: string) => ({
  payout: of.body.data.lines.find((line) => line.mentorId === mentorId)?._id,
})
const leaveOut = (of: Lines, mentorId: string, who = admin, reason: string | null = 'Account not clear') =>
  withLines(
    admin,
    who.post(`/api/admin/payouts/${of.body.data._id}/leave-out`, { ...toLine(of, mentorId), reason }, newIp()),
  )
const putBack = (of: Lines, mentorId: string, who = admin) => leaveOut(of, mentorId, who, null)
/** The admin's confirmation that the bank paid nothing from its file. */
const unpaid = { bankDidNotPay: true }
const undoUnpaid = (id: string) => admin.post(`/api/admin/payouts/${id}/undo`, unpaid, newIp())
const moveUnpaid = (of: Lines, mentorId: string, reason: string | null) =>
  withLines(
    admin,
    admin.post(
      `/api/admin/payouts/${of.body.data._id}/leave-out`,
      { ...toLine(of, mentorId), reason, ...unpaid },
      newIp(),
    ),
  )
const payable = (mentorId: string) => balancePaise(app.db, 'mentor_payable', mentorId)
const lineOf = (
  reply: { body: { data: { lines: { mentorId: string; amount: number; status: string; _id: string }[] } } },
  id: string,
) => reply.body.data.lines.find(({ mentorId }) => mentorId === id)
const journals = async (payoutId: string) =>
  (await sql`select 1 from journal where kind = 'payout' and subject_id = ${payoutId}`.execute(app.db)).rows.length

test('shows a settled class with its breakdown, pays it out once and records it in the ledger', async () => {
  const mentor = await owed(0)
  await owed(12_345)
  const family = await app.login(newPhone(), 'student')
  const bookingId = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  const date = await app.lessonYesterday(mentor, bookingId)
  expect((await mentor.post('/api/class-records', attendanceOf(bookingId, date, '10:00', '11:00'))).status).toBe(200)
  const { sent, body: before } = await statementsOf(mentor, '/api/mentor/earnings')
  expect(sent).toHaveLength(7)
  expect(before).toMatchObject({ data: [], held: [{ lesson: { student: 'Aarav' } }], totals: { net: 0, waiting: 0 } })
  const lesson = await sql<{
    id: string
    fee: number
  }>`select id, fee_paise as fee from lesson where booking_id = ${bookingId}`.execute(app.db)
  const { id = '', fee = 0 } = lesson.rows[0] ?? {}
  await transaction(app.db, (tx) => settleLesson(tx, id))
  const owing = -(await payable(mentor.id))
  const { data, held, totals } = (await mentor.get('/api/mentor/earnings')).body
  expect(data).toMatchObject([
    { fee: fee / 100, commission: Math.round(fee / 10) / 100, net: owing / 100, status: 'waiting' },
  ])
  const { commission, gst, tds, tcs, net } = data[0]
  expect(Math.round((commission + gst + tds + tcs + net) * 100)).toBe(fee)
  expect([held, totals.waiting, totals.paid]).toEqual([[], owing / 100, 0])
  expect(before.totals).toMatchObject({ held: owing / 100, unconfirmed: owing / 100, disputed: 0 })

  const made = await make()
  expect(lineOf(made, mentor.id)).toMatchObject({ amount: owing / 100, status: 'open', account: 'as••••@okaxis' })
  const payoutId = lineOf(made, mentor.id)?._id ?? ''
  expect(await payable(mentor.id)).toBe(-owing)
  expect((await mentor.get('/api/mentor/earnings')).body.data[0]).toMatchObject({ status: 'sending', payout: payoutId })
  const file = (await admin.get(`/api/admin/payouts/${made.body.data._id}/bank-file`)).body as string
  const amounts = file
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').at(-1)?.replaceAll('"', ''))
  expect(amounts.sort()).toEqual(['123.45', (owing / 100).toFixed(2)].sort())
  expect(made.body.data.amount).toBe((12_345 + owing) / 100)
  const paid = await payIt(made.body.data)
  expect(paid.body.data).toMatchObject({ status: 'paid', reference: 'UTR00001', endedBy: 'Admin' })
  expect([await payable(mentor.id), await journals(payoutId)]).toEqual([0, 1])
  expect((await mentor.get('/api/mentor/earnings')).body).toMatchObject({
    data: [{ status: 'paid' }],
    payouts: [{ _id: payoutId, amount: owing / 100, status: 'paid', reference: 'UTR00001', account: 'as••••@okaxis' }],
    totals: { waiting: 0, paid: owing / 100 },
  })
  expect((await payIt(made.body.data)).status).toBe(200)
  expect(await journals(payoutId)).toBe(1)
  expect((await payIt(made.body.data, 'UTR00002')).body.code).toBe('payout-ended')
  expect((await undo(made.body.data._id)).body.code).toBe('payout-ended')
  expect((await mentor.get(`/api/payouts/${payoutId}`)).body.data).toMatchObject({
    amount: owing / 100,
    rows: [{ lesson: { subject: 'mathematics', student: 'Aarav' } }],
    totals: { fee: fee / 100, net: owing / 100 },
  })
  const csv = (await mentor.get(`/api/payouts/${payoutId}/statement`)).body
  expect(csv.split('\r\n')[1]).toContain(`"${date}","mathematics","Aarav",`)
  const pdf = await mentor.get(`/api/payouts/${payoutId}/pdf?language=hi`)
  expect([pdf.status, pdf.headers['content-type'], pdf.body.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
  expect(pdf.headers['content-disposition']).toMatch(/filename="payout-MS-\d+-[\d-]+\.pdf"$/)
})

test('applies a rate to the classes of its days, and keeps earlier settlements unchanged', {
  tags: ['full'],
}, async () => {
  const mentor = await owed(0)
  const family = await app.login(newPhone(), 'student')
  const settleOne = async (time: string) => {
    const bookingId = await app.paidBooking(family, mentor.id, {
      amount: 225,
      plan: 'hourly',
      hours: 1,
      wishedAt: undefined,
    })
    await app.lessonYesterday(mentor, bookingId, time)
    const { rows } = await sql<{
      id: string
    }>`update lesson set status = 'held' where booking_id = ${bookingId} returning id`.execute(app.db)
    await transaction(app.db, (tx) => settleLesson(tx, rows[0]?.id ?? ''))
  }
  await settleOne('08:00')
  await sql`insert into setting (name, from_date, value) values ('feeRates', ${inDays(-1)}, '{"commission": 2000, "gst": 0, "tds": 0, "tcs": 0}'),
    ('feeRates', ${today}, '{"commission": 9000, "gst": 0, "tds": 0, "tcs": 0}')`.execute(app.db)
  await settleOne('12:00')
  await sql`delete from setting where name = 'feeRates'`.execute(app.db)
  const { data } = (await mentor.get('/api/mentor/earnings')).body
  expect(data.map(({ commission, net }: { commission: number; net: number }) => [commission, net])).toEqual([
    [45, 180],
    [22.5, 197.09],
  ])
})

test('undoes an unpaid batch without a journal, and makes everything payable again', async () => {
  const mentor = await owed(70_000)
  const made = await make()
  const before = await sql`select count(*)::int as n from journal`.execute(app.db)
  const undone = await undo(made.body.data._id)
  expect(undone.body.data.status).toBe('undone')
  expect(lineOf(undone, mentor.id)?.status).toBe('undone')
  expect((await undo(made.body.data._id)).status).toBe(200)
  expect(await sql`select count(*)::int as n from journal`.execute(app.db)).toEqual(before)
  expect((await payIt(made.body.data)).body.code).toBe('payout-ended')
  expect((await admin.get(`/api/admin/payouts/${made.body.data._id}/bank-file`)).body.code).toBe('payout-ended')
  expect(lineOf(await make(), mentor.id)?.amount).toBe(700)
})

test('leaves later earnings and mentors without an account out of the batch', { tags: ['full'] }, async () => {
  const mentor = await owed(30_000)
  const silent = await owed(20_000, null)
  expect((await make(inDays(-1))).body.code).toBe('payout-empty')
  const { payable: all } = (await admin.get('/api/admin/payouts')).body
  expect(all.withoutAccount).toMatchObject({ mentors: expect.any(Number) })
  expect(all.withoutAccount.amount).toBeGreaterThanOrEqual(200)
  expect(all.withoutAccount.names).toContainEqual({
    _id: silent.id,
    number: expect.stringMatching(/^MS-\d+$/),
    name: expect.any(String),
    amount: 200,
  })
  const made = await make()
  expect([lineOf(made, mentor.id)?.amount, lineOf(made, silent.id)]).toEqual([300, undefined])
  expect((await make(inDays(-3))).body.code).toBe('payout-open')
})

test('refuses a payment that differs from the payable amount', async () => {
  const mentor = await owed(10_000)
  const { data } = (await make()).body
  const wrong = await payIt({ ...data, amount: data.amount + 0.01 })
  expect([wrong.status, wrong.body.code, wrong.body.details.amount]).toEqual([409, 'payout-changed', data.amount])
  expect(await payable(mentor.id)).toBe(-10_000)
})

test('keeps payouts with later deductions out, and pays the rest with the next batch', { tags: ['full'] }, async () => {
  const mentor = await owed(50_000)
  const steady = await owed(10_000)
  const made = await make()
  await makeEarning(app.db, mentor.id, -20_000)
  const now = await withLines(admin, admin.get(`/api/admin/payouts/${made.body.data._id}`))
  expect(lineOf(now, mentor.id)?.status).toBe('stopped')
  const { data: own, payouts } = (await mentor.get('/api/mentor/earnings')).body
  expect([own.map((one: { status: string }) => one.status), payouts]).toEqual([['waiting', 'waiting'], []])
  expect((await payIt(made.body.data)).body.code).toBe('payout-changed')
  const paid = await payIt(now.body.data)
  expect([lineOf(paid, mentor.id)?.status, lineOf(paid, steady.id)?.status]).toEqual(['left_out', 'paid'])
  expect([await payable(mentor.id), await payable(steady.id)]).toEqual([-30_000, 0])
  expect((await mentor.get(`/api/payouts/${lineOf(paid, mentor.id)?._id}`)).status).toBe(404)
  const next = await make()
  expect(lineOf(next, mentor.id)?.amount).toBe(300)
  expect((await payIt(next.body.data)).status).toBe(200)
  expect(await payable(mentor.id)).toBe(0)
})

test('makes and pays one batch for two concurrent admins; one of pay and undo wins', async () => {
  const maker = await app.admin()
  for (let round = 0; round < 8; round++) {
    const mentor = await owed(1_000 + round)
    const both = await Promise.all([make(today, maker), make(today, maker), make(today, maker)])
    expect(new Set(both.map(({ body }) => body.data._id)).size).toBe(1)
    const batch = both[0]?.body.data
    const outcomes = await Promise.all([
      payIt(batch, 'UTR00009', admin),
      payIt(batch, 'UTR00009', other),
      undo(batch._id, other),
    ])
    const isPaid = outcomes[0]?.status === 200
    expect(outcomes.map(({ status }) => status)).toEqual(isPaid ? [200, 200, 409] : [409, 409, 200])
    const payoutId = lineOf(both[0] ?? { body: { data: { lines: [] } } }, mentor.id)?._id ?? ''
    expect(await journals(payoutId)).toBe(isPaid ? 1 : 0)
    expect(await payable(mentor.id)).toBe(isPaid ? 0 : -(1_000 + round))
  }
})

test('protects payout entries, amounts and paid batches in the database', async () => {
  const a = await owed(40_000)
  const b = await owed(40_000)
  const made = await make()
  const mine = lineOf(made, a.id)?._id ?? ''
  const theirs = lineOf(made, b.id)?._id ?? ''
  expect(
    await refusal(
      sql`insert into payout_entry select entry_id, ${theirs}::uuid from payout_entry where payout_id = ${mine}`.execute(
        app.db,
      ),
    ),
  ).toBe('payout_entry_once')
  expect(await refusal(sql`update payout set amount_paise = 1 where id = ${mine}`.execute(app.db))).toBe(
    'payout_moves_on',
  )
  expect(
    await refusal(sql`update payout_entry set payout_id = ${theirs} where payout_id = ${mine}`.execute(app.db)),
  ).toBe('payout_entry_stays')
  expect(await refusal(sql`delete from payout_entry where payout_id = ${mine}`.execute(app.db))).toBe('payout_adds_up')
  expect((await payIt(made.body.data)).status).toBe(200)
  for (const statement of [
    sql`delete from payout_entry where payout_id = ${mine}`,
    sql`update payout set status = 'undone' where id = ${mine}`,
    sql`update payout_batch set status = 'undone', reference = null where id = ${made.body.data._id}`,
    sql`update payout_batch set reference = 'UTR00002', paise = 1 where id = ${made.body.data._id}`,
    sql`delete from payout_batch`,
  ]) {
    expect(await refusal(statement.execute(app.db))).toMatch(/^(payout_|books_append_only)/)
  }
})

test('validates the bank reference, and shows the mentor a corrected one', async () => {
  const mentor = await owed(60_000)
  const batch = (await make()).body.data
  for (const reference of ['abc', 'UTR-000001', 'ABCDEFGH', `UTR${'0'.repeat(20)}`, '']) {
    const { status, body } = await payIt(batch, reference)
    expect([status, body.details.fields[0].field], reference).toEqual([400, 'reference'])
  }
  const correct = (reference: string, reason = 'A digit was wrong', who = admin) =>
    who.put(`/api/admin/payouts/${batch._id}/reference`, { reference, reason }, newIp())
  expect((await correct('UTR00001')).body.code).toBe('payout-unpaid')
  expect((await payIt(batch, 'utr 0000 1')).body.data.reference).toBe('UTR00001')
  expect((await correct('UTR00002', '')).status).toBe(400)
  expect((await correct('UTR 00002')).body.data).toMatchObject({ status: 'paid', reference: 'UTR00002' })
  expect((await correct('UTR00002')).status).toBe(200)
  expect((await mentor.get('/api/mentor/earnings')).body.payouts[0].reference).toBe('UTR00002')
  const { rows } = await sql`select detail from audit where action = 'payout.reference'
    and subject_id = ${batch._id}`.execute(app.db)
  expect(rows).toEqual([{ detail: { reference: 'UTR00002', was: 'UTR00001', reason: 'A digit was wrong' } }])
  expect((await correct('UTR00002', 'Again', mentor)).status).toBe(403)
})

test('lets support view payouts but change nothing', async () => {
  const support = await app.admin({ role: 'support' })
  const mentor = await owed(10_000)
  const made = await make()
  const at = `/api/admin/payouts/${made.body.data._id}`
  const payoutId = lineOf(made, mentor.id)?._id
  for (const path of [
    '/api/admin/payouts',
    at,
    `${at}/bank-file`,
    `/api/payouts/${payoutId}`,
    `/api/payouts/${payoutId}/statement`,
    `/api/payouts/${payoutId}/pdf`,
  ])
    expect((await support.get(path)).body.code, path).toBe('not-allowed')
  for (const reply of [
    await make(today, support),
    await payIt(made.body.data, 'UTR00003', support),
    await undo(made.body.data._id, support),
    await leaveOut(made, mentor.id, support),
    await putBack(made, mentor.id, support),
  ])
    expect([reply.status, reply.body.code]).toEqual([403, 'not-allowed'])
})

test('audits making, paying and undoing batches, and access to bank details', { tags: ['full'] }, async () => {
  await owed(10_000)
  const id = (await make()).body.data._id
  await admin.get(`/api/admin/payouts/${id}/bank-file`)
  await undoUnpaid(id)
  const second = (await make()).body.data
  await payIt(second)
  const { rows } = await sql<{ action: string }>`select action from audit where subject_kind = 'payout-batch'
    and subject_id in (${id}, ${second._id}) order by id`.execute(app.db)
  expect(rows.map(({ action }) => action)).toEqual([
    'payout.make',
    'payout.bank-file',
    'payout.undo',
    'payout.make',
    'payout.pay',
  ])
})

test('neutralises formulas in names of the bank file', { tags: ['full'] }, async () => {
  const holders = ['=HYPERLINK("http://x")', '+91 Asha', '-Asha', '@Asha', '＝1+1', 'Asha "Ji", Verma', 'आशा वर्मा']
  for (const holder of holders) await owed(100, upi(holder))
  const { data } = (await make()).body
  const file = (await admin.get(`/api/admin/payouts/${data._id}/bank-file`)).body as string
  for (const text of [
    `"'=HYPERLINK(""http://x"")"`,
    `"'+91 Asha"`,
    `"'-Asha"`,
    `"'@Asha"`,
    `"'＝1+1"`,
    `"Asha ""Ji"", Verma"`,
    '"आशा वर्मा"',
  ])
    expect(file).toContain(text)
  expect(file.startsWith('\ufeff')).toBe(true)
  for (const cell of file.split(/\r\n|,(?=")/)) expect(cell).not.toMatch(/^"?[=+\-@]/)
})

test('pays each payout to the account it was made for, and the next one to the new account', {
  tags: ['full'],
}, async () => {
  const mentor = await owed(10_000)
  const { data } = (await make()).body
  const bank = { method: 'bank', holder: 'Asha Verma', accountNumber: '0034 5678 9012', ifsc: 'sbin0001234' }
  expect((await mentor.put('/api/mentor/payout-account', bank)).body.data.account).toBe('SBIN ••••9012')
  const fileOf = async (id: string) => (await admin.get(`/api/admin/payouts/${id}/bank-file`)).body
  const first = await fileOf(data._id)
  expect([first.includes('asha.verma@okaxis'), first.includes('003456789012')]).toEqual([true, false])
  await undoUnpaid(data._id)
  const next = await make()
  // A changed account is paid after a day, or when an admin releases it.
  expect(lineOf(next, mentor.id)).toMatchObject({ status: 'left_out', reason: 'new-account' })
  expect(await fileOf(next.body.data._id)).not.toContain('003456789012')
  // No admin can pay an account that the bank has not confirmed.
  expect((await moveUnpaid(next, mentor.id, null)).body.code).toBe('payout-account-unproven')
  await app.runJobs()
  await moveUnpaid(next, mentor.id, null)
  expect(await fileOf(next.body.data._id)).toContain('"BANK","003456789012","SBIN0001234"')
  await undoUnpaid(next.body.data._id)
  await sql`update payout_account set created_at = created_at - interval '24 hours' where mentor_id = ${mentor.id}`.execute(
    app.db,
  )
  expect(lineOf(await make(), mentor.id)).toMatchObject({ status: 'open', reason: null })
})

test('skips one mentor with a reason, includes it again, and pays everything with the next batch', {
  tags: ['full'],
}, async () => {
  const mentor = await owed(50_000)
  const steady = await owed(10_000)
  const made = await make()
  const payoutId = lineOf(made, mentor.id)?._id ?? ''
  const out = await leaveOut(made, mentor.id)
  expect(lineOf(out, mentor.id)).toMatchObject({ status: 'left_out', reason: 'Account not clear', amount: 500 })
  expect(out.body.data.amount).toBeCloseTo(made.body.data.amount - 500, 2)
  expect((await mentor.get('/api/mentor/earnings')).body).toMatchObject({
    data: [{ status: 'waiting', payout: null }],
    payouts: [],
    totals: { waiting: 500 },
  })
  expect((await mentor.get(`/api/payouts/${payoutId}`)).status).toBe(404)
  const fileOf = async () => (await admin.get(`/api/admin/payouts/${made.body.data._id}/bank-file`)).body as string
  expect((await fileOf()).includes(payoutId.slice(-12).toUpperCase())).toBe(false)
  // The earlier bank file is not recorded as paid.
  expect((await payIt(made.body.data)).body.code).toBe('payout-changed')
  expect((await putBack(made, mentor.id)).body.code).toBe('payout-sent')
  const back = await moveUnpaid(made, mentor.id, null)
  expect(lineOf(back, mentor.id)).toMatchObject({ status: 'open', reason: null })
  expect([back.body.data.amount, (await fileOf()).includes(payoutId.slice(-12).toUpperCase())]).toEqual([
    made.body.data.amount,
    true,
  ])
  expect((await leaveOut(made, mentor.id)).body.code).toBe('payout-sent')
  await moveUnpaid(made, mentor.id, 'Account not clear')
  const paid = await payIt((await leaveOut(made, mentor.id, other)).body.data)
  expect([lineOf(paid, mentor.id)?.status, lineOf(paid, steady.id)?.status]).toEqual(['left_out', 'paid'])
  expect([await payable(mentor.id), await payable(steady.id)]).toEqual([-50_000, 0])
  for (const reply of [await putBack(made, mentor.id), await leaveOut(made, steady.id)])
    expect(reply.body.code).toBe('payout-ended')
  const next = await make()
  expect(lineOf(next, mentor.id)?.amount).toBe(500)
  const foreign = { payout: payoutId, reason: 'Of another batch' }
  expect((await admin.post(`/api/admin/payouts/${next.body.data._id}/leave-out`, foreign)).status).toBe(404)
  const { rows } = await sql<{
    action: string
    detail: object
  }>`select action, detail from audit where subject_kind = 'payout-batch'
    and subject_id = ${made.body.data._id} order by id`.execute(app.db)
  expect(rows.map(({ action }) => action)).toEqual([
    ...['payout.make', 'payout.leave-out', 'payout.bank-file', 'payout.put-back', 'payout.bank-file'],
    ...['payout.leave-out', 'payout.pay'],
  ])
  expect(rows[1]?.detail).toEqual({ payout: payoutId, reason: 'Account not clear' })
})

test('lets one of concurrent skip and pay win, with a consistent ledger', { tags: ['full'] }, async () => {
  for (let round = 0; round < 6; round++) {
    const mentor = await owed(1_000)
    const made = await make()
    const [paid, out] = await Promise.all([payIt(made.body.data), leaveOut(made, mentor.id, other)])
    const isPaid = paid.status === 200
    expect([paid.status, out.status]).toEqual(isPaid ? [200, 409] : [409, 200])
    expect(await payable(mentor.id)).toBe(isPaid ? 0 : -1_000)
    if (!isPaid) await undo(made.body.data._id)
  }
})

test('notifies a mentor once per paid payout, and of every account change', { tags: ['full'] }, async () => {
  const mentor = await owed(12_345)
  const told = async () =>
    (
      await sql<{ template: string; text: string }>`select template, text from outbox where recipient = ${mentor.phone}
        and template like 'payout%' order by id`.execute(app.db)
    ).rows
  expect(await told()).toMatchObject([
    { template: 'payout-account-set', text: expect.stringContaining('as••••@okaxis') },
  ])
  const { data } = (await make()).body
  await Promise.all([payIt(data, 'UTR00077'), payIt(data, 'UTR00077')])
  const texts = await told()
  expect(texts).toMatchObject([{ template: 'payout-account-set' }, { template: 'payout-paid' }])
  for (const part of ['₹123.45', 'as••••@okaxis', 'UTR00077', '/dashboard/mentor?tab=earnings'])
    expect(texts[1]?.text).toContain(part)
  // Repeating the same account changes nothing; another one puts payouts on hold.
  await mentor.put('/api/mentor/payout-account', upi())
  await agePayoutAccounts(app.db)
  await Promise.all([1, 2].map(() => mentor.put('/api/mentor/payout-account', { ...upi(), upi: 'thief@bank' })))
  expect((await told()).slice(2)).toMatchObject([
    { template: 'payout-account-set', text: expect.stringMatching(/th••••@bank.*0731 400 0000/) },
  ])
})

test('pages long earnings lists without duplicates', { tags: ['full'] }, async () => {
  const mentor = await owed(0)
  for (let one = 1; one <= 7; one++) await makeEarning(app.db, mentor.id, one * 100)
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const page: { data: { net: number }[]; nextCursor: string | null } = (
      await mentor.get(`/api/mentor/earnings?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
    ).body
    seen.push(...page.data.map(({ net }) => net))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1])
  const foreign = (await mentor.get('/api/mentor/earnings?limit=3')).body.nextCursor
  expect((await (await owed(0)).get(`/api/mentor/earnings?cursor=${foreign}`)).body.code).toBe('bad-cursor')
})

test('undoes a batch with a downloaded bank file only after the admin’s confirmation', { tags: ['full'] }, async () => {
  const mentor = await owed(30_000)
  const made = await make()
  const id = made.body.data._id
  expect(lineOf(made, mentor.id)).toMatchObject({ isInFile: false })
  await admin.get(`/api/admin/payouts/${id}/bank-file`)
  expect(lineOf(await withLines(admin, admin.get(`/api/admin/payouts/${id}`)), mentor.id)).toMatchObject({
    isInFile: true,
  })
  const refused = [await undo(id), await admin.post(`/api/admin/payouts/${id}/undo`, { bankDidNotPay: false }, newIp())]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'payout-sent']))
  expect((await undoUnpaid(id)).body.data.status).toBe('undone')
  const { rows } = await sql`select detail from audit where action = 'payout.undo' and subject_id = ${id}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ detail: unpaid }])
})

test('pages, sorts and filters the lines of a batch, and counts the stopped ones', { tags: ['full'] }, async () => {
  const low = await owed(10_000)
  const high = await owed(30_000)
  const back = await owed(20_000)
  const { data } = (await make()).body
  await makeEarning(app.db, back.id, -5000)
  const at = `/api/admin/payouts/${data._id}`
  const asked = async (query: string) => (await admin.get(`${at}/lines?${query}`)).body
  const mentors = async (query: string) => (await asked(query)).data.map((one: { mentorId: string }) => one.mentorId)
  const amounts = (await asked('sort=amount&order=desc&limit=100')).data.map((one: { amount: number }) => one.amount)
  expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => b - a))
  const first = await asked('sort=amount&limit=1')
  expect((await asked(`sort=amount&limit=1&cursor=${first.nextCursor}`)).data[0].amount).toBeGreaterThanOrEqual(
    first.data[0].amount,
  )
  expect(await mentors('status=stopped')).toEqual([back.id])
  const numberOf = async (id: string) =>
    (await sql<{ number: number }>`select number from mentor where id = ${id}`.execute(app.db)).rows[0]?.number
  expect(await mentors(`q=ms-${await numberOf(high.id)}`)).toEqual([high.id])
  expect(await mentors('status=open&limit=100')).toEqual(expect.arrayContaining([low.id, high.id]))
  expect((await admin.get(at)).body.data).toMatchObject({ stopped: 1, isSent: false })
  expect((await admin.get('/api/admin/payouts/01890000-0000-7000-8000-000000000000/lines')).status).toBe(404)
})

test('the admin who made a batch does not pay it, nor one with a payout of their own', async () => {
  const mentor = await owed(50_000)
  const batch = (await make()).body.data
  const statuses = () => app.db.selectFrom('payout_batch').select('status').where('id', '=', batch._id).execute()
  const own = await payIt(batch, 'UTR00001', admin)
  expect([own.status, own.body.code]).toEqual([409, 'payout-second-admin'])
  const third = await app.admin()
  const moveTo = (phone: string) =>
    sql`update mentor set account_id = (select id from account where phone = ${phone}) where id = ${mentor.id}`.execute(
      app.db,
    )
  await moveTo(third.phone)
  expect((await payIt(batch, 'UTR00001', third)).body.code).toBe('own-account')
  expect(await statuses()).toEqual([{ status: 'open' }])
  await moveTo(mentor.phone)
  expect((await payIt(batch)).status).toBe(200)
})

test('an admin without colleagues pays a batch a day after making it', async () => {
  await owed(50_000)
  const batch = (await make(today, other)).body.data
  const pay = () =>
    other.post(`/api/admin/payouts/${batch._id}/paid`, { reference: 'UTR00001', amount: batch.amount }, newIp())
  const { rows } = await sql<{ id: string }>`update admin_user set removed_at = now() where removed_at is null
    and account_id <> (select id from account where phone = ${other.phone}) returning account_id as id`.execute(app.db)
  const early = await pay()
  await backdateBatches(app.db)
  const paid = await pay()
  await sql`update admin_user set removed_at = null where account_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
    app.db,
  )
  expect([early.body.code, paid.status]).toEqual(['payout-wait', 200])
})

test('an account is set only shortly after a login, and the first one waits a day too', async () => {
  const mentor = await owed(20_000, null)
  const stored = async () =>
    await app.db.selectFrom('payout_account').select('hint').where('mentor_id', '=', mentor.id).execute()
  const ageSession = (minutes: number) =>
    sql`update session set created_at = now() - make_interval(mins => ${minutes})
      where account_id = (select account_id from mentor where id = ${mentor.id})`.execute(app.db)
  await ageSession(11)
  const late = await mentor.put('/api/mentor/payout-account', upi())
  expect([late.status, late.body.code, await stored()]).toEqual([403, 'fresh-login-needed', []])
  await ageSession(9)
  expect((await mentor.put('/api/mentor/payout-account', upi())).status).toBe(200)
  const line = lineOf(await make(), mentor.id)
  expect(line).toMatchObject({ status: 'left_out', reason: 'new-account' })
})
