import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type ChatPair, makePair, writeMessages } from '#test/chat-windows.ts'
import { codeOf, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let operations: LoggedIn
let support: LoggedIn
beforeAll(async () => {
  app = await testApp()
  operations = await app.admin({ name: 'Om', role: 'operations' })
  support = await app.admin({ name: 'Sia', role: 'support' })
})
afterAll(() => app.stop())

const mentorOf = async (id: string) =>
  (await sql<{ status: string; version: number }>`select status, version from mentor where id = ${id}`.execute(app.db))
    .rows[0]
const decide = async (id: string, decision: string, more: object = {}) =>
  await operations.post(`/api/admin/mentors/${id}/decision`, {
    decision,
    version: (await mentorOf(id))?.version,
    ...more,
  })
const caseIdOf = async (number: string) =>
  (await sql<{ id: string }>`select id from support_case where number = ${number}`.execute(app.db)).rows[0]?.id ?? ''
const readCase = async (id: string) => (await operations.get(`/api/admin/cases/${id}`)).body.data
const runAction = async (who: LoggedIn, id: string, name: string, more: object = {}) =>
  await who.post(`/api/admin/cases/${id}/steps`, { step: name, version: (await readCase(id)).version, ...more })
const sentMessages = async (who: { phone: string }, template: string) =>
  (
    await sql<{ text: string }>`
      select text from outbox where recipient = ${who.phone} and template = ${template} and channel = 'sms'`.execute(
      app.db,
    )
  ).rows
const audits = async (subject: string, action: string) =>
  (await sql`select from audit where subject_id = ${subject} and action like ${action}`.execute(app.db)).rows.length

/** A family that paid this mentor, with a conversation. */
async function payer() {
  const pair = await makePair(app)
  await app.paidBooking(pair.family, pair.mentorId)
  return { pair, conversation: await writeMessages(app, pair, ['One', 'Two', 'Three']) }
}
async function another({ mentorId, mentor, slug }: ChatPair) {
  const family = await app.login(newPhone(), 'student')
  await app.paidBooking(family, mentorId)
  const pair = { family, mentor, slug, mentorId }
  return { pair, conversation: await writeMessages(app, pair, ['Hello']) }
}
async function report({ pair, conversation }: { pair: ChatPair; conversation: string }, seq?: number) {
  const { status, body } = await pair.family.post(`/api/chat/conversations/${conversation}/report`, {
    reason: 'unsafe',
    ...(seq && { seq }),
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return { id: await caseIdOf(body.data.number), number: body.data.number as string }
}

test('after an admin restores a mentor, reports of the same family do not suspend it for 30 days but notify all admins', {
  tags: ['full'],
}, async () => {
  const side = await payer()
  const { mentorId } = side.pair
  const first = await report(side)
  expect((await mentorOf(mentorId))?.status).toBe('suspended')
  expect(codeOf(await runAction(support, first.id, 'unpause', { text: 'Unfounded' }))).toEqual([403, 'not-allowed'])
  expect(codeOf(await runAction(operations, first.id, 'unpause'))).toEqual([400, 'bad-request'])
  expect(codeOf(await runAction(operations, first.id, 'unpause', { text: 'Unfounded' }))).toEqual([200, 'done'])
  expect((await mentorOf(mentorId))?.status).toBe('verified')
  expect([await audits(first.id, 'case.unpause'), await audits(mentorId, 'mentor.restore')]).toEqual([1, 0])
  expect((await readCase(first.id)).timeline).toContainEqual(
    expect.objectContaining({ kind: 'unpause', by: 'Om', text: 'Unfounded' }),
  )
  expect(codeOf(await runAction(operations, first.id, 'unpause', { text: 'Again' }))).toEqual([
    409,
    'mentor-not-paused',
  ])
  // Who is reported learns nothing of it as an admin.
  await sql`insert into admin_user (account_id, name, role) select account_id, 'Tara', 'support' from mentor where id = ${mentorId}`.execute(
    app.db,
  )
  const numbers: string[] = []
  for (const seq of [1, 2, 3]) {
    const again = await report(side, seq)
    numbers.push(again.number)
    expect((await mentorOf(mentorId))?.status).toBe('verified')
    expect(await readCase(again.id)).toMatchObject({ kind: 'safety', priority: 'high', status: 'open' })
  }
  for (const admin of [operations, support]) expect(await sentMessages(admin, 'safety-reported')).toHaveLength(3)
  expect(await sentMessages(side.pair.mentor, 'safety-reported')).toEqual([])
  const { history } = (await operations.get(`/api/admin/mentors/${mentorId}`)).body.data
  expect(
    history.filter(({ kind }: { kind: string }) => kind === 'reported').map(({ note }: { note: string }) => note),
  ).toEqual(numbers.reverse())
  // A report of another family suspends as usual.
  await report(await another(side.pair))
  expect((await mentorOf(mentorId))?.status).toBe('suspended')
  // After 30 days the first family's report suspends again.
  expect(codeOf(await decide(mentorId, 'restore', { despite: true, reason: 'Both looked at' }))).toEqual([200, 'done'])
  await sql`update mentor_event set at = at - interval '31 days' where mentor_id = ${mentorId}`.execute(app.db)
  await sql`update case_event set at = at - interval '31 days' where case_id = ${first.id}`.execute(app.db)
  await sql`update support_case set status = 'resolved', resolved_at = now() where mentor_id = ${mentorId}`.execute(
    app.db,
  )
  await report(side, 1)
  expect((await mentorOf(mentorId))?.status).toBe('suspended')
})

test('restoring a mentor with other open safety cases needs a confirmation and a reason', {
  tags: ['full'],
}, async () => {
  const side = await payer()
  const { mentorId } = side.pair
  const other = await another(side.pair)
  const third = await another(side.pair)
  const first = await report(side)
  const second = await report(other)
  const stale = (await mentorOf(mentorId))?.version ?? 0
  const { history, cases } = (await operations.get(`/api/admin/mentors/${mentorId}`)).body.data
  expect(history[0]).toMatchObject({ kind: 'reported', note: second.number })
  expect(cases).toMatchObject([
    { number: second.number, kind: 'safety', status: 'open' },
    { number: first.number, kind: 'safety', status: 'open' },
  ])
  const refused = await decide(mentorId, 'restore')
  expect(codeOf(refused)).toEqual([409, 'safety-open'])
  expect(refused.body.message).toContain(`${first.number}, ${second.number}`)
  expect(codeOf(await decide(mentorId, 'restore', { despite: true }))).toEqual([400, 'bad-request'])
  // The case itself does not count as another open case.
  const inCase = await runAction(operations, first.id, 'unpause', { text: 'Unfounded' })
  expect([inCase.body.code, inCase.body.details.numbers]).toEqual(['safety-open', second.number])
  await runAction(operations, first.id, 'resolve', { text: 'Unfounded' })
  expect(codeOf(await runAction(operations, second.id, 'unpause', { text: 'Unfounded too' }))).toEqual([200, 'done'])
  // A decision based on an outdated list of cases is refused.
  await report(third)
  const late = await operations.post(`/api/admin/mentors/${mentorId}/decision`, {
    decision: 'restore',
    version: stale,
    despite: true,
    reason: 'Fine',
  })
  expect(codeOf(late)).toEqual([409, 'changed-meanwhile'])
  expect(codeOf(await decide(mentorId, 'restore', { despite: true, reason: 'We met both families' }))).toEqual([
    200,
    'done',
  ])
})

test('the person’s timeline lists cases about them with the reporter', async () => {
  const side = await payer()
  await sql`update family set name = 'Asha Verma' where id = ${side.pair.family.id}`.execute(app.db)
  const { id, number } = await report(side)
  const { timeline } = (await support.get(`/api/admin/accounts/${side.pair.mentorId}`)).body.data
  expect(timeline).toContainEqual(
    expect.objectContaining({
      kind: 'case',
      about: id,
      status: expect.stringMatching(/^open \w+ \S+$/),
      text: `${number}, Asha Verma`,
    }),
  )
  // The mentor is not notified.
  const own = JSON.stringify([
    (await side.pair.mentor.get('/api/news')).body,
    (await side.pair.mentor.get('/api/mentor/application')).body,
  ])
  expect(own).not.toContain(number)
  expect(own).not.toContain('Asha')
})

test('setting the mentor of a ticket allows suspending them', async () => {
  const pair = await makePair(app)
  await app.paidBooking(pair.family, pair.mentorId)
  const ticket = await pair.family.post('/api/support-tickets', {
    name: 'Asha',
    topic: 'safety',
    message: 'The mentor hit my child today, please stop it',
  })
  const id = await caseIdOf(ticket.body.data.number)
  expect(codeOf(await runAction(operations, id, 'pause'))).toEqual([409, 'case-no-mentor'])
  expect(codeOf(await runAction(support, id, 'concerns'))).toEqual([400, 'bad-request'])
  const nobody = '01890000-0000-7000-8000-000000000001'
  expect(codeOf(await runAction(support, id, 'concerns', { to: nobody }))).toEqual([404, 'not-found'])
  // Set the wrong mentor first.
  const wrong = await makeMentor(app.db)
  for (const to of [wrong.id, pair.mentorId])
    expect(codeOf(await runAction(support, id, 'concerns', { to }))).toEqual([200, 'done'])
  expect([await audits(id, 'case.concerns'), (await readCase(id)).mentor._id]).toEqual([2, pair.mentorId])
  expect(codeOf(await runAction(operations, id, 'pause'))).toEqual([200, 'done'])
  expect((await mentorOf(pair.mentorId))?.status).toBe('suspended')
  expect((await mentorOf(wrong.id))?.status).toBe('verified')
  // A case that names its mentor cannot be changed.
  const other = await report(await payer())
  expect(codeOf(await runAction(operations, other.id, 'concerns', { to: wrong.id }))).toEqual([409, 'case-mentor-set'])
  // A family can name one of its own mentors; the suspension is then immediate.
  const ticketAbout = (who: LoggedIn, mentor: string) =>
    who.post('/api/support-tickets', {
      name: 'Asha',
      topic: 'safety',
      message: 'He shouted at my child again',
      mentor,
    })
  const side = await payer()
  expect(codeOf(await ticketAbout(side.pair.family, wrong.id))).toEqual([404, 'not-found'])
  expect(codeOf(await ticketAbout(side.pair.mentor, side.pair.mentorId))).toEqual([404, 'not-found'])
  expect(codeOf(await ticketAbout(side.pair.family, side.pair.mentorId))).toEqual([200, 'done'])
  expect((await mentorOf(side.pair.mentorId))?.status).toBe('suspended')
  // The search also finds a mentor by slug.
  const found = async (q: string) =>
    (await support.get(`/api/admin/mentors?q=${encodeURIComponent(q)}`)).body.data.map(
      (one: { _id: string }) => one._id,
    )
  expect(await found(pair.slug)).toEqual([pair.mentorId])
  expect(await found(`https://mentorsetu.example/hi/mentors/${pair.slug}?x=1`)).toEqual([pair.mentorId])
})
