import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CaseKind,
  caseActionStatuses,
  caseActions,
  caseKinds,
  caseStatuses,
  issueType,
  issueTypes,
} from '#contract/support/case-types.ts'
import { atBarrier } from '#test/barrier.ts'
import { makeAdmin, makeMentor, newPhone } from '#test/builders.ts'
import { makePair, writeMessages } from '#test/chat-windows.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { codeOf, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { escalateOverdueCases } from './escalation.ts'

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
afterAll(() => app.stop())

type CaseOverrides = {
  kind?: string
  topic?: string
  status?: string
  email?: string | null
  phone?: string | null
  name?: string
}
/** A case as opened from the contact page. */
async function makeCase(wish: CaseOverrides = {}): Promise<string> {
  const { kind = 'support', topic = 'booking', status = 'open', email = null, phone = newPhone() } = wish
  const { rows } = await sql<{ id: string }>`
    insert into support_case (kind, topic, text, name, phone, email, language, status, answer_by, resolved_at, decided_by)
    values (${kind}, ${topic}, 'The page stays white after I press the button', ${wish.name ?? 'Meera'}, ${phone}, ${email}, 'en', ${status},
      now() + interval '1 day', case when ${status} = 'resolved' then now() end, case when ${status} = 'resolved' then ${owner.id}::uuid end)
    returning id`.execute(app.db)
  return rows[0]?.id ?? ''
}
const readCase = async (id: string) => (await owner.get(`/api/admin/cases/${id}`)).body.data
const versionOf = async (id: string): Promise<number> => {
  const { rows } = await sql<{ version: number }>`select version from support_case where id = ${id}`.execute(app.db)
  return rows[0]?.version ?? 0
}
const runAction = async (who: LoggedIn, id: string, name: string, more: Record<string, unknown> = {}) => {
  const words = ['note', 'answer', 'resolve', 'reopen', 'appeal', 'unpause'].includes(name) ? { text: 'Words' } : {}
  const priority = name === 'priority' ? { priority: 'low' } : {}
  const to = name === 'give' ? { to: support.id } : {}
  const body = { step: name, ...words, ...priority, ...to, version: await versionOf(id), ...more }
  return await who.post(`/api/admin/cases/${id}/steps`, body)
}
const expectAction = async (who: LoggedIn, id: string, name: string, more: Record<string, unknown> = {}) => {
  const { status, body } = await runAction(who, id, name, more)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const audits = async (id: string, action = 'case.%') =>
  (
    await sql<{ action: string }>`
      select action from audit where subject_id = ${id} and action like ${action} and action <> 'case.look' order by at`.execute(
      app.db,
    )
  ).rows.map((one) => one.action)
const sentMessages = async (template: string, recipient: string) =>
  (
    await sql<{ channel: string; text: string }>`
      select channel, text from outbox where template = ${template} and recipient = ${recipient} order by channel`.execute(
      app.db,
    )
  ).rows

test('SQL and contract agree on the issue type of each kind and topic', async () => {
  for (const kind of caseKinds)
    for (const topic of ['payment', 'chat-money', 'chat-rude', 'login']) await makeCase({ kind, topic, name: 'Typed' })
  const found: { kind: CaseKind; topic: string; type: string }[] = []
  for (const type of issueTypes) {
    const { data } = (await owner.get(`/api/admin/cases?q=Typed&type=${type}&limit=100`)).body
    expect(data.every((one: { type: string }) => one.type === type)).toBe(true)
    found.push(...data)
  }
  expect(found).toHaveLength(24)
  for (const { kind, topic, type } of found) expect(type, `${kind} ${topic}`).toBe(issueType(kind, topic))
})

test('filters by number, phone, name and owner, sorts by due date and exports the same rows', async () => {
  const phone = newPhone()
  const late = await makeCase({ phone, name: '=Asha' })
  const soon = await makeCase({ phone })
  const over = await makeCase({ phone, status: 'resolved' })
  await sql`update support_case set answer_by = now() - interval '1 hour' where id = ${late}`.execute(app.db)
  await expectAction(support, soon, 'take')
  const ids = async (query: string, who = owner) =>
    (await who.get(`/api/admin/cases?q=${phone}&${query}`)).body.data.map((one: { _id: string }) => one._id)
  expect(await ids('')).toEqual([late, soon, over])
  expect(await ids('order=desc&sort=opened')).toEqual([over, soon, late])
  expect(await ids('overdue=yes')).toEqual([late])
  expect(await ids('status=resolved')).toEqual([over])
  expect([await ids('owner=me', support), await ids('owner=me')]).toEqual([[soon], []])
  expect([await ids('owner=nobody'), await ids(`owner=${support.id}`)]).toEqual([[late, over], [soon]])
  const { number, isOverdue, dueAt } = await readCase(late)
  expect(isOverdue).toBe(true)
  expect((await readCase(over)).dueAt).toBeNull()
  const found = await owner.get(`/api/admin/cases?q=${number.toLowerCase()}`)
  expect(found.body.data).toMatchObject([{ _id: late, reportedBy: '=Asha', dueAt, owner: null }])
  expect((await support.get('/api/admin/cases/counts')).body.data).toMatchObject({ mine: 1, overdue: 1 })

  const { body, headers } = await support.get(`/api/admin/cases.csv?q=${phone}`)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = body.trimEnd().split('\r\n')
  expect([lines.length, lines[1].includes(`"'=Asha"`), body.includes(phone)]).toEqual([4, true, false])

  await sql`update support_case set priority = 'high' where id = any(${[soon, over]})`.execute(app.db)
  expect(await ids('')).toEqual([soon, late, over])
})

test('each action is allowed in its statuses only and writes one audit entry and one version', async () => {
  const mentor = await makeMentor(app.db)
  for (const name of caseActions) {
    for (const status of caseStatuses) {
      const isPause = name === 'pause' || name === 'unpause'
      const id = await makeCase({ status, kind: isPause ? 'safety' : 'support' })
      if (isPause) await sql`update support_case set mentor_id = ${mentor.id} where id = ${id}`.execute(app.db)
      const before = name === 'unpause' ? 'suspended' : 'verified'
      await sql`update mentor set status = ${before} where id = ${mentor.id}`.execute(app.db)
      const more = { ...(name === 'concerns' && { to: mentor.id }), ...(name === 'unpause' && { despite: true }) }
      const reply = await runAction(operations, id, name, more)
      const isAllowed = caseActionStatuses[name].includes(status)
      expect(codeOf(reply), `${name} from ${status}`).toEqual(isAllowed ? [200, 'done'] : [409, 'case-moved'])
      expect(await audits(id)).toEqual(isAllowed ? [`case.${name}`] : [])
      expect(await versionOf(id)).toBe(isAllowed ? 2 : 1)
      if (isAllowed) expect((await readCase(id)).status).toBe(reply.body.data.status)
    }
  }
})

test('support answers and closes questions; only operations and owner decide', async () => {
  const id = await makeCase({ kind: 'grievance' })
  for (const name of ['take', 'priority', 'note', 'answer']) await expectAction(support, id, name)
  expect(codeOf(await runAction(support, id, 'resolve'))).toEqual([403, 'not-allowed'])
  expect(codeOf(await runAction(support, id, 'pause'))).toEqual([403, 'not-allowed'])
  await expectAction(operations, id, 'resolve')
  expect(codeOf(await runAction(support, id, 'reopen'))).toEqual([403, 'not-allowed'])
  await expectAction(support, await makeCase(), 'resolve')
  expect(await readCase(id)).toMatchObject({ status: 'resolved', decidedBy: 'Om', resolution: 'Words' })
})

test('of two concurrent admins one succeeds and the other gets a conflict with the events', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await makeCase()
    const take = (who: LoggedIn) => () => who.post(`/api/admin/cases/${id}/steps`, { step: 'take', version: 1 })
    const works = [take(owner), take(support), take(owner)]
    const replies = await atBarrier(app.db, round, sql`select from support_case where id = ${id}`, works)
    const [first, name] = replies[1]?.status === 200 ? ['Sia', 'Sia'] : ['Olga', 'Olga']
    expect(replies.map(({ status }) => status)).toEqual(first === 'Sia' ? [409, 200, 409] : [200, 409, 200])
    const refused = replies.find(({ status }) => status === 409)?.body
    expect(refused).toMatchObject({
      code: 'case-changed',
      details: { by: name, version: 2, events: [{ kind: 'take', by: name }] },
    })
    expect(await audits(id)).toEqual(['case.take'])
  }
})

