import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

type Side = { mentor: LoggedIn; family: LoggedIn; booking: string }
/** A month of a family with a surname and weekly lessons. */
async function planned(): Promise<Side> {
  const made = await makeMentor(app.db, { name: 'Sunita Deshpande' })
  const family = await app.login(newPhone(), 'student')
  const wish = { amount: 4500, plan: 'monthly', learner: { name: 'Aarav Sharma, jr; B', grade: '9' } }
  const booking = await app.paidBooking(family, made.id, wish)
  await sql`update family set name = 'Meera Sharma' where id = ${family.id}`.execute(app.db)
  const mentor = await app.login(made.phone, 'mentor')
  const body = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 240, from: inDays(2) }
  expect((await mentor.put(`/api/class-bookings/${booking}/timetable`, body)).status).toBe(200)
  return { mentor, family, booking }
}
const classesOf = async (who: LoggedIn, days: readonly number[]) => {
  const months = [...new Set(days.map((day) => inDays(day).slice(0, 7)))]
  const replies = await Promise.all(months.map((month) => who.get(`/api/calendar?month=${month}`)))
  return replies.flatMap(({ body }) => body.data) as {
    _id: string
    startsAt: string
    status: string
    student: string
    place: string | null
    confirmed: boolean
    proposal: { by: string; startsAt: string } | null
    toConfirm: { _id: string } | null
  }[]
}
const week = [2, 3, 4, 5, 6]
async function feedOf(who: LoggedIn): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() }
  const made = await who.post('/api/calendar/feed', undefined, { headers })
  const { feed } = (await who.get('/api/calendar?month=2031-01')).body
  expect(made.body).toEqual({ data: { madeAt: feed.madeAt } })
  return feed.url
}
const fileOf = async (url: string) => await app.browser().get(new URL(url).pathname)
const utc = (iso: string) => iso.replace(/[-:]/g, '').replace('.000', '')

test('lists all lessons of a month for either side, with first names only for the mentor', async () => {
  const { mentor, family, booking } = await planned()
  const own = await classesOf(family, week)
  const taught = await classesOf(mentor, week)
  expect(own.map((one) => one.startsAt.slice(0, 10))).toEqual(week.map(inDays))
  expect(taught.map((one) => one._id)).toEqual(own.map((one) => one._id))
  expect(own[0]).toMatchObject({
    booking,
    subject: 'Mathematics',
    student: 'Aarav Sharma, jr; B',
    status: 'scheduled',
    mentorName: 'Sunita Deshpande',
  })
  expect(taught[0]?.student).toBe('Aarav')
  for (const [first] of [own, taught]) expect(first?.place).toBe('14, Scheme 54, Vijay Nagar, Indore')
  await sql`update booking set status = 'cancelled' where id = ${booking}`.execute(app.db)
  expect((await classesOf(mentor, week))[0]?.place).toBeNull()
  expect((await fileOf(await feedOf(mentor))).body).not.toContain('Scheme 54')
  const stranger = await app.login(newPhone(), 'student')
  expect(await classesOf(stranger, week)).toEqual([])
  expect((await family.get(`/api/calendar?month=2031-01`)).body).toEqual({ data: [], unscheduled: [], feed: null })
})

