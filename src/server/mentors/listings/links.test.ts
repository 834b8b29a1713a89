import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let support: LoggedIn
beforeAll(async () => {
  app = await testApp()
  support = await app.admin({ name: 'Ravi', role: 'support' })
})
afterAll(() => app.stop())

const make = (mentors: string[], name = 'For the Sharma family') =>
  support.post('/api/admin/mentor-links', { name, mentors })
const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36' }
const visit = async (token: string, { who = app.browser(), headers = phone, ip = '10.1.1.1' } = {}) =>
  (await who.post(`/api/mentor-links/${token}/open`, {}, { headers, ip })).body.data.isCounted

test('keeps the order of its mentors, skips hidden ones, and hides those that are hidden later', async () => {
  const a = await makeMentor(app.db)
  const b = await makeMentor(app.db)
  const c = await makeMentor(app.db, { shown: false })
  const { status, body } = await make([b.id, a.id, c.id, b.id])
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toMatchObject({ mentors: 2, leftOut: 1, opens: 0, madeBy: 'Ravi' })
  const open = async () => (await app.browser().get(`/api/mentor-links/${body.data.token}`)).body
  expect(await open()).toEqual({ data: { mentors: [b.id, a.id], named: 2, isOver: false } })
  await sql`update mentor set show_on_website = false where id = ${b.id}`.execute(app.db)
  expect(await open()).toEqual({ data: { mentors: [a.id], named: 2, isOver: false } })
  expect((await make([c.id])).body.code).toBe('link-nobody')
  const { rows } = await sql`select from audit where action = 'mentor.link'`.execute(app.db)
  expect(rows).toHaveLength(1)
})

test('accepts 500 mentors', async () => {
  await sql`insert into account (phone) select '8' || lpad(n::text, 9, '0') from generate_series(1, 500) as n`.execute(
    app.db,
  )
  const { rows } = await sql<{ id: string }>`
    insert into mentor (slug, account_id, status, full_name, gender, age, experience, city, state, show_on_website)
    select 'many-' || a.phone, a.id, 'verified', 'Many ' || a.phone, 'male', 30, '1-3', 'Indore', 'Madhya Pradesh', true
    from account a where a.phone like '800000%' returning id`.execute(app.db)
  const ids = rows.map(({ id }) => id)
  const { body } = await make(ids, 'All of them')
  expect(body.data).toMatchObject({ mentors: 500 })
  expect((await app.browser().get(`/api/mentor-links/${body.data.token}`)).body.data.mentors).toEqual(ids)
})

test('counts visits of families, up to a limit per address, and none of bots or admins', async () => {
  const { token } = (await make([(await makeMentor(app.db)).id], 'Counted')).body.data
  const opens = async () => (await support.get('/api/admin/mentor-links?q=counted')).body.data[0].opens
  expect(await visit(token)).toBe(true)
  expect(await visit(token, { who: support })).toBe(false)
  for (const agent of ['WhatsApp/2.23.20.0', 'Googlebot/2.1', 'facebookexternalhit/1.1', ''])
    expect(await visit(token, { headers: { 'user-agent': agent } }), agent).toBe(false)
  expect(await opens()).toBe(1)
  for (let n = 0; n < 25; n++) await visit(token, { ip: '10.9.9.9' })
  expect(await opens()).toBe(21)
  expect(await visit('nobody-has-this')).toBe(false)
})

test('expires after the chosen days or when an admin ends it, and then shows no mentors and counts no visits', async () => {
  const mentor = (await makeMentor(app.db)).id
  const link = async (days?: number | null) =>
    (
      await support.post('/api/admin/mentor-links', {
        name: 'Ends',
        mentors: [mentor],
        ...(days !== undefined && { days }),
      })
    ).body.data
  const usual = await link()
  const week = await link(7)
  const never = await link(null)
  const daysLeft = (one: { endsAt: string }) => Math.round((Date.parse(one.endsAt) - Date.now()) / 86_400_000)
  expect([daysLeft(usual), daysLeft(week), never.endsAt]).toEqual([30, 7, null])
  const open = async ({ token }: { token: string }) => (await app.browser().get(`/api/mentor-links/${token}`)).body.data
  const over = { mentors: [], named: 0, isOver: true }
  expect(await visit(week.token)).toBe(true)
  await sql`update mentor_link set ends_at = now() where id = ${week._id}`.execute(app.db)
  expect([await open(week), await visit(week.token)]).toEqual([over, false])

  for (const _ of [1, 2]) {
    const { status, body } = await support.post(`/api/admin/mentor-links/${never._id}/end`, undefined)
    expect([status, body.data.isOver]).toEqual([200, true])
  }
  // Ending an expired link succeeds.
  expect((await support.post(`/api/admin/mentor-links/${week._id}/end`, undefined)).status).toBe(200)
  expect([await open(never), await open(usual)]).toEqual([over, { mentors: [mentor], named: 1, isOver: false }])
  const { rows } = await sql`select subject_id as subject from audit where action = 'mentor.link-ended'`.execute(app.db)
  expect(rows).toEqual([{ subject: never._id }])
  const listed = (await support.get('/api/admin/mentor-links?q=ends')).body.data
  const states = listed.map(({ _id, isOver }: { _id: string; isOver: boolean }) => [_id, isOver])
  expect(Object.fromEntries(states)).toEqual({ [usual._id]: false, [week._id]: true, [never._id]: true })
})