test('repeating an action is a success; a different one from an old version is rejected', async () => {
  const id = await makeCase()
  await expectAction(owner, id, 'note', { version: 1, text: 'Called, no answer' })
  expect(await expectAction(owner, id, 'note', { version: 1, text: 'Called, no answer' })).toMatchObject({ version: 2 })
  expect(codeOf(await runAction(owner, id, 'note', { version: 1, text: 'Called again' }))).toEqual([
    409,
    'case-changed',
  ])
  await expectAction(owner, id, 'give', { version: 2, to: support.id })
  expect(codeOf(await runAction(owner, id, 'give', { version: 2, to: operations.id }))).toEqual([409, 'case-changed'])
  expect(await audits(id)).toEqual(['case.note', 'case.give'])
  expect(codeOf(await runAction(owner, id, 'give', { to: '01890000-0000-7000-8000-000000000000' }))).toEqual([
    404,
    'not-found',
  ])
})

test('an answer is sent by email and SMS, one by phone sends nothing, and reads are audited', async () => {
  const phone = newPhone()
  const email = 'meera@example.com'
  const id = await makeCase({ phone, email })
  await expectAction(support, id, 'answer', { text: 'It works again.\nPlease try.' })
  expect((await sentMessages('case-answered', email))[0]?.text).toContain('It works again.\nPlease try.')
  const [sms] = await sentMessages('case-answered', phone)
  expect(sms?.text).toContain((await readCase(id)).number)
  expect(sms?.text).not.toContain('works again')
  const family = await app.login(newPhone(), 'student')
  const asked = await family.post('/api/support-tickets', {
    name: 'Asha',
    topic: 'login',
    message: 'It does not let me in',
  })
  const found = await owner.get(`/api/admin/cases?q=${asked.body.data.number}`)
  await expectAction(support, found.body.data[0]._id, 'answer', { text: 'Now it does' })
  const news = await sql<{ event: string; answer: string }>`
    select event, data -> 'en' ->> 'answer' as answer from news where side = 'family' and event = 'case-answered'`.execute(
    app.db,
  )
  expect(news.rows).toEqual([{ event: 'case-answered', answer: 'Now it does' }])
  const onlyMail = await makeCase({ phone: null, email: 'only@example.com' })
  await expectAction(support, onlyMail, 'answer')
  expect(await sentMessages('case-answered', 'only@example.com')).toHaveLength(1)
  const called = await makeCase()
  await expectAction(support, called, 'answer', { spoken: true })
  const { phone: calledPhone, answeredAt, dueAt, settleBy, timeline } = await readCase(called)
  expect([await sentMessages('case-answered', calledPhone), dueAt]).toEqual([[], settleBy])
  expect(answeredAt).not.toBeNull()
  expect(timeline.map((one: { kind: string; detail: string }) => `${one.kind} ${one.detail}`)).toEqual([
    'answer spoken',
    'opened booking',
  ])
  expect((await readCase(id)).timeline.map((one: { kind: string }) => one.kind)).toEqual([
    'answer',
    'message',
    'message',
    'opened',
  ])
  expect(
    (await sql`select from audit where action = 'case.look' and subject_id = ${called}`.execute(app.db)).rows,
  ).toHaveLength(1)
})

