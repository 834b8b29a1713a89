import { sql } from 'kysely'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breachHours } from '#contract/privacy/limits.ts'
import { type RetentionClock, retentionDays } from '#contract/privacy/retention.ts'
import { jobHandlers } from '#server/worker.ts'
import { breach, makeMentor, newPhone } from '#test/builders.ts'
import { makePair, writeMessages } from '#test/chat-windows.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { fieldLabels, tableLabels } from './data-labels.ts'
import { personalTables } from './tables.ts'

let app: TestApp
let owner: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin()
})
afterAll(() => app.stop())

const accountOf = async (phone: string) =>
  (await sql<{ id: string }>`select id from account where phone = ${phone}`.execute(app.db)).rows[0]?.id ?? ''
const count = async (query: ReturnType<typeof sql>) => (await query.execute(app.db)).rows.length
const desk = async (who = owner) => (await who.get('/api/admin/privacy')).body.data

test('each night the clocks remove what is older than their days, keep the rest, and report how much', async () => {
  const family = await app.login(newPhone(), 'student')
  const id = await accountOf(family.phone)
  // One row a minute older than its clock, one a minute younger.
  const at = (clock: RetentionClock, side: 'old' | 'young') =>
    sql`now() - make_interval(days => ${retentionDays[clock]}, mins => ${side === 'old' ? 1 : -1})`
  await sql`delete from otp_challenge`.execute(app.db)
  await sql`delete from known_device`.execute(app.db)
  for (const side of ['old', 'young'] as const) {
    await sql`insert into otp_challenge (id, phone, user_type, browser_hash, sent_at, expires_at, ip_block)
      select gen_random_uuid(), ${family.phone}, 'student', sha256(${side}::bytea), ${at('codes', side)}, now(), '10.0.0.0'`.execute(
      app.db,
    )
    await sql`insert into known_device (phone, browser_hash, verified_at) values (${family.phone}, sha256(${side}::bytea), ${at('devices', side)})`.execute(
      app.db,
    )
    await sql`insert into session (token_hash, account_id, user_type, expires_at, created_at)
      values (sha256(${side}::bytea), ${id}, 'student', ${at('sessions', side)}, ${at('sessions', side)} - interval '30 days')`.execute(
      app.db,
    )
    await sql`insert into outbox (channel, recipient, template, language, text, once_key, sent_at)
      values ('sms', ${family.phone}, 'case-opened', 'en', 'x', ${side}, ${at('messages', side)})`.execute(app.db)
    await sql`insert into data_copy (account_id, language, parts, status, ended_at, pdf)
      values (${id}, 'en', 1, 'made', ${at('copies', side)}, 'x')`.execute(app.db)
  }
  const stranger = newPhone()
  const { rows } = await sql<{ id: string }>`select account_id as id from admin_user limit 1`.execute(app.db)
  for (const side of ['old', 'young', 'safe'] as const) {
    const then = at('visitors', side === 'young' ? 'young' : 'old')
    await sql`insert into call_request (name, phone, language, status, owner_id, handled_at)
      values ('Meera', ${stranger}, 'en', 'closed', ${rows[0]?.id}, ${side === 'safe' ? sql`now()` : then})`.execute(
      app.db,
    )
    await sql`with made as (insert into support_case (kind, topic, text, name, phone, language, answer_by, status, resolved_at)
        values (${side === 'safe' ? 'safety' : 'support'}, 'other', 'Nobody called', ${side}, ${stranger}, 'en', now(), 'resolved', ${then}) returning id)
      insert into case_event (case_id, version, kind, text) select id, 2, 'note', 'Meera called' from made`.execute(
      app.db,
    )
  }
  await jobHandlers(app.context)['privacy.retain']({})
  const left = await Promise.all([
    count(sql`select from otp_challenge where phone = ${family.phone}`),
    count(sql`select from known_device where phone = ${family.phone}`),
    count(sql`select from session where account_id = ${id} and expires_at < now()`),
    count(sql`select from outbox where once_key in ('old', 'young')`),
    count(sql`select from data_copy where account_id = ${id}`),
    count(sql`select from call_request where phone = ${stranger}`),
    count(
      sql`select from support_case where phone = ${stranger} and name in ('young', 'safe') and text = 'Nobody called'`,
    ),
    count(sql`select from support_case where phone = ${stranger}`),
    count(sql`select from case_event where text = 'Meera called'`),
  ])
  expect(left).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2])
  const [run] = (await desk()).runs
  expect(run.removed).toEqual({
    ...Object.fromEntries(Object.keys(retentionDays).map((clock) => [clock, 0])),
    codes: 1,
    devices: 1,
    sessions: 1,
    messages: 1,
    visitors: 2,
    copies: 1,
  })
})

