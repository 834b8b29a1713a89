import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { sectionNames } from '#contract/mentors/application-sections.ts'
import { completeApplication, readyApplication, sectionsOf } from '#test/application.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

/** Another device, without waiting for the resend limit. */
async function again(phone: string, as: 'mentor' | 'student' = 'mentor'): Promise<LoggedIn> {
  await sql`update otp_challenge set sent_at = sent_at - interval '1 minute' where phone = ${phone}`.execute(app.db)
  return await app.login(phone, as)
}
const applicant = () => app.login(newPhone(), 'mentor')
const save = (who: LoggedIn, section: string, answers: unknown, revision: number) =>
  who.put(`/api/mentor/application/${section}`, { answers, revision })
const own = async (who: LoggedIn) => (await who.get('/api/mentor/application')).body.data
/** A complete application with files. */
const ready = (who: LoggedIn, change?: Record<string, unknown>) => readyApplication(app.db, who.phone, change)
const problems = (reply: { body: { details?: { fields: { field: string; problem: string }[] } } }) =>
  Object.fromEntries((reply.body.details?.fields ?? []).map((one) => [one.field, one.problem]))

describe('a draft', () => {
  it('is saved by section and read on another device', async () => {
    const phone = newPhone()
    const one = await app.login(phone, 'mentor')
    expect(await own(one)).toMatchObject({
      phone,
      answers: {},
      revisions: {},
      status: 'draft',
      number: null,
      history: [],
    })
    // The built-in gazetteer has no maps.
    expect((await one.get('/api/mentor/application')).body.hasMap).toBe(false)
    const first = await save(one, 'personal', { fullName: 'प्रिया शर्मा', age: '' }, 0)
    expect(first.body.data).toMatchObject({ revision: 1 })
    expect(first.body.data.problems).toContainEqual({ field: 'age', problem: 'age' })
    await save(one, 'details', { brief: 'x' }, 0)
    const other = await again(phone)
    expect(await own(other)).toMatchObject({
      answers: { personal: { fullName: 'प्रिया शर्मा', age: '' }, details: { brief: 'x' } },
      revisions: { personal: 1, details: 1 },
    })
  })

  it('reports validation problems per section', async () => {
    const one = await applicant()
    expect(Object.keys((await own(one)).problems)).toEqual([...sectionNames])
    for (const [section, answers] of Object.entries(sectionsOf(completeApplication()))) {
      expect((await save(one, section, answers, 0)).body.data, section).toEqual({ revision: 1, problems: [] })
    }
    expect((await own(one)).problems).toEqual({})
  })

  it('protects its files for a month and releases others after two days', async () => {
    const one = await applicant()
    const whole = await ready(one)
    await save(one, 'personal', { profilePhoto: whole.profilePhoto }, 0)
    const goneAfter = async (days: number) => {
      const { rows } = await sql<{ preset: string }>`select preset from media m join account a on a.id = m.account_id
        where a.phone = ${one.phone} and unused_since < now() + make_interval(days => ${days}) - interval '48 hours' order by 1`.execute(
        app.db,
      )
      return rows.map(({ preset }) => preset)
    }
    expect(await goneAfter(3)).toEqual(['mentor-document'])
    expect(await goneAfter(31)).toEqual(['mentor-document', 'mentor-photo'])
  })

  it('keeps the first of two conflicting saves and returns it; equal answers do not conflict', async () => {
    const one = await applicant()
    await save(one, 'personal', { fullName: 'One' }, 0)
    const late = await save(one, 'personal', { fullName: 'Two' }, 0)
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'draft-changed', details: { revision: 1, answers: { fullName: 'One' } } })
    expect((await save(one, 'personal', { fullName: 'One' }, 0)).body.data.revision).toBe(1)
    expect((await save(one, 'personal', { fullName: 'Two' }, 1)).body.data.revision).toBe(2)
    const both = await Promise.all([
      save(one, 'education', { experience: '1-3' }, 0),
      save(one, 'education', { experience: '3-5' }, 0),
    ])
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 409])
  })

  it('belongs to one account in both roles', async () => {
    const phone = newPhone()
    const family = await app.login(phone, 'student')
    expect((await save(family, 'personal', { fullName: 'Mine' }, 0)).status).toBe(200)
    expect((await own(await again(phone))).answers).toEqual({ personal: { fullName: 'Mine' } })
    expect((await own(await applicant())).answers).toEqual({})
  })

  it('rejects text that cannot be stored', async () => {
    const one = await applicant()
    for (const answers of [{ a: '\0' }, { '\0': 1 }, { a: ['\ud800'] }, { a: 'x'.repeat(20_001) }, [], 'text', null]) {
      expect((await save(one, 'details', answers, 0)).status, JSON.stringify(answers)?.slice(0, 40)).toBe(400)
    }
    expect((await save(one, 'nothing', {}, 0)).status).toBe(400)
    expect((await save(one, 'details', {}, -1)).status).toBe(400)
  })
})