test('an appeal needs another admin', async () => {
  const id = await makeCase({ kind: 'grievance' })
  await expectAction(operations, id, 'resolve')
  await expectAction(support, id, 'appeal', { text: 'They say nobody called' })
  expect(await readCase(id)).toMatchObject({ status: 'open', priority: 'high', owner: null, appealOf: { name: 'Om' } })
  for (const name of ['take', 'resolve'])
    expect(codeOf(await runAction(operations, id, name))).toEqual([403, 'case-own-decision'])
  expect(codeOf(await runAction(owner, id, 'give', { to: operations.id }))).toEqual([403, 'case-own-decision'])
  await expectAction(owner, id, 'resolve')
  await expectAction(owner, id, 'reopen')
  expect(codeOf(await runAction(operations, id, 'resolve'))).toEqual([403, 'case-own-decision'])
})

test('past deciders cannot own or decide an appealed case or move its money', { tags: ['full'] }, async () => {
  const third = await app.admin({ name: 'Tara', role: 'operations' })
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const { lesson } = await monthWithClass(app, family, mentor)
  const opened = await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  const { rows } = await sql<{ id: string; order: string; number: string }>`
    select d.case_id as id, o.id as "order", o.number from dispute d join lesson l on l.id = d.lesson_id join booking b on b.id = l.booking_id
      join payment_order o on o.id = b.order_id where d.lesson_id = ${lesson}`.execute(app.db)
  const { id = '', order = '', number = '' } = rows[0] ?? {}
  const decision = { share: 0, reason: 'Nobody came', version: 1 }
  await operations.post(`/api/admin/disputes/${opened.body.data._id}/decision`, decision)
  await expectAction(support, id, 'appeal')
  await expectAction(owner, id, 'resolve')
  const refund = async (who: LoggedIn, more = {}) => {
    const { leftEnded: left } = (await owner.get(`/api/admin/refunds?q=${number}`)).body.order
    return await who.put(`/api/admin/refunds/${randomUUID()}`, { order, amount: 100, reason: 'Mine', left, ...more })
  }
  expect(codeOf(await refund(operations))).toEqual([200, 'done'])
  await expectAction(support, id, 'appeal')
  for (const who of [operations, owner]) {
    expect(codeOf(await runAction(who, id, 'take'))).toEqual([403, 'case-own-decision'])
    expect(codeOf(await runAction(who, id, 'resolve'))).toEqual([403, 'case-own-decision'])
    expect(codeOf(await runAction(third, id, 'give', { to: who.id }))).toEqual([403, 'case-own-decision'])
    // Whether or not the case is named.
    for (const more of [{}, { case: id }]) expect(codeOf(await refund(who, more))).toEqual([403, 'case-own-decision'])
    const settled = (await family.get(`/api/class-bookings/student/${family.id}`)).body.data[0].lessons[0]._id
    const wish = { lesson: settled, amount: 100, fee: 375, reason: 'Mine' }
    expect(codeOf(await who.put(`/api/admin/disputes/${randomUUID()}`, wish))).toEqual([403, 'case-own-decision'])
  }
  expect((await readCase(id)).deciders.sort()).toEqual([operations.id, owner.id].sort())
  expect(codeOf(await refund(third, { case: id }))).toEqual([200, 'done'])
  await expectAction(third, id, 'resolve')
  expect(codeOf(await refund(operations))).toEqual([200, 'done'])
})