test('shows both sides a proposed time, and the family alone what it has to confirm', async () => {
  const { mentor, family } = await planned()
  const [first, second] = await classesOf(family, week)
  const asked = await mentor.post(`/api/class-bookings/lessons/${second?._id}/proposal`, {
    date: inDays(20),
    time: '08:00',
  })
  expect(asked.status).toBe(200)
  const own = await classesOf(family, week)
  const taught = await classesOf(mentor, week)
  const proposal = { by: 'mentor', startsAt: `${inDays(20)}T02:30:00.000Z` }
  for (const those of [own, taught])
    expect(those.map((one) => one.proposal)).toEqual([null, proposal, null, null, null])
  await sql`with l as (update lesson set status = 'held' where id = ${first?._id} returning id, booking_id)
    insert into class_record (booking_id, lesson_id, date, time_in, time_out, duration, topic, mentor_tick)
      select booking_id, id, current_date, '17:00', '21:00', '4 h', 'Fractions', true from l`.execute(app.db)
  const [marked] = await classesOf(family, week)
  expect(marked?.toConfirm).toMatchObject({ timeIn: '17:00', timeOut: '21:00', grade: '9' })
  expect((await classesOf(mentor, week))[0]?.toConfirm).toBeNull()
  expect((await family.put(`/api/class-records/${marked?.toConfirm?._id}`, { parentTick: true })).status).toBe(200)
  expect((await classesOf(family, week))[0]).toMatchObject({ confirmed: true, toConfirm: null })
})

test('lists a booking without a time apart, and starts and ends a month at midnight in India', async () => {
  const made = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(made.phone, 'mentor')
  const booking = await app.paidBooking(family, made.id)
  const waiting = async (who: LoggedIn) => (await who.get('/api/calendar?month=2031-01')).body.unscheduled
  const shown = await app.db
    .selectFrom('booking')
    .select('schedule_by as scheduleBy')
    .where('id', '=', booking)
    .executeTakeFirstOrThrow()
  const scheduleBy = shown.scheduleBy.toISOString()
  for (const who of [family, mentor])
    expect(await waiting(who)).toMatchObject([{ booking, subject: 'Mathematics', scheduleBy }])
  await sql`update mentor set status = 'suspended' where id = ${made.id}`.execute(app.db)
  expect(await waiting(family)).toMatchObject([{ booking, scheduleBy: null }])
  await sql`update mentor set status = 'verified' where id = ${made.id}`.execute(app.db)
  await mentor.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: inDays(2), time: '10:00' }))
  for (const who of [family, mentor]) expect(await waiting(who)).toEqual([])
  const at = async (iso: string, month: string) => {
    await sql`update lesson set starts_at = ${iso}, ends_at = ${iso}::timestamptz + interval '1 hour' where booking_id = ${booking}`.execute(
      app.db,
    )
    return (await family.get(`/api/calendar?month=${month}`)).body.data.length
  }
  expect(await at('2027-01-31T18:29:00Z', '2027-01')).toBe(1)
  expect(await at('2027-01-31T18:30:00Z', '2027-01')).toBe(0)
  expect(await at('2027-01-31T18:30:00Z', '2027-02')).toBe(1)
})

test('produces an exact iCalendar feed', async () => {
  const { family } = await planned()
  const [first] = await classesOf(family, week)
  const url = await feedOf(family)
  expect(url).toMatch(/^http:\/\/[^/]+\/api\/calendar\/[\w-]{43}\.ics$/)
  const reply = await fileOf(url)
  expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(reply.headers['cache-control']).toBe('no-store')
  const text: string = reply.body
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = text.split('\r\n')
  expect(lines.slice(0, 9)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//MentorSetu//Classes//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:MentorSetu classes',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
  ])
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
  const { rows } = await sql<{ at: string }>`
    select to_char(changed_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as at from lesson where id = ${first?._id}`.execute(
    app.db,
  )
  const ends = new Date(Date.parse(first?.startsAt ?? '') + 240 * 60_000).toISOString()
  expect(lines.slice(8, 20)).toEqual([
    'BEGIN:VEVENT',
    `UID:${first?._id}`,
    `DTSTAMP:${rows[0]?.at}`,
    `LAST-MODIFIED:${rows[0]?.at}`,
    'SEQUENCE:0',
    `DTSTART:${utc(first?.startsAt ?? '')}`,
    `DTEND:${utc(ends)}`,
    'SUMMARY:Mathematics\\, Aarav\\, Sunita',
    'LOCATION:14\\, Scheme 54\\, Vijay Nagar\\, Indore',
    'STATUS:CONFIRMED',
    `URL:${new URL(url).origin}/dashboard/student/classes`,
    'END:VEVENT',
  ])
})

