import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let operations: LoggedIn
beforeAll(async () => {
  app = await testApp()
  operations = await app.admin({ role: 'operations' })
})
afterAll(() => app.stop())

type Made = { id: string }
const accountOf = async ({ id }: Made) =>
  (await sql<{ id: string }>`select account_id as id from mentor where id = ${id}`.execute(app.db)).rows[0]?.id ?? ''
const onAccount = async (one: Made, end: 'suspend' | 'restore') => {
  const { status, body } = await operations.post(`/api/admin/accounts/${await accountOf(one)}/${end}`, {
    reason: 'We ask',
  })
  expect(status, JSON.stringify(body)).toBe(200)
}
const decide = async ({ id }: Made, decision: string) => {
  const { version } = (await operations.get(`/api/admin/mentors/${id}`)).body.data
  const { status, body } = await operations.post(`/api/admin/mentors/${id}/decision`, {
    decision,
    reason: 'We look into it',
    version,
  })
  return [status, body.code ?? body.data.status]
}
const standing = async ({ id }: Made) => {
  const { rows } = await sql<{ status: string; listed: boolean }>`
    select status, exists (select from mentor_search s where s.mentor_id = m.id) as listed from mentor m where id = ${id}`.execute(
    app.db,
  )
  return [rows[0]?.status, rows[0]?.listed]
}
const audits = async (one: Made) =>
  (
    await sql<{ action: string; mentor: string | null }>`
      select action, detail ->> 'mentor' as mentor from audit where subject_id = any(${[one.id, await accountOf(one)]})
        and action not like '%.look' order by at`.execute(app.db)
  ).rows.map(({ action, mentor }) => [action, mentor])

test('hides the mentor of a suspended account and brings it back on restore', async () => {
  const made = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  await app.paidBooking(family, made.id)
  await onAccount(made, 'suspend')
  expect(await standing(made)).toEqual(['suspended', false])
  const bought = await family.post('/api/payment/create-order', { mentorId: made.id, amount: 4500, plan: 'monthly' })
  expect([bought.status, bought.body.code]).toEqual([409, 'mentor-not-available'])
  const { rows } =
    await sql`select from outbox where recipient = ${family.phone} and template = 'mentor-rests' and channel = 'sms'`.execute(
      app.db,
    )
  expect(rows).toHaveLength(1)
  // Not by the other door while its account is suspended.
  expect(await decide(made, 'restore')).toEqual([409, 'mentor-account-suspended'])
  await onAccount(made, 'restore')
  expect(await standing(made)).toEqual(['verified', true])
  expect(await audits(made)).toEqual([
    ['account.suspended', 'paused'],
    ['account.restored', 'restored'],
  ])
})

test('keeps a mentor suspended for another reason when its account is restored', { tags: ['full'] }, async () => {
  const before = await makeMentor(app.db)
  const since = await makeMentor(app.db)
  const open = await makeMentor(app.db)
  expect(await decide(before, 'suspend')).toEqual([200, 'suspended'])
  for (const one of [before, since, open]) await onAccount(one, 'suspend')
  await sql`insert into mentor_event (mentor_id, kind, note) values (${since.id}, 'reported', 'CASE-2026-000001')`.execute(
    app.db,
  )
  await sql`insert into support_case (kind, topic, text, name, phone, language, mentor_id, answer_by)
    values ('safety', 'safety', 'He shouted', 'Asha', ${newPhone()}, 'en', ${open.id}, now())`.execute(app.db)
  for (const one of [before, since, open]) {
    await onAccount(one, 'restore')
    expect(await standing(one)).toEqual(['suspended', false])
    expect((await audits(one)).at(-1)).toEqual(['account.restored', 'paused'])
  }
})

test('refuses to verify a mentor whose account is suspended', async () => {
  const made = await makeMentor(app.db)
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update mentor set status = 'in_review' where id = ${made.id}`.execute(tx)
  })
  await sql`insert into mentor_check (mentor_id, kind, state, method, checker, basis, checked_on)
    select ${made.id}, k, 'passed', 'original', 'Om', '', current_date from unnest(array['identity', 'qualification', 'interview']) k
    on conflict (mentor_id, kind) do update set state = 'passed', valid_until = null`.execute(app.db)
  await onAccount(made, 'suspend')
  expect((await standing(made))[0]).toBe('in_review')
  expect(await decide(made, 'verify')).toEqual([409, 'mentor-account-suspended'])
  await onAccount(made, 'restore')
  expect(await decide(made, 'verify')).toEqual([200, 'verified'])
})
