import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { readyApplication, sectionsOf } from '#test/application.ts'
import { makeAdmin, makeMentor, newPhone } from '#test/builders.ts'
import { passedCheck } from '#test/check-found.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
let colleague: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ name: 'Neha' })
  colleague = await app.admin({ name: 'Vivek', role: 'operations' })
})
afterAll(() => app.stop())

const at = (id: string, rest = '') => `/api/admin/mentors/${id}${rest}`
const detail = async (id: string) => (await owner.get(at(id))).body.data
const check = async (id: string, kind: string, more: Record<string, unknown> = {}) => {
  const { version } = await detail(id)
  const found = { ...passedCheck(kind), version, ...more }
  const reply = await owner.put(at(id, `/checks/${kind}`), found)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}
const decide = async (id: string, decision: string, reason = '') => {
  const { version } = await detail(id)
  expect((await owner.post(at(id, '/decision'), { decision, reason, version })).status).toBe(200)
}
const remove = async (id: string) => expect((await owner.call('DELETE', at(id, '/document'))).status).toBe(200)
const ask = (id: string, who = owner) => who.post(at(id, '/document-request'), undefined)

/** A verified mentor. */
async function verified(change: Record<string, unknown> = {}) {
  const one = await app.login(newPhone(), 'mentor')
  const base = await readyApplication(app.db, one.phone, change)
  const reply = await one.post('/api/mentor', base)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const id: string = reply.body.data._id
  for (const kind of ['identity', 'qualification', 'interview']) await check(id, kind)
  await decide(id, 'verify')
  return { ...one, id, base }
}
type Mentor = Awaited<ReturnType<typeof verified>>
const change = async ({ put, id, base }: Mentor, to: Record<string, unknown>) =>
  expect((await put(`/api/mentor/${id}`, { application: { ...base, ...to } })).status).toBe(200)
const own = async (one: Mentor) => (await one.get('/api/mentor/application')).body.data
const queue = async (q = '', rest = '') => (await owner.get(`/api/admin/mentors?status=recheck&q=${q}${rest}`)).body
const idsIn = async (q: string) => (await queue(q)).data.map((one: { _id: string }) => one._id)
const counted = async () => (await owner.get('/api/admin/mentors?limit=0')).body.counts.recheck
const events = async (id: string) => {
  const { rows } = await sql<{
    kind: string
  }>`select kind from mentor_event where mentor_id = ${id} order by id`.execute(app.db)
  return rows.map((row) => row.kind)
}
const told = async (...to: string[]) =>
  (await app.browser().get('/dev/outbox.json')).body.filter(
    (mail: { to: string; template: string }) => to.includes(mail.to) && mail.template === 'document-asked',
  )

