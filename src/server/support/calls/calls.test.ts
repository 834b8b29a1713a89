import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callUndoSeconds } from '#contract/support/limits.ts'
import { atBarrier } from '#test/barrier.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { notifyOutcome } from './calls.ts'

let app: TestApp
let support: LoggedIn
let operations: LoggedIn
let owner: LoggedIn
beforeAll(async () => {
  app = await testApp()
  support = await app.admin({ name: 'Neha', role: 'support' })
  operations = await app.admin({ role: 'operations' })
  owner = await app.admin({ name: 'Ravi', role: 'owner' })
})
afterAll(() => app.stop())

const path = '/api/mentor-call'
let blocks = 0
/** IP address no other test uses. */
const newIpBlock = () => ({ ip: `10.6.${++blocks}.9` })
const newFamily = () => app.login(newPhone(), 'student')
const listed = async (query = '') => (await operations.get(`${path}${query}`)).body
const readOne = async (id: string) => (await listed('?limit=50')).find((one: { _id: string }) => one._id === id)
const older = (id: string, by: string) =>
  sql`update call_request set created_at = created_at - ${by}::interval where id = ${id}`.execute(app.db)
const sentMessages = async (phone: string) =>
  (
    await sql<{ text: string }>`
      select text from outbox where recipient = ${phone} and template = 'call-handled'`.execute(app.db)
  ).rows.map(({ text }) => text)

/** The undo time of an outcome is over. */
async function outcomeIsFinal(id: string): Promise<void> {
  await sql`update call_request set handled_at = handled_at - interval '1 minute' where id = ${id}`.execute(app.db)
  await sql`update pgboss.job set start_after = now()
    where name = 'calls.notify' and state = 'created' and data ->> 'callId' = ${id}`.execute(app.db)
  await app.runJobs()
}

async function newCall() {
  const family = await newFamily()
  const mentor = await makeMentor(app.db, { name: 'Asha Verma' })
  const asked = await family.post(path, { mentorId: mentor.id })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  return { family, mentor, id: asked.body.data._id as string }
}

test('a family’s request shows caller, mentor and time to admins', async () => {
  const { family, mentor, id } = await newCall()
  await sql`update family set name = 'Meera Joshi' where id = ${family.id}`.execute(app.db)
  const newest = (await listed()).at(-1)
  expect(newest).toMatchObject({
    _id: id,
    name: 'Meera Joshi',
    phone: family.phone,
    mentorPhone: null,
    status: 'new',
    mentor: { _id: mentor.id, fullName: 'Asha Verma', phone: mentor.phone },
    account: { name: 'Meera Joshi', phone: family.phone },
    owner: null,
  })
  expect(Math.abs(Date.parse(newest.requestTime) - Date.now())).toBeLessThan(60_000)
})

test('a visitor needs name and phone; the error names missing fields', async () => {
  const mentor = await makeMentor(app.db)
  const visitor = app.browser()
  const asked = await visitor.post(
    path,
    { mentorId: mentor.id, name: ' Kavita ', phone: '+91 98111 00051' },
    newIpBlock(),
  )
  expect(asked.status).toBe(200)
  expect(await readOne(asked.body.data._id)).toMatchObject({ name: 'Kavita', phone: '9811100051', account: null })
  const missing = await visitor.post(path, { mentorId: mentor.id }, newIpBlock())
  expect([missing.status, missing.body.code]).toEqual([400, 'bad-request'])
  expect(missing.body.details.fields.map((one: { field: string }) => one.field)).toEqual(['name', 'phone'])
})

test.each([
  ['a phone that is none', { phone: '12345' }],
  ['no name', { name: '  ' }],
  ['a name of two lines', { name: 'a\nb' }],
  ['a long name', { name: 'x'.repeat(81) }],
  ['a mentor that is no id', { mentorId: 'sunita' }],
  ['an unknown field', { status: 'closed' }],
])('%s is refused', async (_, wrong) => {
  const given = { name: 'Kavita', phone: newPhone(), ...wrong }
  const { status, body } = await app.browser().post(path, given, newIpBlock())
  expect([status, body.code]).toEqual([400, 'bad-request'])
  expect(body.details.fields[0].field).toBe(Object.keys(wrong)[0])
})

test('unknown and unlisted mentors are not found, except one the family booked', async () => {
  const mentor = await makeMentor(app.db)
  const family = await newFamily()
  await app.paidBooking(family, mentor.id)
  await sql`update mentor set show_on_website = false where id = ${mentor.id}`.execute(app.db)
  expect((await family.post(path, { mentorId: mentor.id })).status).toBe(200)
  expect((await (await newFamily()).post(path, { mentorId: mentor.id })).status).toBe(404)
  expect((await family.post(path, { mentorId: '01890000-0000-7000-8000-000000000000' })).status).toBe(404)
})

