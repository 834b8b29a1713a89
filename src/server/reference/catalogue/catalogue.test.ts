import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { boards } from '#contract/reference/catalogue.ts'
import { degreeFrom, degreesToChoose } from '#contract/reference/degrees.ts'
import { projectMentors } from '#server/mentors/search/mentors.ts'
import { transaction } from '#server/platform/database.ts'
import { completeApplication, readyApplication } from '#test/application.ts'
import { completeBooking, makeMentor, newPhone } from '#test/builders.ts'
import { otherProcess } from '#test/other-process.ts'
import { few } from '#test/rounds.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { watchCatalogue } from './catalogue.ts'

let app: TestApp
let owner: LoggedIn
let support: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ role: 'owner' })
  support = await app.admin({ role: 'support' })
})
afterAll(() => app.stop())

const at = '/api/admin/catalogue'
const facts = (change: Record<string, unknown> = {}) => ({
  en: 'Robotics',
  hi: 'रोबोटिक्स',
  aliases: ['रोबोट', 'Arduino'],
  place: 55,
  isShown: true,
  isHome: true,
  grades: ['class-9-10', 'jee'],
  ...change,
})
const asForm = ({ en, hi, aliases, place, isHome, version }: Record<string, unknown>) => ({
  en,
  hi,
  aliases,
  place,
  isHome,
  version,
  isShown: true,
  grades: ['class-9-10', 'jee'],
})
const one = async (key: string, kind = 'subject') => (await owner.get(`${at}/${kind}/${key}`)).body.data
const audits = async (action: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit where action = ${action}`.execute(
    app.db,
  )
  return rows[0]?.n
}
const found = async (query: string) => {
  const { body } = await app.browser().get(`/api/mentor?${query}`)
  return body.data?.map((mentor: { fullName: string }) => mentor.fullName)
}

test('offers a new subject and finds it by its search terms', async () => {
  const added = await owner.post(`${at}/subject`, facts())
  expect(added.body.data).toMatchObject({ key: 'robotics', aliases: ['रोबोट', 'arduino'], version: 1 })
  await owner.post(`${at}/subject`, facts())
  expect(await audits('catalogue.add')).toBe(1)
  expect((await one('class-9-10', 'grade')).subjects).toContain('robotics')

  const mentor = await app.login(newPhone(), 'mentor')
  const application = await readyApplication(app.db, mentor.phone, {
    fullName: 'Kavita Rao',
    teachingPreferences: { school: { 'class-9-10': ['Robotics'] } },
  })
  expect((await mentor.post('/api/mentor', application)).status).toBe(200)
  const { rows } = await sql<{ id: string }>`
    update mentor set status = 'verified' where full_name = 'Kavita Rao' returning id`.execute(app.db)
  const { projectMentors } = await import('#server/mentors/search/projection.ts')
  await projectMentors(app.db, [rows[0]?.id ?? ''])

  for (const query of ['subject=robotics', 'q=रोबोट', 'q=arduino tutor', 'q=robotiks', 'subject=रोबोटिक्स&class=9'])
    expect(await found(new URLSearchParams(query).toString()), query).toEqual(['Kavita Rao'])
})

test('shows the new name of a renamed subject at once and still finds it by the old one', async () => {
  const changed = await owner.put(`${at}/subject/robotics`, {
    ...asForm(await one('robotics')),
    en: 'Robotics and AI',
    hi: 'रोबोटिक्स और एआई',
  })
  expect(changed.body.data).toMatchObject({ en: 'Robotics and AI', version: 2 })
  expect(changed.body.data.aliases).toEqual(['रोबोट', 'arduino', 'robotics', 'रोबोटिक्स'])
  expect(await found('subject=Robotics')).toEqual(['Kavita Rao'])
  await app.runJobs()
  const { body } = await app.browser().get('/api/mentor?subject=robotics')
  expect(body.data[0].teachingPreferences).toEqual({ school: { 'class-9-10': ['Robotics and AI'] } })
})

test('rejects a change from an old version and accepts a repeated change', async () => {
  const seen = await one('robotics')
  const wish = { ...asForm(seen), place: 65 }
  expect((await owner.put(`${at}/subject/robotics`, wish)).status).toBe(200)
  const before = await audits('catalogue.change')
  expect((await owner.put(`${at}/subject/robotics`, wish)).status).toBe(200)
  expect(await audits('catalogue.change')).toBe(before)
  const late = await owner.put(`${at}/subject/robotics`, { ...wish, place: 75 })
  expect([late.status, late.body.code]).toEqual([409, 'catalogue-changed'])
})

test('hides a subject in use but removes only an unused one', async () => {
  const { version } = await one('robotics')
  const refused = await owner.post(
    `${at}/subject/robotics/removal`,
    { version },
    { headers: { 'accept-language': 'hi' } },
  )
  expect([refused.status, refused.body.code]).toEqual([409, 'catalogue-in-use'])
  expect(refused.body.message).toContain('मेंटर 1')
  const hidden = await owner.put(`${at}/subject/robotics`, { ...asForm(await one('robotics')), isShown: false })
  expect(hidden.body.data.state).toBe('hidden')
  const { bySubject } = (await app.browser().get('/api/home')).body.data ?? {}
  expect(bySubject?.robotics).toBeUndefined()
  expect(await found('subject=robotics')).toEqual(['Kavita Rao'])
  const unused = await one('taxation')
  expect((await owner.post(`${at}/subject/taxation/removal`, { version: unused.version })).body.data.state).toBe(
    'removed',
  )
  expect((await app.browser().get('/api/mentor?subject=taxation')).status).toBe(400)
})

test('moves offers, drafts and open bookings of a merged subject', async () => {
  const both: [string, string][] = [
    ['class-9-10', 'robotics'],
    ['class-9-10', 'computer-science'],
  ]
  const teacher = await makeMentor(app.db, { name: 'Nitin Joshi', offers: both })
  const family = await app.login(newPhone(), 'student')
  const open = await app.paidBooking(family, teacher.id, { amount: 4500, subject: 'robotics' })
  const closed = await app.paidBooking(family, teacher.id, { amount: 99, plan: 'demo', subject: 'robotics' })
  await sql`update booking set status = 'cancelled' where id = ${closed}`.execute(app.db)
  const drafting = await app.login(newPhone(), 'mentor')
  const tree = { school: { 'class-9-10': ['Computer Science', 'Robotics', 'Physics'] } }
  await drafting.put('/api/mentor/application/preferences', {
    answers: { ...completeApplication(), teachingPreferences: tree },
    revision: 0,
  })
  // Drafts are stored unvalidated, and a malformed one doesn't fail the merge.
  const broken = await app.login(newPhone(), 'mentor')
  const odd = { school: 'robotics', graduation: { bsc: 'robotics', ba: [5, null, ['x']] }, competitive: null }
  for (const [revision, teachingPreferences] of ['robotics', odd].entries())
    await broken.put('/api/mentor/application/preferences', { answers: { teachingPreferences }, revision })
  const { version } = await one('robotics')
  const merged = await owner.post(`${at}/subject/robotics/merge`, { into: 'computer-science', version })
  expect(merged.body.data).toEqual({ into: 'computer-science' })
  expect((await one('computer-science')).aliases).toEqual(expect.arrayContaining(['robotics', 'रोबोट']))
  await app.runJobs()

  expect((await found('subject=computer-science')).sort()).toEqual(['Kavita Rao', 'Nitin Joshi'])
  expect((await found(`q=${encodeURIComponent('रोबोट')}`)).sort()).toEqual(['Kavita Rao', 'Nitin Joshi'])
  const { rows } = await sql<{ id: string; subject: string }>`
    select id, subject from booking where id in (${open}, ${closed})`.execute(app.db)
  expect(Object.fromEntries(rows.map((row) => [row.id, row.subject]))).toEqual({
    [open]: 'computer-science',
    [closed]: 'robotics',
  })
  const { answers } = (await drafting.get('/api/mentor/application')).body.data
  expect(answers.preferences.teachingPreferences.school['class-9-10']).toEqual(['Computer Science', 'Physics'])
  expect((await one('class-9-10', 'grade')).subjects).not.toContain('robotics')
  expect((await one('jee', 'grade')).subjects).toContain('computer-science')
  // Repeating the merge moves nothing, and the target cannot change.
  const again = await owner.post(`${at}/subject/robotics/merge`, { into: 'computer-science', version })
  expect(again.status).toBe(200)
  expect(await audits('catalogue.merge')).toBe(1)
  const elsewhere = await owner.post(`${at}/subject/robotics/merge`, { into: 'physics', version })
  expect(elsewhere.body.code).toBe('catalogue-merge-target')
})

test('keeps one demo and one credit after subjects are merged', { tags: ['full'] }, async () => {
  const added = await owner.post(`${at}/subject`, {
    ...facts({ en: 'Quilting', hi: 'रजाई', aliases: [] }),
    grades: ['class-9-10'],
  })
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  const teacher = await makeMentor(app.db, { name: 'Uma Sen', offers: [['class-9-10', 'quilting']] })
  const buy = (family: LoggedIn, wish: Record<string, unknown>) =>
    family.post('/api/payment/create-order', { mentorId: teacher.id, ...wish })
  const demo = { amount: 99, plan: 'demo' }
  const families = [await app.login(newPhone(), 'student'), await app.login(newPhone(), 'student')] as const
  const demos = []
  for (const family of families) demos.push(await app.paidBooking(family, teacher.id, { ...demo, subject: 'quilting' }))
  const [early, late] = families
  // One family has had the demo; the other bought a month and its demo is still open.
  await completeBooking(app.db, demos[0] ?? '')
  await app.paidBooking(late, teacher.id, { amount: 4401, plan: 'monthly', subject: 'quilting' })
  const { version } = await one('quilting')
  const merged = await owner.post(`${at}/subject/quilting/merge`, { into: 'computer-science', version })
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)

  const now = { subject: 'computer-science' }
  for (const family of families) expect((await buy(family, { ...demo, ...now })).body.code).toBe('demo-already-taken')
  await app.paidBooking(early, teacher.id, { amount: 4401, plan: 'monthly', ...now })
  const { rows } = await sql<{ used: number; paise: number }>`
    select count(*) filter (where promotion_used)::int as used, max(amount_paise) as paise from payment_order where family_id = ${early.id} and plan = 'monthly'`.execute(
    app.db,
  )
  expect(rows).toEqual([{ used: 1, paise: 440_100 }])
  // A demo fee credited to a month is not refunded as well.
  const { rows: paid } = await sql<{ id: string }>`
    update booking set schedule_by = now() where id = ${demos[1]} returning order_id as id`.execute(app.db)
  expect((await late.post('/api/payment/refunds', { order: paid[0]?.id })).body.code).toBe('refund-not-due')
  // The credit is used up under either subject.
  for (const family of families) {
    const order = await buy(family, { amount: 4500, plan: 'monthly', ...now })
    expect([order.status, order.body.order_amount], JSON.stringify(order.body)).toEqual([200, 4500])
  }
})

test('repeats a failed read of the catalogue after a second', { tags: ['full'] }, async () => {
  const warn = vi.fn()
  const listener = watchCatalogue(app.db, app.database.url, { warn } as unknown as FastifyBaseLogger) // true: it only warns
  try {
    await expect.poll(() => listener.isListening()).toBe(true)
    await sql`alter table catalogue_entry rename to entry_away`.execute(app.db)
    await sql`notify catalogue`.execute(app.db)
    await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0)
    await sql`insert into entry_away (kind, key, parent, en, hi, place, state) values ('board', 'Late Board', '', 'Late Board', 'लेट बोर्ड', 99, 'shown')`.execute(
      app.db,
    )
  } finally {
    await sql`alter table entry_away rename to catalogue_entry`.execute(app.db)
  }
  await expect.poll(() => boards, { timeout: 5_000 }).toContain('Late Board')
  await listener.stop()
})

test('offers a new exam with its subjects, and a new board and degree', async () => {
  const exam = { en: 'CUET', hi: 'सीयूईटी', aliases: ['central university'], place: 45, isShown: true }
  const added = await owner.post(`${at}/grade`, { ...exam, parent: 'competitive', subjects: ['english', 'reasoning'] })
  expect(added.body.data).toMatchObject({ key: 'cuet', parent: 'competitive', subjects: ['english', 'reasoning'] })
  const mentor = await makeMentor(app.db, { name: 'Isha Jain', offers: [['cuet', 'english']] })
  expect(await found('class=cuet')).toEqual(['Isha Jain'])
  expect(await found('q=english cuet')).toEqual(['Isha Jain'])
  const wish = { ...exam, subjects: ['reasoning'], version: 1 }
  expect((await owner.put(`${at}/grade/cuet`, wish)).body.code).toBe('catalogue-in-use')
  expect(mentor.id).toBeTruthy()
  await owner.post(`${at}/board`, { en: 'IB', hi: 'आईबी', place: 40, isShown: true })
  await owner.post(`${at}/degree`, { en: 'B.Voc.', hi: 'B.Voc.', place: 45, isShown: true, parent: 'bachelor' })
  const applicant = await app.login(newPhone(), 'mentor')
  const application = await readyApplication(app.db, applicant.phone, {
    twelfthBoard: 'IB',
    graduation: { degree: 'b-voc', college: 'Holkar Science College' },
    teachingPreferences: { competitive: { cuet: ['Reasoning'] } },
  })
  expect((await applicant.post('/api/mentor', application)).status).toBe(200)
  expect(await one('IB', 'board')).toMatchObject({ usage: { mentors: 1 } })
  expect(await one('b-voc', 'degree')).toMatchObject({ usage: { mentors: 1 } })
})

test.each(
  few(
    [
      ['MP Board', 'MPBSE'],
      ['CBSE Board', 'सीबीएसई बोर्ड'],
      ['ICSE Board', 'CISCE'],
      ['Maharashtra Board', 'MSBSHSE'],
      ['Rajasthan Board', 'राजस्थान बोर्ड (RBSE)'],
      ['UP Board', 'upmsp'],
      ['Gujarat Board', 'GSEB'],
      ['Chhattisgarh Board', 'CG Board'],
      ['Delhi Board', 'DBSE'],
      ['Telangana SSC Board', 'BSE Telangana'],
      ['Telangana Intermediate Board', 'TSBIE'],
      ['Karnataka Board', 'KSEAB'],
    ],
    2,
  ),
)('accepts %s by its key or as %s in an application, and filters the list by it', async (board, otherName) => {
  const applicant = await app.login(newPhone(), 'mentor')
  const given = await readyApplication(app.db, applicant.phone, { twelfthBoard: otherName, boards: [board, otherName] })
  const { body } = await applicant.post('/api/mentor', given)
  const { rows } = await sql`select twelfth_board as twelfth, boards from mentor where id = ${body.data._id}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ twelfth: board, boards: [board] }])
  const mentor = await makeMentor(app.db, { name: `Mentor of ${board}` })
  await sql`update mentor set boards = array[${board}] where id = ${mentor.id}`.execute(app.db)
  await transaction(app.db, (tx) => projectMentors(tx, [mentor.id]))
  expect(await found(`board=${encodeURIComponent(otherName)}`)).toContain(`Mentor of ${board}`)
  const another = board === 'Delhi Board' ? 'UP Board' : 'Delhi Board'
  expect(await found(`board=${encodeURIComponent(another)}`)).not.toContain(`Mentor of ${board}`)
})