describe('submitting', () => {
  it('creates a hidden pending mentor and returns the number', async () => {
    const one = await applicant()
    const reply = await one.post('/api/mentor', await ready(one, { fullName: 'प्रिया शर्मा' }))
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body.data).toMatchObject({ number: expect.stringMatching(/^MS-\d+$/), status: 'submitted' })
    const { rows } =
      await sql`select slug, status, city, area, lat, qualification_display as display, available_days as days,
      (select jsonb_object_agg(mode, monthly_price_paise) from mentor_mode where mentor_id = m.id) as modes,
      (select jsonb_agg(grade_key || ':' || subject order by 1) from mentor_offer where mentor_id = m.id) as offers,
      (select jsonb_object_agg(kind, state) from mentor_check where mentor_id = m.id) as checks
      from mentor m where id = ${reply.body.data._id}`.execute(app.db)
    expect(rows).toEqual([
      {
        slug: 'priya-sharma',
        status: 'submitted',
        city: 'Indore',
        area: 'Palasia',
        lat: expect.any(Number),
        display: 'M.Sc. Mathematics, DAVV',
        days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
        modes: { homeTuition: 450_000, groupClasses: 150_000 },
        offers: ['class-9-10:mathematics', 'class-9-10:physics'],
        checks: { identity: 'pending', qualification: 'pending', interview: 'pending' },
      },
    ])
    expect((await app.browser().get('/api/mentor/priya-sharma')).status).toBe(404)
    expect(await own(one)).toMatchObject({
      status: 'submitted',
      history: [{ kind: 'submitted', note: '' }],
      problems: {},
    })
    const sent = (await app.browser().get('/dev/outbox.json')).body
    expect(
      sent.filter(
        (mail: { to: string; template: string }) => mail.to === one.phone && mail.template === 'application-received',
      ),
    ).toHaveLength(1)
    const session = await one.get('/api/session')
    expect(session.body.data).toMatchObject({ userType: 'mentor', _id: reply.body.data._id })
  })

  it('accepts the fields the specification requires, with days in one word', async () => {
    const one = await applicant()
    const whole = await ready(one)
    for (const field of ['qualifications', 'teachingModes', 'teachingPreferences', 'brief', 'teachingExperience'])
      delete whole[field]
    for (const field of ['boards', 'languages', 'availableDays']) delete whole[field]
    const none = await one.post('/api/mentor', whole)
    expect([none.status, none.body.details.fields]).toEqual([400, [{ field: 'availableDays', problem: 'day-needed' }]])
    const reply = await one.post('/api/mentor', { ...whole, dayType: 'weekend', startImmediately: 'no' })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const { rows } =
      await sql`select status, available_days as days, brief, highest_qualification as degree, start_date as "startDate",
      qualification_display as display, (select count(*)::int from mentor_mode where mentor_id = m.id) as modes
      from mentor m where id = ${reply.body.data._id}`.execute(app.db)
    expect(rows).toEqual([
      {
        status: 'submitted',
        days: ['saturday', 'sunday'],
        brief: '',
        degree: '',
        startDate: null,
        display: '',
        modes: 0,
      },
    ])
    // The form still requires the other fields.
    expect(Object.keys((await own(one)).problems)).toEqual(
      expect.arrayContaining(['education', 'modes', 'preferences', 'availability', 'details']),
    )
  })

  it('creates one application per phone', async () => {
    const one = await applicant()
    const replies = await Promise.all([1, 2, 3].map(async () => one.post('/api/mentor', await ready(one))))
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409])
    expect(replies.find((reply) => reply.status === 409)?.body).toMatchObject({
      code: 'already-applied',
      details: { number: expect.stringMatching(/^MS-/) },
    })
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from mentor m join account a on a.id = m.account_id
      where a.phone = ${one.phone}`.execute(app.db)
    expect(rows).toEqual([{ n: 1 }])
  })

  it('gives people of one name different slugs, also concurrently', async () => {
    const people = await Promise.all([applicant(), applicant(), applicant()])
    const replies = await Promise.all(
      people.map(async (one) => one.post('/api/mentor', await ready(one, { fullName: 'Asha D’Souza' }))),
    )
    const { rows } = await sql<{ slug: string }>`select slug from mentor
      where id = any(${replies.map((reply) => reply.body.data._id)}::uuid[]) order by 1`.execute(app.db)
    expect(rows.map((row) => row.slug)).toEqual(['asha-d-souza', 'asha-d-souza-2', 'asha-d-souza-3'])
  })

  const bad: [what: string, change: Record<string, unknown>, field: string, problem: string][] = [
    ['a name of one letter', { fullName: 'A' }, 'fullName', 'name-short'],
    ['a name of 200 letters', { fullName: 'A'.repeat(200) }, 'fullName', 'name-long'],
    ['a name with emoji', { fullName: 'Asha 😀' }, 'fullName', 'name-letters'],
    ['a name of marks that turn text around', { fullName: '\u202e\u200f' }, 'fullName', 'required'],
    ['no e-mail address', { email: 'asha@' }, 'email', 'email'],
    ['an age of 17', { age: 17 }, 'age', 'age'],
    ['an age of 66', { age: 66 }, 'age', 'age'],
    ['an age in words', { age: 'thirty' }, 'age', 'age'],
    ['no gender', { gender: undefined }, 'gender', 'choose'],
    ['no photo', { profilePhoto: '' }, 'profilePhoto', 'file-needed'],
    ['no identity document', { mentorId: undefined }, 'mentorId', 'file-needed'],
    ['a degree we do not know', { graduation: { degree: 'wizard', college: 'DAVV' } }, 'graduation.degree', 'choose'],
    [
      'a master without a college',
      { postGraduation: { degree: 'msc', college: '' } },
      'postGraduation.college',
      'required',
    ],
    [
      'a year to come',
      { qualifications: { highestQualification: 'B.Sc.', university: 'DAVV', graduationYear: 2999 } },
      'qualifications.graduationYear',
      'year',
    ],
    [
      'a city of another state',
      { location: { state: 'Gujarat', city: 'Indore', area: 'Palasia' } },
      'location.city',
      'place',
    ],
    [
      'a price of 999',
      { teachingModes: { homeTuition: { selected: true, monthlyPrice: 999 } } },
      'teachingModes.homeTuition.monthlyPrice',
      'price',
    ],
    [
      'a price between the steps',
      { teachingModes: { homeTuition: { selected: true, monthlyPrice: 1250 } } },
      'teachingModes.homeTuition.monthlyPrice',
      'price',
    ],
    ['online without a price', { teachesOnline: true }, 'onlinePrice', 'price'],
    ['a centre with half a seat', { centreSeats: '0.5' }, 'centreSeats', 'seats'],
    [
      'a class without subjects',
      { teachingPreferences: { school: { 'class-9-10': [] } } },
      'teachingPreferences.school.class-9-10',
      'subjects-of-class',
    ],
    [
      'a subject of another class',
      { teachingPreferences: { school: { 'class-1-6': ['Physics'] } } },
      'teachingPreferences.school.class-1-6',
      'choose',
    ],
    [
      'a class of the language itself',
      { teachingPreferences: { constructor: { name: [] } } },
      'teachingPreferences.constructor.name',
      'choose',
    ],
    ['no day', { availableDays: [] }, 'availableDays', 'day-needed'],
    ['thirteen hours', { dailyHours: 13 }, 'dailyHours', 'hours'],
    ['a quarter of an hour', { dailyHours: 2.25 }, 'dailyHours', 'hours'],
    ['a start in the past', { startImmediately: 'no', startDate: '2020-01-01' }, 'startDate', 'date-past'],
    ['a short text', { brief: 'I teach.' }, 'brief', 'text-short'],
    ['a long text', { brief: 'a'.repeat(1501) }, 'brief', 'text-long'],
    ['somebody else’s phone', { phone: '9876500000' }, 'phone', 'phone-not-proven'],
  ]
  test.each(bad)('reports %s at its field and writes nothing', async (_, change, field, problem) => {
    const one = await applicant()
    const reply = await one.post('/api/mentor', await ready(one, change))
    expect(reply.status).toBe(400)
    expect(problems(reply)).toMatchObject({ [field]: problem })
    const { rows } =
      await sql`select 1 from mentor m join account a on a.id = m.account_id where a.phone = ${one.phone}`.execute(
        app.db,
      )
    expect(rows).toEqual([])
  })

  it('removes bidirectional marks from a name', async () => {
    const one = await applicant()
    await one.post('/api/mentor', await ready(one, { fullName: '\u202aAsha\u202c  Verma\u200e' }))
    expect((await own(one)).answers.personal.fullName).toBe('Asha Verma')
  })
})

describe('after submitting', () => {
  it('accepts a corrected application after a rejection and keeps the history', async () => {
    const one = await applicant()
    const { _id: id, number } = (await one.post('/api/mentor', await ready(one))).body.data
    await sql`update mentor set status = 'rejected', rejection = 'The photo is dark.' where id = ${id}`.execute(app.db)
    await sql`update mentor_check set state = 'failed' where mentor_id = ${id} and kind = 'identity'`.execute(app.db)
    expect(await own(one)).toMatchObject({ status: 'rejected', rejection: 'The photo is dark.', number })
    const again = await one.post('/api/mentor', await ready(one, { age: 41 }))
    expect(again.body.data).toEqual({ _id: id, number, status: 'submitted' })
    const now = await own(one)
    expect(now).toMatchObject({ rejection: '', answers: { personal: { age: 41 } } })
    expect(now.history.map((event: { kind: string }) => event.kind)).toEqual(['resubmitted', 'submitted'])
    const { rows } = await sql`select state from mentor_check where mentor_id = ${id} and kind = 'identity'`.execute(
      app.db,
    )
    expect(rows).toEqual([{ state: 'pending' }])
  })

  it('reopens only the check of a changed fact; a price reopens none', async () => {
    const one = await applicant()
    const base = await ready(one)
    const { _id: id } = (await one.post('/api/mentor', base)).body.data
    await sql`update mentor set status = 'verified' where id = ${id}`.execute(app.db)
    await sql`update mentor_check set state = 'passed', checked_on = current_date where mentor_id = ${id}`.execute(
      app.db,
    )
    const checks = async () =>
      (
        await sql<{
          kind: string
          state: string
        }>`select kind, state from mentor_check where mentor_id = ${id} order by 1`.execute(app.db)
      ).rows.map((row) => `${row.kind} ${row.state}`)
    const price = { teachingModes: { homeTuition: { selected: true, monthlyPrice: 5000 } } }
    const put = (change: Record<string, unknown>) =>
      one.put(`/api/mentor/${id}`, { application: { ...base, ...change } })
    expect((await put(price)).body.data).toEqual({ _id: id, showOnWebsite: true })
    expect(await checks()).toEqual(['identity passed', 'interview passed', 'qualification passed'])
    await put({ ...price, graduation: { degree: 'bsc_physics', college: 'DAVV' } })
    expect(await checks()).toEqual(['identity passed', 'interview passed', 'qualification pending'])
    const shown = await app.browser().get(`/api/mentor/${id}`)
    expect(shown.body.data.teachingModes).toEqual({ homeTuition: { selected: true, monthlyPrice: 5000 } })
  })

  it('reopens a check of an applicant who is not verified yet', async () => {
    const one = await applicant()
    const base = await ready(one)
    const { _id: id } = (await one.post('/api/mentor', base)).body.data
    await sql`update mentor_check set state = 'passed', checked_on = current_date where mentor_id = ${id}`.execute(
      app.db,
    )
    expect((await one.put(`/api/mentor/${id}`, { application: { ...base, fullName: 'Ravi Rao' } })).status).toBe(200)
    const { rows } = await sql`select kind from mentor_check where mentor_id = ${id} and state = 'pending'`.execute(
      app.db,
    )
    expect(rows).toEqual([{ kind: 'identity' }])
  })

  it('attaches own files, refuses foreign and missing ones, and detaches replaced ones', {
    tags: ['full'],
  }, async () => {
    const one = await applicant()
    const other = await applicant()
    const base = await ready(one)
    const foreign = await ready(other)
    for (const [field, url] of [
      ['mentorId', foreign.mentorId],
      ['mentorId', base.profilePhoto],
      ['profilePhoto', 'https://example.com/me.jpg'],
      ['cv', '/media/private/01890000-0000-7000-8000-000000000000'],
    ] as const) {
      const reply = await one.post('/api/mentor', { ...base, [field]: url })
      expect([reply.status, problems(reply)], String(url)).toEqual([400, { [field]: 'file-gone' }])
    }
    const { _id: id } = (await one.post('/api/mentor', base)).body.data
    const unused = async () => {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from media m join account a on a.id = m.account_id
        where a.phone = ${one.phone} and unused_since is not null`.execute(app.db)
      return rows[0]?.n
    }
    expect(await unused()).toBe(0)
    // The absolute URL names the same file.
    const again = { ...base, mentorId: `http://localhost:3000${base.mentorId}` }
    expect((await one.put(`/api/mentor/${id}`, { application: again })).status).toBe(200)
    expect(await unused()).toBe(0)
    const fresh = await ready(one)
    expect((await one.put(`/api/mentor/${id}`, { application: fresh })).status).toBe(200)
    expect(await unused()).toBe(2)
    await save(one, 'personal', { ...sectionsOf(fresh).personal, mentorId: foreign.mentorId }, 0)
    expect((await own(one)).problems.personal).toEqual([{ field: 'mentorId', problem: 'file-gone' }])
  })

  it('publishes a teaching video only while the mentor is verified, shown and consents', {
    tags: ['full'],
  }, async () => {
    const one = await applicant()
    const { rows } = await sql<{
      id: string
    }>`insert into media (account_id, preset, kind, format, content_type, bytes, sha256, file_name,
        store_keys, is_private, ready_at)
      select id, 'mentor-video', 'video', 'mp4', 'video/mp4', 1000, sha256('v'), 'class.mp4', '{}', true, now() from account
      where phone = ${one.phone} returning id`.execute(app.db)
    const video = rows[0]?.id
    const isPrivate = async () => {
      const found = await sql<{ is: boolean }>`select is_private as is from media where id = ${video}`.execute(app.db)
      return found.rows[0]?.is
    }
    const base = { ...(await ready(one)), teachingVideo: `/media/${video}/video.mp4`, publishVideo: true }
    const { _id: id } = (await one.post('/api/mentor', base)).body.data
    expect(await isPrivate()).toBe(true)
    await sql`update mentor set status = 'verified' where id = ${id}`.execute(app.db)
    const put = (change: Record<string, unknown>) => one.put(`/api/mentor/${id}`, change)
    await put({ application: base })
    expect(await isPrivate()).toBe(false)
    await put({ showOnWebsite: false })
    expect(await isPrivate()).toBe(true)
    await put({ showOnWebsite: true })
    expect(await isPrivate()).toBe(false)
    await put({ application: { ...base, publishVideo: false } })
    expect(await isPrivate()).toBe(true)
  })

  it('makes a teaching video private when it is taken away', async () => {
    const one = await applicant()
    const { rows } = await sql<{ id: string }>`
      insert into media (account_id, preset, kind, format, content_type, bytes, sha256, file_name, store_keys, is_private, ready_at)
      select id, 'mentor-video', 'video', 'mp4', 'video/mp4', 1000, sha256('v'), 'class.mp4', '{}', true, now() from account
      where phone = ${one.phone} returning id`.execute(app.db)
    const teachingVideo = `/media/${rows[0]?.id}/video.mp4`
    const base = { ...(await ready(one)), publishVideo: true }
    const { _id: id } = (await one.post('/api/mentor', { ...base, teachingVideo })).body.data
    await sql`update mentor set status = 'verified' where id = ${id}`.execute(app.db)
    for (const [video, isPrivate] of [
      [teachingVideo, false],
      [undefined, true],
    ]) {
      expect((await one.put(`/api/mentor/${id}`, { application: { ...base, teachingVideo: video } })).status).toBe(200)
      const found = await sql`select is_private from media where id = ${rows[0]?.id}`.execute(app.db)
      expect(found.rows).toEqual([{ is_private: isPrivate }])
    }
  })

  it('lets only the mentor change the application', async () => {
    const { id } = await makeMentor(app.db)
    const stranger = await applicant()
    expect((await stranger.put(`/api/mentor/${id}`, { application: completeApplication() })).status).toBe(404)
    await stranger.post('/api/mentor', await ready(stranger))
    expect((await stranger.put(`/api/mentor/${id}`, { application: completeApplication() })).status).toBe(404)
    expect((await stranger.put(`/api/mentor/${stranger.id}`, {})).status).toBe(400)
  })

  it('fills the form from the mentor without a draft', async () => {
    const { phone } = await makeMentor(app.db)
    const state = await own(await app.login(phone, 'mentor'))
    expect(state.answers).toMatchObject({
      modes: { teachingModes: { homeTuition: { selected: true, monthlyPrice: 4500 } } },
      preferences: { teachingPreferences: { school: { 'class-9-10': ['Mathematics'] } } },
    })
  })
})
