import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from './builders.ts'
import { type LoggedIn, type TestApp, testApp } from './test-app.ts'

let app: TestApp
let family: LoggedIn
let mentorId: string
beforeAll(async () => {
  app = await testApp()
  family = await app.login(newPhone(), 'student')
  mentorId = (await makeMentor(app.db)).id
  // As the database says it when it is shut down under a statement.
  await sql`create function go_away() returns trigger language plpgsql as
    $$ begin raise exception 'terminating connection' using errcode = '57P01'; end $$`.execute(app.db)
})
afterEach(() => sql`drop trigger away on idempotency`.execute(app.db))
afterAll(() => app.stop())

/** The database goes away whenever this is done to the keys of callers. */
const goAwayAt = (write: 'insert' | 'update') =>
  sql.raw(`create trigger away before ${write} on idempotency for each row execute function go_away()`).execute(app.db)
const buy = (key: string) =>
  family.post('/api/payment/create-order', { amount: 99, mentorId }, { headers: { 'idempotency-key': key } })

test('whoever asks while the database is away is told to try again, and nothing of its own words', async () => {
  await goAwayAt('insert')
  const reply = await buy('key-while-away')
  expect([reply.status, reply.body.code]).toEqual([503, 'not-ready'])
  expect(JSON.stringify(reply.body)).not.toContain('terminating')
})

test('an answer that cannot be kept is given all the same', async () => {
  await goAwayAt('update')
  const reply = await buy('key-of-an-answer')
  expect([reply.status, Object.keys(reply.body)]).toEqual([200, expect.arrayContaining(['order_id', 'checkout_url'])])
})
