import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { balancePaise } from '#server/ledger/ledger.ts'
import { atBarrier } from '#test/barrier.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { agePayoutAccounts, makeMentor, newPhone } from '#test/builders.ts'
import { markedClass, monthWithClass } from '#test/marked-classes.ts'
import { few, rounds } from '#test/rounds.ts'
import { codeOf, inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let family: LoggedIn
let mentor: LoggedIn
let first: LoggedIn
let second: LoggedIn
let third: LoggedIn
beforeAll(start)
beforeEach(newPair)
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

async function start(): Promise<void> {
  app = await testApp()
  first = await app.admin({ name: 'Olga', role: 'owner' })
  second = await app.admin({ name: 'Om', role: 'operations' })
  third = await app.admin({ name: 'Tara', role: 'operations' })
}
async function newPair(): Promise<void> {
  family = await app.login(newPhone(), 'student')
  mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
}

/** A month of 4,500 rupees with an appealed dispute about a lesson of 375. */
async function appealed(share: number, { isOpen = true } = {}) {
  const { booking, lesson } = await monthWithClass(app, family, mentor)
  const opened = await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  const id: string = opened.body.data._id
  const { rows } = await sql<{ caseId: string; order: string }>`
    select d.case_id as "caseId", b.order_id as "order" from dispute d join lesson l on l.id = d.lesson_id join booking b on b.id = l.booking_id
    where d.id = ${id}`.execute(app.db)
  const one = { id, lesson, booking, caseId: rows[0]?.caseId ?? '', order: rows[0]?.order ?? '' }
  await said(decide(one, share, first))
  if (isOpen) await said(step(one.caseId, 'appeal', first))
  return one
}
type One = Awaited<ReturnType<typeof appealed>>
const versionOf = async (caseId: string) =>
  (await sql<{ version: number }>`select version from support_case where id = ${caseId}`.execute(app.db)).rows[0]
    ?.version ?? 0
const step = async (caseId: string, name: string, who: LoggedIn) =>
  who.post(`/api/admin/cases/${caseId}/steps`, { step: name, text: 'Words', version: await versionOf(caseId) })
const outcome = ({ id }: { id: string }, share: number, who = second) =>
  who.get(`/api/admin/disputes/${id}/appeal?share=${share}`)
async function decide({ id, caseId }: Pick<One, 'id' | 'caseId'>, share: number, who: LoggedIn, more: object = {}) {
  const seen = (await outcome({ id }, share, who)).body.data
  const body = {
    share,
    reason: 'We saw the register',
    version: await versionOf(caseId),
    ...(seen && { ours: seen.ours }),
  }
  return who.post(`/api/admin/disputes/${id}/decision`, { ...body, ...more })
}
async function said<T extends { status: number; body: unknown }>(work: Promise<T>): Promise<T> {
  const reply = await work
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply
}
const lessonOf = async (one: One) =>
  (
    await sql<{ fee: number; status: string; settled: boolean; minutes: number }>`
      select fee_paise as fee, status, settled_at is not null as settled, minutes from lesson where id = ${one.lesson}`.execute(
      app.db,
    )
  ).rows[0]
const payable = async () => 0 - (await balancePaise(app.db, 'mentor_payable', mentor.id))
const prepaid = async () => 0 - (await balancePaise(app.db, 'family_prepaid', family.id))
const promotions = () => balancePaise(app.db, 'promotions', null)
const money = async () => ({ mentor: await payable(), family: await prepaid(), ours: await promotions() })
/** 375 less 10% commission, 18% GST on that, 0.1% TDS and 0.5% TCS. */
const net = 37_500 - 3750 - 675 - 38 - 188
const told = async (event: string, who: LoggedIn) =>
  (
    await sql<{
      text: string
    }>`select text from outbox where template = ${event} and recipient = ${who.phone} order by id`.execute(app.db)
  ).rows.map(({ text }) => text)
async function refund({ order }: Pick<One, 'order'>, amount: number, ends = false, who = third): Promise<void> {
  const { rows } = await sql<{ number: string }>`select number from payment_order where id = ${order}`.execute(app.db)
  const { leftEnded: left, left: unplanned } = (await who.get(`/api/admin/refunds?q=${rows[0]?.number}`)).body.order
  const most = ends ? left : unplanned
  if (most === 0) return
  const wish = { order, amount: Math.min(amount || most, most), left, ends, reason: 'Moved away' }
  await said(who.put(`/api/admin/refunds/${randomUUID()}`, wish))
}
async function payOut(): Promise<void> {
  await mentor.put('/api/mentor/payout-account', { method: 'upi', holder: 'Asha', upi: 'asha@okaxis' })
  await agePayoutAccounts(app.db)
  const { data } = (await said(first.post('/api/admin/payouts', { until: inDays(0) }))).body
  await said(second.post(`/api/admin/payouts/${data._id}/paid`, { reference: 'UTR00001', amount: data.amount }))
}

test("pays the lesson when another admin decides the mentor's appeal for the mentor", { tags: ['full'] }, async () => {
  const one = await appealed(0)
  const before = await money()
  expect((await outcome(one, 100)).body.data).toMatchObject({
    now: 0,
    kept: 375,
    family: -375,
    mentor: net / 100,
    ours: 0,
  })
  expect(codeOf(await decide(one, 100, second))).toEqual([200, 'done'])
  expect(await lessonOf(one)).toEqual({ fee: 37_500, status: 'held', settled: true, minutes: 100 })
  const after = await money()
  expect(after).toEqual({ mentor: before.mentor + net, family: before.family - 37_500, ours: before.ours })
  expect(await told('appeal-decided-mentor', mentor)).toEqual([expect.stringContaining('₹375')])
  expect(await told('appeal-decided-family', family)).toEqual([expect.stringContaining('₹375')])
  const seen = (await first.get(`/api/admin/cases/${one.caseId}`)).body.data
  expect(seen).toMatchObject({ status: 'resolved', decidedBy: 'Om', dispute: 'decided' })
  expect(seen.timeline.filter(({ kind }: { kind: string }) => kind === 'decided')).toMatchObject([
    { by: 'Om', amount: 375 },
    { by: 'Olga', amount: 0 },
  ])
  const lessons = (await mentor.get(`/api/class-bookings/mentor/${mentor.id}`)).body.data[0].lessons
  expect(lessons[1].dispute).toMatchObject({ reason: 'appealed', kept: 375, ours: 0 })
})

test.each(
  few([
    { from: 100, to: 60 },
    { from: 100, to: 0 },
    { from: 40, to: 100 },
    { from: 50, to: 50 },
  ]),
)('from $from to $to percent in one journal: the books say what was decided at first so', async ({ from, to }) => {
  const one = await appealed(from)
  const booking = one.booking
  expect(codeOf(await decide(one, to, second))).toEqual([200, 'done'])
  const now = { ...(await lessonOf(one)), money: await money() }
  const others = await promotions()
  await newPair()
  const like = await appealed(to, { isOpen: false })
  const same = { ...(await lessonOf(like)), money: { ...(await money()), ours: others } }
  expect(now).toEqual(same)
  expect(booking).not.toBe(like.booking)
})

test('keeps refunds and shows the cost to MentorSetu in the preview', { tags: ['full'] }, async () => {
  const one = await appealed(0)
  await refund(one, 0, true)
  await app.runJobs()
  const before = await money()
  expect(before.family).toBe(0)
  const seen = (await outcome(one, 100)).body.data
  expect(seen).toMatchObject({ family: 0, mentor: net / 100, ours: 375 })
  expect(codeOf(await decide(one, 100, second, { ours: 0 }))).toEqual([409, 'appeal-changed'])
  expect(codeOf(await decide(one, 100, second))).toEqual([200, 'done'])
  expect(await money()).toEqual({ mentor: before.mentor + net, family: 0, ours: before.ours + 37_500 })
  expect(await lessonOf(one)).toEqual({ fee: 0, status: 'held', settled: true, minutes: 0 })
  expect(await told('appeal-decided-family', family)).toEqual([expect.stringContaining('₹0')])
  // After the second appeal the contribution of MentorSetu returns to it.
  await said(step(one.caseId, 'appeal', first))
  expect(codeOf(await decide(one, 20, first))).toEqual([403, 'case-own-decision'])
  expect(codeOf(await decide(one, 20, second))).toEqual([403, 'case-own-decision'])
  expect(codeOf(await decide(one, 0, third))).toEqual([200, 'done'])
  expect(await money()).toEqual(before)
  expect(await lessonOf(one)).toMatchObject({ status: 'missed_by_mentor', settled: false })
})

test('pays from the remaining balance first and covers the rest', async () => {
  const one = await appealed(0)
  await refund(one, 4000)
  const before = await money()
  expect(before.family).toBe(12_500)
  expect(codeOf(await decide(one, 100, second))).toEqual([200, 'done'])
  expect(await money()).toEqual({ mentor: before.mentor + net, family: 0, ours: before.ours + 25_000 })
  expect(await lessonOf(one)).toMatchObject({ fee: 12_500, settled: true })
  const [{ lessons }] = (await family.get(`/api/class-bookings/student/${family.id}`)).body.data
  expect(lessons[1].dispute).toMatchObject({ amount: 375, kept: 375, ours: 250 })
  // A correction returns what the family paid, and no more.
  const correct = (amount: number, fee: number) =>
    third.put(`/api/admin/disputes/${randomUUID()}`, { lesson: one.lesson, amount, fee, reason: 'The guarantee' })
  expect(codeOf(await correct(125.01, 125))).toEqual([409, 'correction-too-large'])
  expect(codeOf(await correct(125, 125))).toEqual([200, 'done'])
  expect((await money()).family).toBe(12_500)
  // The lesson still counts: MentorSetu's contribution stays with the mentor.
  expect(await lessonOf(one)).toMatchObject({ fee: 0, status: 'held', settled: true })
  const against = [await told('dispute-for-family', family), await told('dispute-for-family', mentor)].flat()
  // The first decision before the appeal.
  expect(against).toEqual([expect.stringContaining('CASE-'), expect.stringContaining('CASE-')])
  expect((await told('appeal-decided-family', family)).at(-1)).toContain('costs you ₹0')
  expect((await told('appeal-decided-mentor', mentor)).at(-1)).toContain('₹250')
})

test('notifies family and mentor of their own amounts when a share is corrected', { tags: ['full'] }, async () => {
  const one = await appealed(0)
  await refund(one, 4000)
  expect(codeOf(await decide(one, 100, second))).toEqual([200, 'done'])
  const wish = { lesson: one.lesson, amount: 100, fee: 125, reason: 'The guarantee' }
  await said(third.put(`/api/admin/disputes/${randomUUID()}`, wish))
  expect((await told('appeal-decided-family', family)).at(-1)).toContain('costs you ₹25.')
  expect((await told('appeal-decided-mentor', mentor)).at(-1)).toContain('₹275.')
})

test('bears what was paid out and does not pay it again on the next appeal', { tags: ['full'] }, async () => {
  const one = await appealed(100)
  await payOut()
  const before = await money()
  expect(before.mentor).toBe(0)
  expect((await outcome(one, 0)).body.data).toMatchObject({ family: 375, mentor: 0, ours: net / 100 })
  expect(codeOf(await decide(one, 0, second))).toEqual([200, 'done'])
  expect(await money()).toEqual({ mentor: 0, family: before.family + 37_500, ours: before.ours + net })
  await said(step(one.caseId, 'appeal', second))
  expect((await outcome(one, 100, third)).body.data).toMatchObject({ family: -375, mentor: 0, ours: -net / 100 })
  expect(codeOf(await decide(one, 100, third))).toEqual([200, 'done'])
  expect(await money()).toEqual(before)
})

test('leaves the money of lessons planned meanwhile', { tags: ['full'] }, async () => {
  const one = await appealed(0)
  const before = await money()
  for (let nth = 0; nth < 10; nth++) await markedClass(app, mentor, one.booking).catch(() => null)
  const { rows } = await sql<{ paise: number }>`
    select (b.price_paise - b.refunded_paise - sum(l.fee_paise) filter (where l.status in ('held', 'scheduled')))::int as paise
    from booking b join lesson l on l.booking_id = b.id where b.id = ${one.booking} group by b.id`.execute(app.db)
  const free = rows[0]?.paise ?? 0
  expect(codeOf(await decide(one, 100, second))).toEqual([200, 'done'])
  const after = await money()
  expect(after.mentor).toBe(before.mentor + net)
  expect(before.family - after.family).toBe(Math.min(37_500, free))
  expect(after.ours - before.ours).toBe(37_500 - Math.min(37_500, free))
})

/** Plans the whole remaining balance. @returns the upcoming lessons, soonest first */
async function planAll({ booking }: One): Promise<string[]> {
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '19:00', minutes: 100, from: inDays(3) }
  await said(mentor.put(`/api/class-bookings/${booking}/timetable`, rule))
  const { rows } = await sql<{ id: string }>`
    select id from lesson where booking_id = ${booking} and status = 'scheduled' order by starts_at`.execute(app.db)
  return rows.map(({ id }) => id)
}

