import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { readyApplication } from '#test/application.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { passedCheck } from '#test/check-found.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
let colleague: LoggedIn
let support: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ name: 'Neha', role: 'owner' })
  colleague = await app.admin({ name: 'Vivek', role: 'operations' })
  support = await app.admin({ name: 'Sana', role: 'support' })
})
afterAll(() => app.stop())

/** A pending applicant. */
async function applicant(change: Record<string, unknown> = {}) {
  const one = await app.login(newPhone(), 'mentor')
  const reply = await one.post('/api/mentor', await readyApplication(app.db, one.phone, change))
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return { ...one, id: reply.body.data._id as string }
}
const at = (id: string, rest = '') => `/api/admin/mentors/${id}${rest}`
const detail = async (id: string, who = owner) => (await who.get(at(id))).body.data
const version = async (id: string): Promise<number> => {
  const { rows } = await sql<{ version: number }>`select version from mentor where id = ${id}`.execute(app.db)
  return rows[0]?.version ?? 0
}
const decide = async (id: string, decision: string, more: Record<string, unknown> = {}, who = owner) =>
  who.post(at(id, '/decision'), { decision, version: await version(id), ...more })
const check = async (id: string, kind: string, more: Record<string, unknown> = {}, who = owner) =>
  who.put(at(id, `/checks/${kind}`), {
    ...passedCheck(kind),
    evidence: 'ends 1234',
    version: await version(id),
    ...more,
  })
async function pass(id: string, ...kinds: string[]): Promise<void> {
  for (const kind of kinds) expect((await check(id, kind)).status).toBe(200)
}
const listed = { adminRanking: 3, adminBrief: 'A patient teacher.', adminBriefVisible: true, tier: 'gold' }
const messages = async (to: string) =>
  (await app.browser().get('/dev/outbox.json')).body.filter((one: { to: string }) => one.to === to)
const events = async (id: string) => {
  const { rows } = await sql<{
    kind: string
  }>`select kind from mentor_event where mentor_id = ${id} order by id`.execute(app.db)
  return rows.map((row) => row.kind)
}
const audited = async (id: string) => {
  const { rows } = await sql<{ action: string }>`select action from audit where subject_id = ${id} order by id`.execute(
    app.db,
  )
  return rows.map((row) => row.action)
}

