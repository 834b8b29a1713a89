import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addAdmins, addManyAdminRows } from '#bench/load/many-admin-rows.ts'
import { addManyLessons } from '#bench/load/many-lessons.ts'
import { endpoints } from '#test/endpoints.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

const formula = '=HYPERLINK("http://evil","Open")'
/** A batch of those that `addManyAdminRows` writes, and a change of mentors. */
const batch = '00000019-0000-7000-8000-00000000000a'
const change = '01890000-0000-7000-8000-00000000c001'
let app: TestApp
let owner: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ role: 'owner' })
  await addAdmins(app.db)
  await addManyLessons(app.db, 0, 2000)
  await addManyAdminRows(app.db, 0, 2000)
  await sql`update outbox set trouble = ${formula}, channel = case when id::text ~ '[02468ace]$' then 'email' else 'sms' end where given_up_at is not null`.execute(
    app.db,
  )
  await sql`update call_request set name = ${formula}`.execute(app.db)
  await sql`update support_case set name = ${formula}`.execute(app.db)
  await sql`update family set name = ${formula}`.execute(app.db)
  await sql`update account set phone = '71000' || right(phone, 1) || '4242' where phone like '700000001%'`.execute(
    app.db,
  )
  await sql`update mentor set admin_brief = ${formula}, area = ${formula}`.execute(app.db)
  await sql`insert into mentor_link (name, token, mentor_ids, made_by, opens)
    select case when i < 8 then ${formula} else 'Others' end, 'token-of-link-' || i, array[uuidv7()], ${owner.id}, i from generate_series(1, 12) as i`.execute(
    app.db,
  )
  await sql`insert into bulk_edit (id, made_by, file_name, status, made_at)
    select overlay(${change}::text placing i::text from 36)::uuid, ${owner.id}, ${formula}, 'ready', now() - make_interval(days => i) from generate_series(1, 9) as i`.execute(
    app.db,
  )
  await sql`insert into bulk_edit_row (bulk_edit_id, line, given, state) select ${change}::uuid, i, ${formula}, case when i < 9 then 'bad' else 'same' end
    from generate_series(1, 12) as i`.execute(app.db)
  await sql`insert into figure_day (figure, day, city, value)
    select 'applications', current_date - i, ${formula} || case when i > 1 then i::text else '' end, i
    from generate_series(1, 12) as i`.execute(app.db)
  await sql`insert into pgboss.job (name, state, output, completed_on)
    select case when i < 8 then 'refunds.send' else 'media.erase' end, 'failed', json_build_object('message', ${formula}::text), now() - make_interval(mins => i)
    from generate_series(1, 12) as i`.execute(app.db)
  // What only moves on is written past its triggers.
  await app.db.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`insert into gateway_discrepancy (gateway, kind, subject, ours_paise, theirs_paise, about_at, last_check, note, resolved_at, resolved_by)
      select 'sandbox', 'refund_amount', 'difference-' || i, 100, 100 + i, now(), uuidv7(), ${formula}, case when i < 8 then now() end,
        case when i < 8 then ${owner.id}::uuid end from generate_series(1, 12) as i`.execute(db)
    await sql`update payout_batch set reference = ${formula} where made_at < now() - interval '100 days'`.execute(db)
    await sql`update payout set status = 'left_out', left_out_reason = ${formula}, file_at = null where id::text ~ '[0-3]$'`.execute(
      db,
    )
    await sql`set session_replication_role = origin`.execute(db)
  })
})
afterAll(() => app.stop())

