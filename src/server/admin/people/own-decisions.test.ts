import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
let mentor: { id: string }
let lesson: string
let booking: string
let caseId: string
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ role: 'owner' })
  const made = await makeMentor(app.db)
  mentor = made
  const teacher = await app.login(made.phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  booking = await app.paidBooking(family, made.id, { amount: 4500, plan: 'monthly' })
  await app.lessonYesterday(teacher, booking)
  const { rows } = await sql<{ id: string }>`select id from lesson where booking_id = ${booking}`.execute(app.db)
  lesson = rows[0]?.id ?? ''
  await sql`insert into mentor_check (mentor_id, kind, state) values (${made.id}, 'identity', 'passed')`.execute(app.db)
  const { rows: cases } = await sql<{ id: string }>`
    insert into support_case (kind, topic, text, name, phone, language, mentor_id, answer_by)
    values ('safety', 'safety', 'He shouted', 'Asha', ${newPhone()}, 'en', ${made.id}, now()) returning id`.execute(
    app.db,
  )
  caseId = cases[0]?.id ?? ''
  // The owner is also this mentor.
  await sql`update mentor set account_id = ${owner.id} where id = ${made.id}`.execute(app.db)
})
afterAll(() => app.stop())

/** What the decisions would change. */
const state = async () =>
  (
    await sql`select m.status, m.version, m.admin_ranking, m.document_asked_at,
      (select count(*)::int from mentor_check where mentor_id = m.id and state <> 'pending') as checks,
      (select json_agg(c) from support_case c where c.id = ${caseId}) as cases,
      (select json_agg(l order by l.id) from lesson l where l.booking_id = ${booking}) as lessons
    from mentor m where m.id = ${mentor.id}`.execute(app.db)
  ).rows[0]

const runStep = (who: LoggedIn, step: object) =>
  who.post(`/api/admin/cases/${caseId}/steps`, { text: 'He did not', priority: 'low', version: 1, ...step })

test.each<readonly [name: string, decide: (who: LoggedIn) => Promise<{ status: number; body: { code?: string } }>]>([
  [
    'suspend',
    (who) =>
      who.post(`/api/admin/mentors/${mentor.id}/decision`, {
        decision: 'suspend',
        reason: 'We look into it',
        version: 1,
      }),
  ],
  ['check', (who) => who.put(`/api/admin/mentors/${mentor.id}/checks/identity`, { state: 'pending', version: 1 })],
  [
    'listing',
    (who) =>
      who.put(`/api/admin/mentors/${mentor.id}/listing`, {
        adminRanking: 3,
        adminBrief: '',
        adminBriefVisible: false,
        tier: 'silver',
        showOnWebsite: true,
        version: 1,
      }),
  ],
  [
    'moving a class',
    (who) => who.put(`/api/admin/classes/${lesson}/time`, { date: inDays(2), time: '10:00', reason: 'x' }),
  ],
  [
    'skipping a class',
    (who) => who.post(`/api/class-bookings/lessons/${lesson}/skip`, { cause: 'family', reason: 'x' }),
  ],
  [
    'planning a class',
    (who) => who.post(`/api/class-bookings/${booking}/lessons`, { date: inDays(2), time: '10:00', minutes: 60 }),
  ],
  [
    'planning the weeks',
    (who) =>
      who.put(`/api/class-bookings/${booking}/timetable`, {
        weekdays: [1],
        time: '10:00',
        minutes: 60,
        from: inDays(2),
      }),
  ],
  [
    'attendance',
    (who) =>
      who.put(`/api/admin/classes/${lesson}/attendance`, {
        held: true,
        timeIn: '10:00',
        timeOut: '11:00',
        topic: 'Lines',
        reason: 'Forgot to mark it',
      }),
  ],
  ...(['take', 'resolve', 'pause', 'unpause', 'answer', 'priority'] as const).map(
    (step) => [`case ${step}`, (who: LoggedIn) => runStep(who, { step })] as const,
  ),
  ['case given to them', async () => runStep(await app.admin({ role: 'operations' }), { step: 'give', to: owner.id })],
  [
    'police report',
    (who) => who.put(`/api/admin/cases/${caseId}/police`, { outcome: 'not-needed', reason: 'It was nothing' }),
  ],
  ['reading a case', (who) => who.get(`/api/admin/cases/${caseId}`)],
  ['reading a chat', (who) => who.get(`/api/admin/cases/${caseId}/chat`)],
])('an admin does not decide about their own mentor account: %s', async (name, decide) => {
  const before = await state()
  const reply = await decide(owner)
  // A class that has begun cannot be moved by anyone.
  expect(reply.status, `${name} ${JSON.stringify(reply.body)}`).toBeGreaterThanOrEqual(400)
  if (name !== 'moving a class') expect(reply.body.code).toBe('own-account')
  expect(await state()).toEqual(before)
})

test('an admin may add a note to a case about themselves, and is not shown who reported it', async () => {
  const colleague = await app.admin({ role: 'owner' })
  const reporter = await app.login(newPhone(), 'student')
  const { rows } = await sql<{ number: string; account: string }>`
    update support_case c set account_id = f.account_id from family f where f.id = ${reporter.id} and c.id = ${caseId}
    returning c.number, f.account_id as account`.execute(app.db)
  const { number, account } = rows[0] ?? {}
  const numbersOf = async (who: LoggedIn) => {
    const read = async (path: string) => (await who.get(path)).body.data
    const due = await read('/api/admin/overview/due')
    const timelines = [await read(`/api/admin/accounts/${owner.id}`), await read(`/api/admin/accounts/${account}`)]
    return {
      list: (await read('/api/admin/cases')).length,
      mentor: (await read(`/api/admin/mentors/${mentor.id}`)).cases.length,
      found: [
        (await read(`/api/admin/search?q=${number}`)).cases.length,
        (await read('/api/admin/search?q=Asha')).cases.length,
      ],
      due: [due.rows.length, due.late.case],
      counts: [(await read('/api/admin/cases/counts')).waiting, (await read('/api/admin/me')).waiting.cases],
      timelines: timelines.map(
        ({ timeline }) => timeline.filter(({ kind }: { kind: string }) => kind === 'case').length,
      ),
    }
  }
  const all = (n: number) => ({ list: n, mentor: n, found: [n, n], due: [n, n], counts: [n, n], timelines: [n, n] })
  expect([await numbersOf(owner), await numbersOf(colleague)]).toEqual([all(0), all(1)])
  expect((await runStep(colleague, { step: 'note', text: 'He has done it before' })).status).toBe(200)
  const stale = await runStep(owner, { step: 'note' })
  expect([stale.status, stale.body.code, stale.body.details]).toEqual([
    ...[409, 'case-changed'],
    { version: 2, by: null, at: null, events: [] },
  ])
  expect((await runStep(owner, { step: 'note', version: 2 })).status).toBe(200)
})

test('operations can neither log out nor change the number of an owner', async () => {
  const operations = await app.admin({ role: 'operations' })
  const path = `/api/admin/accounts/${owner.id}`
  const loggedOut = await operations.post(`${path}/log-out`, { reason: 'Lost phone' })
  const moved = await operations.put(`${path}/phone`, { phone: newPhone(), reason: 'Lost phone' })
  expect([loggedOut.status, moved.status]).toEqual([403, 403])
  expect((await owner.get('/api/admin/me')).status).toBe(200)
  const other = await app.admin({ role: 'owner' })
  expect((await other.post(`${path}/log-out`, { reason: 'Lost phone' })).status).toBe(200)
  expect((await owner.get('/api/admin/me')).status).toBe(401)
})
