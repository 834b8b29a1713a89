import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dateInIndia } from '#contract/wire/time.ts'
import { sendDue } from '#server/notifications/sending.ts'
import { makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp, testApp, tomorrow } from '#test/test-app.ts'
import { notifyTomorrow } from './tomorrow.ts'

let app: TestApp
let family: LoggedIn
let mentor: LoggedIn
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  family = await app.login(newPhone(), 'student')
  mentor = await app.login((await makeMentor(app.db, { name: 'Sunita Deshpande' })).phone, 'mentor')
  await family.put('/api/profile/family', {
    name: 'Pooja',
    email: `${family.phone}@example.com`,
    address: null,
    area: null,
    city: null,
  })
})
afterAll(() => app.stop())

const evening = (time: string) => new Date(`${dateInIndia(new Date())}T${time}:00+05:30`)
const classIn = async (days: number, time: string, with_ = mentor) => {
  const booking = await app.paidBooking(family, with_.id)
  const reply = await with_.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: inDays(days + 2), time }))
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  await shiftLessons(app.db, booking, -2)
  return booking
}
const told = async (who: LoggedIn) => {
  const { rows } = await sql<{ channel: string; text: string }>`
    select channel, text from outbox where template = 'classes-tomorrow' and account_id = (select id from account where phone = ${who.phone})
    order by channel`.execute(app.db)
  return rows
}
const newsOf = async (who: LoggedIn) =>
  (await who.get('/api/news')).body.data.filter(({ text }: { text: string }) => text.includes('tomorrow, '))

test('sends family and mentor one evening message with all lessons of tomorrow', async () => {
  const other = await app.login((await makeMentor(app.db, { name: 'Anil Patidar' })).phone, 'mentor')
  await classIn(1, '17:00', other)
  await classIn(1, '16:00')
  await classIn(2, '10:00', await app.login((await makeMentor(app.db)).phone, 'mentor'))
  await sql`update booking set student_name = 'Aarav Sharma' where family_id = ${family.id}`.execute(app.db)
  await notifyTomorrow(app.db, undefined, evening('18:29'))
  expect(await told(family)).toEqual([])
  await Promise.all([1, 2, 3].map(() => notifyTomorrow(app.db, undefined, evening('18:30'))))
  const [email, sms] = await told(family)
  expect(sms?.text).toMatch(/^MentorSetu: 2 classes tomorrow, .*\. First: Mathematics at 4:00 pm\./)
  expect(email?.text).toMatch(
    /4:00 pm Mathematics, Aarav Sharma, Sunita Deshpande\n5:00 pm Mathematics, .*Anil Patidar/,
  )
  expect(await told(family)).toHaveLength(2)
  expect((await newsOf(family))[0].text).toMatch(/^2 classes tomorrow, .*:\n4:00 pm .*\n5:00 pm /)
  // The mentor's message has the learner's first name.
  expect((await newsOf(mentor))[0].text).toMatch(/^1 class tomorrow, .*:\n4:00 pm Mathematics, Aarav$/)
})

test('sends it for each side of an account that both teaches and books', async () => {
  await classIn(1, '16:00')
  await notifyTomorrow(app.db, undefined, evening('18:30'))
  expect(await newsOf(mentor)).toHaveLength(1)
  await sql`delete from otp_challenge where phone = ${mentor.phone}`.execute(app.db)
  family = await app.login(mentor.phone, 'student')
  await classIn(1, '18:00', await app.login((await makeMentor(app.db)).phone, 'mentor'))
  await notifyTomorrow(app.db, undefined, evening('18:40'))
  expect(await newsOf(family)).toHaveLength(1)
})

test('sends it later in the evening after an outage, and never at night', { tags: ['full'] }, async () => {
  await classIn(1, '16:00')
  await notifyTomorrow(app.db, undefined, evening('21:00'))
  expect(await told(family)).toEqual([])
  await notifyTomorrow(app.db, undefined, evening('20:50'))
  expect(await told(family)).toHaveLength(2)
  await sendDue(app.context, {}, evening('21:05'))
  await sendDue(app.context, {}, new Date(evening('07:00').getTime() + 24 * 3_600_000))
  const { rows } = await sql<{ trouble: string }>`
    select distinct trouble from outbox where template = 'classes-tomorrow' and recipient in (${family.phone}, ${`${family.phone}@example.com`})`.execute(
    app.db,
  )
  expect(rows).toEqual([{ trouble: 'its time was over' }])
})

test('sends nothing without lessons, and announces later changes separately', async () => {
  const admin = await app.admin()
  const booking = await classIn(3, '16:00')
  await notifyTomorrow(app.db, undefined, evening('19:00'))
  expect(await told(family)).toEqual([])
  await admin.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: tomorrow(), time: '16:00' }))
  await notifyTomorrow(app.db, undefined, evening('19:10'))
  expect(await newsOf(family)).toHaveLength(1)
  await admin.put(`/api/class-bookings/booking/${booking}`, scheduleOf({ date: tomorrow(), time: '18:00' }))
  await notifyTomorrow(app.db, undefined, evening('19:20'))
  expect(await newsOf(family)).toHaveLength(1)
  const { rows } = await sql<{ text: string }>`
    select text from outbox where template = 'class-rescheduled' and recipient = ${family.phone}`.execute(app.db)
  expect(rows).toHaveLength(2)
})
