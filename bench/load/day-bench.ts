import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makePairs } from '#bench/delivery/people.ts'
import { demoAdmin } from '#server/demo/people.ts'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import { loadMentors, nextListPath, pin } from './list-bench.ts'
import { addManyLessons, ownersOf } from './many-lessons.ts'
import type { Measured } from './measured-process.ts'
import { cookieOf } from './timetable-bench.ts'

/** An active user reads for so long on average before the next request. */
const thinkSeconds = 10
/** Of a hundred active users. */
const shares = { visitor: 70, family: 14, mentor: 7, chat: 8, admin: 1 }
type Kind = keyof typeof shares
const steps = [250, 500, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000]
const stepSeconds = 20
/** The first seconds of a step fill connections and memory. */
const warmSeconds = 5
const goals = { users: 2_000, p99: 500, ofPeak: 0.9, refusedMs: 50, requests: 200_000, growth: 1.1 }
const mentors = 10_000
// Ids of the mentors with classes are below.
const firstMentor = 1_000_001
const lessons = 100_000

type Person = { cookie: string; paths: (() => string)[] }
type People = Record<Exclude<Kind, 'visitor' | 'chat'>, Person[]> & { chat: { cookie: string; other: string }[] }
type Step = { done: number[]; refused: number[]; failed: number }

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T // safe: never empty
const fixed = (...paths: string[]) => paths.map((path) => () => path)

async function preparePeople(db: Db): Promise<People> {
  const owners = ownersOf(lessons, 200)
  const person = async (account: string, type: string, paths: Person['paths']) => ({
    cookie: await cookieOf(db, account, type),
    paths,
  })
  const { id: admin } = await db
    .selectFrom('account')
    .select('id')
    .where('phone', '=', demoAdmin.phone)
    .executeTakeFirstOrThrow()
  const pairs = await makePairs(db, 300)
  return {
    family: await Promise.all(
      owners.map((one) =>
        person(
          one.familyAccount,
          'student',
          fixed('/dashboard/student', '/dashboard/student/classes', '/dashboard/student/payments', '/news'),
        ),
      ),
    ),
    mentor: await Promise.all(
      owners.map((one) =>
        person(
          one.mentorAccount,
          'mentor',
          fixed(
            '/dashboard/mentor',
            '/dashboard/mentor/students',
            '/dashboard/mentor/earnings',
            '/dashboard/mentor/calendar',
          ),
        ),
      ),
    ),
    admin: [await person(admin, 'admin', fixed('/admin', '/admin/mentors', '/admin/sessions', '/call-admin'))],
    chat: pairs.map(({ family }) => ({ cookie: family.cookie, other: family.other })),
  }
}

/** What visitors ask: half of it is the same for many, half is their own place and price. */
const visitorPaths = [
  () => '/',
  () => '/mentors',
  () => '/mentors?class=8&subject=mathematics',
  () => nextListPath(),
  () => nextListPath().replace('/api/mentor', '/mentors'),
  () => '/mentors/sunita-deshpande',
]

/** One request of a user of this kind. */
async function act(server: Measured, kind: Kind, people: People, address: string): Promise<[number, number]> {
  const headers: Record<string, string> = { 'x-forwarded-for': address, 'accept-encoding': 'br, gzip' }
  let path: string
  let body: string | undefined
  if (kind === 'visitor') path = pick(visitorPaths)()
  else if (kind === 'chat') {
    const { cookie, other } = pick(people.chat)
    path = '/api/chat/messages'
    body = JSON.stringify({ receiver: other, message: 'Kal ki class 5 baje rakh sakte hain?', clientId: randomUUID() })
    Object.assign(headers, {
      cookie,
      'content-type': 'application/json',
      origin: server.origin.replace('127.0.0.1', 'localhost'),
    })
  } else {
    const { cookie, paths } = pick(people[kind])
    path = pick(paths)()
    headers.cookie = cookie
  }
  const began = performance.now()
  const status = await ask(server.origin + path, headers, body)
  return [status, performance.now() - began]
}

/** Connections as a proxy keeps them, because Node accepts a single new one in each turn of its loop. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Status of the whole reply. */
const ask = (url: string, headers: Record<string, string>, body: string | undefined) =>
  new Promise<number>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const call = request(url, { agent, method, headers, timeout: 30_000 }, (reply) => {
      reply.once('end', () => resolve(reply.statusCode ?? 0)).once('error', reject)
      reply.resume()
    })
    call.once('timeout', () => call.destroy(new Error('no reply'))).once('error', reject)
    call.end(body)
  })

