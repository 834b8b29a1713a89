import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { compensate } from '#server/classes/lessons/lessons.ts'
import { balancePaise } from '#server/ledger/ledger.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { acceptDueNoShows } from './changes.ts'

let app: TestApp
let admin: LoggedIn
let second: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  second = await app.admin({ name: 'Olga', role: 'owner' })
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

type Pair = { mentor: LoggedIn; family: LoggedIn; booking: string }
/** A month of twelve lessons of 375 rupees, daily from the day after tomorrow. */
async function month(amount = 4500): Promise<Pair> {
  const made = await makeMentor(app.db, { prices: { homeTuition: amount } })
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(made.phone, 'mentor')
  const booking = await app.paidBooking(family, made.id, { amount, plan: 'monthly' })
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 100, from: inDays(2) }
  expect((await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)).status).toBe(200)
  return { mentor, family, booking }
}
async function lessonIn({ booking }: Pair, minutes: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with l as (update lesson set starts_at = now() + make_interval(mins => ${minutes}), ends_at = now() + make_interval(mins => ${minutes}::int + minutes)
        where id = (select id from lesson where booking_id = ${booking} and state = 'scheduled' order by starts_at desc limit 1)
        returning id, slot_id, starts_at, ends_at),
      s as (update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from l where s.id = l.slot_id)
    select id from l`.execute(app.db)
  return rows[0]?.id ?? ''
}
const at = (lesson: string, rest: string) => `/api/class-bookings/lessons/${lesson}/${rest}`
const seen = async (who: LoggedIn, lesson: string, action: string) => {
  const { startsAt, fee, credit, compensation } = (await who.get(at(lesson, `outcome?action=${action}`))).body.data
  return { startsAt, fee, credit, compensation }
}
const cancel = async ({ mentor }: Pair, lesson: string) =>
  await mentor.post(at(lesson, 'cancel'), await seen(mentor, lesson, 'cancel'))
const accounts = async ({ mentor, family }: Pair) => ({
  credit: 0 - (await balancePaise(app.db, 'family_credit', family.id)),
  debt: await balancePaise(app.db, 'mentor_debt', mentor.id),
  payable: 0 - (await balancePaise(app.db, 'mentor_payable', mentor.id)),
})
const told = async (who: LoggedIn) =>
  (
    await sql<{
      template: string
    }>`select template from outbox where recipient = ${who.phone} and template like 'credit%' order by id`.execute(
      app.db,
    )
  ).rows.map(({ template }) => template)
/** 375 less 10% commission, 18% GST on that, 0.1% TDS and 0.5% TCS. */
const net = 37_500 - 3750 - 675 - 38 - 188
const half = 18_750

async function quoteOf({ mentor, family }: Pair) {
  return (await family.get(`/api/payment/quote?mentorId=${mentor.id}&plan=monthly`)).body.data
}

test('a mentor who cancels late owes the family a credit, which must be shown first; in time nobody pays', async () => {
  const pair = await month()
  const early = await lessonIn(pair, 13 * 60)
  expect(await seen(pair.mentor, early, 'cancel')).toMatchObject({ fee: 0, credit: 100, compensation: 0 })
  expect((await cancel(pair, early)).status).toBe(200)
  expect(await accounts(pair)).toEqual({ credit: 0, debt: 0, payable: 0 })
  const lesson = await lessonIn(pair, 60)
  const shown = await seen(pair.mentor, lesson, 'cancel')
  expect(shown).toMatchObject({ fee: 0, credit: 100, compensation: 187.5 })
  const { compensation: _, ...blind } = shown
  expect((await pair.mentor.post(at(lesson, 'cancel'), blind)).body.code).toBe('outcome-changed')
  expect(await accounts(pair)).toEqual({ credit: 0, debt: 0, payable: 0 })
  for (const status of await Promise.all(
    [1, 2].map(async () => (await pair.mentor.post(at(lesson, 'cancel'), shown)).status),
  ))
    expect(status).toBe(200)
  expect(await accounts(pair)).toEqual({ credit: half, debt: half, payable: 0 })
  expect([await told(pair.family), await told(pair.mentor)]).toEqual([['credit-given'], ['credit-owed']])
})

test('a mentor cannot skip a class late without seeing what it costs, an admin can for it; a holiday costs nothing', async () => {
  const pair = await month()
  const lesson = await lessonIn(pair, 60)
  const refused = await pair.mentor.post(at(lesson, 'skip'), { cause: 'mentor' })
  expect([refused.status, refused.body.code, refused.body.details.compensation]).toEqual([
    409,
    'outcome-changed',
    187.5,
  ])
  expect(await accounts(pair)).toEqual({ credit: 0, debt: 0, payable: 0 })
  const skipped = await admin.post(at(lesson, 'skip'), { cause: 'mentor', reason: 'She called us' })
  expect(skipped.status, JSON.stringify(skipped.body)).toBe(200)
  expect(await accounts(pair)).toMatchObject({ credit: half, debt: half })
  const other = await lessonIn(pair, 90)
  await admin.post(at(other, 'skip'), { cause: 'holiday', reason: 'Diwali' })
  expect(await accounts(pair)).toMatchObject({ credit: half, debt: half })
})

test('a class planned again after its credit earns no second one', async () => {
  const { phone, id } = await makeMentor(app.db)
  const [mentor, family] = await Promise.all([app.login(phone, 'mentor'), app.login(newPhone(), 'student')])
  const booking = await app.paidBooking(family, id, { amount: 99, plan: 'demo' })
  const pair = { mentor, family, booking }
  const day = { date: inDays(3), time: '17:00' }
  expect((await mentor.post(`/api/class-bookings/${booking}/lessons`, day)).status).toBe(200)
  expect((await cancel(pair, await lessonIn(pair, 60))).status).toBe(200)
  expect(await accounts(pair)).toMatchObject({ credit: 4950, debt: 4950 })
  const { rows } = await sql<{ id: string }>`
    select c.id from lesson_credit c where c.booking_id = ${booking}`.execute(app.db)
  const again = await mentor.post(`/api/class-bookings/${booking}/lessons`, { ...day, credit: rows[0]?.id })
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  const lesson = await lessonIn(pair, 90)
  expect(await seen(mentor, lesson, 'cancel')).toMatchObject({ compensation: 0, credit: 60 })
  expect((await cancel(pair, lesson)).status).toBe(200)
  expect(await accounts(pair)).toMatchObject({ credit: 4950, debt: 4950 })
})

test('the credits of an order never exceed half its price, nor what a mentor may owe, with however many mentors', async () => {
  const pair = await month()
  const owed = async (from: Pair) => {
    const lesson = await lessonIn(from, 60)
    const { compensation } = await seen(from.mentor, lesson, 'cancel')
    expect((await cancel(from, lesson)).status).toBe(200)
    return compensation
  }
  for (let nth = 1; nth <= 10; nth++) expect(await owed(pair)).toBe(187.5)
  expect(await owed(pair)).toBe(125)
  expect(await owed(pair)).toBe(0)
  expect(await accounts(pair)).toEqual({ credit: 200_000, debt: 200_000, payable: 0 })
  const { phone, id } = await makeMentor(app.db)
  const body = { mentor: id, balance: 4500, minutes: 1200, guarantee: false }
  const changed = await pair.family.post(`/api/class-bookings/booking/${pair.booking}/replacement`, body)
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  const next = { ...pair, mentor: await app.login(phone, 'mentor'), booking: changed.body.data._id }
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 100, from: inDays(2) }
  expect((await next.mentor.put(`/api/class-bookings/${next.booking}/timetable`, rule)).status).toBe(200)
  expect([await owed(next), await owed(next), await owed(next)]).toEqual([187.5, 62.5, 0])
  expect(await accounts(next)).toEqual({ credit: 225_000, debt: 25_000, payable: 0 })
})

test('reported absences credit no more than a mentor may owe once they are accepted', async () => {
  const pair = await month()
  const lesson = await reported(pair)
  const familyId = pair.family.id
  const mentorId = pair.mentor.id
  const other = { lessonId: await lessonIn(pair, 200), familyId, mentorId, paise: 199_000 }
  await transaction(app.db, (tx) => compensate(tx, other))
  await pair.mentor.post(at(lesson, 'no-show/answer'), { answer: 'agree' })
  expect(await accounts(pair)).toEqual({ credit: 200_000, debt: 200_000, payable: 0 })
})

test('bookings sold before the rule keep their terms', async () => {
  const pair = await month()
  await sql`update booking set terms = terms - 'mentorLatePercent' where id = ${pair.booking}`.execute(app.db)
  const lesson = await lessonIn(pair, 60)
  expect(await seen(pair.mentor, lesson, 'cancel')).toMatchObject({ compensation: 0 })
})

test('the next earnings pay the credit, class by class, and never below zero', async () => {
  const pair = await month()
  for (const minutes of [30, 160, 290]) expect((await cancel(pair, await lessonIn(pair, minutes))).status).toBe(200)
  expect(await accounts(pair)).toEqual({ credit: 3 * half, debt: 3 * half, payable: 0 })
  const lesson = await settled(pair, -300)
  // Settled again, because a job may run twice.
  await transaction(app.db, (tx) => settleLesson(tx, lesson))
  expect(await accounts(pair)).toEqual({ credit: 3 * half, debt: 3 * half - net, payable: 0 })
  await settled(pair, -600)
  expect(await accounts(pair)).toEqual({ credit: 3 * half, debt: 0, payable: 2 * net - 3 * half })
  const { data, totals } = (await pair.mentor.get('/api/mentor/earnings')).body
  const none = { fee: 0, commission: 0, gst: 0, tds: 0, tcs: 0 }
  const collected = data.filter(({ kind }: { kind: string }) => kind === 'collection')
  expect(collected).toMatchObject([
    { ...none, lesson: null, net: (net - 3 * half) / 100 },
    { ...none, lesson: null, net: -net / 100 },
  ])
  expect(totals).toMatchObject({ fee: 750, net: (2 * net - 3 * half) / 100 })
})

test('the credit is deducted from the next payment, and returns when that is refunded in full', {
  tags: ['full'],
}, async () => {
  const pair = await month()
  await cancel(pair, await lessonIn(pair, 60))
  expect(await quoteOf(pair)).toMatchObject({ price: 4500, promotion: 187.5, credit: 187.5, amount: 4312.5 })
  const other = (await makeMentor(app.db)).id
  const wrong = await pair.family.post('/api/payment/create-order', {
    amount: 4500,
    plan: 'monthly',
    mentorId: other,
    mode: 'online',
  })
  expect(wrong.body.code).toMatch(/price-changed|mode-not-offered/)
  const booking = await app.paidBooking(pair.family, other, { amount: 4312.5, plan: 'monthly' })
  expect(await accounts(pair)).toMatchObject({ credit: 0 })
  const { rows } = await sql<{ order: string }>`select order_id as "order" from booking where id = ${booking}`.execute(
    app.db,
  )
  const order = rows[0]?.order
  const refund = { order, amount: 4312.5, left: 4312.5, ends: true, reason: 'Moved away' }
  const made = await admin.put(`/api/admin/refunds/${randomUUID()}`, refund)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  expect(await accounts(pair)).toMatchObject({ credit: half })
  expect(await quoteOf(pair)).toMatchObject({ credit: 187.5 })
})

test('a credit pays one order, however many were open', async () => {
  const pair = await month()
  await cancel(pair, await lessonIn(pair, 60))
  const mentors = [(await makeMentor(app.db)).id, (await makeMentor(app.db)).id]
  const orders = []
  for (const mentorId of mentors)
    orders.push(
      (await pair.family.post('/api/payment/create-order', { mentorId, amount: 4312.5, plan: 'monthly' })).body,
    )
  for (const order of orders) await app.pay(order, 'success')
  await app.runJobs()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from booking where family_id = ${pair.family.id}`.execute(app.db)
  expect([rows[0]?.count, await accounts(pair)]).toEqual([2, { credit: 0, debt: half, payable: 0 }])
})