describe('a decision', () => {
  it('verifies a hidden mentor and shows it when asked to', { tags: ['full'] }, async () => {
    const shownTo = async (id: string) => (await app.browser().get(`/api/mentor/${id}`)).status
    for (const show of [false, true]) {
      const one = await applicant()
      await pass(one.id, 'identity', 'qualification', 'interview')
      const hidden = { ...listed, showOnWebsite: false, version: await version(one.id) }
      expect((await owner.put(at(one.id, '/listing'), hidden)).status).toBe(200)
      for (const _ of [1, 2]) {
        const reply = await decide(one.id, 'verify', { show })
        expect([reply.status, reply.body.data.isShown]).toEqual([200, show])
      }
      expect(await shownTo(one.id)).toBe(show ? 200 : 410)
      const { changes } = (await detail(one.id)).history.find(({ kind }: { kind: string }) => kind === 'verified')
      expect(changes.map(({ field }: { field: string }) => field)).toEqual(
        show ? ['status', 'showOnWebsite'] : ['status'],
      )
    }
  })

  it('verifies a mentor whose identity, qualification and interview have passed, notifies once and lists it', async () => {
    const email = `${newPhone()}@example.com`
    const one = await applicant({ email })
    const early = await decide(one.id, 'verify')
    expect([early.status, early.body.code, early.body.details.open]).toEqual([
      409,
      'checks-open',
      ['identity', 'qualification', 'interview'],
    ])
    await pass(one.id, 'identity')
    expect((await decide(one.id, 'verify')).body.details.open).toEqual(['qualification', 'interview'])
    await pass(one.id, 'qualification', 'interview')
    expect((await app.browser().get(`/api/mentor/${one.id}`)).status).toBe(404)
    const at = await version(one.id)
    const both = await Promise.all([owner, colleague].map((who) => decide(one.id, 'verify', { version: at }, who)))
    expect(both.map((reply) => [reply.status, reply.body.data.status])).toEqual([
      [200, 'verified'],
      [200, 'verified'],
    ])
    const shown = await app.browser().get(`/api/mentor/${one.id}`)
    expect(shown.body.data.checks).toMatchObject([
      { kind: 'identity', state: 'passed', basis: 'aadhaar', method: 'original', checkedOn: inDays(0) },
      { kind: 'qualification', state: 'passed' },
      { kind: 'interview', state: 'passed' },
    ])
    const list = await app.browser().get('/api/mentor?limit=50')
    expect(list.body.data.map((mentor: { _id: string }) => mentor._id)).toContain(one.id)
    expect(await events(one.id)).toEqual(['submitted', 'check_passed', 'check_passed', 'check_passed', 'verified'])
    expect((await audited(one.id)).filter((action) => action === 'mentor.verify')).toHaveLength(1)
    const told = [...(await messages(one.phone)), ...(await messages(email))].filter(
      (mail) => mail.template === 'mentor-verified',
    )
    expect(told.map((mail) => mail.channel).sort()).toEqual(['email', 'sms'])
    expect(told.find((mail) => mail.channel === 'email').data.subject).toContain('verified')
  })

  it('refuses to verify on an expired check', async () => {
    const one = await applicant()
    await pass(one.id, 'identity', 'qualification', 'interview')
    await sql`update mentor_check set checked_on = current_date - 9, valid_until = current_date - 2 where mentor_id = ${one.id} and kind = 'identity'`.execute(
      app.db,
    )
    expect((await decide(one.id, 'verify')).body.details.open).toEqual(['identity'])
  })

  it('rejects with a visible reason and accepts the corrected application', async () => {
    const one = await applicant({ email: `${newPhone()}@example.com` })
    for (const reason of [undefined, '', '   ']) {
      const reply = await decide(one.id, 'reject', { reason })
      expect([reply.status, reply.body.details.fields[0].field]).toEqual([400, 'reason'])
    }
    expect(await events(one.id)).toEqual(['submitted'])
    expect((await decide(one.id, 'reject', { reason: 'The photo is dark.' })).body.data.status).toBe('rejected')
    // Repeating the decision succeeds without a notification; a new reason is a new decision.
    expect((await decide(one.id, 'reject', { reason: 'The photo is dark.', version: 1 })).status).toBe(200)
    const other = await decide(one.id, 'reject', { reason: 'Another one' }, colleague)
    expect([other.status, other.body.code]).toEqual([409, 'status-moved'])
    const own = (await one.get('/api/mentor/application')).body.data
    expect(own).toMatchObject({ status: 'rejected', rejection: 'The photo is dark.' })
    expect(own.history[0]).toMatchObject({ kind: 'rejected', note: 'The photo is dark.' })
    expect(
      (await messages(one.phone)).filter((mail: { template: string }) => mail.template === 'mentor-rejected'),
    ).toHaveLength(1)
    expect((await one.post('/api/mentor', await readyApplication(app.db, one.phone))).body.data.status).toBe(
      'submitted',
    )
    expect((await decide(one.id, 'start_review')).body.data.status).toBe('in_review')
    expect((await decide(one.id, 'reject', { reason: 'The photo is dark.' })).body.data.status).toBe('rejected')
    expect(
      (await messages(one.phone)).filter((mail: { template: string }) => mail.template === 'mentor-rejected'),
    ).toHaveLength(2)
  })

  it('suspends and restores, updating the list', async () => {
    const { id } = await makeMentor(app.db)
    const isShown = async () => (await app.browser().get(`/api/mentor/${id}`)).status
    expect((await decide(id, 'suspend')).status).toBe(400)
    expect((await decide(id, 'suspend', { reason: 'A complaint is open.' })).status).toBe(200)
    expect(await isShown()).toBe(410)
    expect((await decide(id, 'verify')).body.code).toBe('status-moved')
    expect((await decide(id, 'restore')).body.data.status).toBe('verified')
    expect(await isShown()).toBe(200)
    expect(await events(id)).toEqual(['suspended', 'restored'])
  })
})

