import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleDue } from '#server/classes/bookings/settlement.ts'
import { balancePaise } from '#server/ledger/ledger.ts'
import type { Log } from '#server/platform/log.ts'
import { atBarrier } from '#test/barrier.ts'
import { withLines } from '#test/batch-lines.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { agePayoutAccounts, makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { markedClass, monthWithClass } from '#test/marked-classes.ts'
import { sized } from '#test/rounds.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let family: LoggedIn
let mentor: LoggedIn
beforeAll(async () => {
  app = await testApp()
})
beforeEach(newPair)
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

const path = (lesson: string, end = '') => `/api/class-bookings/lessons/${lesson}/dispute${end}`
const dispute = (lesson: string) => family.post(path(lesson), { reason: 'not_held' })
const tick = (record: string) => family.put(`/api/class-records/${record}`, { parentTick: true })
const hold = () => balancePaise(app.db, 'held_in_dispute', null)
const bookingOf = async (id: string) =>
  (await family.get(`/api/class-bookings/student/${family.id}`)).body.data.find(
    (one: { _id: string }) => one._id === id,
  )
async function newPair(): Promise<void> {
  family = await app.login(newPhone(), 'student')
  mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
}
async function anotherMonth() {
  await newPair()
  return await monthWithClass(app, family, mentor)
}

const rounds = sized(2, 20)

/** Releases all requests that wait for the booking at once. */
const atBooking = <T>(booking: string, works: (() => Promise<T>)[]) =>
  atBarrier(app.db, 0, sql`select from booking where id = ${booking}`, works)

test('accepts one of a concurrent tick and dispute', async () => {
  const before = await hold()
  const outcomes = new Set<string>()
  let held = 0
  let { booking, lesson, record } = await monthWithClass(app, family, mentor)
  for (let round = 0; round < rounds; round++) {
    if (round % 6 === 5) ({ booking, lesson, record } = await anotherMonth())
    else if (round > 0) ({ lesson, record } = await markedClass(app, mentor, booking))
    const works = [() => tick(record), () => dispute(lesson), () => dispute(lesson)]
    const replies = await atBooking(booking, round % 2 ? works : works.reverse())
    const codes = replies.map(({ body }) => body.code ?? 'done').sort()
    outcomes.add(codes.join())
    const now = (await bookingOf(booking)).lessons.find((one: { _id: string }) => one._id === lesson)
    expect(now.settled).toBe(codes.includes('already-settled'))
    if (!now.settled) held += 37_500
  }
  expect((await hold()) - before).toBe(-held)
  expect([...outcomes].sort()).toEqual(['already-settled,already-settled,done', 'dispute-open,done,done'])
})

test('accepts one of a concurrent settlement and dispute', async () => {
  const before = await hold()
  const troubles: unknown[] = []
  const log = { error: (trouble: unknown) => troubles.push(trouble) } as unknown as Log // safe: settling only tells of errors
  let held = 0
  for (let round = 0; round < rounds; round++) {
    family = await app.login(newPhone(), 'student')
    const booking = await app.paidBooking(family, mentor.id)
    const { lesson } = await markedClass(app, mentor, booking)
    // The first lesson with a mentor may be disputed until the job runs.
    await shiftLessons(app.db, booking, -3 - round)
    await sql`update class_record set marked_at = marked_at - interval '3 days' where lesson_id = ${lesson}`.execute(
      app.db,
    )
    const works = [
      async () => {
        await settleDue(app.db, log)
        return 'settled'
      },
      async () => (await dispute(lesson)).body.code ?? 'disputed',
    ]
    const replies = await atBooking(booking, round % 2 ? works : works.reverse())
    const now = (await bookingOf(booking)).lessons[0]
    expect([now.settled, now.dispute === null]).toEqual(
      replies.includes('already-settled') ? [true, true] : [false, false],
    )
    if (now.dispute) held += 9900
  }
  expect(troubles).toEqual([])
  expect((await hold()) - before).toBe(-held)
})

test('accepts one of a concurrent withdrawal and decision, and settles at most once', async () => {
  const { booking, lesson } = await anotherMonth()
  const id = (await dispute(lesson)).body.data._id
  const admins = [await app.admin(), await app.admin({ role: 'operations' })]
  const decide = (who: LoggedIn) =>
    who.post(`/api/admin/disputes/${id}/decision`, { share: 0, reason: 'It did not take place', version: 1 })
  const replies = await atBooking(booking, [
    () => family.post(path(lesson, '/withdraw'), {}),
    ...admins.map((who) => () => decide(who)),
  ])
  const codes = replies.map(({ body }) => body.code ?? 'done')
  expect([
    ['done', 'dispute-withdrawn', 'dispute-withdrawn'],
    ['dispute-decided', 'done', 'done'],
  ]).toContainEqual(codes)
})

test('pays what the bank file contains when a correction runs concurrently', { tags: ['full'] }, async () => {
  // Earlier tests used up the rate limit of one address.
  await app.stop()
  app = await testApp()
  const admins = [await app.admin(), await app.admin({ role: 'operations' })] as const
  for (const isFileFirst of [true, false]) {
    const { booking } = await anotherMonth()
    await mentor.put('/api/mentor/payout-account', { method: 'upi', holder: 'Asha', upi: 'asha@okaxis' })
    await agePayoutAccounts(app.db)
    const lesson = (await bookingOf(booking)).lessons[0]._id
    const { data } = (await admins[0].post('/api/admin/payouts', { until: inDays(0) })).body
    const at = `/api/admin/payouts/${data._id}`
    const wish = { lesson, reason: 'The guarantee', amount: 100, fee: 375 }
    const download = () => admins[0].get(`${at}/bank-file`)
    const correct = () => admins[1].put(`/api/admin/disputes/${randomUUID()}`, wish)
    const payable = sql`select from ledger_account where kind = 'mentor_payable' and owner_id = ${mentor.id}`
    const replies = await atBarrier(app.db, 0, payable, isFileFirst ? [download, correct] : [correct, download])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const file: string = replies[isFileFirst ? 0 : 1]?.body
    const total = [...file.matchAll(/"([\d.]+)"\r\n/g)].reduce((sum, [, amount]) => sum + Number(amount), 0)
    const after = (await withLines(admins[0], admins[0].get(at))).body.data
    expect(after.amount).toBeCloseTo(total, 2)
    const line = after.lines.find((one: { mentorId: string }) => one.mentorId === mentor.id)
    expect([line.status, line.isInFile]).toEqual(isFileFirst ? ['open', true] : ['stopped', false])
    expect((await admins[0].post(`${at}/undo`, { bankDidNotPay: true })).status).toBe(200)
  }
})
