import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
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

test('the balance of a family is the sum of its parts, of all bookings', async () => {
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  const { lesson, booking } = await monthWithClass(app, family, mentor)
  const money = async () => (await family.get('/api/payment/refunds')).body.money
  const none = { left: 4125, back: 0, upcoming: 3750, waiting: 375, onHold: 0, refundable: 0 }
  expect(await money()).toMatchObject(none)
  await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  expect(await money()).toMatchObject({ ...none, waiting: 0, onHold: 375 })
  await sql`update booking set status = 'completed' where id = ${booking}`.execute(app.db)
  expect(await money()).toMatchObject({ ...none, waiting: 0, onHold: 375, upcoming: 0, refundable: 3750 })
})

test('what a family paid is what its completed classes cost, what is left, and what it got back', async () => {
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  await monthWithClass(app, family, mentor)
  const money = async () => (await family.get('/api/payment/refunds')).body.money
  const none = { paid: 4500, credits: 0, completed: 375, left: 4125, refunded: 0, back: 0 }
  expect(await money()).toMatchObject(none)
  const { rows } = await sql<{ id: string }>`select o.id from payment_order o where o.family_id = ${family.id}`.execute(
    app.db,
  )
  const admin = await app.admin()
  // A class that waits for the family is not refunded.
  const back = { order: rows[0]?.id, amount: 1000, left: 3750, ends: false, reason: 'Classes were not as promised' }
  expect((await admin.put(`/api/admin/refunds/${randomUUID()}`, back)).status).toBe(200)
  expect(await money()).toMatchObject({ ...none, left: 3125, refunded: 1000, back: 1000 })
  // A price that a credit lowered: paid by the family is the rest of it.
  await sql`update payment_order set amount_paise = amount_paise - 9900, promotion_paise = 9900 where id = ${rows[0]?.id}`.execute(
    app.db,
  )
  const last = await money()
  expect(last).toMatchObject({ paid: 4401, credits: 99 })
  expect(last.paid + last.credits).toBe(last.completed + last.left + last.refunded)
})

test('a report ends what asks the family to confirm the class', async () => {
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  const { lesson } = await monthWithClass(app, family, mentor)
  const asked = async () => {
    const { rows } = await sql<{ isRead: boolean; isOver: boolean }>`
      select read_at is not null as "isRead", (data->>'answerBy')::timestamptz <= now() as "isOver" from news
      where event = 'class-marked' and once_key like ${`class-marked:${lesson}:%`}`.execute(app.db)
    return rows
  }
  expect(await asked()).toEqual([{ isRead: false, isOver: false }])
  await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  expect(await asked()).toEqual([{ isRead: true, isOver: true }])
})
