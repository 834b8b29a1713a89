import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import { loadMentors, nextListPath } from './list-bench.ts'
import { addManyLessons } from './many-lessons.ts'
import type { Measured } from './measured-process.ts'

/** Different questions, so that each list is computed; enough for the memory of a busy process. */
const requests = 3_000
// The mentors with classes have smaller numbers.
const firstMentor = 5_000_001
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

/** Bytes of all tables with their indexes. */
async function tableBytes(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; bytes: string }>`
    select relname as name, pg_total_relation_size(oid)::text as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db)
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}
const total = (tables: Map<string, number>) => [...tables.values()].reduce((sum, bytes) => sum + bytes, 0)
/** The tables that grew most, as text. */
function largest(before: Map<string, number>, after: Map<string, number>, each: number): string {
  const grown = [...after].map(([name, bytes]) => [name, bytes - (before.get(name) ?? 0)] as const)
  return grown
    .sort((a, b) => b[1] - a[1])
    .slice(0, 6)
    .map(([name, bytes]) => `${name} ${(bytes / each).toFixed(0)}`)
    .join(', ')
}
const residentBytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

/** Memory of a process after it has answered lists that no one asked before. */
async function memoryAfterLists(server: Measured): Promise<number> {
  for (let i = 0; i < requests; i++) {
    const reply = await fetch(server.origin + nextListPath())
    await reply.arrayBuffer()
  }
  await server.read('collect')
  return residentBytes(server.pid)
}

/**
 * Disk and memory of mentors and classes at growing sizes, for docs/scale.md. Prints; nothing can fail but the loading.
 * @param sizes mentors, ascending
 * @param lessons classes, ascending
 */
export async function benchSizes(
  url: string,
  { mentors, lessons }: { mentors: number[]; lessons: number[] },
  app: () => Promise<Measured>,
): Promise<void> {
  const db = openDatabase(openPool(url, { connections: 2, statementTimeoutMs: 0, name: 'mentorsetu bench' }))
  let last = 0
  let tables = await tableBytes(db)
  console.log('mentors      database   bytes each   memory of a process')
  for (const size of mentors) {
    await loadMentors(url, firstMentor + size - 1, firstMentor + last)
    const now = await tableBytes(db)
    const server = await app()
    const memory = await memoryAfterLists(server)
    await server.stop()
    const each = (total(now) - total(tables)) / (size - last)
    console.log(
      `${String(size).padEnd(12)} ${mb(total(now)).padStart(8)} ${each.toFixed(0).padStart(12)} ${mb(memory).padStart(14)}`,
    )
    console.log(`  largest, bytes a mentor: ${largest(tables, now, size - last)}`)
    last = size
    tables = now
  }
  console.log('classes      database   bytes each')
  let from = 0
  for (const size of lessons) {
    await addManyLessons(db, from, size)
    const now = await tableBytes(db)
    const each = (total(now) - total(tables)) / (size - from)
    console.log(`${String(size).padEnd(12)} ${mb(total(now)).padStart(8)} ${each.toFixed(0).padStart(12)}`)
    console.log(`  largest, bytes a class: ${largest(tables, now, size - from)}`)
    from = size
    tables = now
  }
  await db.destroy()
}
