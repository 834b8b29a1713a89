import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin } from '#test/builders.ts'
import { addAdmins, addManyAdminRows } from '#test/load/many-admin-rows.ts'
import { addManyLessons } from '#test/load/many-lessons.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

const formula = '=HYPERLINK("http://evil","Open")'
let app: TestApp
let owner: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.login((await makeAdmin(app.db, { role: 'owner' })).phone, 'admin')
  await addAdmins(app.db)
  await addManyLessons(app.db, 0, 2000)
  await addManyAdminRows(app.db, 0, 2000)
  await sql`update outbox set trouble = ${formula}, channel = case when id::text ~ '[02468ace]$' then 'email' else 'sms' end where given_up_at is not null`.execute(
    app.db,
  )
  await sql`update call_request set name = ${formula}`.execute(app.db)
  await sql`update support_case set name = ${formula}`.execute(app.db)
  await sql`update family set name = ${formula}`.execute(app.db)
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

test.each([
  ['refunds', 'status=settled&sort=amount&order=asc', 'order', 'number', 'family'],
  ['disputes', 'status=decided&sort=amount', 'case', 'number', 'family'],
  ['reviews', 'stars=3&sort=date', 'words', 'words', 'family'],
  ['messages', 'state=given_up&channel=email', 'written', 'writtenAt', 'trouble'],
  ['cases', 'priority=high&sort=opened', 'number', 'number', 'reported by'],
  ['classes', 'q=ms-2025-0000007&status=held&sort=fee', 'starts', 'startsAt', 'family'],
  ['bookings', 'status=scheduled&sort=fee', 'order', 'order', 'family'],
  ['families', 'q=700000001&state=active&sort=name', 'phone', 'phone', 'name'],
  ['calls', 'status=connected', 'asked', 'requestTime', 'name'],
  ['audit', 'action=refund&order=asc', 'at', 'at', null],
] as const)(
  'the file of %s is the list as it is filtered and sorted, without formulas',
  async (name, query, column, field, told) => {
    const path = name === 'calls' ? '/api/mentor-call' : `/api/admin/${name}`
    const rows = await rowsOf(path, query)
    expect(rows.length).toBeGreaterThan(2)
    expect((await owner.get(path)).body.total ?? (await rowsOf(path, '')).length).not.toBe(rows.length)
    const { body, headers } = await owner.get(`${path}.csv?${query}`)
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`)
    const lines = linesOf(body)
    expect(lines.map((line) => line[column])).toEqual(rows.map((row) => row[field]))
    if (told) expect(lines[0]?.[told]).toBe(`'${formula}`)
    const begun = lines.flatMap((line) => Object.values(line)).filter((cell) => /^[=+@]/.test(cell))
    expect(begun).toEqual([])
    const { rows: taken } = await sql<{ action: string }>`
    select action from audit where account_id = ${owner.id} and action like '%.file' order by id desc limit 2`.execute(
      app.db,
    )
    expect(taken.filter(({ action }) => action.startsWith(name.slice(0, 4)))).toHaveLength(1)
  },
)
