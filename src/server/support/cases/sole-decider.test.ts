import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeAdmin, makeMentor, newPhone } from '#test/builders.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { few } from '#test/rounds.ts'
import { codeOf, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
let operations: LoggedIn
let support: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ name: 'Olga', role: 'owner' })
  operations = await app.admin({ name: 'Om', role: 'operations' })
  support = await app.admin({ name: 'Sia', role: 'support' })
})
beforeEach(() => sql`update admin_user set removed_at = null`.execute(app.db))
afterAll(() => app.stop())

const done = [200, 'done']
const barred = [403, 'case-own-decision']
const remove = (who: LoggedIn) =>
  sql`update admin_user set removed_at = now() where account_id = ${who.id}`.execute(app.db)

const runAction = async (who: LoggedIn, id: string, name: string, more: object = {}) => {
  const { rows } = await sql<{ version: number }>`select version from support_case where id = ${id}`.execute(app.db)
  const text = name === 'take' || name === 'give' ? {} : { text: 'Words' }
  return await who.post(`/api/admin/cases/${id}/steps`, { step: name, ...text, version: rows[0]?.version, ...more })
}
const readCase = async (id: string) => (await support.get(`/api/admin/cases/${id}`)).body.data
const entries = async (id: string, action: string) =>
  (
    await sql<{ nobodyElse: string | null }>`
      select detail ->> 'nobodyElse' as "nobodyElse" from audit where subject_id = ${id} and action = ${action} order by at`.execute(
      app.db,
    )
  ).rows.map(({ nobodyElse }) => nobodyElse)

/** A ticket of a paying family that this admin resolved and that is appealed. */
async function appealed(who: LoggedIn) {
  const family = await app.login(newPhone(), 'student')
  const booking = await app.paidBooking(family, (await makeMentor(app.db)).id, { amount: 4500, plan: 'monthly' })
  const ticket = { name: 'Meera', topic: 'refund', message: 'Please send my money back to me' }
  const made = (await family.post('/api/support-tickets', ticket)).body.data
  const { rows } = await sql<{ id: string; order: string }>`
    select c.id, b.order_id as "order" from support_case c, booking b where c.number = ${made.number} and b.id = ${booking}`.execute(
    app.db,
  )
  const { id = '', order = '' } = rows[0] ?? {}
  expect(codeOf(await runAction(who, id, 'resolve'))).toEqual(done)
  expect(codeOf(await runAction(support, id, 'appeal'))).toEqual(done)
  return { id, order }
}
type One = Awaited<ReturnType<typeof appealed>>
async function refund(who: LoggedIn, { order }: One): Promise<{ id: string; code: unknown }> {
  const { rows } = await sql<{ number: string }>`select number from payment_order where id = ${order}`.execute(app.db)
  const { leftEnded: left } = (await support.get(`/api/admin/refunds?q=${rows[0]?.number}`)).body.order
  const id = randomUUID()
  const wish = { order, amount: 100, reason: 'Asked for it', left }
  return { id, code: codeOf(await who.put(`/api/admin/refunds/${id}`, wish)) }
}

test('an owner decides an appeal against themselves only without another decider, and it is audited', async () => {
  const one = await appealed(owner)
  expect(codeOf(await runAction(owner, one.id, 'take'))).toEqual(barred)
  expect((await refund(owner, one)).code).toEqual(barred)
  expect((await readCase(one.id)).deciders).toEqual([owner.id])
  // Support does not count as a decider, nor does an admin who cannot log in.
  await makeAdmin(app.db, { name: 'Never in', role: 'operations', enrolled: false })
  await remove(operations)
  expect((await readCase(one.id)).deciders).toEqual([])
  expect(codeOf(await runAction(owner, one.id, 'take'))).toEqual(done)
  const paid = await refund(owner, one)
  expect(paid.code).toEqual(done)
  expect(codeOf(await runAction(owner, one.id, 'resolve'))).toEqual(done)
  expect(await entries(one.id, 'case.resolve')).toEqual([null, 'yes'])
  expect(await entries(paid.id, 'refund.make')).toEqual(['yes'])
})

test('after both decided, only the owner can decide again', { tags: ['full'] }, async () => {
  const one = await appealed(operations)
  expect(codeOf(await runAction(owner, one.id, 'resolve'))).toEqual(done)
  expect(codeOf(await runAction(support, one.id, 'appeal'))).toEqual(done)
  expect((await readCase(one.id)).deciders).toEqual([operations.id])
  for (const name of ['take', 'resolve']) expect(codeOf(await runAction(operations, one.id, name))).toEqual(barred)
  expect((await refund(operations, one)).code).toEqual(barred)
  expect(codeOf(await runAction(operations, one.id, 'give', { to: owner.id }))).toEqual(done)
  expect(codeOf(await runAction(owner, one.id, 'resolve'))).toEqual(done)
  expect(await entries(one.id, 'case.resolve')).toEqual([null, null, 'yes'])
})

