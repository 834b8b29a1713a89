import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantInIndia } from '#contract/wire/time.ts'
import { makeMentor, newPhone } from './builders.ts'
import { rounds, sized } from './rounds.ts'
import { inDays, type LoggedIn, type Reply, type TestApp, testApp } from './test-app.ts'

const familiesAtOnce = sized(12, 50)

let app: TestApp
let families: LoggedIn[]
beforeAll(async () => {
  app = await testApp()
  families = await Promise.all(Array.from({ length: familiesAtOnce }, () => app.login(newPhone(), 'student')))
}, 60_000)
afterAll(() => app.stop())

/** Starts all calls while a lock blocks every claim, and releases it once the first of them wait. */
async function atOnce(works: (() => Promise<Reply>)[]): Promise<Reply[]> {
  let replies: Promise<Reply[]> = Promise.resolve([])
  await app.db.transaction().execute(async (tx) => {
    await sql`lock table teaching_slot in share mode`.execute(tx)
    replies = Promise.all(works.map((work) => work()))
    // Runs on this connection, because the calls use up the rest of the pool; the snapshot is cleared because a
    // transaction caches it.
    const waiting = async () => {
      await sql`select pg_stat_clear_snapshot()`.execute(tx)
      return await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        tx,
      )
    }
    await expect.poll(async () => (await waiting()).rows.length, { interval: 5, timeout: 10_000 }).toBeGreaterThan(5)
  })
  return await replies
}

test(`${familiesAtOnce} families want one demo time: one gets it, the others are offered three free times`, {
  timeout: 20_000 + rounds * 5_000,
}, async () => {
  const made = await makeMentor(app.db, { hours: { from: '16:00', to: '20:00' } })
  for (let round = 0; round < rounds; round++) {
    // Each round uses its own time; after a week of times, earlier ones are released.
    if (round % 7 === 0)
      await sql`update teaching_slot set status = 'released', held_until = null where mentor_id = ${made.id}`.execute(
        app.db,
      )
    const date = inDays(2 + (round % 7))
    const time = '17:00'
    const startsAt = instantInIndia(date, time).toISOString()
    const input = { amount: 99, plan: 'demo', mentorId: made.id, startsAt }
    const replies = await atOnce(
      families.map(
        (family, nth) => () => family.post('/api/payment/create-order', input, { ip: `10.5.${round % 250}.${nth}` }),
      ),
    )
    const refused = replies.filter(({ status }) => status !== 200)
    expect(replies.length - refused.length).toBe(1)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['slot-taken']))
    const begins = instantInIndia(date, time).getTime()
    for (const { body } of refused) {
      expect(body.details.next).toHaveLength(3)
      for (const at of body.details.next) expect(Math.abs(Date.parse(at) - begins)).toBeGreaterThanOrEqual(3_600_000)
    }
    const { rows } = await sql`select from teaching_slot where mentor_id = ${made.id} and status = 'held'
      and starts_at = ${new Date(begins)}`.execute(app.db)
    expect(rows).toHaveLength(1)
  }
})