/** Users who come at once and stay for the step. */
async function run(server: Measured, people: People, users: number): Promise<Step> {
  const step: Step = { done: [], refused: [], failed: 0 }
  const until = performance.now() + stepSeconds * 1000
  const counted = performance.now() + warmSeconds * 1000
  const kinds = Object.entries(shares).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind)) // safe: their keys
  const user = async (nth: number) => {
    const kind = kinds[nth % kinds.length] as Kind // safe: within the list
    const address = `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`
    await pause(Math.random() * thinkSeconds * 1000)
    while (performance.now() < until) {
      const [status, ms] = await act(server, kind, people, address).catch(() => [0, 0] as const)
      if (performance.now() > counted) {
        if (status >= 200 && status < 400) step.done.push(ms)
        else if (status === 503) step.refused.push(ms)
        else step.failed += 1
      }
      await pause(-Math.log(1 - Math.random()) * thinkSeconds * 1000)
    }
  }
  await Promise.all(Array.from({ length: users }, (_, nth) => user(nth)))
  return step
}

const at = (times: number[], share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
const rateOf = ({ done }: Step) => done.length / (stepSeconds - warmSeconds)

function print(users: number, step: Step): void {
  const figures = [
    rateOf(step),
    at(step.done, 0.5),
    at(step.done, 0.99),
    step.refused.length,
    at(step.refused, 0.99),
    step.failed,
  ]
  console.log([users, ...figures.map((one) => Math.round(one))].map((one) => String(one).padStart(9)).join(''))
}

/** Memory after many requests, compared with that after a tenth of them. */
async function isMemoryFlat(server: Measured, people: People): Promise<boolean> {
  const memory: number[] = []
  for (const count of [goals.requests / 10, (goals.requests * 9) / 10]) {
    let left = count
    const lane = async (nth: number) => {
      while (left-- > 0)
        await act(server, pick(['visitor', 'visitor', 'family', 'mentor'] as const), people, `10.8.0.${nth}`)
    }
    await Promise.all(Array.from({ length: 16 }, (_, nth) => lane(nth)))
    memory.push((await server.read('collect')).residentMb)
  }
  const [early = 0, late = 0] = memory
  console.log(
    `memory after ${goals.requests / 10} requests ${early.toFixed(0)} MB, after ${goals.requests} ${late.toFixed(0)} MB`,
  )
  return late <= early * goals.growth
}

/**
 * A day of the site: more and more active users until the slowest in a hundred wait half a second, then three times as many.
 * The server and its database share a core. Prints one line for each step; the goals of `docs/scale.md`.
 * @returns whether all goals were held
 */
export async function benchDay(folder: string, url: string, app: () => Promise<Measured>): Promise<boolean> {
  const db = openDatabase(openPool(url, { connections: 4, statementTimeoutMs: 0, name: 'mentorsetu bench' }))
  await loadMentors(url, firstMentor + mentors - 1, firstMentor)
  await addManyLessons(db, 0, lessons)
  const people = await preparePeople(db).finally(() => db.destroy())
  // Connections are children of this process.
  pin(Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 0)
  const server = await app()
  pin(process.pid, 1)
  pin(server.pid, 0)
  console.log(
    `${Object.entries(shares)
      .map(([kind, share]) => `${share}% ${kind}`)
      .join(', ')}; a request every ${thinkSeconds} s each`,
  )
  console.log(
    ['users', 'done/s', 'p50 ms', 'p99 ms', 'refused', 'in ms', 'failed'].map((one) => one.padStart(9)).join(''),
  )
  let held = 0
  let peak = 0
  let failed = 0
  for (const users of steps) {
    const step = await run(server, people, users)
    print(users, step)
    peak = Math.max(peak, rateOf(step))
    failed += step.failed
    if (at(step.done, 0.99) > goals.p99 || step.refused.length > 0) break
    held = users
  }
  const crowd = await run(server, people, 3 * Math.max(held, 250))
  print(3 * Math.max(held, 250), crowd)
  const isFlat = process.env.BENCH_MEMORY ? await isMemoryFlat(server, people) : true
  const ofPeak = rateOf(crowd) / peak
  const refusedMs = at(crowd.refused, 0.99)
  const verdict = (is: boolean) => (is ? 'held' : 'missed')
  console.log(`active users within ${goals.p99} ms: ${held}, goal ${goals.users}: ${verdict(held >= goals.users)}`)
  console.log(
    `three times as many: ${(100 * ofPeak).toFixed(0)}% of the peak, goal ${100 * goals.ofPeak}%: ${verdict(ofPeak >= goals.ofPeak)}`,
  )
  console.log(
    `refused within ${refusedMs.toFixed(0)} ms, goal ${goals.refusedMs}: ${verdict(refusedMs <= goals.refusedMs)}; failed otherwise: ${failed + crowd.failed}`,
  )
  return (
    held >= goals.users &&
    ofPeak >= goals.ofPeak &&
    refusedMs <= goals.refusedMs &&
    isFlat &&
    failed + crowd.failed === 0
  )
}
