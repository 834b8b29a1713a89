import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { eKycPerHour } from '#contract/mentors/e-kyc.ts'
import { consentText } from '#contract/people/consent-texts.ts'
import { findAadhaarNumbers } from '#server/platform/aadhaar-scan.ts'
import { createLog } from '#server/platform/log.ts'
import { readyApplication } from '#test/application.ts'
import { atBarrier } from '#test/barrier.ts'
import { newPhone } from '#test/builders.ts'
import { passedCheck } from '#test/check-found.ts'
import { eKycBody, eKycVariables } from '#test/e-kyc-file.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { isAdult } from './e-kyc.ts'
import { deleteOverdueDocuments } from './verification.ts'

const at = '/api/mentor/e-kyc'
const lines: string[] = []
let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  const log = createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) })
  app = await testApp({ variables: eKycVariables, log })
  admin = await app.admin({ role: 'operations' })
})
afterAll(() => app.stop())

/** All that a file may have left: its result, consents, audit lines, events and the document of the mentor. */
async function rowsOf({ phone }: LoggedIn) {
  const { rows } = await sql<{
    kept: object[] | null
    consents: object[] | null
    audited: number
    document: string | null
  }>`
    select (select json_agg(json_build_object('name', k.name, 'lastFour', k.last_four, 'isFresh', k.signed_at > now() - interval '5 minutes')) from mentor_e_kyc k where k.account_id = a.id) as kept,
      (select json_agg(json_build_object('version', c.version, 'language', c.language, 'shown', c.shown, 'gone', c.withdrawn_at is not null) order by c.given_at)
        from consent c where c.account_id = a.id and c.kind = 'e-kyc') as consents,
      (select count(*)::int from audit l where l.account_id = a.id and l.action = 'mentor.e-kyc') as audited,
      (select m.document from mentor m where m.account_id = a.id) as document
    from account a where a.phone = ${phone}`.execute(app.db)
  return rows[0]
}
const nothing = { kept: null, consents: null, audited: 0, document: null }
const consent = {
  version: consentText('e-kyc', 'hi').version,
  language: 'hi',
  gone: false,
  shown: consentText('e-kyc', 'hi').items.join('\n'),
}
const detail = async (id: string) => (await admin.get(`/api/admin/mentors/${id}`)).body.data
const setIdentity = async (id: string, change: Record<string, unknown>) =>
  admin.put(`/api/admin/mentors/${id}/checks/identity`, {
    ...passedCheck('identity'),
    version: (await detail(id)).version,
    ...change,
  })

/** An applicant whose identity document is a checked e-KYC file. */
async function applicant() {
  const one = await app.login(newPhone(), 'mentor')
  expect((await one.post(at, await eKycBody())).status).toBe(200)
  const application = await readyApplication(app.db, one.phone, { mentorId: 'e-kyc' })
  const reply = await one.post('/api/mentor', application)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return { ...one, id: reply.body.data._id as string, application }
}

test('keeps the name, last four digits and times of a signed file, and the consent with its text', async () => {
  const mentor = await app.login(newPhone(), 'mentor')
  const reply = await mentor.post(at, await eKycBody({ name: 'ASHA KUMARI VERMA' }))
  expect(reply.status).toBe(200)
  expect(Object.keys(reply.body.data)).toEqual(['checkedAt'])
  const kept = [{ name: 'ASHA KUMARI VERMA', lastFour: '0124', isFresh: true }]
  expect(await rowsOf(mentor)).toEqual({ ...nothing, kept, consents: [consent], audited: 1 })
  expect((await mentor.get('/api/mentor/application')).body.data.eKycCheckedAt).toBe(reply.body.data.checkedAt)
  const { rows } = await sql`select subject_kind as kind, detail from audit where action = 'mentor.e-kyc'`.execute(
    app.db,
  )
  expect(rows).toEqual([{ kind: 'account', detail: {} }])

  // Another file replaces the result, also in the role of a family; the consent stays one row.
  await sql`delete from otp_challenge where phone = ${mentor.phone}`.execute(app.db)
  const family = await app.login(mentor.phone, 'student')
  expect((await family.post(at, await eKycBody({ lastFour: '9876' }))).status).toBe(200)
  expect(await rowsOf(mentor)).toMatchObject({ kept: [{ name: 'Asha Verma', lastFour: '9876' }], consents: [consent] })
})