test('rejects removing a level that has classes', async () => {
  const art = { hi: 'कला', aliases: [], place: 50, isShown: true }
  await owner.post(`${at}/level`, { ...art, en: 'Hobbies', hi: 'शौक' })
  await owner.post(`${at}/grade`, { ...art, en: 'Pottery', hi: 'मिट्टी कला', parent: 'hobbies', subjects: ['art'] })
  const full = await owner.post(`${at}/level/hobbies/removal`, { version: 1 })
  expect(full.body.code).toBe('catalogue-level-full')
  await owner.post(`${at}/grade/pottery/removal`, { version: 1 })
  expect((await owner.post(`${at}/level/hobbies/removal`, { version: 1 })).status).toBe(200)
  expect((await app.browser().get('/api/mentor?class=pottery')).status).toBe(400)
})

test.each([
  ['a name that is another subject', 'subject', facts({ en: 'Maths' }), 409, 'catalogue-name-taken'],
  ['no Latin letters in the English name', 'subject', facts({ en: 'रोबोट' }), 400, 'bad-request'],
  [
    'a class that is none',
    'subject',
    facts({ en: 'Drones', hi: 'ड्रोन', aliases: [], grades: ['class-99'] }),
    400,
    'bad-request',
  ],
  ['an exam without a level', 'grade', { en: 'SSC', hi: 'एसएससी', place: 1, isShown: true }, 400, 'bad-request'],
  [
    'a class by its number',
    'grade',
    { en: 'Class 13', hi: 'कक्षा 13', place: 1, isShown: true, parent: 'school' },
    400,
    'bad-request',
  ],
  [
    'an exam of subjects that are none',
    'grade',
    { en: 'SSC', hi: 'एसएससी', place: 1, isShown: true, parent: 'competitive', subjects: ['constructor'] },
    400,
    'bad-request',
  ],
])('rejects %s', async (_, kind, body, status, code) => {
  const reply = await owner.post(`${at}/${kind}`, body)
  expect([reply.status, reply.body.code]).toEqual([status, code])
})

