import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { jobHandlers } from '#server/worker.ts'
import { readyApplication } from '#test/application.ts'
import { newPhone } from '#test/builders.ts'
import { passedCheck } from '#test/check-found.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let admin: LoggedIn
let support: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin({ role: 'operations' })
  support = await app.admin({ role: 'support' })
})
afterAll(() => app.stop())

const detail = async (id: string) => (await admin.get(`/api/admin/mentors/${id}`)).body.data
const check = async (id: string, kind: string, more: Record<string, unknown> = {}) =>
  admin.put(`/api/admin/mentors/${id}/checks/${kind}`, {
    ...passedCheck(kind),
    version: (await detail(id)).version,
    ...more,
  })
const checkIn = async (id: string, kind: string) =>
  (await detail(id)).checks.find((one: { kind: string }) => one.kind === kind)

/** A private file uploaded by this phone's account. */
async function upload(phone: string, preset = 'mentor-certificate'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into media (account_id, preset, kind, format, content_type, bytes, sha256, file_name, store_keys, is_private, ready_at)
    select id, ${preset}, 'raw', 'pdf', 'application/pdf', 1000, sha256(${preset}::bytea), 'scan.pdf', '{}', true, now()
    from account where phone = ${phone} returning id`.execute(app.db)
  return `/media/private/${rows[0]?.id}`
}
type Files = { degree?: string[]; teaching?: string[]; police?: string[] }
async function applicant(files: (phone: string) => Promise<Files> = async () => ({})) {
  const one = await app.login(newPhone(), 'mentor')
  const base = await readyApplication(app.db, one.phone, { certificates: await files(one.phone) })
  const reply = await one.post('/api/mentor', base)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const id: string = reply.body.data._id
  const change = (certificates: Files) => one.put(`/api/mentor/${id}`, { application: { ...base, certificates } })
  return { ...one, id, base, change }
}
const withDegree = () => applicant(async (phone) => ({ degree: [await upload(phone)] }))
async function verified(files?: (phone: string) => Promise<Files>) {
  const one = await applicant(files)
  for (const kind of ['identity', 'qualification', 'interview']) expect((await check(one.id, kind)).status).toBe(200)
  const { version } = await detail(one.id)
  const reply = await admin.post(`/api/admin/mentors/${one.id}/decision`, { decision: 'verify', version })
  expect(reply.status).toBe(200)
  return one
}

/** State that a refused change must leave untouched. */
async function rowsOf(id: string) {
  const { rows } = await sql`
    select (select json_agg(c order by c.kind) from mentor_check c where c.mentor_id = m.id) as checks, m.version, m.status,
      (select json_agg(f order by f.media_id) from mentor_certificate f where f.mentor_id = m.id) as certificates,
      (select count(*)::int from mentor_event e where e.mentor_id = m.id) as events,
      (select count(*)::int from audit a where a.subject_id = m.id::text and a.action <> 'mentor.look') as entries,
      (select json_agg(json_build_array(f.id, f.unused_since is null) order by f.id) from media f where f.account_id = m.account_id) as media
    from mentor m where m.id = ${id}`.execute(app.db)
  return rows
}

describe('certificates of an application', () => {
  it('are stored by kind, shown to mentor and admin, and replaced', { tags: ['full'] }, async () => {
    const one = await applicant(async (phone) => ({
      degree: [await upload(phone), await upload(phone)],
      police: [await upload(phone)],
    }))
    const sent = one.base.certificates as Required<Files> // safe: made above
    const answers = async () => (await one.get('/api/mentor/application')).body.data.answers.education.certificates
    expect(await answers()).toEqual({ degree: sent.degree, teaching: [], police: sent.police })
    expect((await detail(one.id)).certificates).toMatchObject([
      { kind: 'degree', deletedAt: null },
      { kind: 'degree', deletedAt: null },
      { kind: 'police', deletedAt: null },
    ])
    const teaching = await upload(one.phone)
    expect((await one.change({ degree: sent.degree.slice(0, 1), teaching: [teaching] })).status).toBe(200)
    expect(await answers()).toEqual({ degree: sent.degree.slice(0, 1), teaching: [teaching], police: [] })
    const { rows } = await sql<{ path: string }>`
      select '/media/private/' || f.id as path from media f join account a on a.id = f.account_id
      where a.phone = ${one.phone} and f.preset = 'mentor-certificate' and f.unused_since is null order by f.id`.execute(
      app.db,
    )
    expect(rows.map(({ path }) => path)).toEqual([sent.degree[0], teaching])
  })

  test.each([
    ["somebody else's file", async () => [await upload((await app.login(newPhone(), 'mentor')).phone)], 'file-gone'],
    ['a file sent as something else', async (phone: string) => [await upload(phone, 'mentor-cv')], 'file-gone'],
    [
      'five files of one kind',
      async (phone: string) => Promise.all([1, 2, 3, 4, 5].map(() => upload(phone))),
      'files-many',
    ],
  ])('rejects %s and changes nothing', async (_, files, problem) => {
    const one = await withDegree()
    const degree = await files(one.phone)
    const before = await rowsOf(one.id)
    const reply = await one.change({ degree })
    expect([reply.status, reply.body.details.fields]).toMatchObject([400, [{ problem }]])
    expect(reply.body.details.fields[0].field).toContain('certificates.degree')
    expect(await rowsOf(one.id)).toEqual(before)
  })

  it('open for reviewers only, with an audit row', async () => {
    const one = await withDegree()
    const [{ _id }] = (await detail(one.id)).certificates
    const link = `/api/media/${_id}/link`
    expect((await one.get(link)).status).toBe(200)
    expect((await support.get(link)).body.code).toBe('not-allowed')
    expect((await (await applicant()).get(link)).status).toBe(404)
    expect((await detail(one.id)).looks).toEqual([])
    expect((await admin.get(link)).status).toBe(200)
    expect((await detail(one.id)).looks).toMatchObject([{ document: 'certificate-degree' }])
  })
})

describe('a check based on a document', () => {
  test.each([
    ['qualification', { method: 'copy' }],
    ['police', { method: 'copy' }],
  ])('refuses to pass %s by a copy that was not uploaded', async (kind, more) => {
    // A teaching certificate is not a degree.
    const one = await applicant(async (phone) => ({ teaching: [await upload(phone)] }))
    const before = await rowsOf(one.id)
    const reply = await check(one.id, kind, more)
    expect([reply.status, reply.body.code, reply.body.details]).toEqual([409, 'check-without-document', { kind }])
    expect(await rowsOf(one.id)).toEqual(before)
  })

  it('passes by the document or by another listed method, and families read codes only', async () => {
    const sent = await withDegree()
    const unsent = await applicant()
    const more = { evidence: 'Roll number 1234' }
    expect((await check(sent.id, 'qualification', { ...more, method: 'copy' })).status).toBe(200)
    expect((await check(unsent.id, 'qualification', { ...more, method: 'digilocker' })).status).toBe(200)
    for (const [{ id }, method] of [
      [sent, 'copy'],
      [unsent, 'digilocker'],
    ] as const) {
      for (const kind of ['identity', 'interview']) expect((await check(id, kind)).status).toBe(200)
      const { version } = await detail(id)
      await admin.post(`/api/admin/mentors/${id}/decision`, { decision: 'verify', version })
      const { body } = await app.browser().get(`/api/mentor/${id}`)
      expect(body.data.checks.find((one: { kind: string }) => one.kind === 'qualification')).toEqual({
        kind: 'qualification',
        state: 'passed',
        basis: 'degree-certificate',
        method,
        degree: 'bsc_mathematics',
        degreeYear: 2013,
        issuedOn: null,
        checkedOn: inDays(0),
        validUntil: null,
      })
      expect(JSON.stringify(body)).not.toContain('Roll number')
    }
  })

  test.each([
    ['a degree the mentor does not have', { degree: 'bca' }, 'degree'],
    ['no degree', { degree: '' }, 'degree'],
    ['no choice of what was seen', { basis: '' }, 'basis'],
    ['no choice of how', { method: '' }, 'method'],
    ['words in place of a code', { basis: 'A fine degree' }, 'basis'],
    ['a note for families', { note: 'A fine degree' }, undefined],
  ])('rejects %s and changes nothing', async (_, more, field) => {
    const { id } = await withDegree()
    const before = await rowsOf(id)
    const reply = await check(id, 'qualification', more)
    expect(reply.status).toBe(400)
    if (field) expect(reply.body.details.fields[0].field).toBe(field)
    expect(await rowsOf(id)).toEqual(before)
  })

  it('reopens when its documents change; a teaching certificate reopens none', { tags: ['full'] }, async () => {
    const one = await verified(async (phone) => ({ degree: [await upload(phone)] }))
    const { degree } = one.base.certificates as Required<Files> // safe: made above
    await one.change({ degree, teaching: [await upload(one.phone)] })
    expect(await checkIn(one.id, 'qualification')).toMatchObject({ state: 'passed' })
    expect((await detail(one.id)).rechecks).toEqual([])
    await one.change({ degree: [await upload(one.phone)], police: [await upload(one.phone)] })
    expect(await checkIn(one.id, 'qualification')).toMatchObject({
      state: 'pending',
      basis: '',
      method: '',
      degree: '',
    })
    expect(await checkIn(one.id, 'police')).toMatchObject({ state: 'pending' })
    expect((await detail(one.id)).rechecks).toMatchObject([
      { kind: 'police', why: 'opened', changed: ['certificate-police'] },
      { kind: 'qualification', why: 'opened', changed: ['certificate-degree'] },
    ])
    const { counts } = (await admin.get('/api/admin/mentors?limit=0')).body
    expect(counts.recheck).toBeGreaterThan(0)
    expect((await check(one.id, 'police', { method: 'copy' })).status).toBe(200)
  })
})

test('deletes certificates after the retention period, keeps their names and ignores a resubmission', {
  tags: ['full'],
}, async () => {
  const one = await applicant(async (phone) => ({ degree: [await upload(phone)], police: [await upload(phone)] }))
  expect((await check(one.id, 'qualification', { method: 'copy' })).status).toBe(200)
  await sql`update mentor_check set checked_on = checked_on - 400 where mentor_id = ${one.id} and kind = 'qualification'`.execute(
    app.db,
  )
  const tend = () => jobHandlers(app.context)['privacy.retain']({})
  // A certificate uploaded after an old check is kept for the full period.
  await tend()
  expect((await detail(one.id)).certificates).toMatchObject([{ deletedAt: null }, { deletedAt: null }])
  await sql`update mentor_certificate set sent_at = sent_at - interval '400 days' where mentor_id = ${one.id}`.execute(
    app.db,
  )
  await Promise.all([tend(), tend()])
  await tend()
  const { certificates } = await detail(one.id)
  expect(certificates).toMatchObject([
    { kind: 'degree', deletedAt: expect.any(String) },
    { kind: 'police', deletedAt: null },
  ])
  const { rows } = await sql<{ detail: unknown }>`
    select detail - 'version' as detail from audit where subject_id = ${one.id} and action = 'mentor.document-deleted'`.execute(
    app.db,
  )
  expect(rows).toEqual([{ detail: { document: 'certificate-degree' } }])
  expect((await one.get(`/api/media/${certificates[0]._id}/link`)).status).toBe(404)
  expect((await one.change(one.base.certificates as Files)).status).toBe(200)
  const { checkedOn, validUntil, ...kept } = await checkIn(one.id, 'qualification')
  expect(kept).toMatchObject({ state: 'passed', method: 'copy' })
  // Its note may still change; passing it again needs a document.
  const again = { method: 'copy', evidence: 'Kept in the file' }
  expect((await check(one.id, 'qualification', { ...again, checkedOn, validUntil })).status).toBe(200)
  expect((await check(one.id, 'qualification', again)).body.code).toBe('check-without-document')
})

test('deletes certificates 30 days after a rejection and asks for new files', { tags: ['full'] }, async () => {
  const one = await withDegree()
  const { version } = await detail(one.id)
  const body = { decision: 'reject', reason: 'The photo is dark.', version }
  expect((await admin.post(`/api/admin/mentors/${one.id}/decision`, body)).status).toBe(200)
  await sql`update mentor_event set at = at - interval '31 days' where mentor_id = ${one.id}`.execute(app.db)
  await jobHandlers(app.context)['privacy.retain']({})
  expect((await detail(one.id)).certificates).toEqual([])
  const { answers } = (await one.get('/api/mentor/application')).body.data
  expect(answers.education.certificates).toEqual({ degree: [], teaching: [], police: [] })
})