describe('two admins at once', () => {
  it("reports the first admin's changes to the second and writes nothing", { tags: ['full'] }, async () => {
    const one = await applicant()
    const seen = await version(one.id)
    const first = await owner.put(at(one.id, '/listing'), { ...listed, showOnWebsite: true, version: seen })
    expect(first.status).toBe(200)
    const second = await colleague.put(at(one.id, '/listing'), {
      ...listed,
      adminRanking: 9,
      tier: 'silver',
      showOnWebsite: true,
      version: seen,
    })
    expect([second.status, second.body.code]).toEqual([409, 'changed-meanwhile'])
    expect(second.body.details).toMatchObject({ by: 'Neha', at: expect.any(String), version: first.body.data.version })
    expect(second.body.details.events).toEqual([
      {
        kind: 'changed',
        check: null,
        changes: expect.arrayContaining([{ field: 'adminRanking', from: 10, to: 3 }]),
      },
    ])
    expect(await detail(one.id)).toMatchObject({
      adminRanking: 3,
      adminBrief: 'A patient teacher.',
      card: { tier: 'gold' },
    })
    const decision = await decide(one.id, 'reject', { reason: 'No', version: seen }, colleague)
    expect(decision.body.code).toBe('changed-meanwhile')
    const checked = await check(one.id, 'police', { version: seen }, colleague)
    expect(checked.body.code).toBe('changed-meanwhile')
  })

  it('writes exactly one of two concurrent saves of a version', async () => {
    const one = await applicant()
    const seen = await version(one.id)
    const save = (who: LoggedIn, adminRanking: number) =>
      who.put(at(one.id, '/listing'), { ...listed, adminRanking, showOnWebsite: true, version: seen })
    const replies = await Promise.all([save(owner, 4), save(colleague, 5)])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
    expect(await version(one.id)).toBe(seen + 1)
  })

  it("counts the mentor's own changes", { tags: ['full'] }, async () => {
    const one = await applicant()
    const seen = await version(one.id)
    await one.put(`/api/mentor/${one.id}`, { application: await readyApplication(app.db, one.phone, { age: 50 }) })
    const reply = await decide(one.id, 'reject', { reason: 'Too young', version: seen })
    expect(reply.body.details).toMatchObject({ by: 'Asha Verma', events: [{ kind: 'changed' }] })
    const now = await version(one.id)
    for (const showOnWebsite of [false, false]) await one.put(`/api/mentor/${one.id}`, { showOnWebsite })
    const listing = { ...listed, showOnWebsite: true, version: now }
    expect((await owner.put(at(one.id, '/listing'), listing)).body.details.events).toEqual([
      { kind: 'changed', check: null, changes: [{ field: 'showOnWebsite', from: true, to: false }] },
    ])
  })
})

