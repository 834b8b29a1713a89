import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeAudit } from '#server/platform/audit.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ name: 'Neha', role: 'owner' })
  for (let i = 0; i < 45; i++) {
    await writeAudit(app.db, i % 3 === 0 ? null : { accountId: owner.id }, i % 2 ? 'rates.set' : 'rates.drop', {
      kind: 'list',
      id: `thing-${i}`,
      detail: { words: i === 7 ? '=cmd|calc' : `number ${i}` },
    })
  }
})
afterAll(() => app.stop())

const log = async (query: string) => (await owner.get(`/api/admin/audit?${query}`)).body

test('pages through the log forwards and backwards', async () => {
  const first = await log('action=rates&limit=20')
  expect([first.total, first.previousCursor, first.data[0].subject]).toEqual([45, null, 'thing-44'])
  const second = await log(`action=rates&limit=20&cursor=${first.nextCursor}`)
  const third = await log(`action=rates&limit=20&cursor=${second.nextCursor}`)
  expect([third.data.length, third.nextCursor, third.data.at(-1).subject]).toEqual([5, null, 'thing-0'])
  expect(await log(`action=rates&limit=20&cursor=${third.previousCursor}`)).toEqual(second)
  const up = await log('action=rates&limit=1&order=asc')
  expect(up.data[0]).toMatchObject({ subject: 'thing-0', by: null, action: 'rates.drop' })
})

test('filters the log by admin, action, day and subject', async () => {
  expect((await log(`action=rates.set&by=${owner.id}`)).total).toBe(15)
  expect((await log('q=thing-7')).data).toMatchObject([{ subject: 'thing-7', by: { name: 'Neha' } }])
  expect((await log('action=rates&to=2020-01-01')).total).toBe(0)
  expect((await owner.get('/api/admin/audit/names')).body.data.actions).toEqual(
    expect.arrayContaining(['admin.login', 'rates.drop', 'rates.set']),
  )
  const other = await log('action=rates.drop&limit=1')
  const { status, body } = await owner.get(`/api/admin/audit?action=rates.set&limit=1&cursor=${other.nextCursor}`)
  expect([status, body.code]).toEqual([400, 'bad-cursor'])
})

test('exports the filtered entries without formulas, and audits the export', async () => {
  const { body, headers } = await owner.get('/api/admin/audit.csv?action=rates.set&order=asc')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = body.trimEnd().split('\r\n')
  expect([lines.length, lines[0]]).toEqual([
    23,
    '\ufeff"at","admin","action","kind","subject","name","number","detail"',
  ])
  expect(lines[4]).toContain('"words: =cmd|calc"')
  expect((await log('action=audit.file')).data[0].detail).toMatchObject({ action: 'rates.set' })
})

test('lets support read the log but not export it', async () => {
  const support = await app.admin({ name: 'Sia', role: 'support' })
  expect((await support.get('/api/admin/audit')).status).toBe(200)
  expect((await support.get('/api/admin/audit.csv')).status).toBe(403)
})

test('shows support who did what, with private values masked on the page and in the file', async () => {
  const support = await app.admin({ name: 'Ila', role: 'support' })
  const phone = '9826014210'
  const email = 'meera@home.example'
  const id = 'private-things'
  await writeAudit(app.db, { accountId: owner.id }, 'account.phone-asked', {
    kind: 'account',
    id,
    detail: { from: phone, to: '9811100077', reason: `Wrote from ${email}, call +91 98260 14210 at 18:30`, version: 3 },
  })
  const more = { hint: 'SBIN ••••8256', studentName: 'Aarav', q: email, changes: [{ field: 'phone', to: phone }] }
  // Nobody decided yet what support sees of it.
  const unknown = { passport: 'K1234567' } as object
  await writeAudit(app.db, null, 'mentor.check', { kind: 'mentor', id, detail: { ...more, ...unknown } })
  await writeAudit(app.db, null, 'setting.set', { kind: 'setting', id, detail: { was: '1800 120 120', is: phone } })
  const details = async (who: LoggedIn) => (await who.get(`/api/admin/audit?q=${id}&order=asc`)).body.data
  const [moved, check, setting] = await details(support)
  expect(moved).toMatchObject({ action: 'account.phone-asked', subject: id, by: { _id: owner.id } })
  const reason = 'Wrote from …, call •••••••••• at 18:30'
  expect(moved.detail).toEqual({ from: '…4210', to: '…0077', reason, version: 3 })
  expect(check.detail).toEqual({
    hint: '…',
    studentName: '…',
    passport: '…',
    q: 'm…@home.example',
    changes: [{ field: 'phone', to: '…4210' }],
  })
  // What the marketplace says of itself.
  expect(setting.detail).toEqual({ was: '1800 120 120', is: phone })
  const operations = await app.admin({ name: 'Om', role: 'operations' })
  for (const who of [owner, operations]) {
    const [all] = await details(who)
    expect(all.detail).toMatchObject({ from: phone, reason: expect.stringContaining(email) })
    expect((await who.get(`/api/admin/audit.csv?q=${id}`)).body).toContain(phone)
  }
})

