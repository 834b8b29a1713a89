import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxRequestsPerDay } from '#contract/classes/limits.ts'
import { settleDue } from '#server/classes/bookings/settlement.ts'
import { balancePaise } from '#server/ledger/ledger.ts'
import { withLines } from '#test/batch-lines.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { agePayoutAccounts, makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { markedClass, monthWithClass } from '#test/marked-classes.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let family: LoggedIn
let mentor: LoggedIn
let admin: LoggedIn
let otherAdmin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  otherAdmin = await app.admin({ role: 'operations' })
})
beforeEach(async () => {
  family = await app.login(newPhone(), 'student')
  mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

const path = (lesson: string, end = '') => `/api/class-bookings/lessons/${lesson}/dispute${end}`
const dispute = (lesson: string, body: object = { reason: 'not_held' }, who = family) => who.post(path(lesson), body)
const withdraw = (lesson: string, who = family) => who.post(path(lesson, '/withdraw'), {})
const tick = (record: string, parentTick = true) => family.put(`/api/class-records/${record}`, { parentTick })
const decide = (id: string, share: number, who = admin, reason = 'We spoke with both of you') =>
  who.post(`/api/admin/disputes/${id}/decision`, { share, reason, version: 1 })
type Wish = { amount: number; fee: number; id?: string; who?: LoggedIn }
const correct = (lesson: string, { id = randomUUID(), who = admin, ...wish }: Wish) =>
  who.put(`/api/admin/disputes/${id}`, { lesson, reason: 'The guarantee', ...wish })
const bookingOf = async (id: string, who = family) =>
  (await who.get(`/api/class-bookings/${who === mentor ? 'mentor' : 'student'}/${who.id}`)).body.data.find(
    (one: { _id: string }) => one._id === id,
  )
const hold = () => balancePaise(app.db, 'held_in_dispute', null)
const payable = () => balancePaise(app.db, 'mentor_payable', mentor.id)
const prepaid = () => balancePaise(app.db, 'family_prepaid', family.id)
const told = async (event: string, who: LoggedIn) =>
  (
    await sql<{ text: string }>`select text from outbox where template = ${event} and recipient = ${who.phone}`.execute(
      app.db,
    )
  ).rows.map((row) => row.text)

const marked = (booking: string) => markedClass(app, mentor, booking)
const month = (wish = {}) => monthWithClass(app, family, mentor, wish)

test('holds the fee of a disputed lesson and shows both sides amount and call deadline', async () => {
  const { booking, lesson, record } = await month()
  const before = await prepaid()
  const held = await hold()
  const reply = await dispute(lesson, { reason: 'shorter', text: 'He left after half an hour' })
  expect(reply.body.data).toMatchObject({
    status: 'open',
    reason: 'shorter',
    amount: 375,
    kept: null,
    number: expect.stringMatching(/^CASE-/),
    answerBy: expect.stringMatching(/Z$/),
  })
  expect([(await prepaid()) - before, (await hold()) - held]).toEqual([37_500, -37_500])
  const shown = async (who: LoggedIn) =>
    (await bookingOf(booking, who)).lessons.find((one: { _id: string }) => one._id === lesson)
  expect((await shown(family)).dispute).toEqual(reply.body.data)
  expect((await shown(mentor)).dispute).toMatchObject({ number: reply.body.data.number, amount: 375 })
  const { held: waiting, totals } = (await mentor.get('/api/mentor/earnings')).body
  expect(waiting).toMatchObject([{ _id: lesson, dispute: { number: reply.body.data.number } }])
  expect(totals).toMatchObject({ held: waiting[0].net, disputed: waiting[0].net, unconfirmed: 0 })
  expect(await told('case-opened', family)).toHaveLength(1)
  const [news] = (await family.get('/api/news')).body.data
  expect(news.text).toMatch(`We've received your report about a class (${reply.body.data.number}).`)
  expect(await told('dispute-opened-mentor', mentor)).toEqual([expect.stringContaining('₹375')])
  // Neither a tick nor time settles it.
  expect((await tick(record)).body.code).toBe('dispute-open')
  await shiftLessons(app.db, booking, -5)
  await sql`update class_record set marked_at = marked_at - interval '5 days' where booking_id = ${booking}`.execute(
    app.db,
  )
  await settleDue(app.db)
  expect(await shown(family)).toMatchObject({ settled: false, status: 'held' })
  // Repeating returns the same dispute.
  expect((await dispute(lesson, { reason: 'other', text: 'And more' })).body.data._id).toBe(reply.body.data._id)
})

test('settles as usual when decided for the mentor, and completes the booking', async () => {
  const { lesson } = await month()
  const before = await payable()
  const id = (await dispute(lesson)).body.data._id
  expect((await decide(id, 100)).body.data).toMatchObject({ status: 'decided', kept: 375, verdict: expect.any(String) })
  // 375 less 10% commission, 18% GST on that, 0.1% TDS and 0.5% TCS.
  expect(before - (await payable())).toBe(37_500 - 3750 - 675 - 38 - 188)
  expect(
    [await told('dispute-for-mentor', family), await told('dispute-for-mentor', mentor)].map((all) => all.length),
  ).toEqual([1, 1])
  const { rows } =
    await sql`select status from support_case where status = 'resolved' and kind = 'dispute' and mentor_id = ${mentor.id}`.execute(
      app.db,
    )
  expect(rows).toHaveLength(1)
})

test('voids the lesson when decided for the family, and returns money and minutes', async () => {
  const { booking, lesson } = await month()
  const before = await prepaid()
  const earned = await payable()
  const id = (await dispute(lesson)).body.data._id
  expect((await decide(id, 0)).body.data).toMatchObject({ status: 'decided', kept: 0 })
  expect([await prepaid(), await payable()]).toEqual([before, earned])
  const now = await bookingOf(booking)
  expect(now).toMatchObject({ status: 'scheduled', balance: 4125, lessonsPlanned: 12 })
  expect(now.lessons).toMatchObject([
    { status: 'held', settled: true },
    { status: 'missed_by_mentor', settled: false },
  ])
  expect(now.attendance.map((one: { present: boolean }) => one.present)).toEqual([true, false])
  expect((await dispute(lesson)).body.code).toBe('dispute-not-held')
  const next = await marked(booking)
  await tick(next.record)
  expect((await bookingOf(booking)).balance).toBe(3750)
})

test('pays a share and leaves the rest of the time to be taught', { tags: ['full'] }, async () => {
  const { booking, lesson } = await month()
  const id = (await dispute(lesson, { reason: 'shorter' })).body.data._id
  expect((await decide(id, 40)).body.data).toMatchObject({ kept: 150, amount: 375 })
  const now = await bookingOf(booking)
  expect(now.balance).toBe(4500 - 375 - 150)
  expect(now.lessons[1]).toMatchObject({ fee: 150, minutes: 40, settled: true, dispute: { status: 'decided' } })
  expect((await marked(booking)) && (await bookingOf(booking)).lessons[2]).toMatchObject({ fee: 375, minutes: 100 })
  expect(await told('dispute-shared', family)).toEqual([expect.stringContaining('₹225')])
})

test("completes a single lesson's booking only with the decision", { tags: ['full'] }, async () => {
  const booking = await app.paidBooking(family, mentor.id)
  const { lesson } = await marked(booking)
  const id = (await dispute(lesson)).body.data._id
  expect((await bookingOf(booking)).status).toBe('scheduled')
  await decide(id, 100)
  expect((await bookingOf(booking)).status).toBe('completed')
})

test('settles a withdrawn dispute at once, but the first lesson by time only', { tags: ['full'] }, async () => {
  const second = await month()
  const before = await payable()
  await dispute(second.lesson)
  expect((await withdraw(second.lesson)).body.data).toMatchObject({ status: 'withdrawn' })
  expect((await withdraw(second.lesson)).body.data).toMatchObject({ status: 'withdrawn' })
  expect(await payable()).toBeLessThan(before)
  expect((await dispute(second.lesson)).body.code).toBe('already-settled')
  expect(await told('dispute-withdrawn-mentor', mentor)).toHaveLength(1)

  mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const first = await month({ isFirst: true })
  await tick(first.record)
  // The guarantee: even after the tick, and after 48 hours, until it settles.
  await shiftLessons(app.db, first.booking, -9)
  expect((await dispute(first.lesson)).status).toBe(200)
  expect((await withdraw(first.lesson)).status).toBe(200)
  const lesson = (await bookingOf(first.booking)).lessons[0]
  expect(lesson).toMatchObject({ settled: false, record: { parentTick: true } })
  expect((await dispute(first.lesson)).status).toBe(200)
  expect((await decide((await bookingOf(first.booking)).lessons[0].dispute._id, 100)).status).toBe(200)
})

test('ends disputes of one class after ten a day', { tags: ['full'] }, async () => {
  const { lesson } = await month({ isFirst: true })
  for (let n = 0; n < maxRequestsPerDay; n++) {
    expect((await dispute(lesson)).status).toBe(200)
    expect((await withdraw(lesson)).status).toBe(200)
  }
  const before = await told('dispute-opened-mentor', mentor)
  expect((await dispute(lesson)).body.code).toBe('changed-too-often')
  expect(await told('dispute-opened-mentor', mentor)).toEqual(before)
})

test('explains refusals, and reveals nothing to other families', async () => {
  const { booking, lesson } = await month()
  const other = await app.login(newPhone(), 'student')
  const foreign = await dispute(lesson, undefined, other)
  const missing = await dispute(randomUUID(), undefined, other)
  expect(foreign.status).toBe(404)
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
  expect((await withdraw(lesson, other)).status).toBe(404)
  expect((await withdraw(lesson)).status).toBe(404)
  expect((await dispute(lesson, { reason: 'other' })).body.code).toBe('bad-request')
  expect((await dispute(lesson, { reason: 'settled' })).body.code).toBe('bad-request')
  const settled = (await bookingOf(booking)).lessons[0]._id
  expect((await dispute(settled)).body.code).toBe('already-settled')
  await sql`update lesson set ends_at = ends_at - interval '3 days', starts_at = starts_at - interval '3 days' where id = ${lesson}`.execute(
    app.db,
  )
  await sql`update class_record set marked_at = marked_at - interval '3 days' where lesson_id = ${lesson}`.execute(
    app.db,
  )
  expect((await dispute(lesson)).body.code).toBe('dispute-too-late')
})

test('lets one of two concurrent admins decide, and repeats succeed', async () => {
  const { lesson } = await month()
  const id = (await dispute(lesson)).body.data._id
  const replies = await Promise.all([decide(id, 100), decide(id, 0, otherAdmin)])
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
  const [won, lost] = replies[0]?.status === 200 ? replies : [...replies].reverse()
  const kept = won?.body.data.kept
  expect(lost?.body).toMatchObject({ code: 'dispute-decided', details: { mentor: kept, family: 375 - kept } })
  expect((await decide(id, kept === 0 ? 0 : 100, otherAdmin)).status).toBe(200)
  expect((await withdraw(lesson)).body.code).toBe('dispute-decided')
  const audits = await sql`select from audit where action = 'dispute.decide' and subject_id = ${id}`.execute(app.db)
  expect(audits.rows).toHaveLength(1)
  const support = await app.admin({ role: 'support' })
  expect((await decide(id, 50, support)).status).toBe(403)
  expect((await support.get('/api/admin/disputes?status=decided')).status).toBe(200)
})

test('lists open disputes first by age, filtered and paged', { tags: ['full'] }, async () => {
  const { booking, lesson } = await month()
  const other = await marked(booking)
  const first = (await dispute(lesson)).body.data._id
  const second = (await dispute(other.lesson)).body.data._id
  const { rows } = await sql<{ number: string }>`
    select o.number from payment_order o join booking b on b.order_id = o.id where b.id = ${booking}`.execute(app.db)
  const list = async (query: string) =>
    (await admin.get(`/api/admin/disputes?q=${rows[0]?.number.toLowerCase()}&${query}`)).body
  const page = await list('limit=1')
  expect(page).toMatchObject({
    data: [{ _id: first, topic: 'Linear equations', familyAccount: expect.any(String), familyPhone: family.phone }],
    total: 2,
  })
  expect(page.settled).toMatchObject([{ fee: 375 }])
  const next = await list(`limit=1&cursor=${page.nextCursor}`)
  expect([next.data[0]._id, next.nextCursor]).toEqual([second, null])
  await withdraw(other.lesson)
  expect((await list('status=withdrawn')).data.map((one: { _id: string }) => one._id)).toEqual([second])
  expect((await list('status=decided')).data).toEqual([])
  expect((await admin.get('/api/admin/disputes?q=MS-1')).body).toMatchObject({ data: [], settled: null })
  await decide(first, 0)
})

test('does not refund money on hold, and lets the booking end around it', { tags: ['full'] }, async () => {
  const { booking, lesson } = await month()
  const id = (await dispute(lesson)).body.data._id
  const { order } = await bookingOf(booking)
  const all = { order, amount: 4500 - 375 - 375, left: 3750, reason: 'Moved away', ends: true }
  expect((await admin.put(`/api/admin/refunds/${randomUUID()}`, { ...all, amount: 3750.01 })).body.code).toBe(
    'refund-too-large',
  )
  expect((await admin.put(`/api/admin/refunds/${randomUUID()}`, all)).status).toBe(200)
  expect(await bookingOf(booking)).toMatchObject({
    status: 'cancelled',
    lessons: [{}, { status: 'held', settled: false }],
  })
  expect((await decide(id, 0)).status).toBe(200)
  expect((await admin.put(`/api/admin/refunds/${randomUUID()}`, { ...all, amount: 375, left: 375 })).status).toBe(200)
  await app.runJobs()
  expect(await prepaid()).toBe(0)
})

test('corrects a settled lesson in proportion, up to its fee', async () => {
  const { booking, lesson, record } = await month()
  await tick(record)
  const before = await payable()
  const kinds = ['commission', 'gst', 'tds', 'tcs'] as const
  const balances = async () => await Promise.all(kinds.map((kind) => balancePaise(app.db, kind, null)))
  const platform = await balances()
  const id = randomUUID()
  expect((await correct(lesson, { amount: 375.01, fee: 375 })).body.code).toBe('correction-too-large')
  expect((await correct(lesson, { amount: 100, fee: 400 })).body.code).toBe('correction-changed')
  expect((await correct(lesson, { amount: 150, fee: 375, id })).body.data).toMatchObject({ kept: 225, number: null })
  expect((await correct(lesson, { amount: 150, fee: 375, id })).status).toBe(200)
  expect((await correct(lesson, { amount: 151, fee: 375, id })).body.code).toBe('idempotency-mismatch')
  expect((await correct(lesson, { amount: 150, fee: 375 })).body.code).toBe('correction-changed')
  expect((await payable()) - before).toBe(15_000 - 1500 - 270 - 15 - 75)
  expect((await balances()).map((paise, i) => paise - (platform[i] ?? 0))).toEqual([1500, 270, 15, 75])
  expect((await bookingOf(booking)).lessons[1]).toMatchObject({ fee: 225, minutes: 60, settled: true })
  expect((await correct(lesson, { amount: 225, fee: 225 })).status).toBe(200)
  expect(await payable()).toBe(before + 37_500 - 3750 - 675 - 38 - 188)
  expect((await bookingOf(booking)).lessons[1]).toMatchObject({ status: 'missed_by_mentor', settled: false })
  expect((await correct(lesson, { amount: 1, fee: 375 })).body.code).toBe('correction-changed')
  const { data } = (await mentor.get('/api/mentor/earnings')).body
  expect(data.slice(0, 2)).toMatchObject([{ fee: -225, lesson: { subject: 'mathematics' } }, { fee: -150 }])
})

test('does not pay out held money, stops a running payout, and bears what was paid out', {
  tags: ['full'],
}, async () => {
  const { lesson, record, booking } = await month()
  await mentor.put('/api/mentor/payout-account', { method: 'upi', holder: 'Asha', upi: 'asha@okaxis' })
  await agePayoutAccounts(app.db)
  const batch = async () => (await withLines(admin, admin.post('/api/admin/payouts', { until: inDays(0) }))).body.data
  const mine = (one: { lines: { mentorId: string }[] }) => one.lines.find(({ mentorId }) => mentorId === mentor.id)
  const net = (37_500 - 3750 - 675 - 38 - 188) / 100
  const pay = async ({ _id }: { _id: string }) => {
    const { amount } = (await admin.get(`/api/admin/payouts/${_id}`)).body.data
    return await otherAdmin.post(`/api/admin/payouts/${_id}/paid`, { reference: 'UTR00001', amount })
  }
  const id = (await dispute(lesson)).body.data._id
  const first = await batch()
  expect(mine(first)).toMatchObject({ amount: net, status: 'open' })
  await decide(id, 100)
  const settled = (await bookingOf(booking)).lessons[0]._id
  expect((await correct(settled, { amount: 100, fee: 375 })).status).toBe(200)
  const now = await withLines(admin, admin.get(`/api/admin/payouts/${first._id}`))
  expect(mine(now.body.data)).toMatchObject({ status: 'stopped' })
  await admin.post(`/api/admin/payouts/${first._id}/undo`, {})
  const second = await batch()
  expect((await pay(second)).status).toBe(200)
  expect(await payable()).toBe(0)
  const lost = await balancePaise(app.db, 'promotions', null)
  expect((await correct(lesson, { amount: 375, fee: 375 })).status).toBe(200)
  expect(await payable()).toBe(0)
  expect((await balancePaise(app.db, 'promotions', null)) - lost).toBe(net * 100)
  expect((await tick(record)).body.code).toBe('already-settled')
})

test('takes nothing that is in a bank file, so that nothing is paid twice', { tags: ['full'] }, async () => {
  const { booking, lesson, record } = await month()
  await mentor.put('/api/mentor/payout-account', { method: 'upi', holder: 'Asha', upi: 'asha@okaxis' })
  await agePayoutAccounts(app.db)
  const { data: made } = (await admin.post('/api/admin/payouts', { until: inDays(0) })).body
  const at = `/api/admin/payouts/${made._id}`
  const mine = (one: { lines: { mentorId: string }[] }) => one.lines.find(({ mentorId }) => mentorId === mentor.id)
  const inFile = await payable()
  expect((await admin.get(`${at}/bank-file`)).status).toBe(200)
  await tick(record)
  const earned = (await payable()) - inFile
  const settled = (await bookingOf(booking)).lessons[0]._id
  const lost = await balancePaise(app.db, 'promotions', null)
  expect((await correct(settled, { amount: 100, fee: 375, who: otherAdmin })).status).toBe(200)
  const back = (await payable()) - inFile - earned
  expect(back).toBeGreaterThan(0)
  expect(await balancePaise(app.db, 'promotions', null)).toBe(lost)
  expect((await correct(lesson, { amount: 375, fee: 375 })).status).toBe(200)
  expect([await payable(), (await balancePaise(app.db, 'promotions', null)) - lost]).toEqual([inFile, back])
  expect(mine((await withLines(admin, admin.get(at))).body.data)).toMatchObject({ status: 'open' })
  // The payout keeps the amount in the bank file, and the next batch excludes it.
  expect((await otherAdmin.post(`${at}/paid`, { reference: 'UTR00001', amount: made.amount })).status).toBe(200)
  expect(await payable()).toBe(0)
  expect((await admin.post('/api/admin/payouts', { until: inDays(0) })).body.code).toBe('payout-empty')
})

test("settles at the rates of the lesson's date", { tags: ['full'] }, async () => {
  const { booking, lesson } = await month()
  const rate = (from: string, commission: number) =>
    sql`insert into setting (name, from_date, value) values ('feeRates', ${from}, ${JSON.stringify({ commission, gst: 1800, tds: 10, tcs: 50 })})`.execute(
      app.db,
    )
  await rate(inDays(0), 2000)
  const parts = async (subject: string) =>
    (
      await sql<{
        paise: number
      }>`select e.amount_paise as paise from journal j join ledger_entry e on e.journal_id = j.id
        join ledger_account a on a.id = e.account_id and a.kind = 'commission' where j.subject_id = ${subject}`.execute(
        app.db,
      )
    ).rows.map(({ paise }) => paise)
  expect((await mentor.get('/api/mentor/earnings')).body.held).toMatchObject([{ commission: 37.5 }])
  const id = (await dispute(lesson)).body.data._id
  await decide(id, 100)
  expect(await parts(lesson)).toEqual([-3750])
  const correction = randomUUID()
  await correct(lesson, { amount: 187.5, fee: 375, id: correction })
  expect(await parts(correction)).toEqual([1875])
  const today = await marked(booking)
  await sql`update lesson set starts_at = now() - interval '1 minute', ends_at = now() where id = ${today.lesson}`.execute(
    app.db,
  )
  await tick(today.record)
  expect(await parts(today.lesson)).toEqual([-7500])
  await sql`delete from setting where name = 'feeRates'`.execute(app.db)
})

test('closes disputes but never deletes them', { tags: ['full'] }, async () => {
  const { lesson } = await month()
  const id = (await dispute(lesson)).body.data._id
  for (const statement of [
    sql`update dispute set amount_paise = 1 where id = ${id}`,
    sql`delete from dispute where id = ${id}`,
    sql`truncate dispute cascade`,
    sql`update lesson set settled_at = now() where id = ${lesson}`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow(/only ends|append-only|lesson_disputed_open/)
  await decide(id, 100)
  await expect(sql`update dispute set verdict = 'Other' where id = ${id}`.execute(app.db)).rejects.toThrow(/only ends/)
})

test('refunds what a demo paid of a month to its source, also after its end', { tags: ['full'] }, async () => {
  await app.paidBooking(family, mentor.id)
  const booking = await app.paidBooking(family, mentor.id, { amount: 4401, plan: 'monthly' })
  const { rows } = await sql<{ id: string }>`select order_id as id from booking where id = ${booking}`.execute(app.db)
  const { lesson } = await marked(booking)
  const id = (await dispute(lesson)).body.data._id
  const refund = async (amount: number, left: number, ends: boolean) => {
    const wish = { order: rows[0]?.id, amount, left, ends, reason: 'They move' }
    const reply = await admin.put(`/api/admin/refunds/${randomUUID()}`, wish)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  }
  await refund(4125, 4125, true)
  await decide(id, 0)
  expect(await prepaid()).toBe(-9_900 - 37_500)
  const promotions = await balancePaise(app.db, 'promotions', null)
  await refund(200, 276, false)
  expect([await prepaid(), await balancePaise(app.db, 'promotions', null)]).toEqual([-9_900 - 17_500, promotions])
  await refund(76, 76, false)
  expect([await prepaid(), await balancePaise(app.db, 'promotions', null)]).toEqual([-9_900, promotions - 9_900])
  await app.runJobs()
})
