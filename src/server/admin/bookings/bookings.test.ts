import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { markedClass } from '#test/marked-classes.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let operations: LoggedIn
let support: LoggedIn
let family: LoggedIn
let mentor: LoggedIn
let booking: string
let demo: string
beforeAll(async () => {
  app = await testApp()
  operations = await app.admin({ name: 'operations', role: 'operations' })
  support = await app.admin({ name: 'support', role: 'support' })
  family = await app.login(newPhone(), 'student')
  await family.put('/api/profile/family', { name: 'Meera Rao', email: null, address: null, area: null, city: null })
  const made = await makeMentor(app.db, { name: 'Ravi Kulkarni' })
  mentor = await app.login(made.phone, 'mentor')
  booking = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  await markedClass(app, mentor, booking)
  await markedClass(app, mentor, booking)
  demo = await app.paidBooking(family, (await makeMentor(app.db)).id)
})
afterAll(() => app.stop())

type Row = { _id: string; booking: string; status: string }
const ask = async (path: string) => (await support.get(path)).body
const auditOf = async (id: string) => {
  const { rows } = await sql<{ action: string; reason: string | null }>`
    select action, detail ->> 'reason' as reason from audit where subject_id = ${id} order by at, id`.execute(app.db)
  return rows.map(({ action, reason }) => `${action}: ${reason}`)
}
const reason = 'The mentor called us'
const hours = ['12:00', '14:00', '18:30']
/** Another month, with one class that was yesterday and nobody marked. */
async function unmarkedClass() {
  const made = await makeMentor(app.db)
  const who = await app.login(made.phone, 'mentor')
  const id = await app.paidBooking(family, who.id, { amount: 4500, plan: 'monthly' })
  await app.lessonYesterday(who, id, hours.shift() ?? '')
  const lesson = (await ask(`/api/admin/bookings/${id}`)).data.classes[0]
  return { booking: id, lesson, mentor: who }
}

test('filters classes and bookings', async () => {
  const classes = async (query: string): Promise<Row[]> => (await ask(`/api/admin/classes?${query}`)).data
  const { data, total } = await ask('/api/admin/classes')
  expect(total).toBe(data.length)
  expect(data[0]).toMatchObject({
    booking,
    minutes: 100,
    fee: 375,
    plan: 'monthly',
    mode: 'homeTuition',
    city: 'Indore',
  })
  expect(data[0]).toMatchObject({
    mentorTick: true,
    parentTick: false,
    isDisputed: false,
    family: { name: 'Meera Rao' },
  })
  const order = data[0].order
  const found = `city=indore&mode=homeTuition&subject=Mathematics&plan=monthly&from=${inDays(-3)}&to=${inDays(1)}`
  for (const query of [found, 'status=held', `q=${order}`, `q=${family.phone}`, 'q=ravi', 'q=meera+r', `q=${booking}`])
    expect((await classes(query)).length, query).toBe(2)
  for (const query of [
    'status=missed_by_mentor',
    'plan=demo',
    `from=${inDays(3)}`,
    'q=MS-2020-1',
    'city=Bhopal',
    'status=disputed',
  ])
    expect(await classes(query), query).toEqual([])
  const bookings = async (query: string) => (await ask(`/api/admin/bookings?${query}`)).data.map(({ _id }: Row) => _id)
  expect(await bookings('sort=fee&order=asc')).toEqual([demo, booking])
  expect((await ask('/api/admin/bookings?sort=fee')).data[0]).toMatchObject({ begunMinutes: 200, owedMinutes: 0 })
  expect(await bookings('status=pending_schedule')).toEqual([demo])
  expect(await bookings('q=ravi&status=scheduled')).toEqual([booking])
})

test('pages without gaps when many fees are equal', async () => {
  for (const sort of ['date', 'fee']) {
    const first = await ask(`/api/admin/classes?sort=${sort}&limit=1`)
    const second = await ask(`/api/admin/classes?sort=${sort}&limit=1&cursor=${first.nextCursor}`)
    expect(second.data[0]._id).not.toBe(first.data[0]._id)
    expect(await ask(`/api/admin/classes?sort=${sort}&limit=1&cursor=${second.previousCursor}`)).toEqual(first)
  }
})

test('exports the filtered rows, and audits the export', async () => {
  const classes = await support.get('/api/admin/classes.csv?status=held&order=asc')
  expect(classes.body.trimEnd().split('\r\n')).toHaveLength(3)
  const bookings = await support.get('/api/admin/bookings.csv?plan=demo')
  expect(bookings.body.trimEnd().split('\r\n')).toHaveLength(2)
  expect(await auditOf('classes')).toEqual(['classes.file: null'])
  expect(await auditOf('bookings')).toEqual(['bookings.file: null'])
})