test('an owner records a breach, its clocks run, and each person concerned is notified once, in both languages', async () => {
  const people = [await app.login(newPhone(), 'student'), await app.login((await makeMentor(app.db)).phone, 'mentor')]
  const other = await app.login(newPhone(), 'student')
  const phones = people.map(({ phone }) => phone)
  const reply = await owner.post('/api/admin/breaches', { ...breach, phones: [...phones, newPhone()] })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const { data } = reply.body
  const again = await owner.post('/api/admin/breaches', { ...breach, phones })
  expect(again.body.data).toEqual(data)
  const after = (hours: number) => new Date(Date.parse(breach.noticedAt) + hours * 3_600_000).toISOString()
  expect(data).toMatchObject({
    people: 2,
    told: 0,
    certInBy: after(breachHours.certIn),
    boardBy: after(breachHours.board),
  })
  expect([breachHours.certIn, breachHours.board]).toEqual([6, 72])
  for (const _ of [1, 2]) {
    await owner.post(`/api/admin/breaches/${data._id}/messages`, undefined)
    await app.runJobs()
  }
  const sent = await sql<{ recipient: string; text: string }>`
    select recipient, text from outbox where template = 'data-breach' and channel = 'sms' order by recipient`.execute(
    app.db,
  )
  expect(sent.rows.map(({ recipient }) => recipient)).toEqual(phones.sort())
  const news = await sql<{ data: Record<string, Record<string, string>> }>`
    select data from news where event = 'data-breach' and account_id = ${await accountOf(phones[0] ?? '')}`.execute(
    app.db,
  )
  expect(JSON.stringify(news.rows)).toContain(breach.textEn)
  expect(JSON.stringify(news.rows)).toContain(breach.textHi)
  expect(
    await count(sql`select from news where event = 'data-breach' and account_id = ${await accountOf(other.phone)}`),
  ).toBe(0)
  for (const _ of [1, 2]) await owner.post(`/api/admin/breaches/${data._id}/told`, { authority: 'board' })
  const [found] = (await desk()).breaches
  expect(found).toMatchObject({ people: 2, told: 2, certInToldAt: null, boardToldAt: expect.any(String) })
  const letter = (await owner.get(`/api/admin/breaches/${data._id}/letter`)).body.data.lines.join('\n')
  for (const words of [breach.what, breach.dataKinds, breach.consequences, breach.measures, 'notified so far: 2'])
    expect(letter).toContain(words)
  const audit = await sql<{
    action: string
  }>`select action from audit where subject_id = ${data._id} order by id`.execute(app.db)
  expect(audit.rows.map(({ action }) => action)).toEqual([
    ...['breach.recorded', 'breach.messages', 'breach.messages', 'breach.told', 'breach.letter'],
  ])
})

test('an admin without another account is notified of a breach as an admin', async () => {
  const { phone } = await app.admin({ role: 'support' })
  const what = 'The list of admins was copied'
  const { data } = (await owner.post('/api/admin/breaches', { ...breach, what, phones: [phone] })).body
  await owner.post(`/api/admin/breaches/${data._id}/messages`, undefined)
  await app.runJobs()
  const { rows } =
    await sql`select side from news where event = 'data-breach' and account_id = ${await accountOf(phone)}`.execute(
      app.db,
    )
  expect(rows).toEqual([{ side: 'admin' }])
})

test('a breach recorded again takes up people it left out, and keeps its texts', async () => {
  const first = await app.login(newPhone(), 'student')
  const second = await app.login(newPhone(), 'student')
  const one = { ...breach, what: 'A list was sent to the wrong address' }
  const record = (more: object) => owner.post('/api/admin/breaches', { ...one, ...more })
  expect((await record({ phones: [first.phone] })).body.data.people).toBe(1)
  expect((await record({ phones: [first.phone, second.phone] })).body.data.people).toBe(2)
  const changed = await record({ phones: [first.phone], textEn: 'Another text about what happened and what to do now' })
  expect([changed.status, changed.body.code]).toEqual([409, 'already-done'])
})

test('a breach in the future, or one that concerns nobody, is refused', async () => {
  const before = await count(sql`select from breach`)
  for (const wrong of [
    { noticedAt: new Date(Date.now() + 3_600_000).toISOString(), phones: [newPhone()] },
    { what: 'A list sent to the wrong person', phones: [newPhone()] },
    { what: ' ', group: 'families', phones: [] },
  ])
    expect((await owner.post('/api/admin/breaches', { ...breach, ...wrong })).status).toBe(400)
  expect(await count(sql`select from breach`)).toBe(before)
  const operations = await app.admin({ role: 'operations' })
  expect((await operations.post('/api/admin/breaches', { ...breach, group: 'everybody', phones: [] })).status).toBe(403)
})