describe('a check', () => {
  it('stores its checker, hides evidence from families and ignores a repeated save', { tags: ['full'] }, async () => {
    const one = await applicant()
    await pass(one.id, 'identity')
    const at = await version(one.id)
    expect((await check(one.id, 'identity', { version: 1 }, colleague)).status).toBe(200)
    expect(await version(one.id)).toBe(at)
    const { checks } = await detail(one.id)
    expect(checks.find((found: { kind: string }) => found.kind === 'identity')).toEqual({
      kind: 'identity',
      state: 'passed',
      method: 'original',
      basis: 'aadhaar',
      checker: 'Neha',
      degree: '',
      degreeYear: null,
      issuedOn: null,
      evidence: 'ends 1234',
      checkedOn: inDays(0),
      validUntil: null,
    })
    expect((await check(one.id, 'identity', { state: 'failed' }, colleague)).status).toBe(200)
    expect((await check(one.id, 'identity', { state: 'pending', method: '', checkedOn: null })).status).toBe(200)
    expect(await events(one.id)).toEqual(['submitted', 'check_passed', 'check_failed', 'check_reopened'])
  })

  test.each([
    ['passed without saying how', { method: '' }, 'method'],
    ['passed without saying what was seen', { basis: '' }, 'basis'],
    ['passed by what belongs to another check', { basis: 'aadhaar' }, 'basis'],
    ['passed in a way of another check', { method: 'digilocker' }, 'method'],
    ['without the day on the certificate', { issuedOn: null }, 'issuedOn'],
    ['without the end of the certificate', { validUntil: null }, 'validUntil'],
    ['by a certificate of a day to come', { issuedOn: inDays(1) }, 'issuedOn'],
    ['without a day', { checkedOn: null }, 'checkedOn'],
    ['on a day to come', { checkedOn: inDays(1) }, 'checkedOn'],
    ['that ends before it began', { validUntil: inDays(-1) }, 'validUntil'],
    ['with a day that is none', { checkedOn: '2026-02-30' }, 'checkedOn'],
    ['with a long note', { evidence: 'a'.repeat(901) }, 'evidence'],
    ['with half a character', { evidence: '\ud800' }, 'evidence'],
    ['in a state we do not know', { state: 'maybe' }, 'state'],
  ])('rejects %s', async (_, change, field) => {
    const { id } = await makeMentor(app.db)
    const reply = await check(id, 'police', change)
    expect([reply.status, reply.body.details.fields[0].field]).toEqual([400, field])
  })

  it('of training needs its last day and shows families what was done', async () => {
    const { id, slug } = await makeMentor(app.db)
    const refused = await check(id, 'training', { validUntil: null })
    expect([refused.status, refused.body.details.fields[0].field]).toEqual([400, 'validUntil'])
    expect((await check(id, 'training')).status).toBe(200)
    const { body } = await app.browser().get(`/api/mentor/${slug}`)
    expect(body.data.checks).toContainEqual(
      expect.objectContaining({ kind: 'training', state: 'passed', validUntil: inDays(700) }),
    )
  })

  it('rejects unknown kinds and mentors', async () => {
    const { id } = await makeMentor(app.db)
    expect((await check(id, 'palmistry')).status).toBe(400)
    expect((await check('01890000-0000-7000-8000-000000000000', 'police', { version: 1 })).status).toBe(404)
    expect((await owner.get(at('01890000-0000-7000-8000-000000000000'))).status).toBe(404)
  })
})

describe('the listing', () => {
  test.each([
    ['a ranking of 0', { adminRanking: 0 }],
    ['a ranking of 100', { adminRanking: 100 }],
    ['half a rank', { adminRanking: 1.5 }],
    ['a bronze tier', { tier: 'bronze' }],
    ['a long brief', { adminBrief: 'a'.repeat(1501) }],
  ])('rejects %s', async (_, change) => {
    const { id } = await makeMentor(app.db)
    const body = { ...listed, showOnWebsite: true, ...change, version: await version(id) }
    expect((await owner.put(at(id, '/listing'), body)).status).toBe(400)
  })

  it('updates what families see at once', async () => {
    const { id } = await makeMentor(app.db)
    const save = async (change: Record<string, unknown>) =>
      owner.put(at(id, '/listing'), { ...listed, showOnWebsite: true, ...change, version: await version(id) })
    await save({})
    const shown = await app.browser().get(`/api/mentor/${id}`)
    expect(shown.body.data).toMatchObject({ tier: 'gold', brief: 'A patient teacher.' })
    await save({ adminBriefVisible: false })
    expect((await app.browser().get(`/api/mentor/${id}`)).body.data.brief).toBe('')
    await save({ showOnWebsite: false })
    expect((await app.browser().get(`/api/mentor/${id}`)).status).toBe(410)
  })
})

