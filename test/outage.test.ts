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
  // The error PostgreSQL raises when it shuts down during a statement.
  await sql`create function go_away() returns trigger language plpgsql as
    $$ begin raise exception 'terminating connection' using errcode = '57P01'; end $$`.execute(app.db)
})
afterEach(() => sql`drop trigger away on idempotency`.execute(app.db))
afterAll(() => app.stop())

/** Makes the database fail whenever an idempotency key is inserted or updated. */
const goAwayAt = (write: 'insert' | 'update') =>
  sql.raw(`create trigger away before ${write} on idempotency for each row execute function go_away()`).execute(app.db)
const buy = (key: string) =>
  family.post('/api/payment/create-order', { amount: 99, mentorId }, { headers: { 'idempotency-key': key } })

test('a request during a database outage is told to retry, without internal details', async () => {
  await goAwayAt('insert')
  const reply = await buy('key-while-away')
  expect([reply.status, reply.body.code]).toEqual([503, 'not-ready'])
  expect(JSON.stringify(reply.body)).not.toContain('terminating')
})

test('a reply is sent even if it cannot be stored under its idempotency key', async () => {
  await goAwayAt('update')
  const reply = await buy('key-of-an-answer')
  expect([reply.status, Object.keys(reply.body)]).toEqual([200, expect.arrayContaining(['order_id', 'checkout_url'])])
})