test('a concurrent appeal blocks a refund by the first decider', { tags: ['full'] }, async () => {
  const family = await app.login(newPhone(), 'student')
  await app.paidBooking(family, (await makeMentor(app.db)).id, { amount: 4500, plan: 'monthly' })
  const ticket = { name: 'Meera', topic: 'refund', message: 'Please send my money back to me' }
  const made = (await family.post('/api/support-tickets', ticket)).body.data
  const { rows } = await sql<{ id: string; order: string; number: string }>`
    select c.id, o.id as "order", o.number from support_case c join payment_order o on o.family_id = c.family_id
    where c.number = ${made.number}`.execute(app.db)
  const { id = '', order = '', number = '' } = rows[0] ?? {}
  for (const isAppealFirst of [true, false]) {
    if (isAppealFirst) await expectAction(operations, id, 'resolve')
    else await expectAction(owner, id, 'resolve')
    const who = isAppealFirst ? operations : owner
    const { leftEnded: left } = (await owner.get(`/api/admin/refunds?q=${number}`)).body.order
    const works = [
      () => runAction(support, id, 'appeal'),
      () => who.put(`/api/admin/refunds/${randomUUID()}`, { order, amount: 100, reason: 'Mine', left }),
    ]
    const barrier = sql`select from support_case where id = ${id}`
    const replies = await atBarrier(app.db, 0, barrier, isAppealFirst ? works : works.reverse())
    expect(replies.map(({ body }) => body.code ?? 'done')).toEqual([
      'done',
      isAppealFirst ? 'case-own-decision' : 'done',
    ])
  }
})