test('folds Hindi lines at 75 octets without losing text', async () => {
  const { family, mentor } = await planned()
  await sql`update account set language = 'hi' where phone in (${family.phone}, ${mentor.phone})`.execute(app.db)
  await sql`update learner set name = ${'आराध्यानंदविश्वनाथप्रसादमिश्रा शर्मा'} where family_id = ${family.id}`.execute(
    app.db,
  )
  const text: string = (await fileOf(await feedOf(mentor))).body
  const lines = text.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(lines.some((line) => line.startsWith(' '))).toBe(true)
  expect(text).not.toContain('�')
  expect(text.replaceAll('\r\n ', '')).toContain('SUMMARY:गणित\\, आराध्यानंदविश्वनाथप्रसादमिश्रा\r\n')
  expect(text.replaceAll('\r\n ', '')).toContain('/hi/dashboard/mentor/calendar\r\n')
})

test('keeps the UID of a moved lesson, cancels a skipped one, and hides surnames', async () => {
  const { family, mentor, booking } = await planned()
  const [first, second] = await classesOf(family, week)
  const ours = await feedOf(family)
  const theirs = await feedOf(mentor)
  const eventsOf = async (url: string) =>
    new Map(
      ((await fileOf(url)).body as string)
        .split('BEGIN:VEVENT')
        .slice(1)
        .map((event) => [/UID:(\S+)/.exec(event)?.[1], event]),
    )
  const sequence = async (id: string | undefined) =>
    Number(/SEQUENCE:(\d+)/.exec((await eventsOf(ours)).get(id) ?? '')?.[1])
  expect(await sequence(first?._id)).toBe(0)
  await mentor.put(`/api/class-bookings/lessons/${first?._id}/time`, { date: inDays(2), time: '12:15' })
  const moved = await sequence(first?._id)
  expect(moved).toBeGreaterThan(0)
  expect((await eventsOf(ours)).get(first?._id)).toContain(`DTSTART:${inDays(2).replaceAll('-', '')}T064500Z`)
  await mentor.post(`/api/class-bookings/lessons/${second?._id}/skip`, { cause: 'mentor' })
  for (const url of [ours, theirs]) expect((await eventsOf(url)).get(second?._id)).toContain('STATUS:CANCELLED\r\n')
  expect(await sequence(second?._id)).toBeGreaterThan(0)
  expect((await classesOf(family, week)).find((one) => one._id === second?._id)?.status).toBe('cancelled')
  for (const url of [ours, theirs]) {
    const { body } = await fileOf(url)
    for (const secret of ['Sharma', 'Deshpande', family.phone, mentor.phone, booking])
      expect(body).not.toContain(secret)
  }
})

test('invalidates a replaced or revoked feed, and finds no others', async () => {
  const { family, mentor } = await planned()
  const old = await feedOf(family)
  expect((await family.get('/api/calendar?month=2031-01')).body.feed.url).toBe(old)
  const url = await feedOf(family)
  expect(url).not.toBe(old)
  const token = /([\w-]{43})\.ics$/.exec(url)?.[1] ?? ''
  const wrong = [old, url.slice(0, -4), url.replace(token, [...token].reverse().join('')), url.replace(token, '')]
  for (const one of wrong) {
    const reply = await app.browser().get(one.replace(/^https?:\/\/[^/]+/, ''))
    expect([reply.status, reply.body.code], one).toEqual([404, 'not-found'])
  }
  expect((await fileOf(url)).status).toBe(200)
  // The database stores only the token's hash.
  const { rows } = await sql<{ text: string }>`
    select c::text as text from calendar_feed c union all select i::text from idempotency i`.execute(app.db)
  expect(rows.length).toBeGreaterThan(2)
  expect(JSON.stringify(rows)).not.toContain(token)
  // Another account's request ends nothing; the owner's does, repeatedly.
  await mentor.call('DELETE', '/api/calendar/feed')
  expect((await fileOf(url)).status).toBe(200)
  for (const _ of [1, 2]) expect((await family.call('DELETE', '/api/calendar/feed')).status).toBe(200)
  expect((await fileOf(url)).status).toBe(404)
  expect((await family.get('/api/calendar?month=2031-01')).body.feed).toBeNull()
})