async function reported(pair: Pair, minutes = -25): Promise<string> {
  const lesson = await lessonIn(pair, minutes)
  const sent = await pair.family.post(at(lesson, 'no-show'), await seen(pair.family, lesson, 'no-show'))
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  return lesson
}
const disputeOf = async (lesson: string) =>
  (
    await sql<{
      id: string
      case: string
      version: number
    }>`select d.id, d.case_id as case, c.version from dispute d join support_case c on c.id = d.case_id
      where d.lesson_id = ${lesson} and d.reason = 'no_show'`.execute(app.db)
  ).rows[0]
async function decide(lesson: string, share: number, who = admin, ours?: number) {
  const dispute = await disputeOf(lesson)
  const body = { share, reason: 'We asked both', version: dispute?.version, ...(ours !== undefined && { ours }) }
  const sent = await who.post(`/api/admin/disputes/${dispute?.id}/decision`, body)
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
}

test('a reported absence of the mentor credits the family once nobody objects', async () => {
  const pair = await month()
  const lesson = await reported(pair)
  expect(await accounts(pair)).toMatchObject({ credit: 0, debt: 0 })
  await sql`update lesson_change set answer_by = now() where lesson_id = ${lesson}`.execute(app.db)
  for (const _ of [1, 2]) await acceptDueNoShows(app.context)
  expect(await accounts(pair)).toMatchObject({ credit: half, debt: half })
})

