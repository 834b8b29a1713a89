import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor } from './builders.ts'
import { blind, markPrivateFields } from './private-fields.ts'
import { inDays, type TestApp, testApp } from './test-app.ts'
import { bankCanary, canary, makeWorld, type World } from './world.ts'

const quote = 'She found out in one hour what had been missing since class 6, and told us so kindly.'
let app: TestApp
let world: World

beforeAll(async () => {
  app = await testApp()
  world = await makeWorld(app)
  await markPrivateFields(app, world)
  const others = [await makeMentor(app.db), await makeMentor(app.db)]
  await sql`insert into review (mentor_id, booking_id, family_id, grade, area, city, stars, words, lessons_held, written_at, published_at, is_demo)
    select m.id, case when m.id = ${world.mentor.id} then ${world.bookingId}::uuid end, ${world.family.id}, '9', 'Palasia', 'Indore', 5, m.slug || ': ' || ${quote}, 3,
      now() - interval '3 days', now() - interval '2 days', true from mentor m where m.id = any(${[world.mentor.id, ...others.map(({ id }) => id)]})`.execute(
    app.db,
  )
})
afterAll(() => app.stop())

/** Every address a visitor could read data from. */
const paths = () => [
  '/api/mentor',
  '/api/mentor/visible-mentors',
  '/api/mentor/gold-mentor',
  `/api/mentor/selected-mentors?id=${world.mentor.id}`,
  `/api/mentor/${world.mentorSlug}`,
  `/api/mentor/${world.mentor.id}`,
  '/api/mentor/figures',
  `/api/mentor/${world.mentorSlug}/reviews`,
  `/api/mentor/${world.mentorSlug}/similar`,
  `/api/mentor/${world.mentorSlug}/free-times`,
  `/api/mentor/free-times?id=${world.mentor.id}`,
  '/api/mentor/availability',
  `/api/mentor/leave/${world.leaveId}/classes`,
  '/api/testimonials',
  '/api/session',
  '/api/apps/frame',
  '/api/apps/family-home',
  '/api/apps/mentor-home',
  '/api/apps/family-payments',
  '/api/apps/mentor-students',
  '/api/admin',
  '/api/admin/settings',
  '/api/site',
  '/api/site/people',
  '/api/docs/json',
  `/api/class-bookings/student/${world.family.id}`,
  `/api/class-bookings/mentor/${world.mentor.id}`,
  `/api/class-records/class-booking/${world.bookingId}`,
  '/api/class-records/visit-codes',
  `/api/class-bookings/${world.bookingId}/sheet/csv?month=${inDays(-1).slice(0, 7)}`,
  `/api/class-bookings/${world.bookingId}/timetable`,
  `/api/calendar?month=${inDays(-1).slice(0, 7)}`,
  '/api/calendar/nobody.ics',
  `/api/payment/order/${world.orderId}`,
  `/api/payment/verify-order/${world.orderId}`,
  `/api/payment/receipt/${world.orderId}`,
  `/api/media/uploads/${world.uploadId}`,
  `/api/media/${world.mediaId}/link`,
  `/media/private/${world.mediaId}`,
  `/media/${world.mediaId}/document.pdf`,
  '/api/chat/conversations',
  `/api/chat/with/${world.chatId}`,
  `/api/chat/with/${world.family.id}`,
  `/api/chat/with/${world.family.phone}`,
  `/api/chat/conversations/${world.chatId}/search?q=canary`,
  `/api/chat/files/${world.chatFileId}`,
  `/media/${world.chatFileId}/document.pdf`,
  `/media/private/${world.chatFileId}`,
  `/api/admin/cases/${world.chatCaseId}/chat`,
  `/api/cases/${world.chatCaseNumber}`,
  '/api/mentor-call',
  '/api/mentor-call/own',
  `/api/admin/cases/${world.chatCaseId}`,
  '/api/admin/cases',
  '/api/admin/cases.csv',
  '/api/mentor/earnings',
  '/api/reviews/own',
  '/api/mentor/summary',
  '/api/profile',
  '/api/profile/devices',
  '/api/users/learners',
  `/api/payouts/${world.payoutId}`,
  `/api/payouts/${world.payoutId}/statement`,
  `/api/payouts/${world.payoutId}/pdf`,
]

test.each(['visitor', 'otherFamily', 'otherMentor'] as const)('no private field reaches %s', async (who) => {
  for (const path of paths()) {
    const text = JSON.stringify((await world[who].get(path)).body)
    expect(text, path).not.toContain(canary)
    expect(text, path).not.toContain(world.mentor.phone)
    expect(text, path).not.toContain(world.family.phone)
    expect(text, path).not.toContain('22.7196123')
  }
})

