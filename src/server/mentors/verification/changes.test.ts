import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { problemText } from '#contract/mentors/application-problems.ts'
import { errorTable } from '#contract/wire/errors.ts'
import { renameDegree } from '#server/mentors/applications/applications.ts'
import { transaction } from '#server/platform/database.ts'
import { readyApplication } from '#test/application.ts'
import { newPhone } from '#test/builders.ts'
import { passedCheck } from '#test/check-found.ts'
import { few } from '#test/rounds.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ name: 'Neha' })
})
afterAll(() => app.stop())

const at = (id: string, rest = '') => `/api/admin/mentors/${id}${rest}`
const detail = async (id: string) => (await owner.get(at(id))).body.data
const check = async (id: string, kind: string) => {
  const { version } = await detail(id)
  expect((await owner.put(at(id, `/checks/${kind}`), { ...passedCheck(kind), version })).status).toBe(200)
}

async function submitted(change: Record<string, unknown> = {}) {
  const one = await app.login(newPhone(), 'mentor')
  const base = await readyApplication(app.db, one.phone, change)
  const reply = await one.post('/api/mentor', base)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return { ...one, id: reply.body.data._id as string, base }
}
async function verified(change: Record<string, unknown> = {}) {
  const one = await submitted(change)
  for (const kind of ['identity', 'qualification', 'interview']) await check(one.id, kind)
  const { version } = await detail(one.id)
  expect((await owner.post(at(one.id, '/decision'), { decision: 'verify', version })).status).toBe(200)
  return one
}
type Mentor = Awaited<ReturnType<typeof submitted>>
const put = ({ put, id, base }: Mentor, to: Record<string, unknown>) =>
  put(`/api/mentor/${id}`, { application: { ...base, ...to } })
const change = async (one: Mentor, to: Record<string, unknown>) => {
  const reply = await put(one, to)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}
const own = async (one: Mentor) => (await one.get('/api/mentor/application')).body.data
const decide = async (id: string, decision: string, reason = '', who = owner) => {
  const { version, waiting } = await detail(id)
  return await who.post(at(id, '/change-decision'), { change: waiting._id, decision, reason, version })
}
const row = async (id: string) => {
  const { rows } = await sql<Record<string, unknown>>`select m.*, s.name as "searchName" from mentor m
    left join mentor_search s on s.mentor_id = m.id where m.id = ${id}`.execute(app.db)
  return rows[0] ?? {}
}
const checks = async (id: string) => {
  const { rows } = await sql<{ kind: string; state: string }>`
    select kind, state from mentor_check where mentor_id = ${id} order by kind`.execute(app.db)
  return Object.fromEntries(rows.map(({ kind, state }) => [kind, state]))
}
const changeRows = async (id: string) => {
  const { rows } = await sql<{ status: string; facts: unknown }>`
    select status, facts from mentor_change where mentor_id = ${id} order by id`.execute(app.db)
  return rows
}
const publicOf = (id: string) => app.browser().get(`/api/mentor/${id}`)
const isUnused = async (path: unknown) => {
  const { rows } = await sql<{ is: boolean }>`
    select unused_since is not null as is from media where id = ${String(path).split('/')[2]}`.execute(app.db)
  return rows[0]?.is
}
const messages = async (phone: string, template: string) =>
  (await app.browser().get('/dev/outbox.json')).body.filter(
    (one: { to: string; template: string }) => one.to === phone && one.template === template,
  )