test('after an objection the decision counts, and an appeal reverses it', { tags: ['full'] }, async () => {
  const pair = await month()
  const paid = await reported(pair)
  const unpaid = await reported(pair, -300)
  for (const lesson of [paid, unpaid])
    expect(
      (await pair.mentor.post(at(lesson, 'no-show/answer'), { answer: 'object', text: 'I was there' })).status,
    ).toBe(200)
  await decide(paid, 100)
  expect(await accounts(pair)).toMatchObject({ credit: 0, debt: 0 })
  await decide(unpaid, 0)
  expect(await accounts(pair)).toMatchObject({ credit: half, debt: half })
  const dispute = await disputeOf(unpaid)
  const appeal = await admin.post(`/api/admin/cases/${dispute?.case}/steps`, {
    step: 'appeal',
    version: dispute?.version,
    text: 'Appealed',
  })
  expect(appeal.status, JSON.stringify(appeal.body)).toBe(200)
  await decide(unpaid, 100, second, 0)
  expect(await accounts(pair)).toMatchObject({ credit: 0, debt: 0 })
  expect(await told(pair.family)).toEqual(['credit-given', 'credit-reversed'])
})

test('a reversal after the credit was spent costs us, and repays a mentor who had paid', {
  tags: ['full'],
}, async () => {
  const pair = await month()
  const lesson = await reported(pair)
  await pair.mentor.post(at(lesson, 'no-show/answer'), { answer: 'object', text: 'I was there' })
  await decide(lesson, 0)
  await app.paidBooking(pair.family, (await makeMentor(app.db)).id, { amount: 4312.5, plan: 'monthly' })
  const before = await balancePaise(app.db, 'promotions', null)
  const dispute = await disputeOf(lesson)
  await admin.post(`/api/admin/cases/${dispute?.case}/steps`, {
    step: 'appeal',
    version: dispute?.version,
    text: 'Appealed',
  })
  await decide(lesson, 100, second, 0)
  expect(await accounts(pair)).toMatchObject({ credit: 0, debt: 0 })
  expect((await balancePaise(app.db, 'promotions', null)) - before).toBe(half)
})

