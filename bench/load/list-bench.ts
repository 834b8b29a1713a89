import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { paise } from '#contract/wire/money.ts'
import { keyTag } from '#server/mentors/search/filter-tags.ts'
import { resolveNear } from '#server/mentors/search/near.ts'
import { projectMentors } from '#server/mentors/search/projection.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { addManyMentors, settle } from './many-mentors.ts'
import type { Measured } from './measured-process.ts'
import { priceQuestions } from './search-questions.ts'

/** Servers of this run, besides the database. */
type Servers = { app: Measured; yard: Measured }

const connections = 8
// Compiled code is what is measured.
const warmRequests = 4_000
const roundSeconds = 5
// Servers take turns, so that a disturbance does not affect only one of them.
const rounds = 3
const goals = { rate: 600, ofYard: 0.5, nodeMs: 0.6 }

type Line = { requests: number; seconds: number; nodeMs: number; databaseMs: number; failed: number; p99: number }

/** Pins a process with its threads to one core, so that both servers share it with their database. */
export function pin(pid: number, core: number): void {
  if (availableParallelism() < 2) return
  execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' })
}

/** CPU milliseconds of PostgreSQL's processes so far. */
function databaseCpuMs(postmaster: number): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      if (Number(fields[1]) === postmaster) ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // It has just ended.
    }
  }
  return ticks * 10
}

/** Every request asks another question. */
async function run(
  server: Measured,
  next: () => string,
  length: { duration: number } | { amount: number },
  postmaster: number,
): Promise<Line> {
  const before = await server.read()
  const database = databaseCpuMs(postmaster)
  const result = await autocannon({
    url: server.origin,
    connections,
    ...length,
    requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }],
  })
  return {
    requests: result.requests.total,
    seconds: result.duration,
    nodeMs: (await server.read()).cpuMs - before.cpuMs,
    databaseMs: databaseCpuMs(postmaster) - database,
    failed: result.non2xx + result.errors + result.timeouts,
    p99: result.latency.p99,
  }
}

const questions = priceQuestions(60_000)
let asked = 0
const nextQuestion = (): (typeof questions)[number] =>
  questions[asked++ % questions.length] as (typeof questions)[number] // safe: within the list
const listPath = (question: Record<string, unknown>) =>
  `/api/mentor?${new URLSearchParams(Object.entries(question).map(([name, value]) => [name, String(value)]))}`
/** A list that no one asked for before. */
export const nextListPath = (): string => listPath(nextQuestion())
const yardPath = (question: ReturnType<typeof priceQuestions>[number]) => {
  const { lat, lon, place } = resolveNear(question)
  const key = keyTag(question.class, question.subject)
  return `/list?${new URLSearchParams({ place: place?.tag ?? '', key, lat: String(lat), lon: String(lon), max: String(paise(question.max)) })}`
}

/** Both servers find the same mentors. */
async function assertSame({ app, yard }: Servers): Promise<void> {
  for (const question of questions.slice(0, 50)) {
    const [ours, theirs] = await Promise.all(
      [app.origin + listPath(question), yard.origin + yardPath(question)].map(async (url) => {
        const { data } = (await (await fetch(url)).json()) as { data: { _id: string }[] }
        return data.map((one) => one._id).join()
      }),
    )
    if (ours !== theirs) throw new Error(`not the same mentors: ${JSON.stringify(question)}`)
  }
}

export async function loadMentors(url: string, size: number, from = 1): Promise<void> {
  const db = openDatabase(openPool(url, { connections: 2, statementTimeoutMs: 0, name: 'mentorsetu bench' }))
  try {
    await addManyMentors(db, from, size)
    await sql`vacuum analyze mentor, mentor_mode, mentor_offer, mentor_check`.execute(db)
    await projectMentors(db, 'all')
    await settle(db)
  } finally {
    await db.destroy()
  }
}

/** The list endpoint without any cached answer: every request has another point and price. Server and database share a core. */
export async function benchUncachedList(folder: string, size: number, servers: Servers): Promise<boolean> {
  const postmaster = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  pin(process.pid, 1)
  for (const { pid } of [servers.app, servers.yard]) pin(pid, 0)
  await assertSame(servers)
  const rows = [
    { name: 'bare route, one query', server: servers.yard, path: () => yardPath(nextQuestion()) },
    { name: 'list endpoint', server: servers.app, path: nextListPath },
  ]
  const lines = rows.map((): Line[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, { server, path }] of rows.entries()) {
      if (round === 0) await run(server, path, { amount: warmRequests }, postmaster)
      lines[i]?.push(await run(server, path, { duration: roundSeconds }, postmaster))
    }
  }
  console.log(
    `\n${size.toLocaleString('en-IN')} mentors, ${connections} connections, one core, every request another point and price`,
  )
  console.log(`${''.padEnd(24)}    req/s   p99 ms   Node ms   database ms`)
  const figures = rows.map(({ name }, i) => {
    const sum = (key: keyof Line) => (lines[i] ?? []).reduce((all, one) => all + one[key], 0)
    const requests = sum('requests')
    const of = { rate: requests / sum('seconds'), nodeMs: sum('nodeMs') / requests, failed: sum('failed') }
    const cells = [
      of.rate.toFixed(0),
      (sum('p99') / rounds).toFixed(1),
      of.nodeMs.toFixed(2),
      (sum('databaseMs') / requests).toFixed(2),
    ]
    console.log(
      `${name.padEnd(24)} ${cells.map((cell) => cell.padStart(8)).join(' ')}${of.failed > 0 ? `   ${of.failed} failed` : ''}`,
    )
    return of
  })
  const [yard, list] = figures
  if (!yard || !list) return false
  const share = list.rate / yard.rate
  const verdict = (name: string, value: number, is: '≤' | '≥', goal: number) => {
    const holds = is === '≤' ? value <= goal : value >= goal
    console.log(`${name.padEnd(44)} ${value.toFixed(2).padStart(8)}   ${is} ${goal}   ${holds ? 'held' : 'missed'}`)
    return holds
  }
  const isFast = [
    verdict('requests/s', list.rate, '≥', goals.rate),
    verdict('list ÷ bare route, requests/s', share, '≥', goals.ofYard),
  ]
  return [
    isFast.includes(true),
    verdict('Node CPU ms a request', list.nodeMs, '≤', goals.nodeMs),
    list.failed === 0,
  ].every(Boolean)
}
