import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rejectedCvDays, rejectedDocumentDays } from '#contract/mentors/limits.ts'
import { jobHandlers } from '#server/worker.ts'
import { readyApplication } from '#test/application.ts'
import { newPhone } from '#test/builders.ts'
import { passedCheck } from '#test/check-found.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
afterAll(() => app.stop())

const tend = () => jobHandlers(app.context)['privacy.retain']({})
const detail = async (id: string) => (await admin.get(`/api/admin/mentors/${id}`)).body.data
const check = async (id: string, state: 'passed' | 'failed') => {
  const { version } = await detail(id)
  const found = { ...passedCheck('identity'), state, version }
  expect((await admin.put(`/api/admin/mentors/${id}/checks/identity`, found)).status).toBe(200)
}
const reject = async (id: string) => {
  const { version } = await detail(id)
  const body = { decision: 'reject', reason: 'The photo is dark.', version }
  expect((await admin.post(`/api/admin/mentors/${id}/decision`, body)).status).toBe(200)
}

/** An applicant with document and CV. */
async function applicant() {
  const one = await app.login(newPhone(), 'mentor')
  const { rows } = await sql<{
    id: string
  }>`insert into media (account_id, preset, kind, format, content_type, bytes, sha256, file_name, store_keys, is_private, ready_at)
    select id, 'mentor-cv', 'raw', 'pdf', 'application/pdf', 1000, sha256('cv'), 'cv.pdf', '{}', true, now() from account
    where phone = ${one.phone} returning id`.execute(app.db)
  const base = await readyApplication(app.db, one.phone, { cv: `/media/private/${rows[0]?.id}` })
  const reply = await one.post('/api/mentor', base)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return { ...one, id: reply.body.data._id as string, base }
}
/** Backdates a mentor's events and checks. */
async function pass(id: string, days: number): Promise<void> {
  await sql`update mentor_event set at = at - make_interval(days => ${days}) where mentor_id = ${id}`.execute(app.db)
  await sql`update mentor_check set checked_on = checked_on - ${days}::int where mentor_id = ${id}`.execute(app.db)
}
/** Deleted private files of a mentor and the recorded deletions. */
async function deleted(id: string) {
  const { rows } = await sql<{
    preset: string
  }>`select f.preset from media f join mentor m on m.account_id = f.account_id
    where m.id = ${id} and f.deleted_at is not null order by 1`.execute(app.db)
  const audit = await sql<{
    document: string
    by: string | null
  }>`select detail ->> 'document' as document, account_id as by from audit
    where subject_id = ${id} and action = 'mentor.document-deleted' order by id`.execute(app.db)
  return { files: rows.map((row) => row.preset), audit: audit.rows }
}
const nothing = { files: [], audit: [] }
const document = { files: ['mentor-document'], audit: [{ document: 'document', by: null }] }

test("deletes a rejected applicant's document after 30 days and the CV after 180, once, with an audit row", {
  tags: ['full'],
}, async () => {
  const { id } = await applicant()
  await reject(id)
  await pass(id, rejectedDocumentDays - 1)
  await tend()
  expect(await deleted(id)).toEqual(nothing)
  await pass(id, 1)
  await Promise.all([tend(), tend()])
  await tend()
  expect(await deleted(id)).toEqual(document)
  expect(await detail(id)).toMatchObject({ document: null, documentDeletedAt: expect.any(String), cvDeletedAt: null })
  await pass(id, rejectedCvDays - rejectedDocumentDays - 1)
  await tend()
  expect(await deleted(id)).toEqual(document)
  await pass(id, 1)
  await tend()
  await tend()
  expect(await deleted(id)).toEqual({
    files: ['mentor-cv', 'mentor-document'],
    audit: [...document.audit, { document: 'cv', by: null }],
  })
  expect(await detail(id)).toMatchObject({ cv: null, cvDeletedAt: expect.any(String) })
})

test('keeps files on a timely resubmission and asks for the document on a late one', { tags: ['full'] }, async () => {
  const early = await applicant()
  const late = await applicant()
  for (const { id } of [early, late]) {
    await reject(id)
    await pass(id, 10)
  }
  expect((await early.post('/api/mentor', early.base)).status).toBe(200)
  for (const { id } of [early, late]) await pass(id, rejectedCvDays)
  await tend()
  expect(await deleted(early.id)).toEqual(nothing)
  const old = await late.post('/api/mentor', { ...late.base, cv: '' })
  expect([old.status, old.body.details.fields]).toEqual([400, [{ field: 'mentorId', problem: 'file-gone' }]])
  const { answers, problems } = (await late.get('/api/mentor/application')).body.data
  expect([answers.details.cv, problems]).toEqual(['', { personal: [{ field: 'mentorId', problem: 'file-needed' }] }])
  const { mentorId } = await readyApplication(app.db, late.phone)
  expect((await late.post('/api/mentor', { ...late.base, mentorId, cv: '' })).status).toBe(200)
  await tend()
  expect((await deleted(late.id)).audit).toHaveLength(2)
  // A new rejection restarts the period.
  await reject(early.id)
  await tend()
  expect(await deleted(early.id)).toEqual(nothing)
})

test('serialises the nightly deletion with a concurrent resubmission', { tags: ['full'] }, async () => {
  for (let i = 0; i < 4; i++) {
    const one = await applicant()
    await reject(one.id)
    await pass(one.id, rejectedDocumentDays)
    const [reply] = await Promise.all([one.post('/api/mentor', one.base), tend()])
    const now = await detail(one.id)
    const { files } = await deleted(one.id)
    if (reply.status === 200) expect([now.status, now.document, files]).toEqual(['submitted', one.base.mentorId, []])
    else expect([reply.status, now.status, now.document, files]).toEqual([400, 'rejected', null, ['mentor-document']])
  }
})

test('deletes a document 30 days after its check failed, unless replaced', async () => {
  const one = await applicant()
  const other = await applicant()
  for (const { id } of [one, other]) {
    await check(id, 'failed')
    await pass(id, rejectedDocumentDays - 1)
  }
  const { mentorId } = await readyApplication(app.db, other.phone)
  expect((await other.put(`/api/mentor/${other.id}`, { application: { ...other.base, mentorId } })).status).toBe(200)
  await tend()
  expect([await deleted(one.id), await deleted(other.id)]).toEqual([nothing, nothing])
  for (const { id } of [one, other]) await pass(id, 1)
  await tend()
  await tend()
  expect([await deleted(one.id), await deleted(other.id)]).toEqual([document, nothing])
  expect((await detail(other.id)).document).toBe(mentorId)
})

test('keeps the name of a passed document, so that the application can be resubmitted without it', {
  tags: ['full'],
}, async () => {
  const one = await applicant()
  await check(one.id, 'passed')
  await reject(one.id)
  await pass(one.id, rejectedDocumentDays)
  await tend()
  expect(await deleted(one.id)).toEqual(document)
  expect((await one.post('/api/mentor', one.base)).status).toBe(200)
  const now = await detail(one.id)
  expect(now).toMatchObject({ status: 'submitted', document: one.base.mentorId, documentDeletedAt: expect.any(String) })
  expect(now.checks[0]).toMatchObject({ kind: 'identity', state: 'passed' })
})