describe('a new name, gender or photo of a verified mentor', () => {
  it('leaves the profile as it was, unlists the mentor and waits for an admin', async () => {
    const one = await verified()
    const slug = (await publicOf(one.id)).body.data.slug
    await change(one, { fullName: 'Rohit Malhotra', gender: 'male' })
    expect(await row(one.id)).toMatchObject({
      full_name: 'Asha Verma',
      gender: 'female',
      identity_in_review: true,
      is_listed: false,
      searchName: null,
    })
    expect(await changeRows(one.id)).toEqual([
      { status: 'waiting', facts: { full_name: 'Rohit Malhotra', gender: 'male' } },
    ])
    expect((await checks(one.id)).identity).toBe('pending')
    for (const address of [one.id, slug]) expect((await publicOf(address)).status).toBeGreaterThanOrEqual(404)
    expect((await one.get(`/api/mentor/${one.id}`)).body.data).toMatchObject({ fullName: 'Asha Verma' })
    const { body } = await app.browser().get('/api/mentor?city=Indore&q=Rohit%20Malhotra')
    expect(body.data.map((found: { _id: string }) => found._id)).not.toContain(one.id)
    expect(await own(one)).toMatchObject({
      submitted: { personal: { fullName: 'Rohit Malhotra' } },
      waiting: {
        isUnlisted: true,
        changes: [
          { fact: 'full_name', from: 'Asha Verma', to: 'Rohit Malhotra' },
          { fact: 'gender', from: 'female', to: 'male' },
        ],
      },
    })
    // Neither the mentor nor an admin's listing form lists the mentor before the decision.
    await one.put(`/api/mentor/${one.id}`, { showOnWebsite: false })
    await one.put(`/api/mentor/${one.id}`, { showOnWebsite: true })
    const { version, card, adminRanking, adminBrief, adminBriefVisible } = await detail(one.id)
    const listing = { adminRanking: adminRanking + 1, adminBrief, adminBriefVisible, tier: card.tier, version }
    expect((await owner.put(at(one.id, '/listing'), { ...listing, showOnWebsite: true })).status).toBe(200)
    expect(await row(one.id)).toMatchObject({ show_on_website: true, is_listed: false })
  })

  it('is applied and listed again when an admin approves it, once', async () => {
    const one = await verified()
    const { profilePhoto } = await readyApplication(app.db, one.phone)
    await change(one, { fullName: 'Asha Sharma', profilePhoto })
    expect([await isUnused(one.base.profilePhoto), await isUnused(profilePhoto)]).toEqual([false, false])
    const { version, waiting } = await detail(one.id)
    const body = { change: waiting._id, decision: 'approve', version }
    const first = await owner.post(at(one.id, '/change-decision'), body)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect((await owner.post(at(one.id, '/change-decision'), body)).body).toEqual(first.body)
    expect(
      (await owner.post(at(one.id, '/change-decision'), { ...body, decision: 'decline', reason: 'No' })).body.code,
    ).toBe('change-decided')
    expect(await row(one.id)).toMatchObject({
      full_name: 'Asha Sharma',
      photo: profilePhoto,
      is_listed: true,
      searchName: 'Asha Sharma',
    })
    expect((await publicOf(one.id)).body.data).toMatchObject({ fullName: 'Asha Sharma', profilePhoto })
    expect([await isUnused(one.base.profilePhoto), await isUnused(profilePhoto)]).toEqual([true, false])
    expect((await checks(one.id)).identity).toBe('pending')
    expect(await messages(one.phone, 'change-approved')).toHaveLength(1)
    expect((await detail(one.id)).history[0]).toMatchObject({ kind: 'change_approved', by: 'Neha' })
  })

  it('leaves everything as it was when an admin declines it with a reason', async () => {
    const one = await verified()
    const before = await row(one.id)
    const { profilePhoto } = await readyApplication(app.db, one.phone)
    await one.put('/api/mentor/application/personal', { answers: { fullName: 'Rohit Malhotra' }, revision: 0 })
    await change(one, { fullName: 'Rohit Malhotra', profilePhoto })
    expect((await decide(one.id, 'decline')).status).toBe(400)
    expect((await decide(one.id, 'decline', 'Your ID shows another name.')).status).toBe(200)
    const { full_name, photo, is_listed, searchName } = before
    expect(await row(one.id)).toMatchObject({ full_name, photo, is_listed, searchName, identity_in_review: false })
    expect(await checks(one.id)).toEqual({ identity: 'passed', qualification: 'passed', interview: 'passed' })
    expect((await publicOf(one.id)).body.data.checks[0]).toMatchObject({ kind: 'identity', basis: 'aadhaar' })
    expect([await isUnused(photo), await isUnused(profilePhoto)]).toEqual([false, true])
    const state = await own(one)
    expect(state).toMatchObject({ waiting: null, answers: { personal: { fullName: 'Asha Verma' } } })
    expect(state.history[0]).toMatchObject({ kind: 'change_declined', note: 'Your ID shows another name.' })
  })

  it('is withdrawn when the mentor goes back to the old values', { tags: ['full'] }, async () => {
    const one = await verified()
    await change(one, { fullName: 'Rohit Malhotra' })
    const { version, waiting } = await detail(one.id)
    await change(one, {})
    expect(await changeRows(one.id)).toMatchObject([{ status: 'withdrawn' }])
    expect(await row(one.id)).toMatchObject({ is_listed: true, searchName: 'Asha Verma' })
    expect((await checks(one.id)).identity).toBe('passed')
    const late = { change: waiting._id, decision: 'approve', version }
    expect((await owner.post(at(one.id, '/change-decision'), late)).body.code).toBe('change-decided')
    expect((await row(one.id)).full_name).toBe('Asha Verma')
  })

  it('is not decided on values the admin has not seen', async () => {
    const one = await verified()
    await change(one, { fullName: 'Asha Sharma' })
    const { version, waiting } = await detail(one.id)
    await change(one, { fullName: 'Rohit Malhotra' })
    const old = { change: waiting._id, decision: 'approve', version }
    expect((await owner.post(at(one.id, '/change-decision'), old)).body.code).toBe('change-decided')
    const now = { ...old, change: (await detail(one.id)).waiting._id }
    expect((await owner.post(at(one.id, '/change-decision'), now)).body.code).toBe('changed-meanwhile')
    expect((await row(one.id)).full_name).toBe('Asha Verma')
  })

  it('keeps the result of a check that a new document has replaced from coming back', { tags: ['full'] }, async () => {
    const one = await verified()
    const { mentorId } = await readyApplication(app.db, one.phone)
    await change(one, { fullName: 'Rohit Malhotra', mentorId })
    expect((await decide(one.id, 'decline', 'Another name.')).status).toBe(200)
    expect((await checks(one.id)).identity).toBe('pending')
  })

  it('leaves booked classes alone', { tags: ['full'] }, async () => {
    const one = await verified()
    const family = await app.login(newPhone(), 'student')
    await app.paidBooking(family, one.id)
    await change(one, { gender: 'other' })
    const { rows } = await sql<{ status: string }>`select status from booking where mentor_id = ${one.id}`.execute(
      app.db,
    )
    expect(rows).toEqual([{ status: 'pending_schedule' }])
    // Their family still reaches the mentor, a new one does not.
    const call = { mentorId: one.id }
    expect((await family.post('/api/mentor-call', call)).status).toBe(200)
    const stranger = await app.login(newPhone(), 'student')
    expect((await stranger.post('/api/mentor-call', call)).status).toBe(404)
  })
})

