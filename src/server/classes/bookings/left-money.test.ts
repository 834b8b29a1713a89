import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('the balance is what is not held yet, what waits for the family and what is on hold', async () => {
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  // Of twelve classes one is settled and one waits for its confirmation.
  const { lesson } = await monthWithClass(app, family, mentor)
  const money = async () => (await family.get(`/api/class-bookings/student/${family.id}`)).body.data[0]
  expect(await money()).toMatchObject({ balance: 4125, money: { unheld: 3750, waiting: 375, onHold: 0 } })
  await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  expect(await money()).toMatchObject({ balance: 4125, money: { unheld: 3750, waiting: 0, onHold: 375 } })
})
