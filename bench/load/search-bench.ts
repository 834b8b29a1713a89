import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { projectMentors } from '#server/mentors/search/projection.ts'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import { addManyMentors, settle } from './many-mentors.ts'
import type { Measured } from './measured-process.ts'
import { buffersOf, millisecondsOf, naiveMilliseconds, type Spread, type Start } from './search-meter.ts'
import { type Kind, questionsOf } from './search-questions.ts'

/** Servers of this run, besides the database. */
export type Servers = { app(): Promise<Measured>; key(): Promise<Measured> }

const lines: readonly { name: string; kind: Kind; start: Start }[] = [
  { name: 'location', kind: 'location', start: 'first page' },
  { name: 'location, subject', kind: 'location, subject', start: 'first page' },
  { name: 'location, all rank 10', kind: 'location', start: 'all at ranking 10' },
  { name: 'subject, all rank 10', kind: 'location, subject', start: 'all at ranking 10' },
  { name: 'subject, page 10', kind: 'location, subject', start: 'page 10' },
  { name: 'stacked filters', kind: 'stacked filters', start: 'first page' },
  { name: 'rare match', kind: 'rare match', start: 'first page' },
  { name: 'no match', kind: 'no match', start: 'first page' },
  { name: 'free text', kind: 'free text', start: 'first page' },
  { name: 'by price', kind: 'by price', start: 'first page' },
  { name: 'full mix', kind: 'full mix', start: 'first page' },
  { name: 'full mix, count and cards', kind: 'full mix', start: 'whole reply' },
]
const questions = 200
const explained = 80
const naiveQuestions = 12
const naiveKinds = ['location', 'location, subject'] as const
const roundSeconds = 4
// Servers take turns, so that a disturbance does not affect only one of them.
const rounds = 3
const connections = 8

const growths = [
  { name: 'location', limit: 3 },
  { name: 'location, subject', limit: 3 },
  { name: 'full mix', limit: 6 },
  { name: 'location, all rank 10', limit: 10 },
  { name: 'subject, all rank 10', limit: 10 },
]
/** Minimum speed-up over the naive query, by number of mentors. */
const speedUps: Record<number, number> = { 10000: 15, 100000: 100, 1000000: 500 }

type Figures = {
  times: Map<string, Spread>
  pages: Map<string, Spread>
  naive: Map<Kind, Spread>
  rate: number
  keyRate: number
}

const seconds = async (name: string, work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  console.log(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

/** Keeps searching while `work` runs; returns the longest wait for four searches in milliseconds. */
async function longestWhile(db: Db, work: () => Promise<unknown>): Promise<number> {
  const done = work().then(() => true)
  let longest = 0
  while (!(await Promise.race([done, pause(200, false)]))) {
    const began = performance.now()
    await millisecondsOf(db, questionsOf('location, subject', 1), 'first page')
    longest = Math.max(longest, performance.now() - began)
  }
  return longest
}

async function loadUpTo(db: Db, from: number, to: number): Promise<void> {
  console.log(`\n${to.toLocaleString('en-IN')} mentors`)
  await seconds('loaded', () => addManyMentors(db, from + 1, to))
  await sql`vacuum analyze mentor, mentor_mode, mentor_offer, mentor_check`.execute(db)
  const longest = await longestWhile(db, () => seconds('projected', () => projectMentors(db, 'all')))
  if (from > 0) console.log(`  longest wait for four searches during projection: ${longest.toFixed(0)} ms`)
  const one = ['00000002-0000-7000-8000-000000000007']
  await projectMentors(db, one)
  await seconds('one mentor projected 20 times', async () => {
    for (let i = 0; i < 20; i++) await projectMentors(db, one)
  })
  await settle(db)
  const { rows } = await sql<{ entries: number; near: string; all: string }>`
    select (select count(*) from search_entry) as entries, pg_size_pretty(pg_relation_size('search_entry_near')) as near,
      pg_size_pretty(sum(pg_total_relation_size(c))) as all from unnest(array['mentor_search', 'search_entry', 'mentor_card']::regclass[]) as c`.execute(
    db,
  )
  const size = rows[0]
  console.log(`  ${size?.entries.toLocaleString('en-IN')} entries, index ${size?.near}, all search tables ${size?.all}`)
}

/** Replies per second over many URLs. */
async function rateOf(server: Measured, paths: string[]): Promise<number> {
  const run = (duration: number) =>
    autocannon({ url: server.origin, connections, duration, requests: paths.map((path) => ({ path })) })
  await run(2)
  const { requests, duration, non2xx, errors } = await run(roundSeconds)
  if (non2xx + errors > 0) console.log(`  ${non2xx + errors} requests failed`)
  return requests.total / duration
}

const pathOf = (filter: Record<string, unknown>) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) for (const one of [value].flat()) query.append(name, String(one))
  return `/api/mentor?${query}`
}