test('two files at once leave one row and one consent, and a repeated key checks once', async () => {
  const mentor = await app.login(newPhone(), 'mentor')
  const bodies = await Promise.all([eKycBody({ lastFour: '1111' }), eKycBody({ lastFour: '2222' })])
  const replies = await Promise.all(bodies.map((body) => mentor.post(at, body)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const rows = await rowsOf(mentor)
  expect([rows?.kept?.length, rows?.consents?.length, rows?.audited]).toEqual([1, 1, 2])
  const headers = { 'idempotency-key': 'same-key-1' }
  const again = [await mentor.post(at, bodies[0], { headers }), await mentor.post(at, bodies[0], { headers })]
  expect(again[0]?.body).toEqual(again[1]?.body)
  expect((await rowsOf(mentor))?.audited).toBe(3)
})

test('a file sent while its consent is withdrawn: what is kept has a consent, in either order', async () => {
  for (const round of [0, 1]) {
    const mentor = await app.login(newPhone(), 'mentor')
    expect((await mentor.post(at, await eKycBody())).status).toBe(200)
    const body = await eKycBody({ lastFour: '5555' })
    const held = sql`select from mentor_e_kyc where account_id = (select id from account where phone = ${mentor.phone})`
    const replies = await atBarrier(app.db, round, held, [
      () => mentor.call('DELETE', '/api/profile/consents/e-kyc'),
      () => mentor.post(at, body),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const rows = (await rowsOf(mentor)) as { kept: object[] | null; consents: { gone: boolean }[] } | undefined
    expect(rows?.kept !== null).toBe(rows?.consents.some(({ gone }) => !gone))
  }
})

const other = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
const years = (back: number, days = 0) => {
  const [y, m, d] = inDays(days).split('-')
  return `${d}-${m}-${Number(y) - back}`
}
test.each<[string, string, () => ReturnType<typeof eKycBody>]>([
  ['a wrong share code', 'e-kyc-code', () => eKycBody({}, { shareCode: 'aaaa' })],
  ['a damaged archive', 'e-kyc-file', async () => ({ ...(await eKycBody()), file: 'UEsDBAoA' })],
  ['another certificate', 'e-kyc-certificate', () => eKycBody({ key: other })],
  ['a file of four days ago', 'e-kyc-old', () => eKycBody({ madeAt: ago(3.1) })],
  ['a file of tomorrow', 'e-kyc-old', () => eKycBody({ madeAt: ago(-1) })],
  ['another name', 'e-kyc-name', () => eKycBody({ name: 'Ravi Verma' })],
  ['a minor', 'e-kyc-minor', () => eKycBody({ dob: years(18, 2) })],
  ['an older text', 'consent-changed', () => eKycBody({}, { consent: { version: 99, language: 'en' } })],
  ['a longer share code', 'bad-request', () => eKycBody({}, { shareCode: '12345' })],
  ['text that is not base64', 'bad-request', () => eKycBody({}, { file: '<xml>' })],
  ['no name', 'bad-request', () => eKycBody({}, { fullName: ' ' })],
  ['a large file', 'bad-request', () => eKycBody({}, { file: 'A'.repeat(180_000) })],
])('refuses %s and keeps nothing', async (_, code, body) => {
  const mentor = await app.login(newPhone(), 'mentor')
  const reply = await mentor.post(at, await body())
  // ZipCrypto itself takes one wrong code in 256 for right.
  expect(code === 'e-kyc-code' ? [code, 'e-kyc-file'] : [code]).toContain(reply.body.code)
  expect(reply.status).toBeLessThan(500)
  const hindi = await mentor.post(at, await body(), { headers: { 'accept-language': 'hi' } })
  expect(hindi.body.message).toMatch(/[\u0900-\u097f]/)
  expect(await rowsOf(mentor)).toEqual(nothing)
})

test('of a year alone, the birthday may have been the last day of the year', () => {
  const now = new Date('2026-11-28T00:00:00+05:30')
  expect(['2008-11-28', '2008-11-29', '2007', '2008'].map((born) => isAdult(born, now))).toEqual([
    ...[true, false, true, false],
  ])
})

test('the age of files is a setting', async () => {
  const owner = await app.admin({ role: 'owner' })
  const set = (value: number, seen: number) => owner.post('/api/admin/settings', { name: 'eKycDays', value, seen })
  expect((await set(5, 3)).status).toBe(200)
  const mentor = await app.login(newPhone(), 'mentor')
  expect((await mentor.get('/api/mentor/application')).body.eKyc).toEqual({ days: 5, isStandIn: false })
  expect((await mentor.post(at, await eKycBody({ madeAt: ago(4) }))).status).toBe(200)
  expect((await set(3, 5)).status).toBe(200)
})

test('an account sends a few files an hour', async () => {
  const mentor = await app.login(newPhone(), 'mentor')
  const body = await eKycBody({}, { shareCode: 'aaaa' })
  const statuses: number[] = []
  for (let i = 0; i <= eKycPerHour; i++) statuses.push((await mentor.post(at, body, { ip: `10.8.0.${i}` })).status)
  expect(statuses).toEqual([...Array<number>(eKycPerHour).fill(400), 429])
  expect((await (await app.login(newPhone(), 'mentor')).post(at, await eKycBody())).status).toBe(200)
})

describe('as identity document', () => {
  it('takes the place of an uploaded file, and only a checked one does', async () => {
    const one = await applicant()
    expect(await rowsOf(one)).toMatchObject({ document: 'e-kyc' })
    const state = (await one.get('/api/mentor/application')).body.data
    expect([state.answers.personal.mentorId, state.problems]).toEqual(['e-kyc', {}])
    const stranger = await app.login(newPhone(), 'mentor')
    const application = await readyApplication(app.db, stranger.phone, { mentorId: 'e-kyc' })
    const reply = await stranger.post('/api/mentor', application)
    expect([reply.status, reply.body.details.fields]).toEqual([400, [{ field: 'mentorId', problem: 'file-gone' }]])
    expect(await rowsOf(stranger)).toEqual(nothing)
    await stranger.put('/api/mentor/application/personal', { answers: { mentorId: 'e-kyc' }, revision: 0 })
    expect((await stranger.get('/api/mentor/application')).body.data.problems.personal).toContainEqual({
      field: 'mentorId',
      problem: 'file-gone',
    })
  })

  it('is evidence for an admin, who may pass the check with it, and not for support', async () => {
    const one = await applicant()
    const shown = await detail(one.id)
    expect(shown.eKyc).toMatchObject({ name: 'Asha Verma', isSameName: true, lastFour: '0124' })
    expect(shown.history).toContainEqual(expect.objectContaining({ kind: 'submitted' }))
    const support = await app.admin({ role: 'support' })
    expect((await support.get(`/api/admin/mentors/${one.id}`)).body.data.eKyc).toBeNull()
    const copy = await setIdentity(one.id, { method: 'copy' })
    expect([copy.status, copy.body.code]).toEqual([409, 'check-without-document'])
    expect((await setIdentity(one.id, { method: 'e-kyc', basis: 'passport' })).status).toBe(400)
    expect((await setIdentity(one.id, { method: 'e-kyc' })).status).toBe(200)
    // The name changes: the check opens again, and the evidence says so.
    const change = { application: { ...one.application, fullName: 'Ravi Verma' } }
    expect((await one.put(`/api/mentor/${one.id}`, change)).status).toBe(200)
    const after = await detail(one.id)
    expect(after.eKyc).toMatchObject({ name: 'Asha Verma', isSameName: false })
    expect(after.checks.find(({ kind }: { kind: string }) => kind === 'identity').state).toBe('pending')
  })

  it('does not pass a check of a mentor who sent no file', async () => {
    const one = await app.login(newPhone(), 'mentor')
    const { body } = await one.post('/api/mentor', await readyApplication(app.db, one.phone))
    const reply = await setIdentity(body.data._id, { method: 'e-kyc' })
    expect([reply.status, reply.body.code]).toEqual([409, 'check-without-document'])
  })

  it('answers the request for a new document, and opens a failed check', async () => {
    const one = await app.login(newPhone(), 'mentor')
    const { _id: id } = (await one.post('/api/mentor', await readyApplication(app.db, one.phone))).body.data
    await sql`update mentor set document = null, document_asked_at = now() where id = ${id}`.execute(app.db)
    expect((await setIdentity(id, { state: 'failed', method: 'video-call' })).status).toBe(200)
    expect((await one.post(at, await eKycBody())).status).toBe(200)
    const { rows } = await sql`select m.document, m.document_asked_at as asked, c.state,
        (select detail from mentor_event e where e.mentor_id = m.id and e.kind = 'document_given') as event
      from mentor m join mentor_check c on c.mentor_id = m.id and c.kind = 'identity' where m.id = ${id}`.execute(
      app.db,
    )
    expect(rows).toEqual([{ document: 'e-kyc', asked: null, state: 'pending', event: { changed: ['e-kyc'] } }])
  })

  it('is deleted like an uploaded file some days after the check, and the check keeps its result', async () => {
    const one = await applicant()
    expect((await setIdentity(one.id, { method: 'e-kyc' })).status).toBe(200)
    await deleteOverdueDocuments(app.context)
    expect((await rowsOf(one))?.kept).toHaveLength(1)
    await sql`update mentor_check set checked_on = checked_on - 31 where mentor_id = ${one.id}`.execute(app.db)
    await deleteOverdueDocuments(app.context)
    expect(await rowsOf(one)).toMatchObject({ kept: null, consents: [consent] })
    const shown = await detail(one.id)
    expect([shown.eKyc, shown.documentDeletedAt === null]).toEqual([null, false])
    expect(shown.checks).toContainEqual(expect.objectContaining({ kind: 'identity', state: 'passed', method: 'e-kyc' }))
    // The application can still be changed.
    expect((await one.put(`/api/mentor/${one.id}`, { application: one.application })).status).toBe(200)
    expect((await detail(one.id)).checks).toContainEqual(expect.objectContaining({ kind: 'identity', state: 'passed' }))
  })

  it('is deleted by an admin who has passed the check', async () => {
    const one = await applicant()
    expect((await setIdentity(one.id, { method: 'e-kyc' })).status).toBe(200)
    expect((await admin.call('DELETE', `/api/admin/mentors/${one.id}/document`)).status).toBe(200)
    expect((await rowsOf(one))?.kept).toBeNull()
    expect((await detail(one.id)).documentDeletedAt).toEqual(expect.any(String))
  })

  it('is deleted at once when the consent is withdrawn; a check still open needs another document', async () => {
    const open = await applicant()
    const passed = await applicant()
    const uploaded = await app.login(newPhone(), 'mentor')
    expect((await setIdentity(passed.id, { method: 'e-kyc' })).status).toBe(200)
    await uploaded.post('/api/mentor', await readyApplication(app.db, uploaded.phone))
    expect((await uploaded.post(at, await eKycBody())).status).toBe(200)
    const document = (await rowsOf(uploaded))?.document
    expect(document).toMatch(/^\/media\/private\//)
    for (const one of [open, passed, uploaded])
      expect((await one.call('DELETE', '/api/profile/consents/e-kyc')).status).toBe(200)
    const gone = { kept: null, consents: [{ ...consent, gone: true }] }
    expect(await rowsOf(open)).toMatchObject({ ...gone, document: null })
    expect(await rowsOf(passed)).toMatchObject({ ...gone, document: 'e-kyc' })
    expect(await rowsOf(uploaded)).toMatchObject({ ...gone, document })
    expect((await open.get('/api/mentor/application')).body.data.problems.personal).toContainEqual({
      field: 'mentorId',
      problem: 'file-needed',
    })
    expect((await passed.get('/api/mentor/application')).body.data.problems).toEqual({})
    // Given again with another file.
    expect((await open.post(at, await eKycBody())).status).toBe(200)
    expect(await rowsOf(open)).toMatchObject({ document: 'e-kyc', consents: [{ gone: true }, consent] })
  })

  it('is not touched by the consent to uploaded documents, and unused results go at night', async () => {
    const one = await applicant()
    expect((await one.call('DELETE', '/api/profile/consents/documents')).status).toBe(200)
    expect(await rowsOf(one)).toMatchObject({ kept: [{ lastFour: '0124' }], document: 'e-kyc' })
    const visitor = await app.login(newPhone(), 'mentor')
    const drafting = await app.login(newPhone(), 'mentor')
    for (const who of [visitor, drafting]) expect((await who.post(at, await eKycBody())).status).toBe(200)
    await drafting.put('/api/mentor/application/personal', { answers: { mentorId: 'e-kyc' }, revision: 0 })
    await deleteOverdueDocuments(app.context)
    const kept = await Promise.all([one, drafting, visitor].map(async (who) => (await rowsOf(who))?.kept?.length))
    expect(kept).toEqual([1, 1, undefined])
  })

  it('stays while a safety case holds the account', async () => {
    const one = await applicant()
    await sql`insert into support_case (kind, topic, text, name, phone, language, mentor_id, answer_by)
      values ('safety', 'safety', 'He shouted', 'Asha', ${newPhone()}, 'en', ${one.id}, now())`.execute(app.db)
    expect((await one.call('DELETE', '/api/profile/consents/e-kyc')).status).toBe(200)
    expect((await rowsOf(one))?.kept).toHaveLength(1)
    const sent = await one.post(at, await eKycBody({ lastFour: '9876' }))
    expect([sent.status, Object.keys(sent.body.data)]).toEqual([200, ['checkedAt']])
    expect(await rowsOf(one)).toMatchObject({ kept: [{ name: 'Asha Verma', lastFour: '0124' }] })
  })

  it('is compared with the name of the mentor, and another one reopens a passed check', async () => {
    const one = await applicant()
    const send = async (of: Parameters<typeof eKycBody>[0], fullName: string) =>
      (await one.post(at, { ...(await eKycBody(of)), fullName })).body.code ?? 'kept'
    const identity = async () =>
      (await detail(one.id)).checks.find(({ kind }: { kind: string }) => kind === 'identity').state
    const outcomes: unknown[] = [await send({ name: 'Ravi Verma' }, 'Ravi Verma')]
    for (const lastFour of ['0124', '9876']) {
      expect((await setIdentity(one.id, { method: 'e-kyc' })).status).toBe(200)
      outcomes.push(await send({ lastFour }, 'Ravi Verma'), await identity())
    }
    expect(outcomes).toEqual(['e-kyc-name', 'kept', 'passed', 'kept', 'pending'])
    // A rejected mentor may correct the name.
    await sql`update mentor set status = 'rejected' where id = ${one.id}`.execute(app.db)
    expect(await send({ name: 'Ravi Verma' }, 'Ravi Verma')).toBe('kept')
  })
})

test('the result of another holder’s file keeps an earlier identity check from returning with the photo', async () => {
  const one = await applicant()
  expect((await setIdentity(one.id, { method: 'e-kyc' })).status).toBe(200)
  await sql`update mentor set status = 'verified' where id = ${one.id}`.execute(app.db)
  const put = async (change: object) =>
    expect((await one.put(`/api/mentor/${one.id}`, { application: { ...one.application, ...change } })).status).toBe(
      200,
    )
  const { profilePhoto } = await readyApplication(app.db, one.phone)
  const identity = async () =>
    (await detail(one.id)).checks.find(({ kind }: { kind: string }) => kind === 'identity').state
  const states: string[] = []
  for (const lastFour of ['0124', '9876']) {
    await put({ profilePhoto })
    states.push(await identity())
    expect((await one.post(at, await eKycBody({ lastFour }))).status).toBe(200)
    await put({})
    states.push(await identity())
  }
  expect(states).toEqual(['pending', 'passed', 'pending', 'pending'])
})

test('nothing of a file but what is listed is in any table, log line or folder', async () => {
  const mentor = await app.login(newPhone(), 'mentor')
  const body = await eKycBody({ dob: '03-02-1987', name: 'Asha Verma' }, { shareCode: '9Zx1' })
  expect((await mentor.post(at, body, { headers: { 'idempotency-key': 'same-key-2' } })).status).toBe(200)
  const { rows: tables } = await sql<{
    name: string
  }>`select quote_ident(schemaname) || '.' || quote_ident(tablename) as name
    from pg_tables where schemaname in ('public', 'pgboss')`.execute(app.db)
  const secrets = ['9Zx1', '03-02-1987', '1987-02-03', body.file.slice(40, 90)]
  for (const { name } of tables) {
    const { rows } = await sql<{
      text: string
    }>`select coalesce(string_agg(x::text, ' '), '') as text from ${sql.raw(name)} x`.execute(app.db)
    for (const secret of secrets) expect(rows[0]?.text, name).not.toContain(secret)
    // The reference id begins with the last four digits.
    expect(rows[0]?.text, name).not.toMatch(/\b0124\d{17}\b/)
  }
  expect(await findAadhaarNumbers(app.db)).toEqual([])
  expect(lines.length).toBeGreaterThan(10)
  for (const secret of [...secrets, 'Asha Verma']) expect(lines.join('\n')).not.toContain(secret)
  expect(existsSync(app.dataDir) ? await readdir(app.dataDir, { recursive: true }) : ['file-keys']).toEqual([
    'file-keys',
  ])
})