test('lets support read but not change the catalogue', async () => {
  for (const kind of ['subject', 'grade']) {
    const { data } = (await support.get(`${at}/${kind}`)).body
    expect(Math.max(...data.map(({ usage }: { usage: { mentors: number } }) => usage.mentors))).toBeGreaterThan(0)
  }
  const { version } = await one('physics')
  for (const reply of [
    await support.post(`${at}/subject`, facts({ en: 'Drones' })),
    await support.put(`${at}/subject/physics`, { ...asForm(await one('physics')), version }),
    await support.post(`${at}/subject/physics/removal`, { version }),
    await support.post(`${at}/subject/physics/merge`, { into: 'chemistry', version }),
  ])
    expect(reply.body.code).toBe('not-allowed')
})

test('moves an entry in its list and on the pages when its order changes', async () => {
  const names = async () => (await owner.get(`${at}/board`)).body.data.map(({ key }: { key: string }) => key)
  const [first, second, third, ...others] = await names()
  const { en, hi, version } = await one(third, 'board')
  const body = { en, hi, place: 5, isShown: true, version }
  expect((await support.put(`${at}/board/${third}`, body)).status).toBe(403)
  expect((await owner.put(`${at}/board/${third}`, body)).status).toBe(200)
  expect(await names()).toEqual([third, first, second, ...others])
  expect(boards).toEqual(await names())
  const old = await owner.put(`${at}/board/${third}`, { ...body, place: 15 })
  expect([old.status, old.body.code]).toEqual([409, 'catalogue-changed'])
})

