import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { settleOrder } from '#server/money/payments/payments.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks } from './books-oracle.ts'
import { makeMentor, newPhone } from './builders.ts'
import { modelRounds } from './rounds.ts'
import { inDays, type LoggedIn, newIp, type TestApp, testApp } from './test-app.ts'

let app: TestApp
let admin: LoggedIn
let family: LoggedIn
let mentor: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  family = await app.login(newPhone(), 'student')
  const { phone } = await makeMentor(app.db, { prices: { homeTuition: 12_000 } })
  mentor = await app.login(phone, 'mentor')
})
afterAll(async () => {
  await expectBooks(app.db)
  await app.stop()
})

const runs = Math.ceil(modelRounds / 5)

type Side = { booking: string; order: string }
let learners = 0
/** A 12,000-rupee month with a mentor who has no other class. */
async function bought(): Promise<Side> {
  await sql`update teaching_slot set status = 'released' where mentor_id = ${mentor.id}`.execute(app.db)
  // A family has room for twenty children.
  if (learners > 0 && learners % 20 === 0) family = await app.login(newPhone(), 'student')
  const learner = { name: `Learner ${++learners}`, grade: '9' }
  const input = { amount: 12_000, plan: 'monthly', mentorId: mentor.id, learner }
  const made = await family.post('/api/payment/create-order', input, newIp())
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  await app.pay(made.body, 'success')
  await settleOrder(app.context, made.body.order_id)
  const { rows } = await sql<{ id: string }>`select id from booking where order_id = ${made.body.order_id}`.execute(
    app.db,
  )
  return { booking: rows[0]?.id ?? '', order: made.body.order_id }
}

type Lesson = { id: string; startsAt: Date; minutes: number; fee: number; isMoved: boolean; isOpen: boolean }
type Credit = { _id: string; minutes: number; isUsed: boolean; isVoided: boolean }

/** The state of a booking from its own rows, and from its page. */
async function stateOf({ booking }: Side) {
  const { rows: lessons } = await sql<Lesson>`
    select id, starts_at as "startsAt", minutes, fee_paise as fee, is_moved as "isMoved", status = 'scheduled' as "isOpen"
    from lesson where booking_id = ${booking} and status in ('scheduled', 'held') order by starts_at`.execute(app.db)
  const { rows } = await sql<{ minutes: number; worth: number; isOpen: boolean }>`
    select minutes, price_paise - refunded_paise as worth, status in ('pending_schedule', 'scheduled') as "isOpen"
    from booking where id = ${booking}`.execute(app.db)
  const shown = (await mentor.get(`/api/class-bookings/${booking}/timetable`, newIp())).body.data
  const credits = (shown.credits as Credit[]).filter((credit) => !credit.isUsed && !credit.isVoided)
  const sum = (list: number[]) => list.reduce((all, value) => all + value, 0)
  return {
    minutes: 0,
    worth: 0,
    isOpen: false,
    ...rows[0],
    lessons,
    credits,
    unplanned: shown.unplanned as number,
    used: sum(lessons.map((lesson) => lesson.minutes)),
    fees: sum(lessons.map((lesson) => lesson.fee)),
    held: sum(lessons.filter((lesson) => !lesson.isOpen).map((lesson) => lesson.fee)),
    owed: sum(credits.map((credit) => credit.minutes)),
  }
}
type State = Awaited<ReturnType<typeof stateOf>>

const refund = (side: Side, paise: number, { worth, held }: State) =>
  admin.put(
    `/api/admin/refunds/${randomUUID()}`,
    { order: side.order, amount: paise / 100, left: (worth - held) / 100, ends: false, reason: 'Fewer classes' },
    newIp(),
  )
const rule = { weekdays: [1, 3, 5], time: '17:00', minutes: 100, from: inDays(2) }
const setRule = (side: Side, input: object) =>
  mentor.put(`/api/class-bookings/${side.booking}/timetable`, { ...rule, ...input }, newIp())
const skip = (_side: Side, lesson: string | undefined) =>
  mentor.post(`/api/class-bookings/lessons/${lesson}/skip`, { cause: 'mentor' }, newIp())
const add = (side: Side, input: object) => mentor.post(`/api/class-bookings/${side.booking}/lessons`, input, newIp())

/** A booking with eight planned and four owed classes. */
async function fourOwed() {
  const side = await bought()
  expect((await setRule(side, {})).status).toBe(200)
  for (const lesson of (await stateOf(side)).lessons.slice(0, 4)) expect((await skip(side, lesson.id)).status).toBe(200)
  return side
}

test('a refund takes owed classes with it', { tags: ['full'] }, async () => {
  const side = await fourOwed()
  const before = await stateOf(side)
  expect((await refund(side, 400_000, before)).status).toBe(200)
  const after = await stateOf(side)
  expect(after).toMatchObject({ minutes: 800, worth: 800_000, fees: 800_000, used: 800, owed: 0, unplanned: 0 })
  const late = await add(side, { date: inDays(60), time: '09:00', credit: before.credits[0]?._id })
  expect([late.status, late.body.code]).toEqual([409, 'nothing-to-plan'])
})