test('names the ids of an entry, and finds it by name, phone, order, case and mentor number', async () => {
  const mentor = await makeMentor(app.db, { name: 'Pooja Rathore' })
  const family = await app.login(newPhone(), 'student')
  const person = { name: 'Asha Kulkarni', email: null, address: null, area: null, city: 'Indore' }
  await family.put('/api/profile/family', person)
  const booking = await app.paidBooking(family, mentor.id)
  const ticket = { topic: 'payment', name: 'Ramesh Verma', phone: newPhone(), message: 'Paid twice for November' }
  const { number: caseNumber } = (await app.browser().post('/api/support-tickets', ticket)).body.data
  const one = async (query: ReturnType<typeof sql<Record<string, string>>>) =>
    (await query.execute(app.db)).rows[0] ?? {}
  const { id: caseId = '' } = await one(sql`select id from support_case where number = ${caseNumber}`)
  const {
    order = '',
    number = '',
    lesson = '',
  } = await one(
    sql`select o.number as order, 'MS-' || m.number as number, (select id from lesson where booking_id = b.id limit 1) as lesson
      from booking b join payment_order o on o.id = b.order_id join mentor m on m.id = b.mentor_id where b.id = ${booking}`,
  )
  const by = { accountId: owner.id }
  await writeAudit(app.db, by, 'mentor.verify', { kind: 'mentor', id: mentor.id, detail: { version: 4 } })
  await writeAudit(app.db, by, 'lesson.move', { kind: 'booking', id: booking, detail: { lesson: lesson || booking } })
  await writeAudit(app.db, by, 'case.give', { kind: 'case', id: caseId, detail: { owner: owner.id } })
  const found = async (q: string) =>
    (await log(`q=${encodeURIComponent(q)}&limit=100`)).data.map(({ action }: { action: string }) => action)
  for (const q of ['pooja', mentor.phone, number, mentor.id, 'Pooja Rath'])
    expect(await found(q), q).toContain('mentor.verify')
  for (const q of ['Asha', family.phone, order, order.toLowerCase()]) expect(await found(q), q).toContain('lesson.move')
  for (const q of [caseNumber, String(caseNumber).toLowerCase()]) expect(await found(q), q).toEqual(['case.give'])
  for (const q of ['Nobody Nowhere', '9999999999', 'CASE-1999-1', 'MS-2001-999999', '%%%'])
    expect(await found(q), q).toEqual([])
  const [given] = (await log(`q=${caseNumber}`)).data
  expect(given.names).toEqual({
    [caseId]: { is: 'case', name: 'Ramesh Verma', number: caseNumber, at: null, page: caseId },
    [owner.id]: { is: 'account', name: 'Neha', number: null, at: null, page: owner.id },
  })
  const entries: { names: Record<string, unknown> }[] = (await log(`q=${mentor.id}`)).data
  expect(entries.map(({ names }) => names[mentor.id]).find(Boolean)).toMatchObject({ name: 'Pooja Rathore', number })
  expect((await log(`q=${booking}`)).data[0].names[booking]).toMatchObject({ name: 'Asha Kulkarni', number: order })
  const { body } = await owner.get(`/api/admin/audit.csv?q=${caseNumber}`)
  expect(body).toContain(`"Ramesh Verma","${caseNumber}","owner: Neha"`)
})

test('hides contact details in names from support, and does not name hidden values', async () => {
  const { rows } = await sql<{ id: string }>`insert into mentor_link (token, name, mentor_ids, made_by)
    values ('tokentokentoken', 'For Asha 98260 14210', ${[crypto.randomUUID()]}, ${owner.id}) returning id`.execute(
    app.db,
  )
  const id = rows[0]?.id ?? ''
  const hidden = await makeMentor(app.db, { name: 'Hidden One' })
  const detail = { name: 'For Asha 98260 14210', hint: hidden.id }
  await writeAudit(app.db, { accountId: owner.id }, 'mentor.link', { kind: 'mentor-link', id, detail })
  const support = await app.admin({ name: 'Uma', role: 'support' })
  const [entry] = (await support.get(`/api/admin/audit?q=${id}`)).body.data
  expect(JSON.stringify(entry)).not.toMatch(/14210|Hidden One/)
  expect(entry.names[id].name).toContain('For Asha')
  expect((await log(`q=${id}`)).data[0].names[id].name).toBe('For Asha 98260 14210')
})

test.each([
  ['changed', sql`update audit set action = 'nothing'`],
  ['deleted', sql`delete from audit`],
  ['emptied', sql`truncate audit`],
])('an entry cannot be %s', async (_, statement) => {
  await expect(statement.execute(app.db)).rejects.toMatchObject({ constraint: 'audit_append_only' })
})