test("what the specification calls the mentor's name and phone is text, and never finds a mentor", async () => {
  const mentor = await makeMentor(app.db, { name: 'Asha Verma' })
  const family = await newFamily()
  const { body } = await family.post(path, { name: 'Asha Verma', phone: mentor.phone })
  expect(await readOne(body.data._id)).toMatchObject({
    name: 'Asha Verma',
    phone: mentor.phone,
    mentor: null,
    account: { phone: family.phone },
  })
})

test('deduplicates requests within ten minutes and concurrent ones', async () => {
  const { family, mentor, id } = await newCall()
  const given = { mentorId: mentor.id }
  expect((await family.post(path, given)).body.data._id).toBe(id)
  await older(id, '11 minutes')
  // Inserts wait for the lock on their account, so they are serialised.
  const account = sql`select from account where phone = ${family.phone}`
  const asks = [1, 2, 3, 4].map(() => () => family.post(path, given))
  const replies = await atBarrier(app.db, 0, account, asks)
  const ids = new Set(replies.map(({ body }) => body.data._id))
  expect(ids.size).toBe(1)
  expect(ids.has(id)).toBe(false)
  // Another mentor, or a handled first request, makes a new request.
  const other = await family.post(path, { mentorId: (await makeMentor(app.db)).id })
  expect(ids.has(other.body.data._id)).toBe(false)
  const [second = ''] = ids
  await support.put(`${path}/${second}`, { status: 'closed', version: 1 })
  expect(ids.has((await family.post(path, given)).body.data._id)).toBe(false)
})