describe('a new degree or text of a verified mentor', () => {
  it('waits without unlisting; a degree reopens the education check, a price changes at once', {
    tags: ['full'],
  }, async () => {
    const one = await verified()
    const brief = 'I teach with examples from daily life, and every child solves three of them.'
    await change(one, {
      brief,
      graduation: { degree: 'bsc_physics', college: 'DAVV' },
      experience: '10+',
      teachingModes: { homeTuition: { selected: true, monthlyPrice: 5000 } },
    })
    expect(await row(one.id)).toMatchObject({
      brief: one.base.brief,
      graduation_degree: 'bsc_mathematics',
      experience: '5-10',
      is_listed: true,
    })
    expect((await publicOf(one.id)).body.data).toMatchObject({
      brief: one.base.brief,
      teachingModes: { homeTuition: { monthlyPrice: 5000 } },
    })
    expect(await checks(one.id)).toEqual({ identity: 'passed', qualification: 'pending', interview: 'passed' })
    const queue = await owner.get(`/api/admin/mentors?status=recheck&q=${one.phone}`)
    expect(queue.body.data).toMatchObject([{ _id: one.id, recheckSince: expect.any(String) }])
    expect((await decide(one.id, 'approve')).status).toBe(200)
    expect(await row(one.id)).toMatchObject({ brief, graduation_degree: 'bsc_physics', experience: '10+' })
    expect((await checks(one.id)).qualification).toBe('pending')
  })

  it('puts a changed text alone into the queue until it is decided', { tags: ['full'] }, async () => {
    const one = await verified()
    const inQueue = async () =>
      (await owner.get(`/api/admin/mentors?status=recheck&q=${one.phone}`)).body.data.map(
        ({ _id }: { _id: string }) => _id,
      )
    expect(await inQueue()).toEqual([])
    await change(one, { brief: 'A new text about my classes that nobody else has read so far.' })
    expect(await inQueue()).toEqual([one.id])
    expect(await checks(one.id)).toEqual({ identity: 'passed', qualification: 'passed', interview: 'passed' })
    expect((await decide(one.id, 'decline', 'Please write about your classes.')).status).toBe(200)
    expect([await inQueue(), (await row(one.id)).brief]).toEqual([[], one.base.brief])
  })

  it('waits while the mentor is suspended too', { tags: ['full'] }, async () => {
    const one = await verified()
    const { version } = await detail(one.id)
    await owner.post(at(one.id, '/decision'), { decision: 'suspend', reason: 'A complaint is open.', version })
    await change(one, { fullName: 'Rohit Malhotra' })
    const { version: now } = await detail(one.id)
    await owner.post(at(one.id, '/decision'), { decision: 'restore', version: now })
    expect(await row(one.id)).toMatchObject({ status: 'verified', full_name: 'Asha Verma', is_listed: false })
  })

  it('follows a degree that the catalogue merges into another', { tags: ['full'] }, async () => {
    const one = await verified()
    await change(one, { graduation: { degree: 'bsc_physics', college: 'DAVV' } })
    await transaction(app.db, (tx) => renameDegree(tx, { from: 'bsc_physics', into: 'bsc_chemistry' }))
    expect((await decide(one.id, 'approve')).status).toBe(200)
    expect((await row(one.id)).graduation_degree).toBe('bsc_chemistry')
  })

  it('changes at once before the mentor is verified', async () => {
    const one = await submitted()
    await change(one, { fullName: 'Asha Sharma' })
    expect([(await row(one.id)).full_name, await changeRows(one.id)]).toEqual(['Asha Sharma', []])
  })
})