describe('the list', () => {
  it('lists pending mentors first, longest waiting first, over all pages', { tags: ['full'] }, async () => {
    const mine = `Zubeida ${newPhone()}`
    const ids: string[] = []
    for (const [i, status] of ['verified', 'submitted', 'in_review', 'rejected', 'suspended'].entries()) {
      const { id } = await makeMentor(app.db, { name: `${mine} ${i}`, status })
      await sql`update mentor set submitted_at = now() - make_interval(days => ${i}) where id = ${id}`.execute(app.db)
      ids.push(id)
    }
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await owner.get(`/api/admin/mentors?q=${mine}&limit=2${cursor}`)
      expect(body.total).toBe(5)
      seen.push(...body.data.map((one: { _id: string }) => one._id))
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : ''
    } while (cursor !== '')
    expect(seen).toEqual([2, 1, 4, 3, 0].map((i) => ids[i]))
    // Backwards too.
    const page = async (at: string) => (await owner.get(`/api/admin/mentors?q=${mine}&limit=2${at}`)).body
    const first = await page('')
    const second = await page(`&cursor=${first.nextCursor}`)
    const third = await page(`&cursor=${second.nextCursor}`)
    const back = await page(`&cursor=${third.previousCursor}`)
    expect([first.previousCursor, third.nextCursor]).toEqual([null, null])
    expect(back.data).toEqual(second.data)
    expect((await page(`&cursor=${back.previousCursor}`)).data).toEqual(first.data)
    expect((await page(`&cursor=${back.nextCursor}`)).data).toEqual(third.data)
    expect((await page(`&cursor=${back.previousCursor}`)).previousCursor).toBeNull()
    const filtered = async (status: string) =>
      (await owner.get(`/api/admin/mentors?q=${mine}&status=${status}`)).body.data.map(
        (one: { _id: string }) => one._id,
      )
    expect(await filtered('pending')).toEqual([ids[2], ids[1]])
    expect(await filtered('verified')).toEqual([ids[0]])
    expect(await filtered('rejected')).toEqual([ids[3]])
    expect(await filtered('suspended')).toEqual([ids[4]])
  })

  it('finds by name, phone and number, escapes wildcards and reports missing parts', async () => {
    const { id, phone } = await makeMentor(app.db, { name: 'Percy 100% O’Neill', status: 'submitted' })
    const { number } = await detail(id)
    await sql`insert into mentor_check (mentor_id, kind, state, valid_until) values (${id}, 'identity', 'passed', '2020-01-01')`.execute(
      app.db,
    )
    for (const q of [
      'percy',
      '100%',
      phone,
      phone.slice(-4),
      `+91 ${phone}`,
      number,
      number.toLowerCase(),
      number.slice(3),
    ]) {
      const { body } = await owner.get(`/api/admin/mentors?q=${encodeURIComponent(q)}`)
      // Four digits may also match part of a phone number.
      if (!/^\d{4}$/.test(q)) expect(body.data, q).toHaveLength(1)
      expect(body.data.find((one: { _id: string }) => one._id === id)).toMatchObject({
        phone,
        missing: ['photo', 'document', 'cv', 'video', 'brief'],
        subjects: ['mathematics'],
        checks: [{ kind: 'identity', state: 'expired' }],
      })
    }
    expect((await owner.get('/api/admin/mentors?q=%25')).body.total).toBe(1)
    expect((await owner.get('/api/admin/mentors?q=_')).body.total).toBe(0)
    const { counts } = (await owner.get('/api/admin/mentors?limit=1')).body
    expect(counts).toMatchObject({ pending: expect.any(Number), oldest: expect.any(String) })
  })

  it('sorts by each column in both directions and exports a file for those who may decide', {
    tags: ['full'],
  }, async () => {
    const mine = `Sorter ${newPhone()}`
    const ids: string[] = []
    for (const [i, [name, status]] of [
      ['b', 'verified'],
      ['a', 'submitted'],
      ['c', 'in_review'],
    ].entries()) {
      const { id } = await makeMentor(app.db, { name: `${mine} ${name}`, status: String(status) })
      await sql`update mentor set submitted_at = now() - make_interval(days => ${[2, 3, 1][i]}), updated_at = now() - make_interval(days => ${i}),
        photo = ${i > 0 ? 'p' : null}, document = ${i > 1 ? 'd' : null} where id = ${id}`.execute(app.db)
      ids.push(id)
    }
    const page = async (of: string) => (await owner.get(`/api/admin/mentors?q=${mine}&${of}`)).body
    const sorted = async (of: string) => {
      const first = await page(`${of}&limit=2`)
      const second = await page(`${of}&limit=2&cursor=${first.nextCursor}`)
      expect((await page(`${of}&limit=2&cursor=${second.previousCursor}`)).data).toEqual(first.data)
      return [...first.data, ...second.data].map((one: { _id: string }) => ids.indexOf(one._id))
    }
    expect(await sorted('sort=waiting')).toEqual([1, 2, 0])
    expect(await sorted('sort=waiting&order=desc')).toEqual([0, 2, 1])
    expect(await sorted('sort=applied')).toEqual([1, 0, 2])
    expect(await sorted('sort=changed&order=desc')).toEqual([0, 1, 2])
    expect(await sorted('sort=name')).toEqual([1, 0, 2])
    expect(await sorted('sort=missing')).toEqual([2, 1, 0])
    const file = `/api/admin/mentors.csv?q=${mine}&sort=name&status=pending`
    expect((await support.get(file)).status).toBe(403)
    const lines = (await owner.get(file)).body.trimEnd().split('\r\n')
    expect(lines.map((line: string) => /Sorter \d+ (.)/.exec(line)?.[1])).toEqual([undefined, 'a', 'c'])
  })

  it('rejects a foreign cursor and an unknown filter', async () => {
    const { nextCursor } = (await owner.get('/api/admin/mentors?limit=1')).body
    expect((await owner.get(`/api/admin/mentors?limit=1&q=x&cursor=${nextCursor}`)).body.code).toBe('bad-cursor')
    expect((await owner.get('/api/admin/mentors?status=draft')).status).toBe(400)
  })
})

