import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultOffice } from '#contract/wire/office.ts'
import { welcome } from '#server/welcome.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { attendanceOf, inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { countFigures, overview as overviewOf, stepsOf } from './overview.ts'

let app: TestApp
let owner: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ name: 'Neha', role: 'owner' })
})
afterAll(() => app.stop())

const overview = async (from = inDays(-6), to = inDays(0)) =>
  (await owner.get(`/api/admin/overview?from=${from}&to=${to}`)).body.data

test('counts a class once in every figure, however often the job runs', async () => {
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
  const { totals, range, step, series, countedAt } = await overview()
  expect(totals).toMatchObject({ users: 2, families: 1, mentors: 1, verifiedMentors: 1, pendingVerification: 0 })
  expect(totals).toMatchObject({ sessions: 1, activeUsers: 1, activeSubjects: 1 })
  expect(range).toMatchObject({
    bookings: { value: 1, before: 0 },
    paid: { value: 99, before: 0 },
    sessions: { value: 1 },
  })
  expect([step, series.length, series.at(-1).values.paid]).toEqual(['day', 7, 99])
  const { body } = await owner.get('/api/admin/overview/cities')
  expect(body.data).toEqual([
    { city: 'Indore', bookings: 1, paid: 99, sessions: 1, applications: 1, families: 0, calls: 0 },
  ])
  expect(countedAt).not.toBeNull()
})

test('counts later events of the same day in the next run', async () => {
  await sql`update figure_day set day = day - 7 where figure = 'paid'`.execute(app.db)
  const made = await makeMentor(app.db)
  await app.paidBooking(await app.login(newPhone(), 'student'), made.id)
  await countFigures(app.db)
  const { range } = await overview()
  // Both payments are of today, and the row that was moved stays where it was put.
  expect(range.paid).toEqual({ value: 198, before: 99 })
})