test('leaves the money of a credited lesson, which is planned and paid after the appeal', {
  tags: ['full'],
}, async () => {
  const one = await appealed(0)
  const [lesson] = await planAll(one)
  await said(mentor.post(`/api/class-bookings/lessons/${lesson}/skip`, { cause: 'mentor' }))
  const before = await money()
  expect((await outcome(one, 100)).body.data).toMatchObject({ family: 0, mentor: net / 100, ours: 375 })
  expect(codeOf(await decide(one, 100, second))).toEqual([200, 'done'])
  expect(await money()).toEqual({ ...before, mentor: before.mentor + net, ours: before.ours + 37_500 })
  const { rows } = await sql<{ id: string }>`select id from lesson_credit where booking_id = ${one.booking}`.execute(
    app.db,
  )
  const wish = { date: inDays(40), time: '19:00', credit: rows[0]?.id }
  await said(mentor.post(`/api/class-bookings/${one.booking}/lessons`, wish))
  const owed = await sql<{ fee: number; minutes: number }>`
    select fee_paise as fee, minutes from lesson where booking_id = ${one.booking} order by sequence desc limit 1`.execute(
    app.db,
  )
  expect(owed.rows).toEqual([{ fee: 37_500, minutes: 100 }])
})

test('accepts another admin only, with the displayed amounts and while the appeal is open', async () => {
  const one = await appealed(0, { isOpen: false })
  expect(codeOf(await decide(one, 100, second, { ours: 0 }))).toEqual([409, 'dispute-decided'])
  await said(step(one.caseId, 'appeal', second))
  expect(codeOf(await outcome(one, 100, first))).toEqual([403, 'case-own-decision'])
  expect(codeOf(await decide(one, 100, first, { ours: 0 }))).toEqual([403, 'case-own-decision'])
  const stale = await decide(one, 100, second, { version: 1 })
  expect([codeOf(stale), stale.body.details.events[0].kind]).toEqual([[409, 'case-changed'], 'appeal'])
  expect(codeOf(await decide(one, 100, second, { ours: undefined }))).toEqual([400, 'bad-request'])
  await said(step(one.caseId, 'take', third))
  const owned = await decide(one, 100, second, { ours: 0 })
  expect([codeOf(owned), owned.body.message]).toEqual([[409, 'case-of-another'], expect.stringContaining('Tara')])
  expect(codeOf(await decide(one, 100, third))).toEqual([200, 'done'])
  // Repeating the decision succeeds.
  const again = { share: 100, reason: 'We saw the register', version: 1, ours: 0 }
  expect((await third.post(`/api/admin/disputes/${one.id}/decision`, again)).status).toBe(200)
  const other = await third.post(`/api/admin/disputes/${one.id}/decision`, { ...again, share: 50 })
  expect(other.body).toMatchObject({ code: 'dispute-decided', details: { mentor: 375, family: 0 } })
  const { rows } =
    await sql`select from journal where kind = 'correction' and subject_id in (select id from dispute where lesson_id = ${one.lesson})`.execute(
      app.db,
    )
  expect(rows).toHaveLength(1)
})