describe('roles', () => {
  it('lets support read but not decide', async () => {
    const one = await applicant()
    expect((await support.get('/api/admin/mentors')).status).toBe(200)
    expect((await support.get(at(one.id))).status).toBe(200)
    const replies = [
      await decide(one.id, 'start_review', {}, support),
      await check(one.id, 'identity', {}, support),
      await support.put(at(one.id, '/listing'), { ...listed, showOnWebsite: true, version: 1 }),
      await support.call('DELETE', at(one.id, '/document')),
      await support.put(`/api/mentor/${one.id}`, { showOnWebsite: false }),
    ]
    expect(replies.map((reply) => [reply.status, reply.body.code])).toEqual(Array(5).fill([403, 'not-allowed']))
    expect(await events(one.id)).toEqual(['submitted'])
  })

  it('writes an audit row for every view and every change', async () => {
    const one = await applicant()
    await detail(one.id, support)
    await check(one.id, 'identity', {}, colleague)
    await owner.put(at(one.id, '/listing'), { ...listed, showOnWebsite: true, version: await version(one.id) })
    expect(await audited(one.id)).toEqual(['mentor.look', 'mentor.check', 'mentor.listing'])
    const { history } = await detail(one.id)
    expect(
      history.map((event: { kind: string; by: string; isAdmin: boolean }) => [event.kind, event.by, event.isAdmin]),
    ).toEqual([
      ['changed', 'Neha', true],
      ['check_passed', 'Vivek', true],
      ['submitted', 'Asha Verma', false],
    ])
  })
})

describe('an identity document', () => {
  it('can be deleted only after its check, whose result stays', { tags: ['full'] }, async () => {
    const one = await applicant()
    const remove = () => owner.call('DELETE', at(one.id, '/document'))
    expect((await remove()).body.code).toBe('identity-open')
    await pass(one.id, 'identity')
    const first = await remove()
    expect(first.status).toBe(200)
    expect((await remove()).body).toEqual(first.body)
    const { rows } = await sql`select preset from media m join account a on a.id = m.account_id
      where a.phone = ${one.phone} and deleted_at is not null`.execute(app.db)
    expect(rows).toEqual([{ preset: 'mentor-document' }])
    expect((await events(one.id)).filter((kind) => kind === 'document_deleted')).toHaveLength(1)
    const now = await detail(one.id)
    expect(now.documentDeletedAt).toEqual(expect.any(String))
    expect(now.checks[0]).toMatchObject({ state: 'passed', evidence: 'ends 1234' })
    // A new document reopens the check.
    const application = await readyApplication(app.db, one.phone)
    await one.put(`/api/mentor/${one.id}`, { application })
    expect(await detail(one.id)).toMatchObject({ documentDeletedAt: null, document: application.mentorId })
  })
})
