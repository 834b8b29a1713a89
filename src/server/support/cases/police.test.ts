import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let operations: LoggedIn
let support: LoggedIn
beforeAll(async () => {
  app = await testApp()
  operations = await app.admin({ name: 'Om', role: 'operations' })
  support = await app.admin({ name: 'Sia', role: 'support' })
})
afterAll(() => app.stop())

async function ticket(topic: string): Promise<string> {
  const given = { name: 'Asha', phone: newPhone(), topic, message: `Something happened on ${newPhone()}` }
  const { number } = (await app.browser().post('/api/support-tickets', given)).body.data
  const { rows } = await sql<{ id: string }>`select id from support_case where number = ${number}`.execute(app.db)
  return rows[0]?.id ?? ''
}
const record = (who: LoggedIn, id: string, given: object) => who.put(`/api/admin/cases/${id}/police`, given)
const policeOf = async (id: string) => (await operations.get(`/api/admin/cases/${id}`)).body.data.police
const reported = {
  outcome: 'reported',
  reportedBy: 'Om',
  date: inDays(-1),
  time: '18:30',
  place: 'Vijay Nagar',
  reference: 'FIR 12/2026',
}

test('operations record the report of a safety case to the police, and replace it; the audit log keeps both', async () => {
  const id = await ticket('safety')
  expect(await policeOf(id)).toBeNull()
  expect((await record(operations, id, { outcome: 'not-needed', reason: 'No child was involved' })).status).toBe(200)
  expect(await policeOf(id)).toMatchObject({ outcome: 'not-needed', reason: 'No child was involved', reportedAt: null })
  expect((await record(operations, id, reported)).status).toBe(200)
  expect(await policeOf(id)).toMatchObject({
    outcome: 'reported',
    reportedBy: 'Om',
    place: 'Vijay Nagar',
    reference: 'FIR 12/2026',
    reason: '',
    recordedBy: 'Om',
    reportedAt: `${inDays(-1)}T13:00:00.000Z`,
  })
  const { rows } = await sql<{ outcome: string }>`
    select detail ->> 'decision' as outcome from audit where subject_id = ${id} and action = 'case.police' order by id`.execute(
    app.db,
  )
  expect(rows.map(({ outcome }) => outcome)).toEqual(['not-needed', 'reported'])
})

test('an incomplete or future record, another kind of case and support are refused', async () => {
  const id = await ticket('safety')
  const other = await ticket('payment')
  const codes = [
    await record(operations, id, { ...reported, place: ' ' }),
    await record(operations, id, { outcome: 'not-needed' }),
    await record(operations, id, { ...reported, date: inDays(1) }),
    await record(operations, other, reported),
    await record(support, id, reported),
  ].map(({ status, body }) => [status, body.code])
  expect(codes).toEqual([
    [400, 'bad-request'],
    [400, 'bad-request'],
    [409, 'police-in-future'],
    [409, 'case-not-safety'],
    [403, 'not-allowed'],
  ])
  expect(await policeOf(id)).toBeNull()
})
