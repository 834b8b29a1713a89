import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { codeOf, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let operations: LoggedIn
let other: LoggedIn
let support: LoggedIn
beforeAll(async () => {
  app = await testApp()
  operations = await app.admin({ name: 'Om', role: 'operations' })
  other = await app.admin({ name: 'Tara', role: 'operations' })
  support = await app.admin({ name: 'Sia', role: 'support' })
})
afterAll(() => app.stop())

const done = [200, 'done']
const barred = [403, 'case-own-decision']

const runAction = async (who: LoggedIn, id: string, name: string, more: object = {}) => {
  const { rows } = await sql<{ version: number }>`select version from support_case where id = ${id}`.execute(app.db)
  const text = name === 'take' || name === 'concerns' ? {} : { text: 'Words' }
  return await who.post(`/api/admin/cases/${id}/steps`, { step: name, ...text, version: rows[0]?.version, ...more })
}
const readCase = async (id: string) => (await support.get(`/api/admin/cases/${id}`)).body.data

/** A family whose month continues with a replacement mentor on the same order. */
async function replacedMentor() {
  const before = await makeMentor(app.db, { name: 'First Mentor' })
  const next = await makeMentor(app.db, { name: 'Second Mentor', ranking: 1 })
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(before.phone, 'mentor')
  const { booking: old, record } = await monthWithClass(app, family, mentor)
  await family.put(`/api/class-records/${record}`, { parentTick: true })
  const wish = { mentor: next.id, balance: 3750, minutes: 1000 }
  const moved = await family.post(`/api/class-bookings/booking/${old}/replacement`, wish)
  expect(codeOf(moved), JSON.stringify(moved.body)).toEqual(done)
  const booking: string = moved.body.data._id
  const { rows } = await sql<{ order: string; number: string }>`
    select o.id as "order", o.number from payment_order o join booking b on b.order_id = o.id where b.id = ${booking}`.execute(
    app.db,
  )
  const { order = '', number = '' } = rows[0] ?? {}
  return { family, before, next, old, booking, order, number }
}
type Side = Awaited<ReturnType<typeof replacedMentor>>

async function ticket({ family }: Side, mentor?: string): Promise<string> {
  const words = { name: 'Meera', topic: 'refund', message: `Please send my money back to me ${mentor}` }
  const made = await family.post('/api/support-tickets', { ...words, ...(mentor && { mentor }) })
  expect(codeOf(made), JSON.stringify(made.body)).toEqual(done)
  const { rows } = await sql<{ id: string }>`
    select id from support_case where number = ${made.body.data.number}`.execute(app.db)
  return rows[0]?.id ?? ''
}
const leftOf = async ({ number }: Side) => (await other.get(`/api/admin/refunds?q=${number}`)).body.order.leftEnded
const refund = async (who: LoggedIn, side: Side, more: object = {}) =>
  who.put(`/api/admin/refunds/${randomUUID()}`, {
    order: side.order,
    amount: 100,
    reason: 'Asked for it',
    left: await leftOf(side),
    ...more,
  })
const cancel = async (who: LoggedIn, side: Side) =>
  who.put(`/api/admin/bookings/${side.booking}/cancellation`, {
    id: randomUUID(),
    refund: 'rule',
    left: await leftOf(side),
    reason: 'They moved',
  })

test('a case about the replacement mentor concerns the same order', { tags: ['full'] }, async () => {
  const side = await replacedMentor()
  const id = await ticket(side, side.next.id)
  expect((await readCase(id)).orders).toMatchObject([{ number: side.number, mentorName: 'Second Mentor' }])
  expect(codeOf(await runAction(operations, id, 'resolve'))).toEqual(done)
  expect(codeOf(await runAction(support, id, 'appeal'))).toEqual(done)
  expect(codeOf(await refund(operations, side))).toEqual(barred)
  expect(codeOf(await cancel(operations, side))).toEqual(barred)
  expect(codeOf(await refund(other, side, { case: id }))).toEqual(done)
  // A case about the first mentor still concerns the same order.
  const first = await ticket(side, side.before.id)
  expect((await readCase(first)).orders).toMatchObject([{ number: side.number, mentorName: 'First Mentor' }])
  expect(codeOf(await refund(other, side, { case: first }))).toEqual(done)
  expect(codeOf(await refund(other, await replacedMentor(), { case: first }))).toEqual([400, 'bad-request'])
})

test('a refund request after a replacement concerns the mentor of its booking', { tags: ['full'] }, async () => {
  const side = await replacedMentor()
  const { family, order, next } = side
  await sql`update mentor set status = 'suspended' where id = ${next.id}`.execute(app.db)
  expect(codeOf(await family.post('/api/payment/refunds', { order, booking: side.booking }))).toEqual(done)
  const { rows } = await sql<{ id: string }>`
    select case_id as id from refund where order_id = ${order} and status = 'requested'`.execute(app.db)
  expect((await readCase(rows[0]?.id ?? '')).mentor).toMatchObject({ _id: next.id, name: 'Second Mentor' })
})

test('a past decider cannot lift the bar by changing whom an appealed case concerns', async () => {
  const side = await replacedMentor()
  const id = await ticket(side)
  expect(codeOf(await runAction(operations, id, 'resolve'))).toEqual(done)
  expect(codeOf(await runAction(support, id, 'appeal'))).toEqual(done)
  const stranger = (await makeMentor(app.db)).id
  expect(codeOf(await runAction(operations, id, 'concerns', { to: stranger }))).toEqual(barred)
  expect(codeOf(await refund(operations, side))).toEqual(barred)
  expect(codeOf(await runAction(other, id, 'concerns', { to: side.next.id }))).toEqual(done)
  expect(codeOf(await refund(operations, side))).toEqual(barred)
})