test('shows the history of a booking on one timeline', async () => {
  const dispute = await family.post(
    `/api/class-bookings/lessons/${(await ask(`/api/admin/bookings/${booking}`)).data.classes[1]._id}/dispute`,
    {
      reason: 'shorter',
    },
  )
  expect(dispute.status).toBe(200)
  const { data } = await ask(`/api/admin/bookings/${booking}`)
  const kinds = new Set(data.timeline.map(({ kind }: { kind: string }) => kind))
  expect([...kinds].toSorted()).toEqual([
    'booking',
    'class',
    'dispute',
    'marked',
    'message',
    'order',
    'payment',
    'receipt',
  ])
  const told = data.timeline.find(({ kind }: { kind: string }) => kind === 'dispute')
  expect(told).toMatchObject({ by: 'family', status: 'shorter', amount: 375 })
  // What belongs to one class names it, also two classes of one hour.
  const ofClass = data.timeline.filter(({ lesson }: { lesson: string | null }) => lesson === told.lesson)
  expect(new Set(ofClass.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['class', 'marked', 'dispute']))
  const messages = data.timeline.filter(({ kind }: { kind: string }) => kind === 'message')
  expect(new Set(messages.map(({ by }: { by: string }) => by))).toEqual(new Set(['family', 'mentor']))
  // Nothing of other bookings.
  expect(messages.every(({ text }: { text: string }) => !text.includes('demo'))).toBe(true)
  expect((await ask('/api/admin/classes?status=disputed')).total).toBe(1)
  expect((await ask('/api/admin/bookings?status=disputed')).data).toMatchObject([{ isDisputed: true }])
  expect((await support.get('/api/admin/bookings/01890000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('marks attendance for a mentor, asks the family, and can undo and repeat it', async () => {
  const { lesson, booking: id } = await unmarkedClass()
  expect(lesson.can).toEqual(['move', 'skip', 'mark'])
  expect((await ask('/api/admin/classes?status=unmarked')).data).toMatchObject([{ _id: lesson._id, isUnmarked: true }])
  const path = `/api/admin/classes/${lesson._id}/attendance`
  const held = { held: true, timeIn: '10:00', timeOut: '11:40', topic: 'Fractions', reason }
  for (const who of [support, family]) expect((await who.put(path, held)).status).toBe(403)
  expect((await operations.put(path, { ...held, timeOut: '09:00' })).status).toBe(400)
  expect((await operations.put(path, { ...held, reason: ' ' })).status).toBe(400)
  const both = await Promise.all([operations.put(path, held), operations.put(path, held)])
  expect(both.map(({ status, body }) => [status, body.data?.status])).toEqual([
    [200, 'held'],
    [200, 'held'],
  ])
  expect(both[0]?.body.data.can).toEqual(['unmark'])
  expect((await operations.put(path, { ...held, topic: 'Other' })).body.code).toBe('already-marked')
  for (const _ of [1, 2])
    expect((await operations.put(path, { held: false, reason })).body.data.status).toBe('scheduled')
  expect((await operations.put(path, held)).status).toBe(200)
  expect(await auditOf(id)).toEqual(['marked', 'taken-back', 'marked'].map((what) => `attendance.${what}: ${reason}`))
  const { rows } =
    await sql`select from outbox where template = 'class-marked' and once_key like ${`%${lesson._id}%`}`.execute(app.db)
  expect(rows).toHaveLength(2)
  // What the family confirmed stays.
  const record = await sql<{ id: string }>`select id from class_record where lesson_id = ${lesson._id}`.execute(app.db)
  await family.put(`/api/class-records/${record.rows[0]?.id}`, { parentTick: true })
  const refused = await operations.put(path, { held: false, reason })
  expect([refused.status, refused.body.code]).toEqual([409, 'attendance-confirmed'])
})

test('refuses attendance for coming, disputed and skipped classes', { tags: ['full'] }, async () => {
  const path = (id: string) => `/api/admin/classes/${id}/attendance`
  const held = { held: true, timeIn: '10:00', timeOut: '11:00', topic: 'Fractions', reason }
  const { lesson, booking: id } = await unmarkedClass()
  await sql`update lesson set starts_at = starts_at + interval '30 days', ends_at = ends_at + interval '30 days' where id = ${lesson._id}`.execute(
    app.db,
  )
  expect((await operations.put(path(lesson._id), held)).body.code).toBe('lesson-not-over')
  await sql`update lesson set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 minute' where id = ${lesson._id}`.execute(
    app.db,
  )
  expect((await operations.put(path(lesson._id), held)).body.code).toBe('lesson-not-over')
  await sql`update lesson set starts_at = now() + interval '30 days', ends_at = now() + interval '30 days 100 minutes' where id = ${lesson._id}`.execute(
    app.db,
  )
  const moved = { date: inDays(20), time: '07:00', reason, atAnyHour: true }
  for (const _ of [1, 2])
    expect((await operations.put(`/api/admin/classes/${lesson._id}/time`, moved)).status).toBe(200)
  const left = { cause: 'family', reason }
  const silent = await operations.post(`/api/class-bookings/lessons/${lesson._id}/skip`, { cause: 'family' })
  expect([silent.status, silent.body.details.fields[0].field]).toEqual([400, 'reason'])
  for (const _ of [1, 2])
    expect((await operations.post(`/api/class-bookings/lessons/${lesson._id}/skip`, left)).status).toBe(200)
  expect((await ask(`/api/admin/bookings/${id}`)).data.owedMinutes).toBe(100)
  expect(await auditOf(id)).toEqual([`lesson.move: ${reason}`, `lesson.skip: ${reason}`])
  expect((await operations.put(path(lesson._id), held)).body.code).toBe('lesson-over')
  const disputed = (await ask('/api/admin/classes?status=disputed')).data[0]
  expect((await operations.put(path(disputed._id), { held: false, reason })).body.code).toBe('dispute-open')
  expect((await operations.put(path('01890000-0000-7000-8000-000000000000'), held)).status).toBe(404)
})

test('asks before moving a class outside the mentor’s hours, and names the clash', async () => {
  const made = await makeMentor(app.db)
  const who = await app.login(made.phone, 'mentor')
  const stranger = await app.login(newPhone(), 'student')
  const one = await app.paidBooking(family, who.id, { amount: 4500, plan: 'monthly' })
  const other = await app.paidBooking(stranger, who.id, { amount: 4500, plan: 'monthly' })
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], minutes: 60, from: inDays(2) }
  await who.put(`/api/class-bookings/${one}/timetable`, { ...rule, time: '17:00' })
  await who.put(`/api/class-bookings/${other}/timetable`, { ...rule, time: '19:00' })
  const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '16:00', to: '23:30' }))
  expect((await who.put('/api/mentor/availability', { version: 0, week })).status).toBe(200)
  const [lesson] = (await ask(`/api/admin/bookings/${one}`)).data.classes
  const move = (time: string, more = {}) =>
    operations.put(`/api/admin/classes/${lesson._id}/time`, { date: inDays(3), time, reason, ...more })
  for (const time of ['03:00', '15:30', '21:30']) {
    const { status, body } = await move(time)
    expect([status, body.code, body.details.hours], time).toEqual([409, 'outside-hours', ['16:00-23:30']])
  }
  expect((await ask(`/api/admin/bookings/${one}`)).data.classes).toContainEqual(lesson)
  const met = (await move('19:30')).body
  const order = (await ask(`/api/admin/bookings/${other}`)).data.order
  const startsAt = new Date(`${inDays(3)}T19:00:00+05:30`).toISOString()
  expect([met.code, met.details.taken]).toMatchObject([
    'slot-taken',
    { with: stranger.phone, order, startsAt, keptUntil: null },
  ])
  expect(
    (await operations.put(`/api/admin/classes/${lesson._id}/time`, { date: inDays(400), time: '17:00', reason })).body
      .details,
  ).toMatchObject({ fields: [{ field: 'date' }] })
  expect((await move('20:00')).status).toBe(200)
  expect((await move('03:00', { atAnyHour: true })).body.data.startsAt).toBe(
    new Date(`${inDays(3)}T03:00:00+05:30`).toISOString(),
  )
  expect(await auditOf(one)).toEqual([`lesson.move: ${reason}`, `lesson.move: ${reason}`])
  // What others have is no business of a mentor's family or of theirs.
  const own = await who.put(`/api/class-bookings/lessons/${lesson._id}/time`, { date: inDays(3), time: '19:30' })
  expect([own.body.code, own.body.details]).toEqual(['slot-taken', undefined])
})