describe('a check that is due again', () => {
  it('appears after a change of its facts, with the changed fields, until it passes', { tags: ['full'] }, async () => {
    const one = await verified()
    const before = await counted()
    expect(await idsIn(one.phone)).toEqual([])
    await change(one, { fullName: 'Asha Sharma' })
    expect(await counted()).toBe(before + 1)
    const [row, ...others] = (await queue(one.phone)).data
    expect(others).toEqual([])
    expect(row).toMatchObject({ _id: one.id, status: 'verified', recheckSince: expect.any(String) })
    const { rechecks, history } = await detail(one.id)
    expect(rechecks).toEqual([{ kind: 'identity', since: row.recheckSince, why: 'opened', changed: ['full_name'] }])
    expect(history.find((event: { kind: string }) => event.kind === 'check_reopened')).toMatchObject({
      check: 'identity',
      changed: ['full_name'],
      at: row.recheckSince,
    })
    await check(one.id, 'identity')
    expect([await idsIn(one.phone), (await detail(one.id)).rechecks]).toEqual([[one.id], []])
    // The new name still waits for a decision.
    const { version, waiting } = await detail(one.id)
    const decision = { change: waiting._id, decision: 'decline', reason: 'The ID shows another name.', version }
    expect((await owner.post(at(one.id, '/change-decision'), decision)).status).toBe(200)
    expect([await idsIn(one.phone), (await detail(one.id)).rechecks, await counted()]).toEqual([[], [], before])
  })

  it('appears on the first day after it expired', async () => {
    const { id, phone } = await makeMentor(app.db)
    const until = async (days: number) => {
      await check(id, 'police')
      await sql`update mentor_check set checked_on = current_date - 400, valid_until = ${inDays(days)}::date where mentor_id = ${id}`.execute(
        app.db,
      )
    }
    await until(0)
    expect(await idsIn(phone)).toEqual([])
    await until(-1)
    expect(await idsIn(phone)).toEqual([id])
    expect((await detail(id)).rechecks).toEqual([
      { kind: 'police', since: new Date(`${inDays(0)}T00:00:00+05:30`).toISOString(), why: 'ended', changed: [] },
    ])
    // This check is optional.
    await check(id, 'police', { state: 'pending', method: '', basis: '', checkedOn: null })
    expect(await idsIn(phone)).toEqual([])
  })

  it('appears after a failure, required or not, until it passes or the mentor is suspended', {
    tags: ['full'],
  }, async () => {
    const { id, phone } = await verified()
    const before = await counted()
    for (const kind of ['identity', 'police'] as const) {
      await check(id, kind, { state: 'failed', evidence: 'The name on the paper is another.' })
      expect((await detail(id)).rechecks).toMatchObject([
        { kind, why: 'failed', since: expect.any(String), changed: [] },
      ])
      expect([await idsIn(phone), await counted()]).toEqual([[id], before + 1])
      await check(id, kind)
      expect([await idsIn(phone), await counted()]).toEqual([[], before])
    }
    await check(id, 'identity', { state: 'failed', evidence: 'The name on the paper is another.' })
    await decide(id, 'suspend', 'The identity check failed.')
    expect(await idsIn(phone)).toEqual([])
  })

  it('belongs to verified mentors only', { tags: ['full'] }, async () => {
    const one = await verified()
    await change(one, { gender: 'male' })
    expect(await idsIn(one.phone)).toEqual([one.id])
    await decide(one.id, 'suspend', 'A complaint is open.')
    expect([await idsIn(one.phone), (await detail(one.id)).rechecks]).toEqual([[], []])
    await decide(one.id, 'restore')
    expect(await idsIn(one.phone)).toEqual([one.id])
    const { body } = await owner.get(`/api/admin/mentors?status=pending&q=${one.phone}`)
    expect(body.total).toBe(0)
  })

  it('is listed in pages, longest waiting first', async () => {
    const name = `Queue ${newPhone()}`
    const ids: string[] = []
    for (const days of [2, 9, 5]) {
      const { id } = await makeMentor(app.db, { name })
      await sql`insert into mentor_check (mentor_id, kind, state, checked_on, valid_until)
        values (${id}, 'identity', 'passed', current_date - 400, ${inDays(-days)}::date)`.execute(app.db)
      ids.push(id)
    }
    const first = await queue(name, '&limit=2')
    expect(first).toMatchObject({ total: 3, data: [{ _id: ids[1] }, { _id: ids[2] }] })
    const second = await queue(name, `&limit=2&cursor=${first.nextCursor}`)
    expect(second).toMatchObject({ nextCursor: null, data: [{ _id: ids[0] }] })
    expect((await queue(name, `&limit=2&cursor=${second.previousCursor}`)).data).toEqual(first.data)
  })
})