test('the desk shows what keeps a request waiting, also what its person is not told', async () => {
  const { phone, id: mentorId } = await makeMentor(app.db)
  const mentor = await app.login(phone, 'mentor')
  await mentor.post('/api/profile/privacy/erasure', undefined)
  const request = async () =>
    (await desk()).erasures.find(({ accountId }: { accountId: string }) => accountId === accountId_)
  const accountId_ = await accountOf(phone)
  expect(await request()).toMatchObject({ held: [] })
  await sql`insert into support_case (kind, topic, text, name, phone, language, mentor_id, answer_by)
    values ('safety', 'safety', 'He shouted', 'Asha', ${newPhone()}, 'en', ${mentorId}, now())`.execute(app.db)
  expect(await request()).toMatchObject({ held: ['case-about'] })
  const support = await app.admin({ role: 'support' })
  expect((await support.get('/api/admin/privacy')).status).toBe(403)
})

test('a PDF of the data is made once by a job, reports its progress, and opens for its account only', async () => {
  const family = await app.login(newPhone(), 'student')
  const other = await app.login(newPhone(), 'student')
  await family.put('/api/profile/family', { name: 'मीरा', email: null, address: null, area: null, city: 'Indore' })
  const ask = () => family.post('/api/profile/privacy/copies', { language: 'hi' })
  const replies = await Promise.all([ask(), ask()])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const copy = async () => (await family.get('/api/profile/privacy')).body.data.copy
  const { _id, status, percent } = await copy()
  expect([status, percent, await count(sql`select from data_copy where id = ${_id}`)]).toEqual(['waiting', 0, 1])
  const path = `/api/profile/privacy/copies/${_id}`
  expect((await family.get(path)).status).toBe(404)
  const queued = await sql`select from pgboss.job where name = 'privacy.copy' and data ->> 'copyId' = ${_id}`.execute(
    app.db,
  )
  expect(queued.rows).toHaveLength(1)
  await app.runJobs()
  expect(await copy()).toMatchObject({ _id, status: 'made', percent: 100 })
  const file = await family.get(path)
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(String(file.body)).toMatch(/^%PDF-1\.7/)
  expect((await other.get(path)).status).toBe(404)
  expect((await app.browser().get(path)).status).toBe(401)
  const refused = await ask()
  expect([refused.status, refused.body.code]).toEqual([429, 'copy-too-soon'])
  const age = () => sql`update data_copy set asked_at = asked_at - interval '1 day'`.execute(app.db)
  await age()
  expect((await ask()).status).toBe(200)
  expect((await copy())._id).not.toBe(_id)
  // One that failed can be asked for again, twice.
  await age()
  const statuses: number[] = []
  for (let asked = 0; asked < 4; asked++) {
    await sql`update data_copy set status = 'failed', ended_at = now() where status = 'waiting'`.execute(app.db)
    statuses.push((await ask()).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('a PDF of 501 messages is drawn beside other requests and says that the data file has all', async () => {
  const pair = await makePair(app)
  const texts = Array.from({ length: 1001 }, (_, i) => (i < 60 ? 'क्षि'.repeat(1000) : `Message ${i + 1}`))
  await writeMessages(app, pair, texts)
  const { family } = pair
  await family.post('/api/profile/privacy/copies', { language: 'en' })
  const state = async () => (await family.get('/api/profile/privacy')).body.data.copy
  const made = app.runJobs()
  const seen: string[] = []
  while (seen.at(-1) !== 'made') {
    const { percent, status } = await state()
    if (percent === 100) seen.push(status)
  }
  expect(seen.length).toBeGreaterThan(10)
  await made
  const { rows } = await sql<{ pdf: Buffer }>`select pdf from data_copy where id = ${(await state())._id}`.execute(
    app.db,
  )
  const { text } = await extractText(new Uint8Array(rows[0]?.pdf ?? []), { mergePages: true })
  expect(text).toContain('Only the first 500 are shown here.')
  expect([text.includes('Message 999'), text.includes('Message 1001')]).toEqual([true, false])
})

test('every table and field of the download has a name in both languages', () => {
  const shown = personalTables.filter(({ shows }) => shows.length > 0)
  expect(shown.map(({ table }) => table).filter((table) => !tableLabels[table])).toEqual([])
  expect(shown.flatMap(({ shows }) => shows).filter((field) => !fieldLabels[field])).toEqual([])
})