/** Settles a lesson that was held, and returns it. */
async function settled(pair: Pair, minutes: number): Promise<string> {
  const lesson = await lessonIn(pair, minutes)
  await sql`update lesson set status = 'held' where id = ${lesson}`.execute(app.db)
  await transaction(app.db, (tx) => settleLesson(tx, lesson))
  return lesson
}

test('a correction of a class whose earning paid a credit makes that part owed again', { tags: ['full'] }, async () => {
  const pair = await month()
  await cancel(pair, await lessonIn(pair, 60))
  const lesson = await settled(pair, -300)
  expect(await accounts(pair)).toEqual({ credit: half, debt: 0, payable: net - half })
  const before = await balancePaise(app.db, 'promotions', null)
  const correct = async (amount: number, fee: number) => {
    const body = { lesson, amount, fee, reason: 'Not taught' }
    const sent = await admin.put(`/api/admin/disputes/${randomUUID()}`, body)
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  }
  await correct(187.5, 375)
  expect(await accounts(pair)).toMatchObject({ debt: Math.ceil(net / 2) - (net - half), payable: 0 })
  await correct(187.5, 187.5)
  expect(await accounts(pair)).toEqual({ credit: half, debt: half, payable: 0 })
  expect(await balancePaise(app.db, 'promotions', null)).toBe(before)
  await settled(pair, -600)
  expect(await accounts(pair)).toEqual({ credit: half, debt: 0, payable: net - half })
})

