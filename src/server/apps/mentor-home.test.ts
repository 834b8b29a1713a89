import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClassBooking } from '#contract/classes/bookings.ts'
import { conductConsent, newPhone } from '#test/builders.ts'
import { busyFamily, statementsOf } from '#test/busy-family.ts'
import { addPastBookings } from '#test/many-bookings.ts'
import { type TestApp, testApp } from '#test/test-app.ts'

const path = '/api/apps/mentor-home'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

type Prompt = { isAsked: boolean; isDemoAsked: boolean }

test('a home is one statement besides the session, and has what the single endpoints answer', async () => {
  const { mentor, booking } = await busyFamily(app)
  await addPastBookings(app.db, booking, 3)
  const data = async (url: string) => (await mentor.get(url)).body.data
  const { sent, body } = await statementsOf(mentor, path)
  expect(sent).toHaveLength(2)
  const home = body.data
  expect(home.mentor).toEqual(await data('/api/mentor/me'))
  expect(await data('/api/mentor/application')).toMatchObject(home.application)
  expect(home.application.submitted).not.toBeNull()
  const all: ClassBooking[] = await data(`/api/class-bookings/mentor/${mentor.id}`)
  expect(all).toHaveLength(4)
  expect(home.bookings).toEqual(all.filter(({ status }) => status !== 'completed'))
  const reviews: Prompt[] = await data('/api/reviews/own')
  expect(home.prompts).toEqual(reviews.filter(({ isAsked, isDemoAsked }) => isAsked || isDemoAsked))
  expect(home.reliability).toEqual(await data('/api/mentor/reliability'))
  expect(home.summary).toEqual(await data('/api/mentor/summary'))
  expect(home.taxes).toEqual(await data('/api/mentor/tax'))
  expect(home.hasHours).toBe(false)
  expect(home.conduct).toEqual([])
  const { week, version } = await data('/api/mentor/availability')
  expect(week).toEqual([])
  const hours = [{ weekday: 1, from: '10:00', to: '12:00' }]
  expect((await mentor.put('/api/mentor/availability', { version, week: hours })).status).toBe(200)
  await mentor.post('/api/profile/consents', { kind: 'mentor-conduct', ...conductConsent('mentor') })
  const later = (await mentor.get(path)).body.data
  expect([later.hasHours, later.conduct]).toEqual([true, [conductConsent('mentor').version]])
})

test("a page of students is one statement besides the session: the mentor's bookings without other mentors'", async () => {
  const { mentor, booking } = await busyFamily(app)
  await addPastBookings(app.db, booking, 30)
  const { sent, body } = await statementsOf(mentor, '/api/apps/mentor-students')
  expect(sent).toHaveLength(2)
  const all: ClassBooking[] = (await mentor.get(`/api/class-bookings/mentor/${mentor.id}?limit=50`)).body.data
  expect(body.data.bookings).toEqual(all.slice(0, 21))
  expect(body.data.bookings[0].money).toBeNull()
})

test('a mentor sees no other mentor, and a family no mentor', async () => {
  const { family } = await busyFamily(app)
  const other = await app.login(newPhone(), 'student')
  for (const who of [family, other]) expect((await who.get(path)).status).toBe(403)
})