test('owed classes that are still paid for can be planned, oldest first', { tags: ['full'] }, async () => {
  const side = await fourOwed()
  const before = await stateOf(side)
  expect((await refund(side, 250_000, before)).status).toBe(200)
  const { credits, ...after } = await stateOf(side)
  expect(after).toMatchObject({ minutes: 950, worth: 950_000, used: 800, owed: 150, unplanned: 0 })
  expect(credits.map((credit) => [credit._id, credit.minutes])).toEqual([
    [before.credits[0]?._id, 100],
    [before.credits[1]?._id, 50],
  ])
  for (const [i, credit] of credits.entries())
    expect((await add(side, { date: inDays(60 + i), time: '09:00', credit: credit._id })).status).toBe(200)
  expect(await stateOf(side)).toMatchObject({ fees: 950_000, used: 950, owed: 0, unplanned: 0 })
})

const nth = fc.nat(11)
const at = { day: fc.integer({ min: 2, max: 90 }), time: fc.constantFrom('06:00', '11:15', '17:30', '20:00') }
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('rule' as const),
      ...at,
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
      minutes: fc.constantFrom(45, 60, 100, 145),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), nth, ...at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('skip' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('credit' as const), nth, ...at }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('add' as const), minutes: fc.constantFrom(undefined, 30, 100), ...at }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('refund' as const), share: fc.constantFrom(0.07, 0.3, 0.5, 1) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

let heldOnes = 0
/** Turns the next upcoming class into a settled class of the past. */
async function hold({ lessons }: State): Promise<null> {
  const lesson = lessons.find((lesson) => lesson.isOpen)
  if (!lesson) return null
  const back = sql`make_interval(days => ${400 * ++heldOnes})`
  await sql`with l as (update lesson set status = 'held', starts_at = starts_at - ${back}, ends_at = ends_at - ${back} where id = ${lesson.id} returning slot_id)
    update teaching_slot set starts_at = starts_at - ${back}, ends_at = ends_at - ${back} where id = (select slot_id from l)`.execute(
    app.db,
  )
  await transaction(app.db, (tx) => settleLesson(tx, lesson.id))
  return null
}

const pick = <T>(list: T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

/** Applies one step; null when it is not applicable. */
async function take(side: Side, before: State, step: Step) {
  const open = pick(
    before.lessons.filter((lesson) => lesson.isOpen),
    'nth' in step ? step.nth : 0,
  )
  if (step.do === 'hold') return await hold(before)
  if (step.do === 'refund') {
    const paise = Math.round((before.worth - before.fees) * step.share)
    return paise > 0 ? await refund(side, paise, before) : null
  }
  if (step.do === 'skip') return open ? await skip(side, open.id) : null
  if (step.do === 'rule') {
    const { weekdays, minutes, day, time } = step
    return await setRule(side, { weekdays, minutes, time, from: inDays(day) })
  }
  const to = { date: inDays(step.day), time: step.time }
  if (step.do === 'add') return await add(side, { ...to, ...(step.minutes && { minutes: step.minutes }) })
  if (step.do === 'move')
    return open ? await mentor.put(`/api/class-bookings/lessons/${open.id}/time`, to, newIp()) : null
  const credit = pick(before.credits, step.nth)
  return credit ? await add(side, { ...to, credit: credit._id }) : null
}

const refusals = [
  ...['nothing-to-plan', 'timetable-clash', 'timetable-too-long', 'slot-taken', 'learner-busy', 'not-schedulable'],
]

/** Invariants after every step. */
async function check(side: Side, before: State, step: Step) {
  const now = await stateOf(side)
  const unplanned = now.minutes - now.used - now.owed
  if (now.isOpen) expect(now.unplanned).toBe(unplanned)
  expect(unplanned).toBeGreaterThanOrEqual(0)
  expect(now.fees).toBeLessThanOrEqual(now.worth)
  if (now.used === now.minutes) expect(now.fees).toBe(now.worth)
  for (const lesson of now.lessons) {
    expect(lesson.fee).toBeGreaterThan(0)
    const known = before.lessons.find(({ id }) => id === lesson.id)
    if (known && known.isOpen === lesson.isOpen && step.do !== 'move') expect(lesson).toEqual(known)
  }
  if (step.do === 'rule')
    for (const known of before.lessons.filter((lesson) => lesson.isMoved || !lesson.isOpen))
      expect(now.lessons).toContainEqual(known)
  now.lessons.forEach(({ startsAt }, i) => {
    const last = now.lessons[i - 1]
    if (last) expect(startsAt.getTime()).toBeGreaterThanOrEqual(last.startsAt.getTime() + last.minutes * 60_000)
  })
  const { rows } = await sql`
    select l.id from lesson l join teaching_slot s on s.id = l.slot_id where l.booking_id = ${side.booking}
      and l.status in ('scheduled', 'held') and (s.status <> 'booked' or s.during <> l.during)`.execute(app.db)
  expect(rows).toEqual([])
  return now
}

// A failure prints its seed and path: set `TEST_SEED` to the seed and pass the path as `fc.assert(…, { path })`.
test(
  'random planning, moves, skips, classes and refunds keep minutes and money consistent',
  async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const side = await bought()
      await setRule(side, {})
      let state = await stateOf(side)
      for (const step of steps) {
        if (!state.isOpen) break
        const reply = await take(side, state, step)
        if (reply && reply.status !== 200)
          expect(refusals, JSON.stringify([step, reply.body])).toContain(reply.body.code)
        state = await check(side, state, step)
      }
    })
    await fc.assert(property, { numRuns: runs })
  },
  60_000 + runs * 5_000,
)