test("refuses disputes of another admin's case and stale versions", async () => {
  const { lesson } = await monthWithClass(app, family, mentor)
  const { _id: id, number } = (
    await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'shorter' })
  ).body.data
  const { data } = (await first.get(`/api/admin/cases?q=${number}`)).body
  const caseId: string = data[0]._id
  const version = await versionOf(caseId)
  await said(step(caseId, 'take', first))
  const [row] = (await second.get(`/api/admin/disputes?status=open&limit=100`)).body.data.filter(
    (one: { _id: string }) => one._id === id,
  )
  expect(row.case).toMatchObject({ _id: caseId, version: version + 1, owner: { name: 'Olga' }, isAppealed: false })
  expect(codeOf(await decide({ id, caseId }, 0, second))).toEqual([409, 'case-of-another'])
  expect(codeOf(await decide({ id, caseId }, 0, first, { version }))).toEqual([409, 'case-changed'])
  await said(step(caseId, 'take', second))
  expect(codeOf(await decide({ id, caseId }, 0, second))).toEqual([200, 'done'])
})

test('serialises two decisions and the end of the appeal, and keeps the ledger balanced', {
  tags: ['full'],
}, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 4; round++) {
    await newPair()
    const one = await appealed(round % 2 ? 0 : 100)
    const version = await versionOf(one.caseId)
    const share = round % 2 ? 100 : 0
    const ours = [(await outcome(one, share)).body.data.ours, (await outcome(one, 50)).body.data.ours]
    const post = (who: LoggedIn, to: number, bear: number) =>
      who.post(`/api/admin/disputes/${one.id}/decision`, { share: to, reason: 'Register', version, ours: bear })
    const works = [
      () => post(second, share, ours[0]),
      () => post(third, 50, ours[1]),
      () => third.post(`/api/admin/cases/${one.caseId}/steps`, { step: 'resolve', text: 'Taken back', version }),
      () => post(second, share, ours[0]),
    ]
    const replies = await atBarrier(app.db, round, sql`select from support_case where id = ${one.caseId}`, works)
    const codes = replies.map(({ body }) => body.code ?? 'done')
    outcomes.add(codes.join())
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from dispute where case_id = ${one.caseId} and reason = 'appealed'`.execute(app.db)
    const isEnded = codes[2] === 'done'
    expect([rows[0]?.n, codes.filter((code) => code === 'done').length], codes.join()).toEqual(
      isEnded ? [0, 1] : [1, codes[1] === 'done' ? 1 : 2],
    )
  }
  expect(outcomes.size).toBeGreaterThan(1)
})

test('applies the displayed amounts or nothing when a refund runs concurrently', { tags: ['full'] }, async () => {
  // Earlier tests used up the rate limit of one address.
  await app.stop()
  await start()
  for (const isRefundFirst of [true, false]) {
    await newPair()
    const one = await appealed(0)
    const { rows } = await sql<{ number: string }>`select number from payment_order where id = ${one.order}`.execute(
      app.db,
    )
    const { leftEnded: left } = (await third.get(`/api/admin/refunds?q=${rows[0]?.number}`)).body.order
    const body = { share: 100, reason: 'Register', version: await versionOf(one.caseId), ours: 0 }
    const wish = { order: one.order, amount: left, left, ends: true, reason: 'Moved away' }
    const works = [
      () => third.put(`/api/admin/refunds/${randomUUID()}`, wish),
      () => second.post(`/api/admin/disputes/${one.id}/decision`, body),
    ]
    const booking = sql`select from booking where id = ${one.booking}`
    const replies = await atBarrier(app.db, 0, booking, isRefundFirst ? works : works.reverse())
    const codes = replies.map(({ body: { code = 'done' } }) => code)
    expect(codes).toEqual(['done', isRefundFirst ? 'appeal-changed' : 'refund-changed'])
    await expectBooks(app.db)
  }
})

type Event = { share: number; before: 'nothing' | 'refund' | 'payout' | 'correction' | 'owed'; part: number }
const event = fc.record<Event>({
  share: fc.constantFrom(0, 1, 33, 50, 99, 100),
  before: fc.constantFrom('nothing', 'refund', 'payout', 'correction', 'owed'),
  part: fc.integer({ min: 1, max: 4 }),
})

test('moves exactly the previewed amounts after random events, and keeps the ledger balanced', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 40, 100),
      fc.array(event, { minLength: 2, maxLength: 2 }),
      async (at, events) => {
        // Each round uses up the rate limit of one address.
        await app.stop()
        await start()
        await newPair()
        const float = { way: 'in', amount: 10_000, note: 'For refunds and payouts' }
        await said(first.put(`/api/admin/books/own-money/${randomUUID()}`, float))
        const one = await appealed(at, { isOpen: false })
        for (const [nth, { share, before, part }] of events.entries()) {
          await happen(one, before, part)
          await said(step(one.caseId, 'appeal', first))
          const who = nth === 0 ? second : third
          const seen = (await said(outcome(one, share, who))).body.data
          const was = await money()
          expect(codeOf(await decide(one, share, who))).toEqual([200, 'done'])
          const is = await money()
          const moved = [is.family - was.family, is.mentor - was.mentor, is.ours - was.ours]
          expect(moved).toEqual([seen.family, seen.mentor, seen.ours].map((rupees) => Math.round(rupees * 100)))
          const { rows } = await sql<{ kept: number; ours: number }>`
          select mentor_paise as kept, ours_paise as ours from dispute where case_id = ${one.caseId} and reason = 'appealed' order by id desc limit 1`.execute(
            app.db,
          )
          const { fee = 0, settled = false } = (await lessonOf(one)) ?? {}
          const { kept = 0, ours = 0 } = rows[0] ?? {}
          expect([kept, (settled ? fee : 0) + ours]).toEqual([Math.round(375 * share), kept])
          expect(await unfundedOf(one)).toEqual([])
          await expectBooks(app.db)
        }
      },
    ),
    { numRuns: Math.ceil(rounds / 8) },
  )
}, 120_000)

/** A random event that changes what can be moved, if it is possible now. */
async function happen(one: One, what: Event['before'], part: number): Promise<void> {
  if (what === 'refund') await refund(one, 1000 * part)
  if (what === 'payout' && (await payable()) > 0) await payOut()
  if (what === 'owed') await oweClasses(one, part)
  if (what !== 'correction') return
  const { fee = 0, settled = false } = (await lessonOf(one)) ?? {}
  if (!settled || fee === 0) return
  const wish = { lesson: one.lesson, amount: Math.ceil(fee / part) / 100, fee: fee / 100, reason: 'The guarantee' }
  await said(third.put(`/api/admin/disputes/${randomUUID()}`, wish))
}

/** Plans the whole balance and credits some of its lessons. */
async function oweClasses(one: One, count: number): Promise<void> {
  for (const lesson of (await planAll(one).catch(() => [])).slice(0, count))
    await said(mentor.post(`/api/class-bookings/lessons/${lesson}/skip`, { cause: 'mentor' }))
}

/** A booking that goes on, of which the money that no class uses does not pay for what is owed; a refund takes whole minutes, so less than one may be missing. */
async function unfundedOf({ booking }: One) {
  const { rows } = await sql`
    select b.price_paise - b.refunded_paise - used.paise as free, owed.minutes from booking b
      cross join lateral (select coalesce(sum(fee_paise), 0) as paise from lesson
        where booking_id = b.id and (status in ('scheduled', 'held') or settled_at is not null)) used
      cross join lateral (select coalesce(sum(minutes), 0) as minutes from lesson_credit
        where booking_id = b.id and used_by is null and voided_at is null) owed
    where b.id = ${booking} and b.status = 'scheduled'
      and b.price_paise - b.refunded_paise - used.paise < (b.price_paise - b.refunded_paise) * (owed.minutes - 1) / b.minutes`.execute(
    app.db,
  )
  return rows
}