test('deciding a dispute resolves its case; the timeline shows attendance and money', async () => {
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const { lesson } = await monthWithClass(app, family, mentor)
  const opened = await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  const { rows } = await sql<{ id: string }>`select case_id as id from dispute where lesson_id = ${lesson}`.execute(
    app.db,
  )
  const id = rows[0]?.id ?? ''
  expect(codeOf(await runAction(owner, id, 'resolve'))).toEqual([409, 'case-dispute-open'])
  await operations.post(`/api/admin/disputes/${opened.body.data._id}/decision`, {
    share: 0,
    reason: 'Nobody came',
    version: 1,
  })
  const { timeline, orders, ...one } = await readCase(id)
  expect(one).toMatchObject({
    status: 'resolved',
    decidedBy: 'Om',
    resolution: 'Nobody came',
    dispute: 'decided',
    type: 'conduct',
  })
  const kinds = new Set(timeline.map(({ kind }: { kind: string }) => kind))
  expect(
    [...['paid', 'marked', 'disputed', 'opened', 'message', 'resolve', 'decided']].filter((kind) => !kinds.has(kind)),
  ).toEqual([])
  expect(await audits(id)).toEqual([])

  // The timeline contains a refund made for the case; a case of another family is refused.
  const [order] = (
    await app.db.executeQuery(
      sql<{ id: string }>`select id from payment_order where number = ${orders[0].number}`.compile(app.db),
    )
  ).rows as { id: string }[]
  const can = (await owner.get(`/api/admin/refunds?q=${orders[0].number}`)).body.order
  const wish = { order: order?.id, amount: 100, reason: 'One class', left: can.leftEnded, case: id }
  const foreign = { ...wish, case: await makeCase() }
  expect(codeOf(await owner.put('/api/admin/refunds/01890000-0000-7000-8000-00000000000a', foreign))).toEqual([
    400,
    'bad-request',
  ])
  expect((await owner.put('/api/admin/refunds/01890000-0000-7000-8000-00000000000a', wish)).status).toBe(200)
  expect((await readCase(id)).timeline).toContainEqual(
    expect.objectContaining({ kind: 'refund', amount: 100, by: 'Olga' }),
  )
})