/** Every row of a list, page after page. */
async function rowsOf(path: string, query: string): Promise<Record<string, unknown>[]> {
  const found = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const reply = await owner.get(`${path}?${query}&limit=7${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    found.push(...(reply.body.data ?? reply.body))
    cursor = reply.body.nextCursor ?? reply.headers['x-next-cursor'] ?? null
  }
  return found
}

/** Lines of a file by the names of its columns. */
function linesOf(text: string): Record<string, string>[] {
  const [head = [], ...lines] = text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''))
  return lines.map((line) => Object.fromEntries(head.map((name, i) => [name, (line[i] ?? '').replaceAll('""', '"')])))
}

type Asked = {
  query: string
  /** What `:id` is. */
  id?: string
  /** A column of the file, and the field of the list's rows that it has. */
  is: [column: string, field: string]
  /** A column that has the formula; null where nobody types anything. */
  told: string | null
}
const files: Record<string, Asked> = {
  '/api/admin/refunds.csv': { query: 'status=settled&sort=amount&order=asc', is: ['order', 'number'], told: 'family' },
  '/api/admin/disputes.csv': { query: 'status=decided&sort=amount', is: ['case', 'number'], told: 'family' },
  '/api/admin/reviews.csv': { query: 'stars=3&sort=date', is: ['words', 'words'], told: 'family' },
  '/api/admin/messages.csv': { query: 'state=given_up&channel=email', is: ['written', 'writtenAt'], told: 'trouble' },
  '/api/admin/cases.csv': { query: 'priority=high&sort=opened', is: ['number', 'number'], told: 'reported by' },
  '/api/admin/classes.csv': {
    query: 'q=ms-2025-0000007&status=held&sort=fee',
    is: ['starts', 'startsAt'],
    told: 'family',
  },
  '/api/admin/bookings.csv': { query: 'status=scheduled&sort=fee', is: ['order', 'order'], told: 'family' },
  '/api/admin/families.csv': { query: 'q=4242&state=active&sort=name', is: ['phone', 'phone'], told: 'name' },
  '/api/admin/learners.csv': { query: 'q=4242&grade=9&sort=name', is: ['id', '_id'], told: 'family' },
  '/api/mentor-call.csv': { query: 'status=connected&sort=name&order=asc', is: ['asked', 'requestTime'], told: 'name' },
  '/api/admin/audit.csv': { query: 'action=refund&order=asc', is: ['at', 'at'], told: null },
  '/api/admin/mentors.csv': { query: 'status=verified&sort=name&order=desc', is: ['number', 'number'], told: 'area' },
  '/api/admin/listings.csv': { query: 'status=verified&sort=name', is: ['number', 'number'], told: 'brief' },
  '/api/admin/books.csv': { query: 'show=resolved&sort=amount&order=desc', is: ['about', 'subject'], told: 'note' },
  '/api/admin/payouts.csv': { query: 'status=paid&q=hyperlink&order=asc', is: ['until', 'until'], told: 'reference' },
  '/api/admin/payouts/:id/lines.csv': {
    id: batch,
    query: 'status=left_out&sort=amount&order=desc',
    is: ['number', 'number'],
    told: 'reason',
  },
  '/api/admin/mentor-links.csv': { query: 'q=hyperlink&sort=opens', is: ['opens', 'opens'], told: 'name' },
  '/api/admin/listing-changes/:id/rows.csv': {
    id: change,
    query: 'state=bad&order=desc',
    is: ['line', 'line'],
    told: 'given',
  },
  '/api/admin/jobs.csv': { query: 'q=refunds&sort=date&order=asc', is: ['id', '_id'], told: 'error' },
  '/api/admin/overview/cities.csv': {
    query: `sort=applications&order=asc&q=hyperlink&from=${inDays(-7)}`,
    is: ['applications', 'applications'],
    told: 'city',
  },
  '/api/admin/places.csv': { query: 'kind=area&q=nagar&sort=name&order=desc', is: ['name', 'name'], told: null },
}

test('every admin list has a CSV file, and every file is tested here', () => {
  const urls = endpoints.filter(({ method }) => method === 'GET').map(({ url }) => url)
  // A tax report is no list; invoices.test.ts has it.
  const all = urls.filter((url) => url.endsWith('.csv') && url !== '/api/admin/tax-report.csv')
  expect(all.toSorted()).toEqual(Object.keys(files).toSorted())
  const lists = endpoints.filter(
    ({ schema: { querystring: query }, config }) =>
      config.access.visitor === 'no' &&
      query instanceof z.ZodObject &&
      'sort' in query.shape &&
      'cursor' in query.shape,
  )
  expect(lists.length).toBeGreaterThan(15)
  expect(lists.map(({ url }) => `${url}.csv`).filter((url) => !(url in files))).toEqual([])
})

test.each(Object.entries(files))(
  '%s is the list as it is filtered and sorted, without formulas',
  async (url, asked) => {
    const { query, is, told, id = '' } = asked
    const file = url.replace(':id', id)
    const path = file.replace(/\.csv$/, '')
    const rows = await rowsOf(path, query)
    expect(rows.length).toBeGreaterThan(2)
    const all = (await owner.get(path)).body.total ?? (await rowsOf(path, '')).length
    expect(all === rows.length).toBe(false)
    const { rows: before } = await sql<{ id: string }>`select max(id::text) as id from audit`.execute(app.db)
    const { body, headers } = await owner.get(`${file}?${query}`)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[a-z\d-]+\.csv"$/)
    const lines = linesOf(body)
    expect(lines.map((line) => line[is[0]])).toEqual(rows.map((row) => String(row[is[1]])))
    if (told) expect(lines.map((line) => line[told])).toContain(`'${formula}`)
    expect(lines.flatMap((line) => Object.values(line)).filter((cell) => /^[=+@]/.test(cell))).toEqual([])
    const { rows: taken } = await sql`
    select from audit where account_id = ${owner.id} and action ~ '[.-]file$' and id::text > ${before[0]?.id ?? ''}`.execute(
      app.db,
    )
    expect(taken).toHaveLength(1)
  },
)
