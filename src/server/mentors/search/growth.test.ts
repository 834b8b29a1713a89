// @module-tag full
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addManyMentors, settle } from '#bench/load/many-mentors.ts'
import { buffersOf, type Start } from '#bench/load/search-meter.ts'
import { type Kind, questionsOf } from '#bench/load/search-questions.ts'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import { projectMentors } from './projection.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const lines: { name: string; kind: Kind; start: Start; most: number; growth: number }[] = [
  { name: 'location', kind: 'location', start: 'first page', most: 400, growth: 3 },
  { name: 'location, subject', kind: 'location, subject', start: 'first page', most: 400, growth: 3 },
  { name: 'everybody at ranking 10', kind: 'location', start: 'all at ranking 10', most: 400, growth: 3 },
  { name: 'page 10', kind: 'location, subject', start: 'page 10', most: 400, growth: 3 },
  { name: 'filters one over the other', kind: 'stacked filters', start: 'first page', most: 600, growth: 3 },
  { name: 'online elsewhere', kind: 'online elsewhere', start: 'first page', most: 1300, growth: 3 },
  { name: 'nobody', kind: 'no match', start: 'first page', most: 1800, growth: 6 },
]

/** Counts 8 kB pages, which do not depend on the load of the machine. */
async function pagesAt(from: number, to: number): Promise<number[]> {
  const { db, pool } = database
  await addManyMentors(db, from + 1, to)
  await sql`analyze mentor, mentor_mode, mentor_offer`.execute(db)
  await projectMentors(db, 'all')
  await settle(db)
  const found: number[] = []
  for (const { kind, start } of lines) found.push((await buffersOf(pool, questionsOf(kind, 60), start)).p95)
  return found
}

test('reads hardly more rows of 50,000 mentors than of 5,000', async () => {
  const few = await pagesAt(0, 5000)
  const many = await pagesAt(5000, 50_000)
  for (const [i, { name, most, growth }] of lines.entries()) {
    const before = few[i] ?? 0
    const after = many[i] ?? 0
    expect(after, `${name}: ${before} pages, then ${after}`).toBeLessThanOrEqual(most)
    expect(after / Math.max(before, 100), `${name}: ${before} pages, then ${after}`).toBeLessThanOrEqual(growth)
  }
}, 300_000)
