import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atBarrier } from '#test/barrier.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, newIp, type TestApp, testApp } from '#test/test-app.ts'
import { rounds } from './rounds.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  await expectBooks(app.db)
  await app.stop()
})

type World = { mentor: LoggedIn; bookings: string[] }

/** Two bookings of two families waiting for their mentor's confirmation. */
async function newWorld(): Promise<World> {
  const made = await makeMentor(app.db)
  const bookings: string[] = []
  for (const _ of [1, 2]) {
    const family = await app.login(newPhone(), 'student')
    bookings.push(await app.paidBooking(family, made.id, { amount: 24_300, plan: 'months6' }))
  }
  return { mentor: await app.login(made.phone, 'mentor'), bookings }
}

test('two overlapping bookings confirmed at once: one gets its class, the other needs another time', {
  timeout: 20_000 + rounds * 500,
}, async () => {
  let world = await newWorld()
  const winners = new Set<number>()
  for (let round = 0; round < rounds; round++) {
    if (round % 400 === 399) world = await newWorld()
    const { mentor, bookings } = world
    const hour = String(6 + (round % 14)).padStart(2, '0')
    const date = inDays(2 + Math.floor(round / 14))
    const input = (nth: number) => ({ date, time: `${hour}:${nth === 0 ? '00' : '20'}`, minutes: 30 })
    const nths = round % 2 === 0 ? [0, 1] : [1, 0]
    const replies = await atBarrier(
      app.db,
      0,
      sql`select from mentor where id = ${mentor.id}`,
      nths.map((nth) => () => mentor.post(`/api/class-bookings/${bookings[nth]}/lessons`, input(nth), newIp())),
    )
    expect(replies.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'slot-taken'])
    winners.add(nths[replies.findIndex(({ status }) => status === 200)] ?? -1)
    const { rows } = await sql`select from lesson where booking_id = any(${bookings}::uuid[])
      and (starts_at at time zone 'Asia/Kolkata')::date = ${date}::date and extract(hour from starts_at at time zone 'Asia/Kolkata') = ${Number(hour)}`.execute(
      app.db,
    )
    expect(rows).toHaveLength(1)
  }
  expect([...winners].sort()).toEqual([0, 1])
})