test('a safety report suspends the mentor if the family paid, otherwise only opens a case', async () => {
  const statusOf = async (id: string) =>
    (await sql<{ status: string }>`select status from mentor where id = ${id}`.execute(app.db)).rows[0]?.status
  const report = async (pair: Awaited<ReturnType<typeof makePair>>) => {
    const conversation = await writeMessages(app, pair, ['Come alone'])
    const { body } = await pair.family.post(`/api/chat/conversations/${conversation}/report`, { reason: 'unsafe' })
    const { rows } = await sql<{ id: string }>`select id from support_case where number = ${body.data.number}`.execute(
      app.db,
    )
    return rows[0]?.id ?? ''
  }
  const stranger = await makePair(app)
  const id = await report(stranger)
  expect(await statusOf(stranger.mentorId)).toBe('verified')
  expect(await readCase(id)).toMatchObject({
    kind: 'safety',
    priority: 'high',
    hasChat: true,
    mentor: { status: 'verified' },
  })
  await expectAction(operations, id, 'pause')
  expect(await statusOf(stranger.mentorId)).toBe('suspended')
  expect(codeOf(await runAction(owner, id, 'pause'))).toEqual([409, 'case-no-mentor'])
  expect(await audits(stranger.mentorId, 'mentor.%')).toEqual([])

  const payer = await makePair(app)
  await app.paidBooking(payer.family, payer.mentorId)
  const { timeline } = await readCase(await report(payer))
  expect(timeline).toContainEqual(expect.objectContaining({ kind: 'pause', by: null }))
  expect(await statusOf(payer.mentorId)).toBe('suspended')
  expect(await sentMessages('mentor-suspended', payer.mentor.phone)).toHaveLength(1)
  expect(await audits(payer.mentorId, 'mentor.%')).toEqual(['mentor.suspend'])
})

test('the timeline of a chat report shows nearby messages and audits the read as a chat read', async () => {
  const pair = await makePair(app)
  const words = Array.from({ length: 14 }, (_, nth) => `Message ${nth + 1}`)
  const conversation = await writeMessages(app, pair, words)
  const report = { reason: 'rude', seq: 8 }
  const { body } = await pair.family.post(`/api/chat/conversations/${conversation}/report`, report)
  const { rows } = await sql<{ id: string }>`select id from support_case where number = ${body.data.number}`.execute(
    app.db,
  )
  const id = rows[0]?.id ?? ''
  type Moment = { kind: string; text: string; detail: string }
  const chat = async () => (await readCase(id)).timeline.filter(({ kind }: Moment) => kind.startsWith('chat'))
  expect((await chat()).map(({ text }: Moment) => text)).toEqual(words.slice(2, 13).reverse())
  const shown = await chat()
  expect(shown.filter(({ detail }: Moment) => detail.endsWith('-reported'))).toMatchObject([{ text: 'Message 8' }])
  const looks = await sql<{ detail: object }>`
    select detail from audit where action = 'chat.look' and subject_id = ${id} and account_id = ${owner.id}`.execute(
    app.db,
  )
  expect(looks.rows[0]?.detail).toMatchObject({ conversation, from: 3, until: 13, excerpt: true })
  expect(looks.rows).toHaveLength(2)
  // Opening the whole chat is audited separately and appears in the timeline.
  expect((await owner.get(`/api/admin/cases/${id}/chat`)).body.data.messages).toHaveLength(14)
  expect((await chat()).filter(({ kind }: Moment) => kind === 'chat_look')).toHaveLength(1)
  expect((await pair.family.get(`/api/admin/cases/${id}`)).status).toBe(403)
})

