import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listingFile } from '#contract/mentors/limits.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { makeAdmin, makeMentor } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { previewFile } from './preview.ts'

let app: TestApp
let operations: LoggedIn
let support: LoggedIn
beforeAll(async () => {
  app = await testApp()
  operations = await app.admin({ name: 'The operations', role: 'operations' })
  support = await app.admin({ name: 'The support', role: 'support' })
})
afterAll(() => app.stop())

const changesUrl = '/api/admin/listing-changes'
const csvHeaders = { 'content-type': 'text/csv' }
const send = (text: string | Buffer, who = operations, name = 'mentors.csv') =>
  who.post(`${changesUrl}/file?name=${encodeURIComponent(name)}`, text, { headers: csvHeaders })
const apply = (id: string, who = operations) => who.post(`${changesUrl}/${id}/apply`, {})
const rowsOf = async (id: string, more = '') =>
  (await operations.get(`${changesUrl}/${id}/rows?limit=100${more}`)).body.data
type Row = { line: number; problems: { code: string; value: string }[]; state: string }
const problemsOf = async (id: string) =>
  (await rowsOf(id, '&state=bad')).map(({ line, problems }: Row) => [
    line,
    ...problems.map(({ code, value }) => (value ? `${code} ${value}` : code)),
  ])