test('moves mentors, learners and drafts of a merged board or degree, and search finds them', {
  tags: ['full'],
}, async () => {
  const given = { place: 60, isShown: true, aliases: [] }
  const madhya = (await owner.post(`${at}/board`, { ...given, en: 'M.P. Board', hi: 'म.प्र. बोर्ड' })).body.data
  const honours = await owner.post(`${at}/degree`, {
    ...given,
    en: 'B.Sc. Maths Hons',
    hi: 'गणित ऑनर्स',
    parent: 'bachelor',
  })
  const { key: degree } = honours.body.data
  const teacher = await makeMentor(app.db, { name: 'Madhu Rao' })
  await sql`update mentor set boards = array['CBSE Board', ${madhya.key}, 'MP Board'], twelfth_board = ${madhya.key}, graduation_degree = ${degree}
    where id = ${teacher.id}`.execute(app.db)
  const { projectMentors } = await import('#server/mentors/search/projection.ts')
  await projectMentors(app.db, [teacher.id])
  const family = await app.login(newPhone(), 'student')
  await sql`insert into learner (family_id, name, board) values (${family.id}, 'Diya', ${madhya.key})`.execute(app.db)
  const drafting = await app.login(newPhone(), 'mentor')
  const answers = { ...completeApplication(), twelfthBoard: madhya.key, boards: [madhya.key, 'CBSE Board', 'MP Board'] }
  await sql`insert into application (account_id, answers) values (${await accountOf(drafting)}, ${JSON.stringify({
    education: { twelfthBoard: answers.twelfthBoard, graduation: { degree, college: 'Holkar' }, postGraduation: 'odd' },
    preferences: { boards: answers.boards },
  })}::jsonb) on conflict (account_id) do update set answers = excluded.answers`.execute(app.db)
  expect(await found(new URLSearchParams({ board: madhya.key }).toString())).toEqual(['Madhu Rao'])

  const merge = (path: string, into: string, version: number, who = owner) =>
    who.post(`${at}/${path}/merge`, { into, version })
  const board = `board/${encodeURIComponent(madhya.key)}`
  expect((await merge(board, 'MP Board', 1, support)).status).toBe(403)
  expect((await merge(board, 'MP Board', 7)).body.code).toBe('catalogue-changed')
  expect((await merge(board, 'IB of nowhere', 1)).body.code).toBe('catalogue-merge-target')
  const done = await Promise.all([merge(board, 'MP Board', 1), merge(board, 'MP Board', 1)])
  expect(done.map(({ status }) => status)).toEqual([200, 200])
  expect((await merge(`degree/${degree}`, 'bsc_mathematics', 1)).status).toBe(200)
  // Rejects merging a bachelor's into a master's degree, and classes, which bookings refer to.
  expect((await merge('degree/bsc_mathematics', 'msc_mathematics', 1)).body.code).toBe('catalogue-merge-target')
  expect((await merge('grade/class-9-10', 'jee', 0)).status).toBe(400)
  await app.runJobs()
  // Rejects merging an offered entry into a hidden one.
  const hidden = await owner.post(`${at}/board`, { ...given, en: 'Old Board', hi: 'पुराना बोर्ड', isShown: false })
  expect((await merge('board/MP%20Board', hidden.body.data.key, 0)).body.code).toBe('catalogue-merge-target')
  const { rows: history } = await sql<{ changes: unknown }>`
    select detail -> 'changes' as changes from mentor_event where mentor_id = ${teacher.id} and kind = 'changed' order by at, id`.execute(
    app.db,
  )
  expect(history.map(({ changes }) => changes)).toEqual([
    [{ field: 'board', from: 'M.P. Board', to: 'MP Board' }],
    [{ field: 'degree', from: 'B.Sc. Maths Hons', to: 'B.Sc. Mathematics' }],
  ])

  const { rows } = await sql`select m.boards, m.twelfth_board as twelfth, m.graduation_degree as degree,
      (select board from learner where family_id = ${family.id} and name = 'Diya') as learner,
      (select answers from application where account_id = ${await accountOf(drafting)}) as draft from mentor m where m.id = ${teacher.id}`.execute(
    app.db,
  )
  expect(rows[0]).toEqual({
    boards: ['CBSE Board', 'MP Board'],
    twelfth: 'MP Board',
    degree: 'bsc_mathematics',
    learner: 'MP Board',
    draft: {
      education: {
        twelfthBoard: 'MP Board',
        graduation: { degree: 'bsc_mathematics', college: 'Holkar' },
        postGraduation: 'odd',
      },
      preferences: { boards: ['MP Board', 'CBSE Board'] },
    },
  })
  expect(await found('board=MP%20Board')).toContain('Madhu Rao')
  // Saved URLs, open forms and names of the merged entry resolve to its target.
  for (const word of [madhya.key, 'म.प्र. बोर्ड', 'mp board'])
    expect(await found(new URLSearchParams({ board: word }).toString())).toContain('Madhu Rao')
  const child = await family.post('/api/users/learners', { name: 'Kiran', grade: '9', school: null, board: madhya.key })
  expect(child.body.data, JSON.stringify(child.body)).toMatchObject({ board: 'MP Board' })
  expect(degreeFrom('bachelor', degree)).toBe('bsc_mathematics')
  expect(degreesToChoose('bachelor', degree)).not.toContain(degree)
  // Rows saved during the merge follow a minute later.
  await sql`update mentor set boards = array[${madhya.key}]::text[], graduation_degree = ${degree} where id = ${teacher.id}`.execute(
    app.db,
  )
  await sql`update pgboss.job set start_after = now() where name = 'catalogue.leftovers'`.execute(app.db)
  await app.runJobs()
  const { rows: late } =
    await sql`select boards, graduation_degree as degree from mentor where id = ${teacher.id}`.execute(app.db)
  expect(late).toEqual([{ boards: ['MP Board'], degree: 'bsc_mathematics' }])
  expect(await found('board=MP%20Board')).toContain('Madhu Rao')
  expect(boards).not.toContain(madhya.key)
  expect(await one(madhya.key, 'board')).toMatchObject({
    into: 'MP Board',
    usage: { mentors: 0, learners: 0, drafts: 0 },
  })
  const { rows: told } =
    await sql`select from audit where action = 'catalogue.merge' and subject_id = ${`board ${madhya.key}`}`.execute(
      app.db,
    )
  expect(told).toHaveLength(1)
})

const accountOf = async ({ phone }: LoggedIn) =>
  (await sql<{ id: string }>`select id from account where phone = ${phone}`.execute(app.db)).rows[0]?.id

test('every process offers a new subject and finds it by its search terms', { tags: ['full'] }, async () => {
  const other = await otherProcess(app)
  expect((await other.get('/api/tutors/drones')).status).toBe(404)
  const drones = facts({ en: 'Drones', hi: 'ड्रोन', aliases: ['quadcopter'] })
  expect((await owner.post(`${at}/subject`, drones)).status).toBe(200)
  await makeMentor(app.db, { offers: [['class-9-10', 'drones']] })
  await expect.poll(async () => (await other.get('/api/tutors/drones')).status).toBe(200)
  expect((await other.get('/api/mentor?q=quadcopter')).body.data).toHaveLength(1)
  await other.stop()
})