async function measure(url: string, db: Db, size: number, servers: Servers): Promise<Figures> {
  const pool = openPool(url, { connections: 1, statementTimeoutMs: 0 })
  const times = new Map<string, Spread>()
  const pages = new Map<string, Spread>()
  console.log(`  ${'search'.padEnd(28)}   p50 ms   p95 ms   pages p50   pages p95`)
  for (const { name, kind, start } of lines) {
    const asked = questionsOf(kind, questions)
    const time = await millisecondsOf(db, asked, start)
    const page = await buffersOf(pool, asked.slice(0, explained), start)
    times.set(name, time)
    pages.set(name, page)
    const cells = [time.p50.toFixed(2), time.p95.toFixed(2)].map((cell) => cell.padStart(8)).join(' ')
    console.log(`  ${name.padEnd(28)} ${cells} ${String(page.p50).padStart(11)} ${String(page.p95).padStart(11)}`)
  }
  const naive = new Map<Kind, Spread>()
  for (const kind of naiveKinds) {
    const time = await naiveMilliseconds(db, questionsOf(kind, naiveQuestions))
    naive.set(kind, time)
    console.log(
      `  ${`naive, ${kind}`.padEnd(28)} ${time.p50.toFixed(1).padStart(8)} ${time.p95.toFixed(1).padStart(8)}`,
    )
  }
  await pool.end()
  const ids = Array.from({ length: 500 }, (_, i) => (1 + Math.floor((i * size) / 500)).toString(16).padStart(12, '0'))
  const key = await servers.key()
  const app = await servers.app()
  const keyPaths = ids.map((id) => `/mentor/00000002-0000-7000-8000-${id}`)
  const listPaths = questionsOf('location, subject', questions).map(pathOf)
  let keyRate = 0
  let rate = 0
  for (let round = 0; round < rounds; round++) {
    keyRate += (await rateOf(key, keyPaths)) / rounds
    rate += (await rateOf(app, listPaths)) / rounds
  }
  await key.stop()
  await app.stop()
  console.log(`  requests/s: list ${rate.toFixed(0)}, row by primary key ${keyRate.toFixed(0)}`)
  return { times, pages, naive, rate, keyRate }
}

/** Loads each size in turn into one database, measures it, and compares the last with the first. */
export async function benchSearch(url: string, sizes: number[], servers: Servers): Promise<boolean> {
  const db = openDatabase(openPool(url, { connections: 2, statementTimeoutMs: 0, name: 'mentorsetu bench' }))
  const all: Figures[] = []
  try {
    for (const [i, size] of sizes.entries()) {
      await loadUpTo(db, sizes[i - 1] ?? 0, size)
      all.push(await measure(url, db, size, servers))
    }
  } finally {
    await db.destroy()
  }
  return judge(sizes, all)
}

/** Checks the limits in docs/decisions/0010-search.md. */
function judge(sizes: number[], all: Figures[]): boolean {
  const first = all[0]
  const last = all.at(-1)
  if (!first || !last) return false
  const p95 = (of: Figures, name: string) => of.times.get(name)?.p95 ?? Number.NaN
  const pages = (name: string) => last.pages.get(name)?.p95 ?? Number.NaN
  let isRight = true
  const gate = (name: string, value: number, is: '≤' | '≥', limit: number) => {
    const holds = is === '≤' ? value <= limit : value >= limit
    if (!holds) isRight = false
    console.log(`${name.padEnd(44)} ${value.toFixed(1).padStart(8)}   ${is} ${limit}   ${holds ? 'OK' : 'missed'}`)
  }
  console.log(`\n${sizes[0]} to ${sizes.at(-1)} mentors`)
  for (const { name, limit } of growths) gate(`p95 growth, ${name}`, p95(last, name) / p95(first, name), '≤', limit)
  for (const name of ['location', 'location, subject']) gate(`pages of 8 kB p95, ${name}`, pages(name), '≤', 400)
  gate('page 10 ÷ page 1, p95', p95(last, 'subject, page 10') / p95(last, 'location, subject'), '≤', 3)
  gate('stacked filters ÷ subject only, p95', p95(last, 'stacked filters') / p95(last, 'location, subject'), '≤', 3)
  gate('list ÷ primary key, requests/s, %', (last.rate / last.keyRate) * 100, '≥', 4)
  for (const [i, size] of sizes.entries()) {
    const limit = speedUps[size] ?? 1
    const of = all[i]
    for (const kind of naiveKinds)
      gate(
        `naive ÷ search, p50, ${kind}, ${size}`,
        (of?.naive.get(kind)?.p50 ?? 0) / (of?.times.get(kind)?.p50 ?? 1),
        '≥',
        limit,
      )
  }
  gate('no match p95, ms', p95(last, 'no match'), '≤', 50)
  gate('rare match p95, ms', p95(last, 'rare match'), '≤', 50)
  return isRight
}