test('leaves planned classes off the timeline, and ends each sentence once', { tags: ['full'] }, async () => {
  const { booking: id, lesson, mentor: who } = await unmarkedClass()
  const held = { held: true, timeIn: '10:00', timeOut: '11:00', topic: 'Fractions.', reason }
  expect((await operations.put(`/api/admin/classes/${lesson._id}/attendance`, held)).status).toBe(200)
  for (const days of [2, 3]) {
    const wish = { date: inDays(days), time: '10:00', minutes: 60 }
    expect((await who.post(`/api/class-bookings/${id}/lessons`, wish)).status).toBe(200)
  }
  const coming = (await ask(`/api/admin/bookings/${id}`)).data.classes.find(
    ({ status }: { status: string }) => status === 'scheduled',
  )
  const left = { cause: 'family', reason }
  expect((await operations.post(`/api/class-bookings/lessons/${coming._id}/skip`, left)).status).toBe(200)
  const { data } = await ask(`/api/admin/bookings/${id}`)
  type Event = { kind: string; at: string; text: string }
  const of = (kind: string) => data.timeline.filter((one: Event) => one.kind === kind)
  expect(of('marked').map(({ text }: Event) => text)).toEqual(['10:00 - 11:00. Fractions'])
  expect(of('credit').map(({ at }: Event) => at.slice(0, 16))).toEqual(
    of('cancelled').map(({ at }: Event) => at.slice(0, 16)),
  )
  const soon = Date.now() + 60_000
  expect(data.timeline.filter(({ at }: Event) => Date.parse(at) > soon)).toEqual([])
  expect(of('class')).toHaveLength(1)
})