test('counts a family once after it adds its city', async () => {
  const families = async () => (await overview()).totals.families
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

test('counts a family in the city it adds days after its first login', async () => {
  const inIndore = async () => {
    await countFigures(app.db)
    return (await owner.get('/api/admin/overview/cities?q=Indore')).body.data[0].families
  }
  const family = await app.login(newPhone(), 'student')
  await sql`update family set created_at = created_at - interval '3 days' where id = ${family.id}`.execute(app.db)
  const before = await inIndore()
  const profile = { name: 'Meera Sharma', email: null, address: null, area: null, city: 'Indore' }
  expect((await family.put('/api/profile/family', profile)).status).toBe(200)
  expect(await inIndore()).toBe(before + 1)
  expect((await family.put('/api/profile/family', { ...profile, city: null })).status).toBe(200)
  expect(await inIndore()).toBe(before)
})

test('removes a corrected class from its day, and keeps the attendance in the audit log', {
  tags: ['full'],
}, async () => {
  const sessions = async () => {
    await countFigures(app.db)
    const { totals, range } = await overview()
    return [totals.sessions, range.sessions.value]
  }
  const marked = async () => {
    const family = await app.login(newPhone(), 'student')
    const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
    const one = await monthWithClass(app, family, mentor)
    await sql`update class_record set marked_at = marked_at - interval '4 days', note = 'Knows her tables', homework = 'Page 12'
      where lesson_id = ${one.lesson}`.execute(app.db)
    return { ...one, family }
  }
  const wrong = await marked()
  const disputed = await marked()
  // As if all of them had been counted on their days.
  await sql`delete from figures_counted`.execute(app.db)
  const [all = 0, here = 0] = await sessions()
  expect(here).toBeGreaterThan(2)
  const path = `/api/admin/classes/${wrong.lesson}/attendance`
  expect((await owner.put(path, { held: false, reason: 'Another class' })).status).toBe(200)
  expect(await sessions()).toEqual([all - 1, here - 1])
  const { rows } = await sql<{ was: object }>`
    select detail -> 'was' as was from audit where action = 'attendance.taken-back' and subject_id = ${wrong.booking}`.execute(
    app.db,
  )
  expect(rows[0]?.was).toMatchObject({ note: 'Knows her tables', homework: 'Page 12', marked_at: expect.any(String) })
  await sql`update class_record set marked_at = now() where lesson_id = ${disputed.lesson}`.execute(app.db)
  const asked = await disputed.family.post(`/api/class-bookings/lessons/${disputed.lesson}/dispute`, {
    reason: 'not_held',
  })
  await sql`update class_record set marked_at = now() - interval '4 days' where lesson_id = ${disputed.lesson}`.execute(
    app.db,
  )
  expect(await sessions()).toEqual([all - 1, here - 1])
  const decided = { share: 0, reason: 'Nobody came', version: 1 }
  expect((await owner.post(`/api/admin/disputes/${asked.body.data._id}/decision`, decided)).status).toBe(200)
  expect(await sessions()).toEqual([all - 2, here - 2])
})

test('subtracts a corrected fee from the revenue of the city', { tags: ['full'] }, async () => {
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const { booking } = await monthWithClass(app, family, mentor)
  const { rows } = await sql<{ id: string; fee: number }>`
    select id, fee_paise / 100.0 as fee from lesson where booking_id = ${booking} and settled_at is not null`.execute(
    app.db,
  )
  const [settled] = rows
  const revenue = async () => {
    await countFigures(app.db)
    const { rows } = await sql<{ paise: number }>`
      select sum(value)::int8 as paise from figure_day where figure = 'revenue' and city = 'Indore'`.execute(app.db)
    return { all: (await overview()).range.revenue.value, indore: Number(rows[0]?.paise) / 100 }
  }
  const before = await revenue()
  expect(before.indore).toBe(before.all)
  const correction = { lesson: settled?.id, amount: 100, fee: Number(settled?.fee), reason: 'Half a class' }
  expect((await owner.put(`/api/admin/disputes/${randomUUID()}`, correction)).status).toBe(200)
  const after = await revenue()
  expect(after.all).toBe(before.all - 10)
  expect(after.indore).toBe(after.all)
})

test('counts a person with both roles as one user', async () => {
  const totals = async () => {
    await countFigures(app.db)
    const { users, families, mentors } = (await overview()).totals
    return [users, families, mentors]
  }
  const [users = 0, families = 0, mentors = 0] = await totals()
  const { phone } = await makeMentor(app.db)
  expect(await totals()).toEqual([users + 1, families, mentors + 1])
  await app.login(phone, 'student')
  expect(await totals()).toEqual([users + 1, families + 1, mentors + 1])
  await sql`update family set created_at = created_at - interval '40 days'
    where account_id = (select id from account where phone = ${phone})`.execute(app.db)
  // All anew: the family was first.
  await sql`delete from figures_counted`.execute(app.db)
  expect(await totals()).toEqual([users + 1, families + 1, mentors + 1])
  expect((await overview()).range.users.value).toBe(users)
  // A figure that was never counted is counted from the beginning, as after an update that brought it.
  await sql`delete from figure_day where figure = 'users'`.execute(app.db)
  expect(await totals()).toEqual([users + 1, families + 1, mentors + 1])
  const draft = await makeMentor(app.db, { status: 'draft', shown: false })
  expect(await totals()).toEqual([users + 1, families + 1, mentors + 1])
  await app.login(draft.phone, 'student')
  expect(await totals()).toEqual([users + 2, families + 2, mentors + 1])
})

test('lists cities by any figure and range, in pages and as a file, and finds them in both scripts', async () => {
  await sql`insert into figure_day (figure, day, city, value)
    select 'applications', date '2025-01-01' + n, 'Town ' || lpad(n::text, 2, '0'), n from generate_series(1, 30) n`.execute(
    app.db,
  )
  const cities = async (query: string) => {
    const { body } = await owner.get(`/api/admin/overview/cities?${query}`)
    return { ...body, names: body.data.map((one: { city: string }) => one.city) }
  }
  const first = await cities('limit=12&sort=paid')
  expect(first.total).toBe(31)
  // Where nothing was paid or booked, who has more applications stands first.
  expect(first.names.slice(0, 3)).toEqual(['Indore', 'Town 30', 'Town 29'])
  const second = await cities(`limit=12&sort=paid&cursor=${encodeURIComponent(first.nextCursor)}`)
  expect(second.names.slice(0, 2)).toEqual(['Town 19', 'Town 18'])
  expect((await cities('sort=name&order=asc&limit=2')).names).toEqual(['Indore', 'Town 01'])
  expect((await cities(`q=${encodeURIComponent('इंदौर')}`)).names).toEqual(['Indore'])
  expect((await cities('q=town%201&sort=applications&order=asc&limit=1')).names).toEqual(['Town 10'])
  expect((await cities('from=2025-01-02&to=2025-01-04')).names).toEqual(['Town 03', 'Town 02', 'Town 01'])
  const { body, headers } = await owner.get('/api/admin/overview/cities.csv?sort=applications&q=Town')
  expect(headers['content-disposition']).toBe('attachment; filename="cities.csv"')
  expect(body.split('\r\n').slice(0, 2)).toEqual([
    '\ufeff"city","paid","bookings","sessions","applications","families","calls"',
    '"Town 30",0,0,0,30,0,0',
  ])
  const { rows } = await sql<{ detail: unknown }>`select detail from audit where action = 'cities.file'`.execute(app.db)
  expect(rows).toEqual([{ detail: { sort: 'applications', order: 'desc', q: 'Town' } }])
})

test('splits a range into days, weeks or months', () => {
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

test('names what the law wants published while real providers are set up and it is empty', async () => {
  const real = { ...app.context, config: { ...app.context.config, mailProvider: 'smtp' as const } }
  const range = { from: inDays(-6), to: inDays(0) }
  const missing = async () => (await overviewOf(real, range)).missing
  const started = async () => (await welcome(real.config, app.db)).join('\n')
  expect((await overview()).missing).toEqual([])
  expect(await missing()).toEqual(['legalName', 'grievanceName', 'nodalName'])
  expect(await started()).toContain('legal name, grievance officer, nodal contact person')
  const officers = {
    grievanceName: 'Kavita Rao',
    grievancePhone: '0731 400 0001',
    grievanceEmail: 'a@setu.example',
    nodalName: 'Vivek Malviya',
    nodalPhone: '0731 400 0002',
    nodalEmail: 'b@setu.example',
  }
  const set = (value: object, seen: object) => owner.post('/api/admin/settings', { name: 'office', value, seen })
  await set({ ...defaultOffice, ...officers }, defaultOffice)
  expect(await missing()).toEqual(['legalName'])
  await set({ ...officers, legalName: 'Setu Learning' }, { ...defaultOffice, ...officers })
  expect([await missing(), (await started()).includes('Not named')]).toEqual([[], false])
})
