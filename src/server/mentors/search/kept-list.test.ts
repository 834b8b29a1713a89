import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addManyMentors } from '#bench/load/many-mentors.ts'
import { questionsOf } from '#bench/load/search-questions.ts'
import { newPhone } from '#test/builders.ts'
import { otherProcess } from '#test/other-process.ts'
import { sized } from '#test/rounds.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { projectMentors } from './projection.ts'

let app: TestApp
let stopListening: () => Promise<void>
beforeAll(async () => {
  app = await testApp()
  await addManyMentors(app.db, 1, 400)
  await projectMentors(app.db, 'all')
  // Only now: the projection's own notification, arriving late, would drop what a test has just had kept.
  stopListening = app.context.kept.listen(app.database.url)
  await vi.waitFor(() => expect(app.context.kept.isListening()).toBe(true), 10_000)
}, 120_000)
afterAll(async () => {
  await stopListening()
  await app.stop()
})

const pathOf = (filter: Record<string, unknown>) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) for (const one of [value].flat()) query.append(name, String(one))
  return `/api/mentor?${query}`
}

/** Statements the app sends while `work` runs, without those of a listener that connects late. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls
      .map(([asked]: unknown[]) => (asked as { text?: string }).text ?? String(asked))
      .filter((text) => !/^(listen |select pg_notify)/.test(text))
  } finally {
    query.mockRestore()
  }
}

test('reads an answer in one statement, and none when it is asked again', async () => {
  const visitor = app.browser()
  const ask = (max: number) => visitor.get(`/api/mentor?city=Indore&class=8&subject=mathematics&max=${max}`)
  await ask(9000)
  expect(await statementsOf(() => ask(8000))).toEqual([expect.stringContaining('search_parts')])
  expect(await statementsOf(() => ask(8000))).toEqual([])
  const plain = '/api/mentor?city=Indore&class=9'
  await visitor.get(plain)
  expect(await statementsOf(() => visitor.get(plain))).toEqual([])
})

test('holds nothing of the viewer who asked first', async () => {
  const family = await app.login(newPhone(), 'student')
  const path = '/api/mentor?city=Bhopal&limit=5'
  const asked = await family.get(path)
  let visited: unknown
  expect(await statementsOf(async () => (visited = (await app.browser().get(path)).body))).toEqual([])
  expect(visited).toEqual(asked.body)
  for (const own of [family.id, family.phone]) expect(JSON.stringify(visited)).not.toContain(own)
})

const change = async (id: string, set: ReturnType<typeof sql>) => {
  await app.db.transaction().execute(async (tx) => {
    await sql`update mentor set ${set} where id = ${id}`.execute(tx)
    await projectMentors(tx, [id])
  })
}

test('shows a change at once in every process, and keeps lists of other places', async () => {
  const other = await otherProcess(app)
  const { rows } = await sql<{ id: string }>`
    select mentor_id as id from mentor_search where city = 'Indore' and ranking = 10 and not online limit 1`.execute(
    app.db,
  )
  const id = rows[0]?.id ?? ''
  const own = '/api/mentor?city=Indore&limit=50'
  const far = '/api/mentor?city=Kochi&limit=5'
  const readers = [app.browser(), other]
  for (const reader of readers) await reader.get(own)
  await change(id, sql`admin_ranking = 1, full_name = 'Changed Name'`)
  for (const reader of readers)
    await expect
      .poll(async () => (await reader.get(own)).body.data.map((one: { fullName: string }) => one.fullName))
      .toContain('Changed Name')
  await app.browser().get(far)
  await change(id, sql`show_on_website = false`)
  for (const reader of readers)
    await expect.poll(async () => JSON.stringify((await reader.get(own)).body)).not.toContain('Changed Name')
  expect(await statementsOf(() => app.browser().get(far))).toEqual([])
  await other.stop()
}, 120_000)

test('a listed mentor who moves, or begins to teach online, leaves the old lists and joins the new ones', async () => {
  const { rows } = await sql<{ id: string }>`
    select mentor_id as id from mentor_search where city = 'Indore' and not online order by mentor_id desc limit 1`.execute(
    app.db,
  )
  const id = rows[0]?.id ?? ''
  await change(id, sql`full_name = 'Moving Mentor', admin_ranking = 1, teaching_range = '3km'`)
  const reader = app.browser()
  const lists = {
    indore: '/api/mentor?city=Indore&limit=50',
    bhopal: '/api/mentor?city=Bhopal&limit=50',
    online: '/api/mentor?city=Kochi&mode=online&limit=50',
  }
  type Found = { isShown: boolean; total: number }
  const found = async (path: string): Promise<Found> => {
    const { data, total } = (await reader.get(path)).body
    return { isShown: JSON.stringify(data).includes('Moving Mentor'), total }
  }
  const all = async () => ({
    indore: await found(lists.indore),
    bhopal: await found(lists.bhopal),
    online: await found(lists.online),
  })
  const shown = async () => {
    const { indore, bhopal, online } = await all()
    return [indore, bhopal, online].map(({ isShown }) => isShown)
  }
  await expect.poll(shown).toEqual([true, false, false])
  await change(id, sql`city = 'Bhopal', area = '', lat = 23.25, lon = 77.41`)
  await expect.poll(shown).toEqual([false, true, false])
  await change(id, sql`teaches_online = true`)
  await expect.poll(shown).toEqual([false, true, true])
  await change(id, sql`show_on_website = false`)
  await expect.poll(shown).toEqual([false, false, false])
})

test('a mentor listed neither before nor after a change tells nobody', async () => {
  const { kept } = app.context
  const { rows } = await sql<{ hidden: string; listed: string }>`
    select (select id from mentor where not is_listed limit 1) as hidden, (select mentor_id from mentor_search limit 1) as listed`.execute(
    app.db,
  )
  const before = kept.changes()
  for (const id of [rows[0]?.hidden ?? '', rows[0]?.listed ?? '']) await projectMentors(app.db, [id])
  await expect.poll(() => kept.changes()).toBe(before + 1)
})

test('kept answers equal fresh ones after any change of a mentor', async () => {
  const fresh = await testApp({ database: app.database })
  const paths = [
    ...questionsOf('full mix', 25),
    ...questionsOf('online elsewhere', 5),
    { city: 'Indore' },
    { state: 'Madhya Pradesh', max: 5000 },
    { city: 'Indore', mode: 'online', max: 5000 },
    { city: 'Indore', max: 5000 },
    { within: 100 },
  ].map(pathOf)
  const changes = [
    sql`show_on_website = not show_on_website`,
    sql`admin_ranking = 1 + (admin_ranking + 7) % 20`,
    sql`city = 'Bhopal', area = '', lat = 23.25, lon = 77.41`,
    sql`city = 'Indore', state = 'Madhya Pradesh', area = '', lat = 22.72, lon = 75.86`,
    sql`teaches_online = not teaches_online`,
    sql`teaching_range = '25km+'`,
    sql`full_name = 'Rajesh Sharma'`,
    sql`gender = 'other', tier = 'gold', rating = 5`,
  ]
  const isListed = async (id: string) =>
    (await sql`select from mentor where id = ${id} and is_listed`.execute(app.db)).rows.length > 0
  const seen = app.browser()
  for (let round = 0; round < sized(8, 60); round++) {
    for (const path of paths) await seen.get(path)
    const id = `00000002-0000-7000-8000-${(1 + ((round * 37) % 400)).toString(16).padStart(12, '0')}`
    const before = app.context.kept.changes()
    const wasListed = await isListed(id)
    await change(id, changes[round % changes.length] ?? sql`gender = 'other'`)
    // A mentor who was and stays hidden tells nobody.
    if (wasListed || (await isListed(id))) await expect.poll(() => app.context.kept.changes()).toBeGreaterThan(before)
    for (const path of paths) {
      const kept = await seen.get(path)
      const now = await fresh.browser().get(path)
      expect(kept.body, `${path} after change ${round}`).toEqual(now.body)
    }
  }
  await fresh.stop()
}, 120_000)
