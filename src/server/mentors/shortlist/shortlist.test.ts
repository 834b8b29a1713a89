import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

const path = '/api/shortlist'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const newFamily = () => app.login(newPhone(), 'student')
const keep = (family: LoggedIn, id: string) => family.put(`${path}/${id}`, {})
const makeMentors = async (count: number) => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await makeMentor(app.db)).id)
  return ids
}

test('adds mentors newest first and removes them, idempotently', async () => {
  const family = await newFamily()
  const [a = '', b = ''] = await makeMentors(2)
  expect((await keep(family, a)).body.data).toEqual([a])
  expect((await keep(family, b)).body.data).toEqual([b, a])
  expect((await keep(family, a)).body.data).toEqual([b, a])
  expect((await family.get(path)).body.data).toEqual([b, a])
  for (let i = 0; i < 2; i++) expect((await family.call('DELETE', `${path}/${b}`)).body.data).toEqual([a])
  const other = await newFamily()
  expect((await other.get(path)).body.data).toEqual([])
  await other.call('DELETE', `${path}/${a}`)
  expect((await family.get(path)).body.data).toEqual([a])
})

test('merges the shortlist from before login in its order, without unknown mentors and drafts', async () => {
  const family = await newFamily()
  const [a = '', b = '', c = ''] = await makeMentors(3)
  const draft = await makeMentor(app.db, { status: 'draft' })
  const hidden = await makeMentor(app.db, { shown: false })
  await keep(family, c)
  const nobody = '01890000-0000-7000-8000-000000000000'
  const merged = await family.put(path, { mentors: [a, nobody, c, hidden.id, b, draft.id, a] })
  expect(merged.body.data).toEqual([a, hidden.id, b, c])
  expect((await family.get(path)).body.data).toEqual([a, hidden.id, b, c])
})

test('answers the same for an unknown mentor and a draft', async () => {
  const family = await newFamily()
  const draft = await makeMentor(app.db, { status: 'draft' })
  for (const id of [draft.id, '01890000-0000-7000-8000-000000000000']) {
    const { status, body } = await keep(family, id)
    expect([status, body.code]).toEqual([404, 'not-found'])
  }
  expect((await keep(family, 'no-id')).status).toBe(400)
})

test('enforces the limit of fifty under concurrent requests', { tags: ['full'] }, async () => {
  const family = await newFamily()
  const ids = await makeMentors(53)
  expect((await family.put(path, { mentors: ids })).status).toBe(400)
  expect((await family.put(path, { mentors: ids.slice(0, 49) })).body.data).toHaveLength(49)
  const replies = await Promise.all(ids.slice(49).map((id) => keep(family, id)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const full = replies.find(({ status }) => status !== 200)
  expect([full?.status, full?.body.code]).toEqual([409, 'shortlist-full'])
  expect((await family.put(path, { mentors: ids.slice(45, 53) })).body.data).toHaveLength(50)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from shortlist where family_id = ${family.id}`.execute(app.db)
  expect(rows[0]?.n).toBe(50)
})
