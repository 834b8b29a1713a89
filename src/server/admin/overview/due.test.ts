import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breach, makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
let family: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ role: 'owner' })
  family = await app.login(newPhone(), 'student')
})
afterAll(() => app.stop())

type Due = {
  rows: { kind: string; _id: string; what: string; number: string; name: string; dueAt: string }[]
  late: Record<string, number>
  soon: Record<string, number>
}
const dueFor = async (who: LoggedIn): Promise<Due> => (await who.get('/api/admin/overview/due')).body.data
const none = { case: 0, breach: 0, refund: 0, call: 0, payout: 0, mentor: 0 }

async function applied(hoursAgo: number, status = 'submitted') {
  const { id } = await makeMentor(app.db, { status, name: `Applied ${hoursAgo} h ago` })
  await sql`update mentor set submitted_at = now() - make_interval(hours => ${hoursAgo}) where id = ${id}`.execute(
    app.db,
  )
  return id
}

test('lists what is late or due within a day, the earliest deadline first, and counts each kind', async () => {
  expect(await dueFor(owner)).toEqual({ rows: [], late: none, soon: none })
  const late = await applied(96)
  const soon = await applied(50)
  await applied(40)
  await applied(200, 'verified')
  const call = await family.post('/api/mentor-call', { name: 'Meera', phone: family.phone })
  await sql`update call_request set created_at = now() - interval '23 hours 30 minutes'`.execute(app.db)
  await sql`insert into payout_batch (until, made_by, made_at) select '2026-10-31', account_id, now() - interval '9 days' from admin_user limit 1`.execute(
    app.db,
  )
  const noticed = new Date(Date.now() - 5 * 3_600_000).toISOString()
  const { body } = await owner.post('/api/admin/breaches', { ...breach, noticedAt: noticed, phones: [family.phone] })
  const { rows, ...counts } = await dueFor(owner)
  expect(rows.map(({ kind, _id, what }) => [kind, _id, what])).toEqual([
    ['payout', expect.any(String), 'open'],
    ['mentor', late, 'submitted'],
    ['call', call.body.data._id, 'new'],
    ['breach', body.data._id, 'cert-in'],
    ['mentor', soon, 'submitted'],
  ])
  expect(rows.map(({ dueAt }) => dueAt)).toEqual(rows.map(({ dueAt }) => dueAt).sort())
  expect(counts).toEqual({
    late: { ...none, payout: 1, mentor: 1 },
    soon: { ...none, call: 1, breach: 1, mentor: 1 },
  })
})

test('leaves out what is done, and what support cannot open', async () => {
  const support = await app.admin({ role: 'support' })
  const kinds = (due: Due) => [...new Set(due.rows.map(({ kind }) => kind))].sort()
  expect(kinds(await dueFor(support))).toEqual(['call', 'mentor'])
  expect((await dueFor(support)).late).toEqual({ ...none, mentor: 1 })
  const [{ _id = '' } = {}] = (await dueFor(owner)).rows.filter(({ kind }) => kind === 'breach')
  await owner.post(`/api/admin/breaches/${_id}/told`, { authority: 'cert-in' })
  await sql`update call_request set status = 'closed', handled_at = now(), owner_id = (select account_id from admin_user limit 1)`.execute(
    app.db,
  )
  await sql`update payout_batch set status = 'undone', ended_at = now(), ended_by = made_by, paise = 0, mentors = 0`.execute(
    app.db,
  )
  await sql`update mentor set status = 'rejected' where status = 'submitted'`.execute(app.db)
  expect(await dueFor(owner)).toEqual({ rows: [], late: none, soon: none })
})

test('shows a case by its deadline, until it is resolved', async () => {
  const ticket = { topic: 'payment', message: 'I paid twice for one month.' }
  const sent = await family.post('/api/support-tickets', { ...ticket, name: 'Meera', phone: family.phone })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  await sql`update support_case set answer_by = now() - interval '2 hours'`.execute(app.db)
  const { rows, late } = await dueFor(owner)
  expect(rows).toMatchObject([{ kind: 'case', what: 'support', number: expect.stringMatching(/^CASE-/) }])
  expect(late).toEqual({ ...none, case: 1 })
  await sql`update support_case set status = 'resolved', resolved_at = now()`.execute(app.db)
  expect((await dueFor(owner)).late).toEqual(none)
})

test('lists an open safety case first, however long its time', async () => {
  const late = await applied(96)
  await sql`insert into support_case (kind, topic, text, name, phone, language, answer_by, settle_by)
    select 'safety', topic, text, name, phone, language, now() + interval '3 days', settle_by from support_case limit 1`.execute(
    app.db,
  )
  expect((await dueFor(owner)).rows.map(({ kind, what }) => [kind, what])).toEqual([
    ['case', 'safety'],
    ['mentor', 'submitted'],
  ])
  await sql`update support_case set status = 'resolved', resolved_at = now()`.execute(app.db)
  await sql`update mentor set status = 'rejected' where id = ${late}`.execute(app.db)
})

test('expects a refund two working days after its approval, and lists four of a kind at most', async () => {
  const mentor = await makeMentor(app.db)
  await app.paidBooking(family, mentor.id)
  await sql`insert into refund (order_id, payment_id, kind, amount_paise, reason)
    select o.id, o.paid_by, 'made', 100, 'Test' from payment_order o where o.paid_by is not null`.execute(app.db)
  await sql`update refund set status = 'approved'`.execute(app.db)
  const found: string[] = []
  // Monday to Sunday.
  for (const day of ['16', '17', '18', '19', '20', '21', '22']) {
    await sql`update refund set decided_at = ${`2026-11-${day}T12:00:00+05:30`}::timestamptz`.execute(app.db)
    const { rows } = await dueFor(owner)
    found.push(rows.find(({ kind }) => kind === 'refund')?.dueAt.slice(8, 10) ?? '')
  }
  expect(found).toEqual(['18', '19', '20', '23', '24', '24', '24'])
  for (let n = 0; n < 6; n++) await applied(100 + n)
  const { rows, late } = await dueFor(owner)
  expect(rows.filter(({ kind }) => kind === 'mentor').map(({ name }) => name)).toEqual(
    [105, 104, 103, 102].map((hours) => `Applied ${hours} h ago`),
  )
  expect(late.mentor).toBe(6)
})