async function preview(mentors: string[], set: Record<string, unknown>) {
  const reply = await operations.post(changesUrl, { of: { mentors }, set })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data
}
async function listed(id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select m.admin_ranking as ranking, m.tier, m.admin_brief as brief, m.admin_brief_visible as "briefVisible", m.show_on_website as shown,
      m.version, (select count(*)::int from mentor_search s where s.mentor_id = m.id) as found,
      (select count(*)::int from mentor_event e where e.mentor_id = m.id) as events from mentor m where m.id = ${id}`.execute(
    app.db,
  )
  return rows[0]
}
async function auditOf(id: string) {
  const { rows } = await sql<{ action: string; detail: Record<string, unknown> }>`
    select action, detail from audit where subject_id = ${id} order by at, id`.execute(app.db)
  return rows
}

test('previews selected mentors before and after, and applies twice at once only once, with one audit entry', async () => {
  const a = await makeMentor(app.db, { ranking: 5 })
  const b = await makeMentor(app.db, { tier: 'gold', shown: false })
  const waits = await makeMentor(app.db, { status: 'submitted', shown: false })
  const set = { adminRanking: 3, tier: 'gold', showOnWebsite: true }
  const bulkEdit = await preview([a.id, b.id, waits.id], set)
  expect(bulkEdit).toMatchObject({ status: 'ready', good: 2, same: 0, bad: 1, fileName: null })
  const rows = await rowsOf(bulkEdit._id)
  expect(rows.find((row: { mentor: { _id: string } }) => row.mentor._id === a.id)).toMatchObject({
    state: 'good',
    before: { adminRanking: 5, tier: 'silver' },
    after: { adminRanking: 3, tier: 'gold' },
  })
  expect(rows.find((row: { state: string }) => row.state === 'bad')).toMatchObject({
    mentor: { _id: waits.id },
    problems: [{ code: 'not-verified', value: '' }],
  })
  expect(await listed(a.id)).toMatchObject({ ranking: 5, version: 1, events: 0 })

  const [first, again] = await Promise.all([apply(bulkEdit._id), apply(bulkEdit._id)])
  expect([first?.status, again?.status]).toEqual([200, 200])
  expect((await apply(bulkEdit._id)).body.data).toMatchObject({ status: 'applied', applied: 2, refused: 0 })
  expect(await listed(a.id)).toMatchObject({ ranking: 3, tier: 'gold', version: 2, events: 1, found: 1 })
  expect(await listed(b.id)).toMatchObject({ shown: true, version: 2, events: 1, found: 1 })
  expect(await listed(waits.id)).toMatchObject({ shown: false, version: 1, events: 0 })
  expect((await app.browser().get('/api/mentor/gold-mentor')).body.data.map(({ _id }: { _id: string }) => _id)).toEqual(
    expect.arrayContaining([a.id, b.id]),
  )
  const written = await auditOf(bulkEdit._id)
  expect(written.map(({ action }) => action)).toEqual(['mentor.listing-preview', 'mentor.listing-change'])
  expect(written[1]?.detail).toMatchObject({
    mentors: 2,
    changes: expect.arrayContaining([
      { mentor: a.id, from: { adminRanking: 5, tier: 'silver' }, to: { adminRanking: 3, tier: 'gold' } },
    ]),
  })
  expect(await app.runJobs()).toBe(1)
  expect(await listed(a.id)).toMatchObject({ version: 2, events: 1 })
})

test('skips a mentor that changed after the preview', { tags: ['full'] }, async () => {
  const a = await makeMentor(app.db)
  const b = await makeMentor(app.db)
  const bulkEdit = await preview([a.id, b.id], { adminBrief: 'Ours', adminBriefVisible: true })
  const one = { adminRanking: 40, adminBrief: 'Hers', adminBriefVisible: true, tier: 'silver', showOnWebsite: true }
  expect((await operations.put(`/api/admin/mentors/${a.id}/listing`, { ...one, version: 1 })).status).toBe(200)
  expect((await apply(bulkEdit._id)).body.data).toMatchObject({ status: 'applied', applied: 1, refused: 1 })
  expect(await listed(a.id)).toMatchObject({ brief: 'Hers', version: 2 })
  expect(await listed(b.id)).toMatchObject({ brief: 'Ours', briefVisible: true, version: 2 })
  const file = await operations.get(`${changesUrl}/${bulkEdit._id}/rows.csv?state=refused`)
  expect(file.body).toContain('Someone changed this mentor after the preview.')
})

test('applies to all 1,200 mentors that match a filter, in chunks, and counts unchanged ones apart', {
  tags: ['full'],
}, async () => {
  await sql`insert into account (phone) select '8' || lpad(n::text, 9, '0') from generate_series(1, 1200) as n`.execute(
    app.db,
  )
  await sql`insert into mentor (slug, account_id, status, full_name, gender, age, experience, city, state, show_on_website, admin_ranking)
    select 'many-' || a.phone, a.id, 'verified', 'Many ' || a.phone, 'female', 30, '1-3', 'Bhopal', 'Madhya Pradesh', true,
      case when a.phone like '%0' then 7 else 10 end from account a where a.phone like '800000%'`.execute(app.db)
  const { body } = await operations.post(changesUrl, { of: { filter: { city: 'bhopal' } }, set: { adminRanking: 7 } })
  expect(body.data).toMatchObject({ good: 1080, same: 120, bad: 0 })
  // The first chunk is applied at once, the others by the job or by pressing Apply again.
  expect((await apply(body.data._id)).body.data).toMatchObject({ status: 'applying', applied: 500 })
  expect((await apply(body.data._id)).body.data.applied).toBe(1000)
  await app.runJobs()
  const done = (await operations.get(`${changesUrl}/${body.data._id}`)).body.data
  expect(done).toMatchObject({ status: 'applied', applied: 1080, refused: 0 })
  const { rows } = await sql<{ n: number; found: number }>`
    select count(*)::int as n, count(s.mentor_id) filter (where s.ranking = 7)::int as found
    from mentor m left join mentor_search s on s.mentor_id = m.id where m.city = 'Bhopal' and m.admin_ranking = 7 and m.version = 2`.execute(
    app.db,
  )
  expect(rows[0]).toEqual({ n: 1080, found: 1080 })
  expect((await auditOf(body.data._id)).map(({ action }) => action)).toEqual([
    'mentor.listing-preview',
    'mentor.listing-change',
  ])
})

test('reports the problems of a file line by line and applies its good lines', async () => {
  const a = await makeMentor(app.db)
  const b = await makeMentor(app.db, { ranking: 4 })
  const c = await makeMentor(app.db)
  const waits = await makeMentor(app.db, { status: 'in_review', shown: false })
  const draft = await makeMentor(app.db, { status: 'draft', shown: false })
  const nobody = '01890000-0000-7000-8000-000000000001'
  const text = [
    '\ufeffID;City;Ranking;Tier;Brief;Brief visible;Shown;Colour',
    `${a.id};Indore;2;GOLD;"Two lines:`,
    'the second; with ""marks"" in it";yes;yes;red',
    `${b.id.toUpperCase()};इंदौर;4;;;;;`,
    `${c.id};;'=3;;;;;`,
    'MS-12;;5;;;;;',
    `${nobody};;5;;;;;`,
    `${draft.id};;5;;;;;`,
    `${a.id};;5;;;;;`,
    `${waits.id};;;;;yes;yes;`,
    `${c.id};;100;bronze;;maybe;;`,
    ';;5;;;;;',
    `${c.id};;;;${'x'.repeat(1501)};;;`,
    `${c.id};;5;;;;;;more`,
    `${c.id};;5;silver;"never closed`,
  ].join('\r\n')
  const { status, body } = await send(text, operations, 'rankings 21 Nov.csv')
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toMatchObject({
    status: 'ready',
    fileName: 'rankings 21 Nov.csv',
    unread: ['Colour'],
    good: 1,
    same: 1,
    bad: 11,
  })
  expect(await problemsOf(body.data._id)).toEqual([
    [5, 'bad-ranking =3'],
    [6, 'bad-id MS-12'],
    [7, `no-mentor ${nobody}`],
    [8, `no-mentor ${draft.id}`],
    [9, 'twice 2'],
    [10, 'not-verified', 'no-brief'],
    [11, 'bad-ranking 100', 'bad-tier bronze', 'bad-brief-visible maybe'],
    [12, 'no-key'],
    [13, 'bad-brief'],
    [14, 'too-many-cells'],
    [15, 'open-quote'],
  ])
  expect((await apply(body.data._id)).body.data).toMatchObject({ status: 'applied', applied: 1 })
  expect(await listed(a.id)).toMatchObject({
    ranking: 2,
    tier: 'gold',
    brief: 'Two lines:\nthe second; with "marks" in it',
    briefVisible: true,
    shown: true,
  })
  const file = await operations.get(`${changesUrl}/${body.data._id}/rows.csv?state=bad`)
  expect(file.body.split('\r\n')).toHaveLength(13)
  expect(file.body).toContain(`6,"","","MS-12","bad","","","MS-12 isn't a mentor's id."`)
})