describe('contact details in public texts', () => {
  const texts: [string, Record<string, unknown>][] = [
    ['brief', { brief: 'I teach maths with patience to every child, call 98260 14210 for a demo class.' }],
    ['qualifications.display', { qualifications: { ...qualifications(), display: 'M.Sc., pay asha@okaxis' } }],
    ['qualifications.university', { qualifications: { ...qualifications(), university: 'see www.asha-maths.com' } }],
    ['teachingExperience', { teachingExperience: 'मेरा नंबर ९८२६० १४२१० है' }],
    ['location.area', { location: { state: 'Madhya Pradesh', city: 'Indore', area: 'Palasia 98260 14210' } }],
  ]
  function qualifications() {
    return { highestQualification: 'M.Sc.', specialization: 'Mathematics', university: 'DAVV', graduationYear: 2013 }
  }

  it.each(few(texts))('are refused in %s, which is named, and nothing is written', async (field, text) => {
    const one = await verified()
    const before = await row(one.id)
    const reply = await put(one, text)
    expect([reply.status, reply.body.details.fields]).toEqual([400, [{ field, problem: 'contact-details' }]])
    expect([await row(one.id), await changeRows(one.id)]).toEqual([before, []])
    const fresh = await app.login(newPhone(), 'mentor')
    const refused = await fresh.post('/api/mentor', await readyApplication(app.db, fresh.phone, text))
    expect(refused.body.details.fields).toEqual([{ field, problem: 'contact-details' }])
  })

  it('are reported beside the field of a draft', async () => {
    const one = await app.login(newPhone(), 'mentor')
    const answers = { brief: 'I teach maths with patience to every child, call 98260 14210 for a demo class.' }
    const { body } = await one.put('/api/mentor/application/details', { answers, revision: 0 })
    expect(body.data.problems).toEqual([{ field: 'brief', problem: 'contact-details' }])
    expect((await own(one as Mentor)).problems.details).toContainEqual({ field: 'brief', problem: 'contact-details' })
  })

  it('written before the rule keep a mentor from being verified, shown or changed', { tags: ['full'] }, async () => {
    const one = await submitted()
    for (const kind of ['identity', 'qualification', 'interview']) await check(one.id, kind)
    await sql`update mentor set brief = 'Call 98260 14210' where id = ${one.id}`.execute(app.db)
    const { version } = await detail(one.id)
    const reply = await owner.post(at(one.id, '/decision'), { decision: 'verify', version })
    expect([reply.status, reply.body.code, reply.body.details.fields]).toEqual([409, 'text-has-contacts', ['brief']])
    expect((await row(one.id)).status).toBe('submitted')
    await one.put(`/api/mentor/${one.id}`, { showOnWebsite: false })
    expect((await one.put(`/api/mentor/${one.id}`, { showOnWebsite: true })).body.code).toBe('text-has-contacts')
  })

  test('have a text in both languages', () => {
    expect(problemText('contact-details', 'hi')).toMatch(/फ़ोन नंबर/)
    expect(problemText('contact-details', 'en')).toMatch(/phone numbers/)
    expect(errorTable['text-has-contacts'][2]).toMatch(/फ़ोन नंबर/)
  })
})

