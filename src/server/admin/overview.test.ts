import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeMentor, newPhone } from '#test/builders.ts'
import { attendanceOf, inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { countFigures, stepsOf } from './overview.ts'

let app: TestApp
let owner: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.login((await makeAdmin(app.db, { name: 'Neha', role: 'owner' })).phone, 'admin')
})
afterAll(() => app.stop())

const overview = async (from = inDays(-6), to = inDays(0)) =>
  (await owner.get(`/api/admin/overview?from=${from}&to=${to}`)).body.data

test('a class that was bought, held and paid is in every figure once, however often it is counted', async () => {
  expect((await overview()).countedAt).toBeNull()
  const made = await makeMentor(app.db)
  const mentor = await app.login(made.phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  const booking = await app.paidBooking(family, made.id)
  const date = await app.lessonYesterday(mentor, booking)
  const marked = await mentor.post('/api/class-records', attendanceOf(booking, date, '10:00', '11:00'))
  expect(marked.status, JSON.stringify(marked.body)).toBe(200)
  await Promise.all([countFigures(app.db), countFigures(app.db)])
  await countFigures(app.db)
  const { totals, range, step, series, cities, countedAt } = await overview()
  expect(totals).toMatchObject({ users: 1, sessions: 1, activeUsers: 1, activeSubjects: 1 })
  expect(range).toMatchObject({
    bookings: { value: 1, before: 0 },
    paid: { value: 99, before: 0 },
    sessions: { value: 1 },
  })
  expect([step, series.length, series.at(-1).values.paid]).toEqual(['day', 7, 99])
  expect(cities).toEqual([{ city: 'Indore', values: expect.objectContaining({ bookings: 1, paid: 99, sessions: 1 }) }])
  expect(countedAt).not.toBeNull()
})

test('what happens later today is counted by the next run, and is beside the days before', async () => {
  await sql`update figure_day set day = day - 7 where figure = 'paid'`.execute(app.db)
  const made = await makeMentor(app.db)
  await app.paidBooking(await app.login(newPhone(), 'student'), made.id)
  await countFigures(app.db)
  const { range } = await overview()
  // Both payments are of today, and the row that was moved stays where it was put.
  expect(range.paid).toEqual({ value: 198, before: 99 })
})

test('a family that enters its town later is still one family', async () => {
  const families = async () => (await overview()).totals.users
  const family = await app.login(newPhone(), 'student')
  await countFigures(app.db)
  const before = await families()
  const profile = { name: 'Meera Sharma', email: null, address: null, area: null, city: 'Indore' }
  expect((await family.put('/api/profile/family', profile)).status).toBe(200)
  await countFigures(app.db)
  expect(await families()).toBe(before)
  // Neither does a first count of everything keep what it finds.
  await sql`delete from figures_counted`.execute(app.db)
  await sql`insert into figure_day (figure, day, city, value) values ('families', current_date - 400, 'Atlantis', 7)`.execute(
    app.db,
  )
  await countFigures(app.db)
  expect(await families()).toBe(before)
})

test('a range is cut into days, weeks or months', () => {
  expect(stepsOf('2026-11-01', '2026-11-03')).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
  expect(stepsOf('2026-09-01', '2026-10-10')).toEqual([
    ...['2026-09-01', '2026-09-08', '2026-09-15', '2026-09-22', '2026-09-29', '2026-10-06'],
  ])
  expect(stepsOf('2025-11-20', '2026-11-20').slice(0, 3)).toEqual(['2025-11-20', '2025-12-01', '2026-01-01'])
})

test.each([
  ['no days', ''],
  ['turned round', '?from=2026-11-02&to=2026-11-01'],
  ['too long', '?from=2020-01-01&to=2026-11-01'],
  ['no date', '?from=soon&to=later'],
])('a range that makes no sense is refused: %s', async (_, query) => {
  const { status, body } = await owner.get(`/api/admin/overview${query}`)
  expect([status, body.code]).toEqual([400, 'bad-request'])
})