test('needs a recent login, and its owner is told', async () => {
  const family = await app.login(newPhone(), 'student')
  const told = async () =>
    (
      await sql`select from outbox where recipient = ${family.phone} and template = 'calendar-link-made'`.execute(
        app.db,
      )
    ).rows.length
  await feedOf(family)
  expect(await told()).toBe(1)
  await sql`update session s set created_at = now() - interval '11 minutes' from account a
    where a.id = s.account_id and a.phone = ${family.phone}`.execute(app.db)
  const refused = await family.post('/api/calendar/feed', undefined)
  expect([refused.status, refused.body.code, await told()]).toEqual([403, 'fresh-login-needed', 1])
})

test('ends with other devices, all logins, a suspension and the phone number', async () => {
  const operations = await app.admin({ role: 'owner' })
  const { family, mentor } = await planned()
  const { rows } = await sql<{ id: string }>`select id from account where phone = ${family.phone}`.execute(app.db)
  const account = `/api/admin/accounts/${rows[0]?.id}`
  const reason = 'Lost phone'
  const logIn = async (phone = family.phone) => {
    await sql`delete from otp_challenge`.execute(app.db)
    return await app.login(phone, 'student')
  }
  const endsWith = async (who: LoggedIn, end: () => Promise<unknown>) => {
    const url = await feedOf(who)
    expect((await fileOf(url)).body).toContain('Scheme 54')
    await end()
    return (await fileOf(url)).status
  }
  const moved = newPhone()
  const move = async () => {
    await operations.put(`${account}/phone`, { phone: moved, reason })
    await sql`update phone_change set confirmed_at = now() where phone = ${moved}`.execute(app.db)
    await logIn(moved)
  }
  const endOneDevice = async () => {
    const { data } = (await family.get('/api/profile/devices')).body
    const other = data.find(({ current }: { current: boolean }) => !current)
    return await family.call('DELETE', `/api/profile/devices/${other._id}`)
  }
  await logIn()
  expect([
    await endsWith(family, endOneDevice),
    await endsWith(family, () => family.call('DELETE', '/api/profile/devices')),
    await endsWith(family, () => operations.post(`${account}/log-out`, { reason })),
    await endsWith(await logIn(), move),
    await endsWith(await logIn(moved), () => operations.post(`${account}/suspend`, { reason })),
  ]).toEqual([404, 404, 404, 404, 404])
  const taught = await feedOf(mentor)
  await sql`update mentor set status = 'suspended' where id = ${mentor.id}`.execute(app.db)
  expect((await fileOf(taught)).body).toContain('SUMMARY:Mathematics')
  expect((await fileOf(taught)).body).not.toContain('Scheme 54')
  await sql`update account set suspended_at = now() where phone = ${mentor.phone}`.execute(app.db)
  expect((await fileOf(taught)).status).toBe(404)
})

test('a suspended mentor is shown no address, and the family still is', async () => {
  const { family, mentor } = await planned()
  const shown = async (who: LoggedIn, side: 'student' | 'mentor') => {
    const { body } = await who.get(`/api/class-bookings/${side}/${who.id}`)
    return [body, await classesOf(who, week)].map((found) => JSON.stringify(found).includes('Scheme 54'))
  }
  const both = async () => [await shown(mentor, 'mentor'), await shown(family, 'student')].flat()
  expect(await both()).toEqual([true, true, true, true])
  await sql`update mentor set status = 'suspended' where id = ${mentor.id}`.execute(app.db)
  expect(await both()).toEqual([false, false, true, true])
})