test('support reads a change and does not decide it', { tags: ['full'] }, async () => {
  const one = await verified()
  await change(one, { age: 35 })
  const support = await app.admin({ role: 'support' })
  expect((await decide(one.id, 'approve', '', support)).body.code).toBe('not-allowed')
  expect(await changeRows(one.id)).toMatchObject([{ status: 'waiting', facts: { age: 35 } }])
  expect((await row(one.id)).is_listed).toBe(true)
})

test('an area we do not know waits, and one we know applies at once', { tags: ['full'] }, async () => {
  const one = await verified()
  const { location } = one.base as { location: Record<string, unknown> }
  const claim = 'IIT gold medallist, police verified'
  await change(one, { location: { ...location, area: claim } })
  expect((await publicOf(one.id)).body.data.location.area).toBe('Palasia')
  expect(await changeRows(one.id)).toEqual([{ status: 'waiting', facts: { area: claim } }])
  expect(await row(one.id)).toMatchObject({ area: 'Palasia', is_listed: true })
  await change(one, { location: { ...location, area: 'Vijay Nagar' } })
  expect((await publicOf(one.id)).body.data.location.area).toBe('Vijay Nagar')
  expect(await changeRows(one.id)).toEqual([{ status: 'withdrawn', facts: { area: claim } }])
})

test('a withdrawn change does not bring back a result that an admin took away meanwhile', {
  tags: ['full'],
}, async () => {
  const one = await verified()
  await change(one, { age: 35 })
  expect((await checks(one.id)).identity).toBe('pending')
  await check(one.id, 'identity')
  const { version } = await detail(one.id)
  const pending = { ...passedCheck('identity'), state: 'pending', version }
  expect((await owner.put(at(one.id, '/checks/identity'), pending)).status).toBe(200)
  await change(one, {})
  expect(await changeRows(one.id)).toEqual([{ status: 'withdrawn', facts: { age: 35 } }])
  expect((await checks(one.id)).identity).toBe('pending')
})

test('a new e-mail address needs a login of the last ten minutes, and the old one is told', async () => {
  const one = await verified()
  const told = async () =>
    (await sql<{ to: string }>`select recipient as to from outbox where template = 'email-changed'`.execute(app.db))
      .rows
  await sql`update session set created_at = now() - interval '11 minutes' where account_id =
    (select id from account where phone = ${one.phone})`.execute(app.db)
  const reply = await put(one, { email: 'thief@evil.example' })
  expect([reply.status, reply.body.code]).toEqual([403, 'fresh-login-needed'])
  expect((await row(one.id)).email).toBe('asha@example.com')
  await change(one, { dailyHours: 5 })
  expect(await told()).toEqual([])
  await sql`update session set created_at = now()`.execute(app.db)
  await change(one, { email: 'new@example.com' })
  expect(await told()).toEqual([{ to: 'asha@example.com' }])
  // Also in an application that is sent again after a rejection.
  const again = await submitted()
  const resend = async (email: string) =>
    (await again.post('/api/mentor', { ...again.base, email })).body.code ?? 'sent'
  await sql`update mentor set status = 'rejected' where id = ${again.id}`.execute(app.db)
  await sql`update session set created_at = now() - interval '11 minutes'`.execute(app.db)
  expect([await resend('thief@evil.example'), (await row(again.id)).email]).toEqual([
    ...['fresh-login-needed', 'asha@example.com'],
  ])
  await sql`update session set created_at = now()`.execute(app.db)
  expect([await resend('new@example.com'), (await told()).length]).toEqual(['sent', 2])
})
