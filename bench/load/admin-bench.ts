import { sql } from 'kysely'
import { dateInIndia, plusMinutes } from '#contract/wire/time.ts'
import { sources } from '#server/admin/overview/figures-rows.ts'
import { countFigures } from '#server/admin/overview/overview.ts'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import { type Question, questionsOf } from './admin-questions.ts'
import { addAdmins, addManyAdminRows } from './many-admin-rows.ts'
import { addManyLessons } from './many-lessons.ts'
import type { Measured } from './measured-process.ts'
import { cookieOf } from './timetable-bench.ts'

const maxGrowth = 3
const tries = 9
/** Untimed rounds for connection pools, query plans and the JIT compiler. */
const warmRounds = 2
const pageNumber = 10

const inDays = (days: number) => dateInIndia(plusMinutes(new Date(), days * 1440))
const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

type Get = (path: string) => Promise<{ nextCursor?: string | null }>

/** The URLs of a question; for page ten, the URL that nine pages of cursors lead to. */
async function addressesOf(get: Get, { paths, isPageTen }: Question): Promise<string[]> {
  if (!isPageTen) return paths
  const found: string[] = []
  for (const path of paths) {
    let at = path
    for (let page = 1; page < pageNumber; page++) {
      const { nextCursor } = await get(at)
      if (!nextCursor) break
      at = `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(nextCursor)}`
    }
    found.push(at)
  }
  return found
}

/** Median over a question's URLs; for each URL the fastest of several tries. */
async function millisecondsOf(get: Get, asked: Question): Promise<number> {
  const times: number[] = []
  for (const path of await addressesOf(get, asked)) {
    let fastest = Number.POSITIVE_INFINITY
    for (let n = 0; n < tries; n++) {
      const began = performance.now()
      await get(path)
      fastest = Math.min(fastest, performance.now() - began)
    }
    times.push(fastest)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/**
 * What the overview would query without its table of counted figures: every figure for a month and the month before.
 */
async function rawOverview(db: Db): Promise<void> {
  const from = inDays(-60)
  const to = inDays(0)
  for (const source of Object.values(sources)) {
    await sql`select (s.at at time zone 'Asia/Kolkata')::date, s.city, sum(s.value) from (${source}) as s
      where s.at >= ${from}::date and s.at < ${to}::date group by 1, 2`.execute(db)
    await sql`select sum(s.value) from (${source}) as s`.execute(db)
  }
}

/** Whether every admin page stays fast with a hundred times the data. */
export async function benchAdmin(
  url: string,
  startApp: () => Promise<Measured>,
  sizes: readonly number[],
): Promise<boolean> {
  const db = openDatabase(openPool(url, { connections: 4, statementTimeoutMs: 0, name: 'bench' }))
  const app = await startApp()
  const cookie = await cookieOf(db, await addAdmins(db), 'admin')
  const get: Get = async (path) => {
    const reply = await fetch(app.origin + path, { headers: { cookie }, redirect: 'manual' })
    const text = await reply.text()
    if (reply.status !== 200) throw new Error(`${path} replied ${reply.status}: ${text.slice(0, 300)}`)
    return reply.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
  }
  const found: number[][] = []
  const raw: { counted: number; overview: number }[] = []
  for (const [i, size] of sizes.entries()) {
    const before = sizes[i - 1] ?? 0
    const lessons = await seconds(() => addManyLessons(db, before, size))
    const rest = await seconds(() => addManyAdminRows(db, before, size))
    const counted = await seconds(() => countFigures(db))
    const { rows } = await sql<{
      size: string
    }>`select pg_size_pretty(pg_database_size(current_database())) as size`.execute(db)
    const of = `${size.toLocaleString('en-IN')} lessons, ${(size / 10).toLocaleString('en-IN')} mentors`
    console.log(
      `${of}: ${(lessons + rest).toFixed(0)} s to load, ${rows[0]?.size}, figures counted in ${counted.toFixed(2)} s`,
    )
    await rawOverview(db)
    raw.push({ counted, overview: (await seconds(() => rawOverview(db))) * 1000 })
    const questions = questionsOf(size)
    for (let n = 0; n < warmRounds; n++) for (const asked of questions) await millisecondsOf(get, asked)
    const times: number[] = []
    for (const asked of questions) times.push(await millisecondsOf(get, asked))
    found.push(times)
  }
  await app.stop()
  await db.destroy()
  return judge(sizes, found, raw)
}

function judge(
  sizes: readonly number[],
  found: readonly number[][],
  raw: readonly { counted: number; overview: number }[],
): boolean {
  const cells = (some: (number | undefined)[]) => some.map((ms = 0) => `${ms.toFixed(1)} ms`.padStart(12)).join('')
  const heads = sizes.map((size) => size.toLocaleString('en-IN').padStart(12)).join('')
  console.log(`\n${'page'.padEnd(40)}${heads}  growth (limit ${maxGrowth})`)
  let isWithin = true
  for (const [i, { name }] of questionsOf(sizes[0] ?? 0).entries()) {
    const times = found.map((some) => some[i])
    const growth = (times.at(-1) ?? 0) / (times[0] ?? 1)
    if (!(growth <= maxGrowth)) isWithin = false
    console.log(`${name.padEnd(40)}${cells(times)}  ${growth.toFixed(2)}: ${growth <= maxGrowth ? 'OK' : 'over'}`)
  }
  console.log(`${'overview from raw rows'.padEnd(40)}${cells(raw.map(({ overview }) => overview))}`)
  return isWithin
}
