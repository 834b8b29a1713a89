import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { countFigures } from './overview.ts'

let app: TestApp
let owner: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ role: 'owner' })
  for (let n = 0; n < 3; n++) await app.login(newPhone(), 'student')
  const suspended = await app.login(newPhone(), 'student')
  await sql`update account set suspended_at = now() where phone = ${suspended.phone}`.execute(app.db)
  for (const status of ['draft', 'submitted', 'in_review', 'verified', 'rejected', 'suspended'])
    await makeMentor(app.db, { status })
  await makeMentor(app.db, { shown: false })
  // Families as well: one mentor who is listed, and one whose application was only begun.
  for (const status of ['verified', 'draft']) await app.login((await makeMentor(app.db, { status })).phone, 'student')
})
afterAll(() => app.stop())

const get = async (path: string) => (await owner.get(path)).body
const people = { users: 12, families: 6, mentors: 7, verified: 3, pending: 2 }

test('shows the same numbers of people on every page', async () => {
  for (const counted of [false, true]) {
    if (counted) await countFigures(app.db)
    const { totals } = (await get('/api/admin/overview?from=2026-01-01&to=2026-01-31')).data
    expect(totals).toMatchObject({
      users: people.users,
      families: people.families,
      mentors: people.mentors,
      verifiedMentors: people.verified,
      pendingVerification: people.pending,
    })
    const families = await get('/api/admin/families')
    expect([families.counts, families.total]).toEqual([people, people.families])
    const parts = await Promise.all(['active', 'suspended'].map((state) => get(`/api/admin/families?state=${state}`)))
    expect(parts.map(({ total }) => total)).toEqual([5, 1])
    const mentors = await get('/api/admin/mentors')
    expect([mentors.total, mentors.counts.pending]).toEqual([people.mentors, people.pending])
    const of = async (status: string) => (await get(`/api/admin/mentors?status=${status}`)).total
    expect(await Promise.all(['verified', 'pending', 'rejected', 'suspended'].map(of))).toEqual([3, 2, 1, 1])
    const lines = async (path: string) =>
      String(await get(path))
        .trim()
        .split('\r\n').length - 1
    expect(await lines('/api/admin/families.csv')).toBe(people.families)
    expect(await lines('/api/admin/mentors.csv')).toBe(people.mentors)
  }
})