test('limits requests per IP block, account and phone', { tags: ['full'] }, async () => {
  const house = newIpBlock()
  const mentor = await makeMentor(app.db)
  const ask = (more: object, at = house) => app.browser().post(path, { name: 'A', mentorId: mentor.id, ...more }, at)
  const fromHouse = await Promise.all(Array.from({ length: 24 }, () => ask({ phone: newPhone() })))
  expect(fromHouse.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(fromHouse.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'call-limit' })
  const phone = newPhone()
  for (let i = 0; i < 15; i++) {
    const one = await ask({ phone }, newIpBlock())
    expect(one.status).toBe(200)
    await older(one.body.data._id, '1 hour')
  }
  expect((await ask({ phone }, newIpBlock())).status).toBe(429)
  const owner = await app.login(phone, 'student')
  expect((await owner.post(path, { name: 'A', phone, mentorId: mentor.id })).status).toBe(200)
  const family = await newFamily()
  const mentors = await Promise.all(Array.from({ length: 9 }, () => makeMentor(app.db)))
  const replies = await Promise.all(mentors.map(({ id }) => family.post(path, { mentorId: id })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(8)
  expect(replies.find(({ status }) => status === 429)?.body.message).toMatch(/call us: 0731/)
})

test('storing the number assigns the request; the outcome notifies the caller once', async () => {
  const { family, id } = await newCall()
  const stored = await support.put(`${path}/${id}`, { mentorPhone: '+91 98111-00052' })
  expect(stored.body.data).toMatchObject({
    mentorPhone: '9811100052',
    status: 'assigned',
    owner: { name: 'Neha' },
    version: 2,
  })
  const done = { status: 'connected', note: ' Spoke  at 5 ', version: 2 }
  expect((await support.put(`${path}/${id}`, done)).body.data).toMatchObject({
    status: 'connected',
    note: 'Spoke at 5',
  })
  // A retry after a lost reply changes nothing.
  expect((await support.put(`${path}/${id}`, done)).body.data.version).toBe(3)
  expect(await sentMessages(family.phone)).toEqual([])
  await outcomeIsFinal(id)
  expect(await sentMessages(family.phone)).toEqual([expect.stringContaining('(Asha Verma): you were connected')])
  const back = await support.put(`${path}/${id}`, { status: 'closed', version: 3 })
  expect([back.status, back.body.code]).toEqual([409, 'call-over'])
  const audit = await sql<{ action: string; detail: object }>`
    select action, detail from audit where subject_id = ${id} order by at`.execute(app.db)
  expect(audit.rows).toMatchObject([
    { action: 'call.handle', detail: { mentorPhone: '9811100052', status: 'assigned', version: 2 } },
    { action: 'call.handle', detail: { status: 'connected', note: 'Spoke at 5', version: 3 } },
  ])
})

test('an outcome can be taken back at once, and then the caller is not told', async () => {
  const { family, id } = await newCall()
  const set = async (status: string, version: number) => await support.put(`${path}/${id}`, { status, version })
  expect((await set('connected', 1)).body.data.handledAt).not.toBeNull()
  expect((await set('assigned', 2)).body.data).toMatchObject({ status: 'assigned', handledAt: null, version: 3 })
  await outcomeIsFinal(id)
  expect(await sentMessages(family.phone)).toEqual([])
  await set('closed', 3)
  await outcomeIsFinal(id)
  expect(await sentMessages(family.phone)).toEqual([expect.stringContaining('it is closed now')])
  const late = await set('assigned', 4)
  expect([late.status, late.body.code]).toEqual([409, 'call-over'])
})

test('the outcome is told after its undo time by the clock of the database, and never before', async () => {
  const { family, id } = await newCall()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
  try {
    expect((await support.put(`${path}/${id}`, { status: 'connected', version: 1 })).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
  const { rows } = await sql<{ seconds: number }>`
    select round(extract(epoch from j.start_after - c.handled_at))::int as seconds
    from pgboss.job j join call_request c on c.id = (j.data ->> 'callId')::uuid
    where j.name = 'calls.notify' and c.id = ${id}`.execute(app.db)
  expect(rows).toEqual([{ seconds: callUndoSeconds }])
  await expect(notifyOutcome(app.context, id)).rejects.toThrow('taken back')
  expect(await sentMessages(family.phone)).toEqual([])
  await outcomeIsFinal(id)
  expect(await sentMessages(family.phone)).toHaveLength(1)
})

test('notifies a visitor by phone in the language of the page', async () => {
  const phone = newPhone()
  const given = { name: 'Kavita', phone }
  const options = { ...newIpBlock(), headers: { 'accept-language': 'hi' } }
  const { body } = await app.browser().post(path, given, options)
  await support.put(`${path}/${body.data._id}`, { status: 'unreachable', version: 1 })
  await outcomeIsFinal(body.data._id)
  expect(await sentMessages(phone)).toEqual([expect.stringContaining('आपसे फ़ोन पर बात नहीं हो सकी')])
})

test('a family sees the status of its own requests without admin data', async () => {
  const { family, id, mentor } = await newCall()
  await support.put(`${path}/${id}`, { mentorPhone: '9811100056', note: 'secret', version: 1 })
  const own = await family.get(`${path}/own`)
  expect(own.body.data).toEqual([
    {
      _id: id,
      status: 'assigned',
      requestTime: expect.any(String),
      mentor: { _id: mentor.id, fullName: 'Asha Verma' },
    },
  ])
  await support.put(`${path}/${id}`, { status: 'closed', version: 2 })
  const status = async () => (await family.get(`${path}/own`)).body.data[0].status
  expect(await status()).toBe('assigned')
  await outcomeIsFinal(id)
  expect(await status()).toBe('closed')
  await sql`update call_request set handled_at = now() - interval '3 days' where id = ${id}`.execute(app.db)
  expect((await family.get(`${path}/own`)).body.data).toEqual([])
  expect((await (await newFamily()).get(`${path}/own`)).body.data).toEqual([])
})

test('rejects an outdated version when two admins edit', async () => {
  const { id } = await newCall()
  const lock = sql`select from call_request where id = ${id}`
  const save = (admin: LoggedIn, mentorPhone: string) => () => admin.put(`${path}/${id}`, { mentorPhone, version: 1 })
  const replies = await atBarrier(app.db, 0, lock, [save(support, '9811100053'), save(owner, '9811100054')])
  expect(replies.map(({ status }) => status)).toEqual([200, 409])
  expect(replies[1]?.body).toMatchObject({ code: 'call-changed', details: { version: 2, by: 'Neha' } })
  expect(await readOne(id)).toMatchObject({ mentorPhone: '9811100053', owner: { name: 'Neha' } })
  // Without a version, an empty number can be set, but nothing can be replaced.
  expect((await owner.put(`${path}/${id}`, { mentorPhone: '9811100054' })).body.code).toBe('call-changed')
  expect((await owner.put(`${path}/${id}`, { note: 'x' })).status).toBe(400)
  const over = await owner.put(`${path}/${id}`, { ownerId: 'me', version: 2 })
  expect(over.body.data.owner.name).toBe('Ravi')
})

test('rejects invalid changes and unknown requests', async () => {
  const { id } = await newCall()
  const wrong = [
    { mentorPhone: '123' },
    { status: 'done' },
    { note: 'x'.repeat(601) },
    { version: 0 },
    { phone: '9811100055' },
  ]
  for (const body of wrong) expect((await support.put(`${path}/${id}`, body)).status, JSON.stringify(body)).toBe(400)
  const nowhere = '01890000-0000-7000-8000-000000000000'
  expect((await support.put(`${path}/${nowhere}`, { mentorPhone: '9811100055' })).status).toBe(404)
  expect((await support.put(`${path}/${id}`, { ownerId: nowhere, version: 1 })).status).toBe(404)
})

test('pages the list by header and filters by status, owner, mentor and text', { tags: ['full'] }, async () => {
  const { id, mentor, family } = await newCall()
  await newCall()
  await owner.put(`${path}/${id}`, { ownerId: 'me', version: 1 })
  const first = await support.get(`${path}?limit=1`)
  expect(first.body).toHaveLength(1)
  const cursor = String(first.headers['x-next-cursor'])
  const second = await support.get(`${path}?limit=1&cursor=${cursor}`)
  expect(second.body[0]._id).toBe(id)
  expect((await support.get(`${path}?limit=1&status=new&cursor=${cursor}`)).body.code).toBe('bad-cursor')
  const { 'x-total': total, 'x-before': before, 'x-previous-cursor': previous } = second.headers
  expect([total, before]).toEqual([first.headers['x-total'], '1'])
  expect((await support.get(`${path}?limit=1&cursor=${previous}`)).body).toEqual(first.body)
  // The specification's client shows the array reversed: newest first.
  const times = (await listed('?limit=2')).map((one: { requestTime: string }) => one.requestTime)
  expect(times).toEqual([second.body[0].requestTime, first.body[0].requestTime])
  const all = (await listed('?limit=100&order=asc')).map((one: { requestTime: string }) => one.requestTime)
  expect(all).toEqual(all.toSorted())
  const names = (await listed('?sort=name&order=asc&limit=100')).map((one: { name: string }) => one.name)
  expect(names).toEqual(names.toSorted())
  const urgent = await listed('?sort=due&order=asc&limit=100')
  const waits = urgent.filter(({ dueAt }: { dueAt: string | null }) => dueAt)
  expect(urgent.slice(0, waits.length)).toEqual(waits)
  for (const { requestTime, dueAt } of waits) expect(Date.parse(dueAt) - Date.parse(requestTime)).toBe(86_400_000)
  const asked = (of: { requestTime: string }[]) => of.map(({ requestTime }) => requestTime)
  expect(asked(waits)).toEqual(asked(waits).toSorted())
  const handled = asked(urgent.slice(waits.length))
  expect(handled.length).toBeGreaterThan(1)
  expect(handled).toEqual(handled.toSorted().toReversed())
  const ids = async (query: string) => (await listed(query)).map((one: { _id: string }) => one._id)
  expect(await ids(`?mentor=${mentor.id}`)).toEqual([id])
  expect(await ids(`?q=${family.phone.slice(-4)}`)).toEqual([id])
  expect(await ids('?status=new&limit=50')).not.toContain(id)
  expect(await ids('?status=waiting&limit=50')).toContain(id)
  expect((await owner.get(`${path}?owner=me`)).body.map((one: { _id: string }) => one._id)).toContain(id)
  expect(await ids('?owner=me')).not.toContain(id)
  expect(await ids('?q=%25')).toEqual([])
})

test('every row names caller and mentor, also for visitors and incomplete rows', async () => {
  const mentor = await makeMentor(app.db, { name: 'Asha Verma' })
  const family = await app.login(newPhone(), 'student')
  await sql`update family set name = 'Meera Sharma' where account_id = (select id from account where phone = ${family.phone})`.execute(
    app.db,
  )
  const visitor = newPhone()
  const unknown = newPhone()
  const insertStored = (name: string, phone: string, mentorId: string | null, mentorPhone: string | null) =>
    sql`insert into call_request (name, phone, language, mentor_id, mentor_phone) values (${name}, ${phone}, 'en', ${mentorId}, ${mentorPhone})`.execute(
      app.db,
    )
  await insertStored('Ravi', visitor, mentor.id, null)
  await insertStored('', family.phone, mentor.id, null)
  await insertStored('', unknown, null, mentor.phone)
  const row = async (phone: string) => (await listed(`?q=${phone}`))[0]
  const about = { fullName: 'Asha Verma', phone: mentor.phone }
  expect(await row(visitor)).toMatchObject({ name: 'Ravi', phone: visitor, mentor: about })
  expect(await row(family.phone)).toMatchObject({ name: 'Meera Sharma', phone: family.phone, mentor: about })
  expect(await row(unknown)).toMatchObject({ name: '', phone: unknown, mentor: about })
  const { body } = await owner.get(`/api/admin/accounts/${mentor.id}`)
  const calls = body.data.timeline
    .filter(({ kind }: { kind: string }) => kind === 'call')
    .map(({ text }: { text: string }) => text)
  expect(calls.sort()).toEqual([`${family.phone} → Asha Verma`, 'Ravi → Asha Verma'].sort())
})
