import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settleDue } from '#server/classes/bookings/settlement.ts'
import { atBarrier } from './barrier.ts'
import { expectBooks } from './books-oracle.ts'
import { makeMentor, newPhone } from './builders.ts'
import { monthWithClass } from './marked-classes.ts'
import { modelRounds } from './rounds.ts'
import { type LoggedIn, newIp, type Reply, type TestApp, testApp } from './test-app.ts'

// At least two, so that each call is the first once.
const rounds = Math.max(2, Math.ceil(modelRounds / 12))
const timeout = 20_000 + rounds * 3_000

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

/** Releases all calls waiting for the booking and its order at once. */
async function codesOf(booking: string, round: number, works: (() => Promise<Reply | null>)[]) {
  const rows = sql`select from payment_order o join booking b on b.order_id = o.id where b.id = ${booking}`
  const replies = await atBarrier(app.db, round, rows, works)
  return replies.map((reply): string | number => (reply ? (reply.body.code ?? reply.status) : 'done'))
}

async function newRound(isFirst = false) {
  const made = await Promise.all([makeMentor(app.db), makeMentor(app.db), makeMentor(app.db)])
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(made[0].phone, 'mentor')
  return {
    family,
    ...(await monthWithClass(app, family, mentor, { isFirst })),
    others: [made[1].id, made[2].id] as const,
  }
}
const change = (family: LoggedIn, booking: string, mentor: string, balance = 3750, minutes = 1000) =>
  family.post(`/api/class-bookings/booking/${booking}/replacement`, { mentor, balance, minutes }, newIp())
const bookingsFrom = async (booking: string) =>
  (await sql`select from booking where replaces = ${booking}`.execute(app.db)).rows.length

test('two mentors chosen at once, and the same one twice: one replacement', { timeout }, async () => {
  for (let round = 0; round < rounds; round++) {
    const { family, booking, others } = await newRound()
    const codes = await codesOf(booking, round, [
      () => change(family, booking, others[0]),
      () => change(family, booking, others[1]),
      () => change(family, booking, others[0]),
    ])
    expect(await bookingsFrom(booking)).toBe(1)
    expect(codes[0]).toBe(codes[2])
    expect([codes[0], codes[1]].sort()).toEqual([200, 'balance-moved'])
  }
})

test('replacement and refund at once: the second uses the updated balance', { timeout }, async () => {
  const seen = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const { family, booking, others } = await newRound()
    const { order } = (await family.get(`/api/class-bookings/student/${family.id}`)).body.data[0]
    const refund = { order, amount: 1000, reason: 'As agreed', left: 3750 }
    const codes = await codesOf(booking, round, [
      () => change(family, booking, others[0]),
      () => admin.put(`/api/admin/refunds/${crypto.randomUUID()}`, refund, newIp()),
    ])
    seen.add(codes.join())
    await expectBooks(app.db)
  }
  expect([...seen].sort()).toEqual(['200,200', 'balance-changed,200'])
})

test('replacement while the last class is confirmed and settled: the class is paid once, the rest is transferred', {
  tags: ['full'],
  timeout,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const { family, booking, record, lesson, others } = await newRound()
    await sql`update class_record set marked_at = marked_at - interval '3 days' where id = ${record}`.execute(app.db)
    await sql`update lesson set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days' where id = ${lesson}`.execute(
      app.db,
    )
    const [moved] = await Promise.all([
      change(family, booking, others[0]),
      settleDue(app.db),
      family.put(`/api/class-records/${record}`, { parentTick: true }, newIp()),
    ])
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    await settleDue(app.db)
    const { rows } = await sql<{ settled: boolean; status: string }>`
      select l.settled_at is not null as settled, b.status from lesson l join booking b on b.id = l.booking_id where l.id = ${lesson}`.execute(
      app.db,
    )
    expect(rows[0]?.settled).toBe(true)
    expect(['completed', 'cancelled']).toContain(rows[0]?.status)
  }
})

test('first class refunded, transferred or disputed at once: exactly one succeeds', {
  tags: ['full'],
  timeout,
}, async () => {
  const seen = new Set<number>()
  for (let round = 0; round < rounds; round++) {
    const { family, booking, lesson, others } = await newRound(true)
    const path = `/api/class-bookings/lessons/${lesson}`
    const along = { mentor: others[0], balance: 4500, minutes: 1200, guarantee: true }
    const back = () => family.post(`${path}/guarantee`, { amount: 375 }, newIp())
    const takenAlong = () => family.post(`/api/class-bookings/booking/${booking}/replacement`, along, newIp())
    const disputed = () => family.post(`${path}/dispute`, { reason: 'not_held' }, newIp())
    // A dispute waits for the booking alone and usually wins, so every other round runs without it.
    const codes = await codesOf(booking, round, [back, takenAlong, ...(round % 2 ? [disputed] : [])])
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    seen.add(codes.indexOf(200))
    await expectBooks(app.db)
  }
  expect(seen.size).toBeGreaterThan(1)
})
