import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TaxFactsToCheck } from '#contract/mentors/taxes.ts'
import { makeMentor, newPan } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin({ role: 'operations' })
})
afterAll(() => app.stop())

/** A mentor who gave tax facts with a doubt. */
async function doubted(change: object) {
  const { id, phone, accountId } = await makeMentor(app.db, { name: 'Asha Verma', tax: null })
  const mentor = await app.login(phone, 'mentor')
  const give = (more: object) =>
    mentor.put('/api/mentor/tax', { holder: 'individual', resident: true, pan: newPan('individual', 'V'), ...more })
  expect((await give(change)).status).toBe(200)
  const listed = async (): Promise<TaxFactsToCheck[]> =>
    (await admin.get(`/api/admin/tax-facts?mentor=${id}`)).body.data
  const own = async () => (await mentor.get('/api/mentor/tax')).body.data
  const decide = (body: object, who = admin) => who.post(`/api/admin/mentors/${id}/tax`, body)
  return { id, phone, accountId, give, listed, own, decide }
}

test('lists tax facts with a doubt until an admin accepts or refuses them, and their mentor sees the decision', async () => {
  const renamed = await doubted({ pan: newPan('individual', 'K') })
  const abroad = await doubted({ resident: false })
  const [first] = await renamed.listed()
  const [second] = await abroad.listed()
  if (!first || !second) throw new Error('the facts are not listed')
  expect(first).toMatchObject({ mentorId: renamed.id, fullName: 'Asha Verma', gstin: null, doubts: ['name'] })
  expect(first.pan).toMatch(/^•+\d{3}Z$/)
  expect(second).toMatchObject({ mentorId: abroad.id, doubts: ['resident'] })
  const all: TaxFactsToCheck[] = (await admin.get('/api/admin/tax-facts')).body.data
  expect(all).toEqual([first, second])

  const accept = { decision: 'accept', facts: first._id }
  expect([(await renamed.decide(accept)).status, (await renamed.decide(accept)).status]).toEqual([200, 200])
  expect((await renamed.decide({ ...accept, decision: 'refuse', reason: 'No' })).body.code).toBe('tax-facts-changed')
  expect((await abroad.decide({ decision: 'refuse', facts: second._id, reason: ' ' })).status).toBe(400)
  const refuse = { decision: 'refuse', facts: second._id, reason: 'Please send your residence certificate' }
  expect((await abroad.decide(refuse)).status).toBe(200)
  expect(await renamed.own()).toMatchObject({ state: 'given', reason: '' })
  expect(await abroad.own()).toMatchObject({ state: 'refused', reason: refuse.reason })
  expect((await admin.get('/api/admin/tax-facts')).body.data).toEqual([])
  const told = sql`select from outbox where recipient = ${abroad.phone} and template = 'tax-facts-refused'`
  expect((await told.execute(app.db)).rows).toHaveLength(1)
})

test('newer tax facts replace those that wait, and no admin decides about their own', async () => {
  const mentor = await doubted({ resident: false })
  const [earlier] = await mentor.listed()
  expect((await mentor.give({ pan: newPan('individual', 'K') })).status).toBe(200)
  const [newest, ...others] = await mentor.listed()
  expect([newest?.doubts, others]).toEqual([['name'], []])
  expect((await mentor.decide({ decision: 'accept', facts: earlier?._id })).body.code).toBe('tax-facts-changed')
  await sql`update mentor set account_id = ${admin.id} where id = ${mentor.id}`.execute(app.db)
  const accept = { decision: 'accept', facts: newest?._id }
  expect((await mentor.decide(accept)).body.code).toBe('own-account')
  expect((await mentor.decide(accept, await app.admin({ role: 'support' }))).status).toBe(403)
  expect(await mentor.listed()).toEqual([newest])
})