const own = [403, 'own-account']
/** A ticket that the owner wrote. */
async function ownTicket(kind: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into support_case (kind, topic, text, name, phone, language, account_id, answer_by)
    values (${kind}, 'other', 'The page is slow', 'Olga', ${owner.phone}, 'en', ${owner.id}, now()) returning id`.execute(
    app.db,
  )
  return rows[0]?.id ?? ''
}

test.each(few(['support', 'refund', 'grievance']))(
  'an owner handles their own %s ticket only without another decider',
  async (kind) => {
    const id = await ownTicket(kind)
    const listed = async () =>
      (await owner.get('/api/admin/cases?q=Olga')).body.data.some((one: { _id: string }) => one._id === id)
    const read = async () => codeOf(await owner.get(`/api/admin/cases/${id}`))
    expect([await listed(), await read(), codeOf(await runAction(owner, id, 'take'))]).toEqual([false, own, own])
    await remove(operations)
    expect([await listed(), await read()]).toEqual([true, done])
    for (const name of ['take', 'answer', 'resolve'])
      expect(codeOf(await runAction(owner, id, name)), name).toEqual(done)
    expect(await entries(id, 'case.resolve')).toEqual(['yes'])
  },
)

test('an owner decides an appeal about their own ticket if its decider is barred', async () => {
  const id = await ownTicket('support')
  expect(codeOf(await runAction(operations, id, 'resolve'))).toEqual(done)
  expect(codeOf(await runAction(owner, id, 'reopen'))).toEqual(own)
  expect(codeOf(await runAction(support, id, 'appeal'))).toEqual(done)
  expect(codeOf(await runAction(operations, id, 'take'))).toEqual(barred)
  expect(codeOf(await runAction(owner, id, 'resolve'))).toEqual(done)
})

test('without another decider, an owner still may not handle a report by or about themselves', async () => {
  const made = await makeMentor(app.db)
  await sql`update mentor set account_id = ${owner.id} where id = ${made.id}`.execute(app.db)
  await remove(operations)
  for (const [kind, account, mentor] of [
    ['support', null, made.id],
    ['report', null, made.id],
    ['safety', owner.id, null],
    ['dispute', owner.id, null],
  ]) {
    const { rows } = await sql<{ id: string }>`
      insert into support_case (kind, topic, text, name, phone, language, account_id, mentor_id, answer_by)
      values (${kind}, 'other', 'He shouted', 'Asha', ${newPhone()}, 'en', ${account}, ${mentor}, now()) returning id`.execute(
      app.db,
    )
    const id = rows[0]?.id ?? ''
    const works = [await owner.get(`/api/admin/cases/${id}`), await runAction(owner, id, 'resolve')]
    expect(works.map(codeOf), `${kind}`).toEqual([403, 403].map((status) => [status, 'own-account']))
  }
})

test('an admin who is a party does not count as another decider', async () => {
  const one = await appealed(owner)
  await sql`update support_case set account_id = ${operations.id} where id = ${one.id}`.execute(app.db)
  expect(codeOf(await runAction(owner, one.id, 'resolve'))).toEqual(done)
})

test('the sole owner can decide an appealed dispute and correct it', { tags: ['full'] }, async () => {
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const { booking, lesson } = await monthWithClass(app, family, mentor)
  const { _id: dispute } = (await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' }))
    .body.data
  const { rows } = await sql<{ id: string; settled: string }>`
    select d.case_id as id, (select l.id from lesson l where l.booking_id = ${booking} and l.settled_at is not null) as settled
    from dispute d where d.id = ${dispute}`.execute(app.db)
  const { id = '', settled = '' } = rows[0] ?? {}
  const decide = async (share: number, more: object = {}) => {
    const found = await sql<{ version: number }>`select version from support_case where id = ${id}`.execute(app.db)
    const given = { share, reason: 'We saw the register', version: found.rows[0]?.version, ...more }
    return codeOf(await owner.post(`/api/admin/disputes/${dispute}/decision`, given))
  }
  const preview = async () => codeOf(await owner.get(`/api/admin/disputes/${dispute}/appeal?share=100`))
  expect(await decide(0)).toEqual(done)
  expect(codeOf(await runAction(support, id, 'appeal'))).toEqual(done)
  expect([await preview(), await decide(100, { ours: 0 })]).toEqual([barred, barred])
  await remove(operations)
  expect(await preview()).toEqual(done)
  const correction = randomUUID()
  const wish = { lesson: settled, amount: 100, fee: 375, reason: 'Too short' }
  expect(codeOf(await owner.put(`/api/admin/disputes/${correction}`, wish))).toEqual(done)
  expect(await decide(100, { ours: 0 })).toEqual(done)
  expect(await entries(dispute, 'dispute.decide')).toEqual([null, 'yes'])
  expect(await entries(correction, 'dispute.correct')).toEqual(['yes'])
})