test('an overdue case becomes high priority and notifies its owner once per deadline', async () => {
  const asked = await makeCase()
  const grievance = await makeCase({ kind: 'grievance' })
  const fine = await makeCase()
  await expectAction(support, asked, 'take')
  await expectAction(operations, grievance, 'take')
  const past = (id: string, hours: number) =>
    sql`update support_case set answer_by = now() - interval '1 minute', created_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(
      app.db,
    )
  const tellings = async (who: LoggedIn) => (await sentMessages('case-overdue', who.phone)).length
  await sql`update support_case set status = 'resolved' where id not in (${asked}, ${grievance}, ${fine})`.execute(
    app.db,
  )
  await past(asked, 23)
  await past(grievance, 23)
  await Promise.all([escalateOverdueCases(app.context), escalateOverdueCases(app.context)])
  await escalateOverdueCases(app.context)
  expect([await tellings(support), await tellings(operations), await tellings(owner)]).toEqual([1, 1, 0])
  await past(grievance, 25)
  await escalateOverdueCases(app.context)
  expect([await tellings(operations), await tellings(owner)]).toEqual([2, 1])
  await expectAction(operations, grievance, 'answer')
  await sql`update support_case set settle_by = now() - interval '1 minute' where id = ${grievance}`.execute(app.db)
  await escalateOverdueCases(app.context)
  await escalateOverdueCases(app.context)
  expect([await tellings(operations), await tellings(owner)]).toEqual([3, 2])
  const { priority, timeline } = await readCase(grievance)
  expect(priority).toBe('high')
  expect(
    timeline.filter(({ kind }: { kind: string }) => kind === 'overdue').map(({ detail }: { detail: string }) => detail),
  ).toEqual(['settle', 'acknowledge', 'answer'])
  expect(await readCase(fine)).toMatchObject({ priority: 'normal', version: 1 })
})

test('an appeal restarts the deadlines: 24 hours to acknowledge, 15 days to settle', async () => {
  const id = await makeCase()
  await expectAction(operations, id, 'answer')
  await expectAction(operations, id, 'resolve')
  await sql`update support_case set created_at = now() - interval '3 months' where id = ${id}`.execute(app.db)
  expect((await readCase(id)).answeredAt).not.toBeNull()
  await expectAction(support, id, 'appeal')
  const { answeredAt, appealedAt, answerBy, settleBy, dueAt } = await readCase(id)
  const hours = (at: string) => (Date.parse(at) - Date.parse(appealedAt)) / 3_600_000
  expect([answeredAt, dueAt, Math.round(hours(answerBy))]).toEqual([null, answerBy, 24])
  expect(Math.round(hours(settleBy) / 24)).toBe(15)
  await sql`update support_case set status = 'resolved' where id <> ${id}`.execute(app.db)
  const toOwner = (await sentMessages('case-overdue', owner.phone)).length
  await escalateOverdueCases(app.context)
  expect(await sentMessages('case-overdue', owner.phone)).toHaveLength(toOwner)
  const past = sql`appealed_at = now() - interval '25 hours', answer_by = now() - interval '1 hour'`
  await sql`update support_case set ${past} where id = ${id}`.execute(app.db)
  await escalateOverdueCases(app.context)
  expect(await sentMessages('case-overdue', owner.phone)).toHaveLength(toOwner + 1)
  await expectAction(owner, id, 'answer')
  expect(await readCase(id)).toMatchObject({ answeredAt: expect.any(String), dueAt: settleBy, isOverdue: false })
})

test('a removed admin gets no cases, and the owners are notified of theirs', async () => {
  const made = await makeAdmin(app.db, { name: 'Gone Gauri', role: 'support' })
  const gone = await app.login(made.phone, 'admin')
  const id = await makeCase()
  await expectAction(gone, id, 'take')
  await sql`update support_case set status = 'resolved' where id <> ${id}`.execute(app.db)
  await sql`update admin_user set removed_at = now() where account_id = ${gone.id}`.execute(app.db)
  await sql`update support_case set answer_by = now() - interval '1 minute' where id = ${id}`.execute(app.db)
  const before = (await sentMessages('case-overdue', owner.phone)).length
  await escalateOverdueCases(app.context)
  expect(await sentMessages('case-overdue', gone.phone)).toEqual([])
  expect(await sentMessages('case-overdue', owner.phone)).toHaveLength(before + 1)
  expect(codeOf(await runAction(owner, id, 'give', { to: gone.id }))).toEqual([404, 'not-found'])
  const names = (await readCase(id)).admins.map(({ name }: { name: string }) => name)
  expect([names.includes('Sia'), names.includes('Gone Gauri')]).toEqual([true, false])
})