test('payout details reach the bank file and nobody else, not even the mentor', async () => {
  const adminPaths = [
    ...['/api/admin/payouts', `/api/admin/payouts/${world.batchId}`, `/api/admin/mentors/${world.mentor.id}`],
    ...[`/api/admin/payouts/${world.batchId}/lines`, `/api/admin/payouts/${world.batchId}/lines.csv`],
  ]
  for (const [who, list] of [
    [world.mentor, paths()],
    [world.admin, [...paths(), ...adminPaths]],
  ] as const) {
    for (const path of list) expect(JSON.stringify((await who.get(path)).body), path).not.toContain(bankCanary)
  }
  const file = await world.admin.get(`/api/admin/payouts/${world.batchId}/bank-file`)
  expect(file.body).toContain(`"${canary}","BANK","918237${bankCanary}","SBIN0001234"`)
  for (const { table } of (
    await sql<{ table: string }>`select table_name as table from information_schema.tables where table_schema = 'public'
      and table_type = 'BASE TABLE'`.execute(app.db)
  ).rows) {
    const { rows } = await sql`select 1 from ${sql.table(table)} t where t::text like ${`%${bankCanary}%`}`.execute(
      app.db,
    )
    expect(rows, table).toEqual([])
  }
})

test('a family cannot read its mentor’s review early, or its private remark at all', async () => {
  for (const path of paths()) expect(JSON.stringify((await world.family.get(path)).body), path).not.toContain(blind)
  const [said] = (await world.mentor.get('/api/reviews/own')).body.data.filter(
    (row: { booking: string }) => row.booking === world.pendingBookingId,
  )
  expect(said.own.words).toBe(blind)
})

test('admins see every field; others are refused where admins read', async () => {
  const paths = [
    ...['/api/admin/mentors', `/api/admin/mentors/${world.mentor.id}`, '/api/admin/payouts'],
    ...[`/api/admin/payouts/${world.batchId}`, `/api/admin/payouts/${world.batchId}/bank-file`],
    ...[`/api/admin/payouts/${world.batchId}/lines`, '/api/admin/mentors.csv'],
  ]
  const seen = JSON.stringify((await world.admin.get(paths[1] ?? '')).body)
  for (const secret of [`${canary}@mail.example`, `/${canary}/id.pdf`, world.mentor.phone, '22.7196123'])
    expect(seen).toContain(secret)
  for (const who of ['visitor', 'family', 'otherFamily', 'mentor', 'otherMentor'] as const) {
    for (const path of paths) {
      const reply = await world[who].get(path)
      expect([401, 403], `${who} ${path}`).toContain(reply.status)
      expect(Object.keys(reply.body).sort()).toEqual(['code', 'message', 'requestId'])
    }
  }
})

test('a review shows only the class and area of the family', async () => {
  for (const path of [`/api/mentor/${world.mentorSlug}/reviews`, '/api/testimonials']) {
    const text = JSON.stringify((await world.visitor.get(path)).body)
    expect(text, path).toContain(quote)
    for (const secret of [world.family.id, world.bookingId, 'Meera', 'Aarav']) expect(text, path).not.toContain(secret)
  }
})

test('the public profile of a mentor has exactly these fields', async () => {
  const { body } = await world.visitor.get(`/api/mentor/${world.mentorSlug}`)
  expect(Object.keys(body.data).sort()).toEqual([
    '_id',
    'adminBrief',
    'adminBriefVisible',
    'adminRanking',
    'availableDays',
    'brief',
    'checks',
    'dailyHours',
    'distance',
    'experience',
    'fullName',
    'gender',
    'inRange',
    'location',
    'onlinePrice',
    'profilePhoto',
    'qualifications',
    'rating',
    'ratingCount',
    'showOnWebsite',
    'slug',
    'teachesOnline',
    'teachingModes',
    'teachingPreferences',
    'teachingRange',
    'teachingVideo',
    'tier',
  ])
})

test('family and mentor see each other without phone, email or exact location', async () => {
  const seen = JSON.stringify([
    (await world.mentor.get(`/api/class-bookings/mentor/${world.mentor.id}`)).body,
    (await world.mentor.get(`/api/class-records/class-booking/${world.bookingId}`)).body,
    (await world.mentor.get(`/api/class-bookings/${world.bookingId}/timetable`)).body,
    (await world.mentor.get(`/api/calendar?month=${inDays(-1).slice(0, 7)}`)).body,
    (await world.mentor.get('/api/reviews/own')).body,
    (await world.mentor.get('/api/chat/conversations')).body,
    (await world.mentor.get(`/api/chat/with/${world.chatId}`)).body,
  ])
  // First names only; the order and the remaining money are shown to the family alone.
  expect(seen).toContain('"name":"Meera"')
  expect(seen).toContain('"name":"Aarav"')
  expect(seen).not.toContain('Surname')
  expect(seen).not.toContain(world.orderId)
  expect(seen).toContain('"balance":null')
  expect(seen).not.toContain(world.family.phone)
  expect(seen).not.toContain(`${canary}@mail.example`)
  const moved = await world.mentor.put(`/api/class-bookings/booking/${world.pendingBookingId}`, {
    subject: 'mathematics',
    studentName: 'Aarav',
    class: '9',
    school: 'Shishu Kunj',
    scheduledDate: inDays(3),
    scheduledTime: '17:30',
  })
  expect(moved.status).toBe(200)
  expect(JSON.stringify(moved.body)).not.toContain('Surname')
  const other = JSON.stringify((await world.family.get(`/api/class-bookings/student/${world.family.id}`)).body)
  expect(other).toContain(`Meera Surname${canary}`)
  expect(other).toContain(world.orderId)
  expect(other).not.toContain(world.mentor.phone)
  expect(other).not.toContain(`${canary}@mail.example`)
})