/** Holds an account while `work` waits for it, and returns the kinds of accounts that `work` had locked before. */
async function lockedBefore(kind: string, owner: string, others: RawBuilder<unknown>, work: () => Promise<unknown>) {
  let running: Promise<unknown> = Promise.resolve()
  const locked = await app.db.transaction().execute(async (tx) => {
    await sql`select id from ledger_account where kind = ${kind} and owner_id = ${owner} for update`.execute(tx)
    running = work()
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
              app.db,
            )
          ).rows.length,
        { interval: 5 },
      )
      .toBe(1)
    const free = sql<{ kind: string }>`select kind from ledger_account where ${others} for update skip locked`
    const all = sql<{ kind: string }>`select kind from ledger_account where ${others}`
    const kinds = (await free.execute(tx)).rows.map((one) => one.kind)
    return (await all.execute(tx)).rows.map((one) => one.kind).filter((one) => !kinds.includes(one))
  })
  await running
  return locked
}

test('decisions and settlements lock the accounts of a credit in the order of payments', {
  tags: ['full'],
}, async () => {
  const pair = await month()
  const { family, mentor } = pair
  const lesson = await reported(pair)
  await cancel(pair, await lessonIn(pair, 160))
  await pair.mentor.post(at(lesson, 'no-show/answer'), { answer: 'object', text: 'I was there' })
  const later = sql`kind > 'family_credit' and kind <> 'mentor_debt' and (owner_id is null or owner_id in (${family.id}, ${mentor.id}))`
  expect(await lockedBefore('family_credit', family.id, later, () => decide(lesson, 0))).toEqual([])
  const dispute = await disputeOf(lesson)
  await admin.post(`/api/admin/cases/${dispute?.case}/steps`, {
    step: 'appeal',
    version: dispute?.version,
    text: 'Appealed',
  })
  expect(await lockedBefore('family_credit', family.id, later, () => decide(lesson, 100, second, 0))).toEqual([])
  const payable = sql`kind = 'mentor_payable' and owner_id = ${mentor.id}`
  expect(await lockedBefore('mentor_debt', mentor.id, payable, () => settled(pair, -600))).toEqual([])
})

