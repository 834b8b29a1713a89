import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dueSoonHours, settleDays } from '#contract/support/case-types.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { makePair, writeMessages } from '#test/chat-windows.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { caseKey } from './tracking.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
afterAll(() => app.stop())

let blocks = 0
const newIpBlock = () => ({ ip: `10.8.${++blocks}.9` })
const message = 'The page stays white after I press the button'
const ticket = { name: 'Meera', topic: 'payment', message }
const open = async (who: { post: LoggedIn['post'] }, more: object) =>
  (await who.post('/api/support-tickets', { ...ticket, ...more }, newIpBlock())).body.data.number as string
const track = async (number: string, key = '', who: { get: LoggedIn['get'] } = app.browser()) =>
  await who.get(`/api/cases/${encodeURIComponent(number)}${key && `?key=${key}`}`)
const rowOf = async (number: string) =>
  (
    await sql<{ id: string; created: Date; answerBy: Date; settleBy: Date }>`
      select id, created_at as created, answer_by as "answerBy", settle_by as "settleBy" from support_case where number = ${number}`.execute(
      app.db,
    )
  ).rows[0] ?? expect.fail(`no case ${number}`)
const act = async (number: string, step: string, more: object = {}) => {
  const { id } = await rowOf(number)
  const { version } = (await admin.get(`/api/admin/cases/${id}`)).body.data
  const reply = await admin.post(`/api/admin/cases/${id}/steps`, { step, version, ...more })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}
const textsTo = async (recipient: string, template = 'case-opened') =>
  (
    await sql<{
      text: string
    }>`select text from outbox where recipient = ${recipient} and template = ${template}`.execute(app.db)
  ).rows.map(({ text }) => text)

test('a visitor follows a case with the code of the SMS and nobody follows it without', async () => {
  const phone = newPhone()
  const number = await open(app.browser(), { phone })
  const [sms = ''] = await textsTo(phone)
  const [, key = ''] = /enter CASE-\d{4}-\d{6,}\/([0-9a-z]{12}) on this page: \S+\/cases$/.exec(sms) ?? []
  expect(sms).toContain(number)
  const { status, body } = await track(number, key)
  expect([status, body.data]).toMatchObject([
    200,
    { number, kind: 'support', topic: 'payment', status: 'open', answeredAt: null, resolvedAt: null },
  ])
  expect(body.data.events).toEqual([{ at: expect.any(String), kind: 'opened', text: message }])
  expect(body.data.lesson).toBeNull()
  expect(JSON.stringify(body)).not.toContain(phone)

  const other = await open(app.browser(), { phone: newPhone() })
  const otherKey = caseKey(app.context.config, (await rowOf(other)).id)
  const stranger = await app.login(newPhone(), 'student')
  const refused = await Promise.all([
    ...[track(number), track(number, otherKey), track(number, key.slice(1)), track(number, key.toUpperCase())],
    ...[track(number, `${key}0`), track('CASE-2020-000001', key), track(number, '', stranger), track("'; drop", key)],
    ...[track(number, '', admin), track(number, 'é'.repeat(12))],
  ])
  expect(refused.map((reply) => [reply.status, reply.body.code])).toEqual(refused.map(() => [404, 'not-found']))
})

test('a visitor with an email address only is acknowledged with a link', async () => {
  const number = await open(app.browser(), { email: 'meera@track.example' })
  const [letter = ''] = await textsTo('meera@track.example')
  const { id } = await rowOf(number)
  expect(letter).toContain(`${app.context.config.publicUrl}/cases/${number}/${caseKey(app.context.config, id)}`)
})

test('an account holder follows it after login, without a key in the message', async () => {
  const family = await app.login(newPhone(), 'student')
  const number = await open(family, {})
  expect((await textsTo(family.phone))[0]).toContain(`enter ${number} on`)
  expect((await track(number, '', family)).status).toBe(200)
  expect((await track(number, '', await app.login(newPhone(), 'student'))).status).toBe(404)
  expect((await track(number)).status).toBe(404)
})

test('shows answers, missed deadlines and the decision, but neither notes nor what was said by phone', async () => {
  const phone = newPhone()
  const number = await open(app.browser(), { phone })
  await act(number, 'take')
  await act(number, 'note', { text: 'secret note' })
  await act(number, 'answer', { text: 'secret call', spoken: true })
  await act(number, 'answer', { text: 'It works again' })
  await act(number, 'resolve', { text: 'We repaired the page' })
  const { data } = (await track(number, caseKey(app.context.config, (await rowOf(number)).id))).body
  expect(data.status).toBe('resolved')
  expect(data.events.map(({ kind, text }: { kind: string; text: string }) => [kind, text])).toEqual([
    ['opened', message],
    ['take', ''],
    ['answer', ''],
    ['answer', 'It works again'],
    ['resolve', 'We repaired the page'],
  ])
  expect((await textsTo(phone, 'case-answered'))[0]).toContain(`enter ${number}/`)
})

