// @module-tag full
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LessonState, lessonColumns } from '#contract/classes/lifecycles.ts'
import { balancesOf } from '#server/classes/lessons/lessons.ts'
import { transaction } from '#server/platform/database.ts'
import { type Facts, figures, naive } from './balance-oracle.ts'
import { makeMentor, newPhone } from './builders.ts'
import { type TestApp, testApp } from './test-app.ts'

/** Each round changes every class of every booking once. */
const rounds = 1_000
const bookingCount = 8
const lessonsEach = 14

let app: TestApp
const bookings: string[] = []
beforeAll(async () => {
  app = await testApp()
  const family = await app.login(newPhone(), 'student')
  for (let i = 0; i < bookingCount; i++) {
    const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
    bookings.push(await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' }))
  }
})
afterAll(() => app.stop())

/** Repeatable pseudo-random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('the balance of a booking equals the sum of its classes in every state', async () => {
  const random = randomFrom(Number(process.env.TEST_SEED))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T // safe: the index is within the list
  const states = Object.keys(lessonColumns) as LessonState[]
  for (let round = 0; round < rounds; round++) {
    const suspended = bookings.filter(() => random() < 0.3)
    const facts = new Map(
      bookings.map((id): [string, Facts] => [
        id,
        {
          price: 100_000 + Math.floor(random() * 900_000),
          refunded: Math.floor(random() * 50_000),
          minutes: 60 + Math.floor(random() * 1200),
          isOver: random() < 0.3,
          owed: pick([0, 0, 60, 90]),
          lessons: Array.from({ length: lessonsEach }, (_, nth) => {
            // The first class began before its mentor was suspended.
            const hasBegun = nth < 8
            const rests = nth >= 1 && suspended.includes(id)
            const fee = Math.floor(random() * 90_000)
            const minutes = 1 + Math.floor(random() * 90)
            return { state: pick(states), fee, minutes, hasBegun, rests }
          }),
        },
      ]),
    )
    const balances = await transaction(app.db, async (tx) => {
      // Fixtures bypass foreign keys and lifecycle guards.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`delete from lesson`.execute(tx)
      await sql`delete from lesson_credit`.execute(tx)
      await sql`delete from mentor_event where kind = 'suspended'`.execute(tx)
      await sql`update mentor set status = 'verified'`.execute(tx)
      for (const [id, fact] of facts) {
        await sql`update booking set price_paise = ${fact.price}, refunded_paise = ${fact.refunded}, minutes = ${fact.minutes},
          status = ${fact.isOver ? 'cancelled' : 'scheduled'} where id = ${id}`.execute(tx)
        if (fact.owed > 0)
          await sql`insert into lesson_credit (booking_id, lesson_id, minutes, cause) values (${id}, uuidv7(), ${fact.owed}, 'mentor')`.execute(
            tx,
          )
        if (suspended.includes(id)) {
          await sql`update mentor set status = 'suspended' where id = (select mentor_id from booking where id = ${id})`.execute(
            tx,
          )
          await sql`insert into mentor_event (mentor_id, kind, at)
            select mentor_id, 'suspended', now() - interval '7 hours' from booking where id = ${id}`.execute(tx)
        }
        const rows = fact.lessons.map(({ state, fee, minutes }, nth) => ({
          nth,
          fee,
          minutes,
          ...lessonColumns[state],
        }))
        // One class an hour, the ninth an hour from now; each has its own learner, so that none overlap.
        await sql`
          insert into lesson (booking_id, slot_id, learner_id, sequence, starts_at, ends_at, minutes, fee_paise, status, settled_at, disputed_at, no_show_at)
          select ${id}, uuidv7(), uuidv7(), g.nth + 1, now() + make_interval(hours => g.nth - 8) + interval '30 minutes',
            now() + make_interval(hours => g.nth - 8) + interval '80 minutes', g.minutes, g.fee, g.status, case when g.settled then now() end,
            case when g.disputed then now() end, case when g."absenceReported" then now() end
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as g(nth int, fee int, minutes int, status text, settled boolean, disputed boolean, "absenceReported" boolean)`.execute(
          tx,
        )
      }
      return await balancesOf(tx, bookings)
    })
    for (const [id, fact] of facts) {
      const balance = balances.get(id)
      expect(balance && figures(balance), `round ${round}`).toEqual(naive(fact))
    }
  }
})