test('a mentor moves a class that is too late to cancel for free only if the family agrees', {
  tags: ['full'],
}, async () => {
  const pair = await month()
  const lesson = await lessonIn(pair, 60)
  const timeOf = async () =>
    (
      await sql<{
        at: string
      }>`select to_char(starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as at from lesson
      where id = ${lesson}`.execute(app.db)
    ).rows[0]?.at
  const before = await timeOf()
  const to = { date: inDays(20), time: '09:00' }
  const refused = await pair.mentor.put(at(lesson, 'time'), { ...to, askFamily: false })
  expect([refused.body.code, refused.body.details]).toEqual(['family-must-confirm', { reasons: ['late'] }])
  expect((await pair.mentor.put(at(lesson, 'time'), to)).status).toBe(200)
  expect(await timeOf()).toBe(before)
  const { rows } = await sql<{ id: string; reasons: string[] }>`
    select id, reasons from time_proposal where lesson_id = ${lesson} and status = 'open'`.execute(app.db)
  expect(rows).toMatchObject([{ reasons: ['late'] }])
  const yes = { answer: 'accept' }
  expect((await pair.family.post(`/api/class-bookings/proposals/${rows[0]?.id}/answer`, yes)).status).toBe(200)
  expect(await timeOf()).toBe(`${to.date} ${to.time}`)
})

test('another timetable leaves a class that is too late to cancel for free where it is, alone on its day', {
  tags: ['full'],
}, async () => {
  const pair = await month()
  const lesson = await lessonIn(pair, 60)
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '23:00', minutes: 50, from: inDays(0) }
  const path = `/api/class-bookings/${pair.booking}/timetable`
  expect((await pair.mentor.post(`${path}/preview`, rule)).body.data).toMatchObject({ replaced: 11, moved: 1 })
  expect((await pair.mentor.put(path, rule)).status).toBe(200)
  const { rows } = await sql<{ id: string; minutes: number; onDay: number }>`
    select id, minutes, count(*) over (partition by (starts_at at time zone 'Asia/Kolkata')::date)::int as "onDay"
    from lesson where booking_id = ${pair.booking} and status = 'scheduled' order by starts_at`.execute(app.db)
  expect(rows.map(({ minutes }) => minutes).sort()).toEqual([100, ...Array(22).fill(50)].sort())
  expect(rows.find(({ id }) => id === lesson)).toMatchObject({ minutes: 100, onDay: 1 })
})

test.each([
  ['given', 60_000],
  ['promised by an open report', 55_000],
] as const)(
  'a decision after an appeal gives only what the limit of the order has left: the rest is %s',
  async (rest, credit) => {
    const pair = await month(1200)
    const missed = await reported(pair, -300)
    await pair.mentor.post(at(missed, 'no-show/answer'), { answer: 'object', text: 'I was there' })
    await decide(missed, 100)
    for (let nth = 0; nth < 11; nth++) expect((await cancel(pair, await lessonIn(pair, 60))).status).toBe(200)
    const { rows } = await sql<{ id: string }>`
    select id from lesson_credit where booking_id = ${pair.booking} and used_by is null and voided_at is null limit 1`.execute(
      app.db,
    )
    const day = { date: inDays(20), time: '09:00', credit: rows[0]?.id }
    expect((await pair.mentor.post(`/api/class-bookings/${pair.booking}/lessons`, day)).status).toBe(200)
    if (rest === 'given') expect((await cancel(pair, await lessonIn(pair, 60))).status).toBe(200)
    else await reported(pair, -300)
    expect(await accounts(pair)).toMatchObject({ credit, debt: credit })
    const dispute = await disputeOf(missed)
    const appeal = { step: 'appeal', version: dispute?.version, text: 'Appealed' }
    expect((await admin.post(`/api/admin/cases/${dispute?.case}/steps`, appeal)).status).toBe(200)
    await decide(missed, 0, second, 0)
    expect(await accounts(pair)).toMatchObject({ credit, debt: credit })
  },
)