test('the other side of a report cannot follow it, and the words of an objection stay hidden', async () => {
  const pair = await makePair(app)
  const conversation = await writeMessages(app, pair, ['Hello', 'Go away'])
  const reported = await pair.family.post(`/api/chat/conversations/${conversation}/report`, { reason: 'rude' })
  const { number } = reported.body.data
  expect((await track(number, '', pair.mentor)).status).toBe(404)
  expect((await track(number, '', pair.family)).body.data.events[0].text).toBe('')
  await sql`update support_case set topic = 'no_show', text = 'The family was rude' where number = ${number}`.execute(
    app.db,
  )
  expect(JSON.stringify((await track(number, '', pair.family)).body)).not.toContain('was rude')
})

test('every kind of case has 24 hours for the first answer and 15 days for the end', async () => {
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  const { booking, lesson } = await monthWithClass(app, family, mentor)
  await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  const disputed = await sql<{ number: string; startsAt: Date }>`
    select c.number, l.starts_at as "startsAt" from dispute d join support_case c on c.id = d.case_id join lesson l on l.id = d.lesson_id
    where d.lesson_id = ${lesson}`.execute(app.db)
  const followed = await track(disputed.rows[0]?.number ?? '', '', family)
  expect(followed.body.data.lesson).toEqual({
    booking,
    subject: expect.any(String),
    mentorName: expect.any(String),
    amount: 375,
    startsAt: disputed.rows[0]?.startsAt.toISOString(),
    isOnHold: true,
  })
  await family.post(`/api/class-bookings/lessons/${lesson}/dispute/withdraw`, {})
  expect((await track(disputed.rows[0]?.number ?? '', '', family)).body.data.lesson.isOnHold).toBe(false)
  expect((await track(disputed.rows[0]?.number ?? '', '', mentor)).status).toBe(404)
  for (const topic of ['payment', 'refund', 'safety', 'complaint'])
    await open(app.browser(), { phone: newPhone(), topic })
  const { rows: orders } = await sql<{ id: string }>`select order_id as id from booking where id = ${booking}`.execute(
    app.db,
  )
  await family.post('/api/payment/refunds', { order: orders[0]?.id })
  const { rows } = await sql<{ kind: string; answer: number; settle: number }>`
    select kind, max(extract(epoch from answer_by - created_at) / 3600)::float as answer,
      max(abs(extract(epoch from settle_by - created_at) / 86400 - ${settleDays}))::float as settle from support_case group by kind order by kind`.execute(
    app.db,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['dispute', 'grievance', 'refund', 'report', 'safety', 'support'])
  for (const { kind, answer, settle } of rows) {
    expect(answer, kind).toBeLessThanOrEqual(24)
    expect(settle, kind).toBeLessThan(0.001)
  }
})

test('lists mark a deadline as due soon before it passes, for the answer and for the end', async () => {
  await sql`update support_case set status = 'resolved'`.execute(app.db)
  const number = await open(app.browser(), { phone: newPhone() })
  const { id } = await rowOf(number)
  const soon = async () => {
    const [{ body }, counts] = await Promise.all([
      admin.get('/api/admin/cases?overdue=soon'),
      admin.get('/api/admin/cases/counts'),
    ])
    expect(counts.body.data.dueSoon).toBe(body.data.length)
    return body.data.map((one: { number: string; isDueSoon: boolean }) => [one.number, one.isDueSoon])
  }
  const due = (answer: number, settle: number) =>
    sql`update support_case set answer_by = now() + make_interval(secs => ${answer * 3600}), settle_by = now() + make_interval(secs => ${settle * 3600}) where id = ${id}`.execute(
      app.db,
    )
  await due(dueSoonHours + 0.1, 300)
  expect(await soon()).toEqual([])
  await due(dueSoonHours - 0.1, 300)
  expect(await soon()).toEqual([[number, true]])
  await due(-0.1, 300)
  expect(await soon()).toEqual([])
  await act(number, 'answer', { text: 'Thank you' })
  await due(-0.1, dueSoonHours + 0.1)
  expect(await soon()).toEqual([])
  await due(-0.1, dueSoonHours - 0.1)
  expect(await soon()).toEqual([[number, true]])
})
