import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { safetyCasesADay } from '#contract/support/limits.ts'
import { makePaidBooking } from '#test/bought.ts'
import { newPhone } from '#test/builders.ts'
import { attendanceOf, inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

async function bookedClass() {
  const side = await makePaidBooking(app, { amount: 99, plan: 'demo' })
  const path = `/api/class-bookings/booking/${side.booking}`
  expect((await side.mentor.put(path, scheduleOf({ date: inDays(3), time: '10:00' }))).status).toBe(200)
  const { rows } = await sql<{ id: string }>`select id from lesson where booking_id = ${side.booking}`.execute(app.db)
  return { ...side, lesson: rows[0]?.id ?? '' }
}
const report = (who: LoggedIn, lesson: string, text?: string) =>
  who.post(`/api/class-bookings/lessons/${lesson}/concern`, text === undefined ? {} : { text })
const casesOf = async ({ phone }: LoggedIn) =>
  (
    await sql<{ id: string; number: string; kind: string; topic: string; text: string }>`
      select c.id, c.number, c.kind, c.topic, c.text
      from support_case c where c.phone = ${phone} order by c.created_at`.execute(app.db)
  ).rows
const mentorStatus = async (id: string) =>
  (await sql<{ status: string }>`select status from mentor where id = ${id}`.execute(app.db)).rows[0]?.status

test('a concern of the family about a class opens one safety case, suspends the mentor and names the class', async () => {
  const { family, mentor, lesson } = await bookedClass()
  const both = await Promise.all([report(family, lesson), report(family, lesson)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const [one, ...others] = await casesOf(family)
  expect([one, others]).toMatchObject([
    { kind: 'safety', topic: 'class-unsafe', number: both[0]?.body.data.number },
    [],
  ])
  expect(one?.text).toMatch(/^About the class on .*10:00/)
  expect(both[1]?.body.data).toEqual(both[0]?.body.data)
  expect(await mentorStatus(mentor.id)).toBe('suspended')
})

test('each further report of a family is a safety case of its own, which nobody who restores the mentor misses', async () => {
  const { family, mentor, lesson } = await bookedClass()
  const admin = await app.admin({ role: 'operations' })
  const versionOf = async () =>
    (await sql<{ version: number }>`select version from mentor where id = ${mentor.id}`.execute(app.db)).rows[0]
      ?.version ?? 0
  await report(family, lesson)
  const before = await versionOf()
  await report(family, lesson, 'He came back to the door.')
  expect(await casesOf(family)).toMatchObject([{}, { text: expect.stringContaining('He came back to the door.') }])
  expect(await versionOf()).toBeGreaterThan(before)
  const restore = { decision: 'restore', version: await versionOf(), despite: true, reason: 'We met them' }
  expect((await admin.post(`/api/admin/mentors/${mentor.id}/decision`, restore)).status).toBe(200)
  // The first case is still open: what the family reports now has its own clock and is sent to all admins.
  const { body } = await report(family, lesson, 'He hit my son today.')
  const [, , third] = await casesOf(family)
  expect(third).toMatchObject({ kind: 'safety', number: body.data.number })
  const { rows } =
    await sql`select from outbox where template = 'safety-reported' and recipient = ${admin.phone}`.execute(app.db)
  expect([rows.length, await mentorStatus(mentor.id)]).toEqual([1, 'verified'])
  for (let n = 3; n < safetyCasesADay; n++) await report(family, lesson, `Again ${n}`)
  expect((await report(family, lesson, 'And again')).body.code).toBe('ticket-limit')
  expect(await casesOf(family)).toHaveLength(safetyCasesADay)
})

test('a concern of the mentor opens a case without suspending anybody; after a decision the next one is new', async () => {
  const { mentor, lesson } = await bookedClass()
  const first = await report(mentor, lesson, 'The father shouted at me.')
  const status = await mentorStatus(mentor.id)
  expect([first.status, status]).toEqual([200, 'verified'])
  await sql`update support_case set status = 'resolved', resolved_at = now() where number = ${first.body.data.number}`.execute(
    app.db,
  )
  expect((await report(mentor, lesson, 'Again.')).body.data.number).not.toBe(first.body.data.number)
  expect(await casesOf(mentor)).toHaveLength(2)
})

test('nobody else reports about a class', async () => {
  const { lesson } = await bookedClass()
  const stranger = await app.login(newPhone(), 'student')
  expect((await report(stranger, lesson)).body.code).toBe('not-found')
  expect(await casesOf(stranger)).toEqual([])
})

test('both sides see the same door code from an hour before a class at home until its end, and nobody else', async () => {
  const { family, mentor, lesson } = await bookedClass()
  const read = async (who: LoggedIn) => (await who.get(`/api/class-bookings/lessons/${lesson}/door-code`)).body
  expect((await read(family)).data.code).toBeNull()
  const moveTo = (minutes: number) =>
    sql`with l as (update lesson set starts_at = now() + make_interval(mins => ${minutes}), ends_at = now() + make_interval(mins => ${minutes + 60})
        where id = ${lesson} returning slot_id, starts_at, ends_at)
      update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from l where s.id = l.slot_id`.execute(
      app.db,
    )
  await moveTo(50)
  const shown = await read(family)
  expect(shown.data.code).toMatch(/^[A-Z]{4}$/)
  expect(await read(mentor)).toEqual(shown)
  await moveTo(-30)
  const later = (await read(mentor)).data.code
  expect([typeof later, later === shown.data.code]).toEqual(['string', false])
  await moveTo(-61)
  expect((await read(family)).data.code).toBeNull()
  const stranger = await app.login(newPhone(), 'student')
  expect((await read(stranger)).code).toBe('not-found')
})

test('both sides say whether an adult was at home with a child, which never blocks attendance', async () => {
  const mark = async (mode: string, adultAtHome?: boolean) => {
    const side = await makePaidBooking(app, { amount: 99, plan: 'demo' })
    await sql`update booking set mode = ${mode} where id = ${side.booking}`.execute(app.db)
    await app.lessonYesterday(side.mentor, side.booking, '10:00')
    const form = attendanceOf(side.booking, inDays(-1), '10:00', '10:59')
    const { status, body } = await side.mentor.post('/api/class-records', { ...form, adultAtHome })
    expect(status, JSON.stringify(body)).toBe(200)
    const tick = { parentTick: true, ...(adultAtHome !== undefined && { adultAtHome: false }) }
    expect((await side.family.put(`/api/class-records/${body.data._id}`, tick)).status).toBe(200)
    const said = async () =>
      (
        await sql<{ side: string; said: boolean }>`
          select side, is_present as said from adult_at_home where lesson_id = ${body.data.lesson} order by side`.execute(
          app.db,
        )
      ).rows
    const first = await said()
    // Asked after the class is settled it is kept, and what was said does not change any more.
    await sql`update lesson set settled_at = now() where id = ${body.data.lesson}`.execute(app.db)
    const late = await side.family.put(`/api/class-records/${body.data._id}`, { parentTick: true, adultAtHome: true })
    expect([late.status, (await said()).filter((one) => first.some(({ side: by }) => by === one.side))]).toEqual([
      200,
      first,
    ])
    return [first, await said()]
  }
  const both = [
    { side: 'family', said: false },
    { side: 'mentor', said: true },
  ]
  expect(await mark('homeTuition', true)).toEqual([both, both])
  expect(await mark('homeTuition')).toEqual([[], [{ side: 'family', said: true }]])
  expect(await mark('online', true)).toEqual([[], []])
})