describe('a new identity document', () => {
  it('is requested once, announced by dashboard and message, uploaded in the form and queued for review', async () => {
    const email = `${newPhone()}@example.com`
    const one = await verified({ email })
    const deleted = one.base.mentorId
    await remove(one.id)
    expect((await ask(one.id)).body.code).toBe('document-not-needed')
    await change(one, { fullName: 'Asha Sharma' })
    const replies = await Promise.all([ask(one.id), ask(one.id, colleague)])
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    expect((await told(one.phone, email)).map((mail: { channel: string }) => mail.channel).sort()).toEqual([
      'email',
      'sms',
    ])
    expect((await events(one.id)).filter((kind) => kind === 'document_asked')).toHaveLength(1)
    // It waits for the mentor now.
    expect(await idsIn(one.phone)).toEqual([])
    const row = (await owner.get(`/api/admin/mentors?q=${one.phone}`)).body.data[0]
    expect(row).toMatchObject({ _id: one.id, recheckSince: null })
    expect(await detail(one.id)).toMatchObject({
      documentAskedAt: expect.any(String),
      rechecks: [{ kind: 'identity' }],
    })
    const told1 = await own(one)
    expect(told1).toMatchObject({ documentAsked: true, problems: { personal: [{ field: 'mentorId' }] } })
    expect([told1.answers.personal.mentorId, told1.submitted.personal.mentorId]).toEqual(['', ''])
    expect(told1.history[0]).toMatchObject({ kind: 'document_asked' })
    // An older draft still names the deleted document.
    const answers = { ...sectionsOf(one.base).personal, mentorId: `http://localhost:3000${deleted}` }
    await one.put('/api/mentor/application/personal', { answers, revision: 0 })
    expect((await own(one)).answers.personal.mentorId).toBe('')

    const { mentorId } = await readyApplication(app.db, one.phone)
    await change(one, { fullName: 'Asha Sharma', mentorId })
    expect(await own(one)).toMatchObject({
      documentAsked: false,
      history: [{ kind: 'document_given' }, {}, {}, {}, {}],
    })
    expect(await idsIn(one.phone)).toEqual([one.id])
    expect(await detail(one.id)).toMatchObject({
      document: mentorId,
      documentAskedAt: null,
      documentDeletedAt: null,
      rechecks: [{ kind: 'identity', changed: ['document'] }],
    })
    expect((await ask(one.id)).body.code).toBe('document-not-needed')
  })

  it('is not needed after identity passes by another method', { tags: ['full'] }, async () => {
    const one = await verified()
    await remove(one.id)
    await change(one, { gender: 'other' })
    expect((await ask(one.id)).status).toBe(200)
    await check(one.id, 'identity', { method: 'video-call' })
    expect(await own(one)).toMatchObject({ documentAsked: false, problems: {} })
    expect((await detail(one.id)).documentAskedAt).toBeNull()
  })

  it('can be requested after the check expired', { tags: ['full'] }, async () => {
    const one = await verified()
    await remove(one.id)
    await sql`update mentor_check set valid_until = ${inDays(-1)}::date where mentor_id = ${one.id} and kind = 'identity'`.execute(
      app.db,
    )
    expect(await idsIn(one.phone)).toEqual([one.id])
    expect((await ask(one.id)).status).toBe(200)
    expect(await idsIn(one.phone)).toEqual([])
    const { mentorId } = await readyApplication(app.db, one.phone)
    await change(one, { mentorId })
    expect(await idsIn(one.phone)).toEqual([one.id])
    expect((await detail(one.id)).checks[0]).toMatchObject({ kind: 'identity', state: 'pending' })
  })

  it('reopens a failed check, requested or not', { tags: ['full'] }, async () => {
    const one = await verified()
    await check(one.id, 'identity', { state: 'failed', method: '', basis: '' })
    expect(await idsIn(one.phone)).toEqual([one.id])
    const { mentorId } = await readyApplication(app.db, one.phone)
    await change(one, { mentorId })
    expect(await idsIn(one.phone)).toEqual([one.id])
    expect((await events(one.id)).at(-2)).toBe('document_given')
  })

  test('refuses support, a rejected applicant and an unknown mentor', async () => {
    const support = await app.admin({ role: 'support' })
    const { id } = await makeMentor(app.db, { status: 'rejected' })
    expect((await ask(id, support)).body.code).toBe('not-allowed')
    expect((await ask(id)).body.code).toBe('document-not-needed')
    expect((await ask('01890000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await ask('somebody')).status).toBe(400)
  })
})

test("shows an expiring check on the mentor's dashboard", { tags: ['full'] }, async () => {
  const one = await verified()
  const until = (days: number) =>
    sql`update mentor_check set valid_until = ${inDays(days)}::date where mentor_id = ${one.id} and kind = 'identity'`.execute(
      app.db,
    )
  for (const [days, ending] of [
    [31, []],
    [30, [{ kind: 'identity', validUntil: inDays(30) }]],
    [0, [{ kind: 'identity', validUntil: inDays(0) }]],
    [-1, []],
  ] as const) {
    await until(days)
    expect((await own(one)).ending, String(days)).toEqual(ending)
  }
})

test('writes one audit row per page of phone numbers and none for counts', async () => {
  const { phone, accountId } = await makeAdmin(app.db, { role: 'support' })
  const viewer = await app.login(phone, 'admin')
  const name = `Seen ${newPhone()}`
  const ids = [(await makeMentor(app.db, { name })).id, (await makeMentor(app.db, { name })).id]
  const first = await viewer.get(`/api/admin/mentors?status=verified&q=${name}&limit=1`)
  await viewer.get(`/api/admin/mentors?status=verified&q=${name}&limit=1&cursor=${first.body.nextCursor}`)
  await viewer.get('/api/admin/mentors?q=nobody%20has%20this%20name')
  const counts = await viewer.get('/api/admin/mentors?limit=0')
  const without = await viewer.get(`/api/admin/mentors?status=verified&q=${name}&phones=no`)
  expect(without.body.data.map(({ phone }: { phone: string | null }) => phone)).toEqual([null, null])
  expect(counts.body).toMatchObject({
    data: [],
    nextCursor: null,
    previousCursor: null,
    counts: { pending: expect.any(Number) },
  })
  const { rows } = await sql<{ subject: string; detail: { q: string; mentors: string[] } }>`
    select subject_id as subject, detail from audit where account_id = ${accountId} and action = 'mentor.list' order by id`.execute(
    app.db,
  )
  expect(rows.map(({ subject, detail }) => [subject, detail.q, detail.mentors.length])).toEqual([
    ['verified', name, 1],
    ['verified', name, 1],
  ])
  expect(rows.flatMap(({ detail }) => detail.mentors).sort()).toEqual(ids.sort())
})