test('imports its own export without changes, formula-like text included', async () => {
  const a = await makeMentor(app.db, { name: 'Round Trip' })
  const b = await makeMentor(app.db, { name: 'Round Trip' })
  await sql`update mentor set admin_brief = case when id = ${a.id} then '=1+1' else E'Line one\nline two' end
    where id in (${a.id}, ${b.id})`.execute(app.db)
  const file = await operations.get('/api/admin/listings.csv?q=Round%20Trip')
  expect(file.body).toContain(`"'=1+1"`)
  expect(file.body.split('\r\n')).toHaveLength(4)
  const { body } = await send(file.body)
  expect(body.data).toMatchObject({ good: 0, same: 2, bad: 0, unread: [] })
  expect((await apply(body.data._id)).body.code).toBe('listing-not-ready')
})

test.each([
  ['nothing at all', '', 'csv-empty'],
  ['headings alone', 'id,ranking\n', 'csv-empty'],
  ['no column that names a mentor', 'ranking,tier\n5,gold', 'csv-columns'],
  ['nothing to change', 'id,city\nx,Indore', 'csv-columns'],
  ['a column twice', 'id,ranking,Ranking\nx,5,6', 'csv-columns'],
  ['a workbook', 'PK\u0003\u0004', 'csv-not-text'],
  ['another encoding', Buffer.from([0x69, 0x64, 0x2c, 0xe9]), 'csv-not-text'],
  ['a cell that never ends', `id,ranking\n"${'x'.repeat(20_001)}`, 'csv-broken'],
])('refuses a file with %s and saves nothing', async (_, text, code) => {
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from bulk_edit`.execute(app.db)).rows[0]?.n
  const before = await count()
  expect((await send(text)).body.code).toBe(code)
  expect(await count()).toBe(before)
})

test('refuses a line exported before its mentor changed, unless nothing differs', { tags: ['full'] }, async () => {
  const hidden = await makeMentor(app.db)
  const kept = await makeMentor(app.db)
  const same = await makeMentor(app.db)
  const self = await app.login(hidden.phone, 'mentor')
  const all = (await operations.get('/api/admin/listings.csv')).body as string
  const [head = '', ...lines] = all.split('\r\n')
  const lineOf = ({ id }: { id: string }) => lines.find((line) => line.includes(id)) ?? ''
  const edited = (line: string) => line.replace(/("verified"),\d+,/, '$1,3,')
  // The mentor hides the profile and an admin edits it; of the third only the version changes.
  await self.put(`/api/mentor/${hidden.id}`, { showOnWebsite: false })
  const { version } = (await listed(hidden.id)) as { version: number }
  const newer = { version, adminRanking: 10, adminBrief: 'Olympiads since 2009', adminBriefVisible: true, tier: 'gold' }
  await operations.put(`/api/admin/mentors/${hidden.id}/listing`, { ...newer, showOnWebsite: false })
  await sql`update mentor set version = version + 1 where id = ${same.id}`.execute(app.db)
  const text = [head, edited(lineOf(hidden)), edited(lineOf(kept)), lineOf(same)].join('\r\n')
  const { data } = (await send(text)).body
  expect(data).toMatchObject({ good: 1, same: 1, bad: 1, unread: [] })
  expect(await problemsOf(data._id)).toEqual([[2, 'old-file']])
  await apply(data._id)
  expect(await listed(hidden.id)).toMatchObject({ ranking: 10, tier: 'gold', shown: false })
  expect(await listed(kept.id)).toMatchObject({ ranking: 3 })
  // Without the version column every cell that differs is a change.
  const without = (line: string) => line.replace(/,[^,]*$/, '')
  const old = (await send([without(head), without(edited(lineOf(hidden)))].join('\r\n'))).body.data
  const [row] = await rowsOf(old._id)
  expect(row.after).toEqual({ adminRanking: 3, tier: 'silver', adminBriefVisible: false, showOnWebsite: true })
})

test('limits the lines of a file and accepts only text/csv', async () => {
  const { accountId } = await makeAdmin(app.db)
  const owner = { accountId, adminRole: 'owner' } as Viewer // safe: previewFile reads nothing else
  const limits = { ...listingFile, lines: 2 }
  const read = (text: string) =>
    previewFile(
      app.context,
      owner,
      'x.csv',
      (async function* () {
        yield Buffer.from(text)
      })(),
      limits,
    )
  expect(await read('id,ranking\nx,1\nx,2')).toMatch(/-/)
  await expect(read('id,ranking\nx,1\nx,2\nx,3')).rejects.toMatchObject({
    code: 'csv-too-large',
    details: { lines: 2 },
  })
  expect((await operations.post(`${changesUrl}/file`, { a: 1 })).status).toBe(400)
})

test('lets support read lists and summaries, but no rows, and change nothing', async () => {
  const mentor = await makeMentor(app.db)
  const bulkEdit = await preview([mentor.id], { adminRanking: 2 })
  expect((await support.get('/api/admin/listings')).status).toBe(200)
  expect((await support.get(`${changesUrl}/${bulkEdit._id}`)).body.data).toMatchObject({ good: 1 })
  const refused = [
    await support.post(changesUrl, { of: { mentors: [mentor.id] }, set: { adminRanking: 3 } }),
    await send('id,ranking\nx,1', support),
    await apply(bulkEdit._id, support),
    await support.get('/api/admin/listings.csv'),
    await support.get(`${changesUrl}/${bulkEdit._id}/rows`),
    await support.get(`${changesUrl}/${bulkEdit._id}/rows.csv`),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  expect(await listed(mentor.id)).toMatchObject({ ranking: 10, version: 1 })
})

test('keeps what a line named only where it is no mentor, and audits the download of rows', async () => {
  const mentor = await makeMentor(app.db)
  const { body } = await send(`id,ranking\n${mentor.id},9\n9000000000,9`)
  expect((await rowsOf(body.data._id)).map(({ given }: { given: string }) => given)).toEqual(['', '9000000000'])
  expect((await operations.get(`${changesUrl}/${body.data._id}/rows.csv`)).status).toBe(200)
  expect((await auditOf(body.data._id)).map(({ action }) => action)).toEqual([
    ...['mentor.listing-preview', 'listings.rows-file'],
  ])
})

test('reports a cell PostgreSQL cannot store as a problem of that line', async () => {
  const { id } = await makeMentor(app.db)
  const long = `${'x'.repeat(59)}😀😀`
  const { status, body } = await send(
    ['id,tier,ranking', `${id},${long},9`, `${id},go\u0000ld,9`, `${long},,9`, `${id},,7`].join('\n'),
  )
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toMatchObject({ good: 1, bad: 3 })
  const kept = `${'x'.repeat(59)}😀`
  expect((await problemsOf(body.data._id)).slice(0, 3)).toEqual([
    [2, `bad-tier ${kept}`],
    [3, 'bad-tier go ld'],
    [4, `bad-id ${kept}`],
  ])
})

test('resumes a stopped bulk edit when Apply is pressed again', { tags: ['full'] }, async () => {
  await sql`insert into account (phone) select '7' || lpad(n::text, 9, '0') from generate_series(1, 1700) as n`.execute(
    app.db,
  )
  await sql`insert into mentor (slug, account_id, status, full_name, gender, age, experience, city, state, show_on_website, admin_ranking)
    select 'stopped-' || a.phone, a.id, 'verified', 'Stopped ' || a.phone, 'female', 30, '1-3', 'Ujjain', 'Madhya Pradesh', true, 10
    from account a where a.phone like '700000%'`.execute(app.db)
  const { body } = await operations.post(changesUrl, { of: { filter: { city: 'ujjain' } }, set: { adminRanking: 7 } })
  const id = body.data._id
  expect((await apply(id)).body.data).toMatchObject({ status: 'applying', applied: 500 })
  // The job ran out of retries.
  await sql`delete from pgboss.job where name = 'mentors.listing'`.execute(app.db)
  expect(await app.runJobs()).toBe(0)
  expect((await apply(id)).body.data).toMatchObject({ status: 'applying', applied: 1000 })
  // One chunk per job.
  expect(await app.runJobs()).toBe(2)
  expect((await operations.get(`${changesUrl}/${id}`)).body.data).toMatchObject({ status: 'applied', applied: 1700 })
})

test('refuses a bulk edit without changes or without mentors', async () => {
  const { id } = await makeMentor(app.db)
  const nothing = await operations.post(changesUrl, { of: { mentors: [id] }, set: {} })
  expect(nothing.body.code).toBe('listing-nothing')
  const nobody = await operations.post(changesUrl, { of: { filter: { city: 'Nowhere' } }, set: { tier: 'gold' } })
  expect(nobody.body.code).toBe('listing-nothing')
})

test('searches, filters and sorts the list of listings', async () => {
  const gold = await makeMentor(app.db, { name: 'Zubin Listed', tier: 'gold', ranking: 1 })
  await makeMentor(app.db, { name: 'Asha Listed', ranking: 60, shown: false })
  await makeMentor(app.db, { name: 'Draft Listed', status: 'draft' })
  const names = async (query: string) =>
    (await support.get(`/api/admin/listings?q=listed&${query}`)).body.data.map(
      (one: { fullName: string }) => one.fullName,
    )
  expect(await names('')).toEqual(['Zubin Listed', 'Asha Listed'])
  expect(await names('sort=name')).toEqual(['Asha Listed', 'Zubin Listed'])
  expect(await names('tier=gold')).toEqual(['Zubin Listed'])
  expect(await names('shown=no')).toEqual(['Asha Listed'])
  expect(await names('brief=yes')).toEqual([])
  for (const q of [gold.phone, gold.id, gold.phone.slice(-4)])
    expect((await support.get(`/api/admin/listings?q=${q}`)).body.data).toEqual(
      expect.arrayContaining([expect.objectContaining({ _id: gold.id })]),
    )
  expect(JSON.stringify((await support.get('/api/admin/listings?limit=100')).body)).not.toContain(gold.phone)
})
