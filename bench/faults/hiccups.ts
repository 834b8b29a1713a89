import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Caller } from '#contract/wire/endpoint.ts'
import { demoPhones } from '#server/demo/people.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { storedKeys } from '#server/keys.ts'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import { openPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import type { UserType } from '#server/platform/sessions.ts'
import { start } from '#test/start/program.ts'
import { stopPostgres } from './database-restart.ts'
import { type Address, siteAddresses } from './site-addresses.ts'
import { openWireProxy } from './wire-proxy.ts'

type Visit = { path: string; caller: Caller; cookie: string }
type Answer = { status: number; retryAfter: string | null; stale: string | null; text: string; ms: number }

const readers = 8
/** The longest acceptable wait for a reply, whatever state the database is in. */
const patienceMs = 20_000

async function cookieOf(db: Db, phone: string, userType: UserType): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into session (token_hash, account_id, user_type, expires_at)
    select ${createHash('sha256').update(token).digest()}, id, ${userType}, now() + interval '1 day' from account where phone = ${phone}`.execute(
    db,
  )
  return `session=${token}`
}

/** The program on its own demo database behind a proxy; readers request all of its pages. */
export async function openTestedSite(folder: string) {
  const postgres = await openPostgres({ dataDir: folder, role: 'owner', fast: true })
  await migrate(postgres.url)
  // Bypasses the proxy and reconnects by itself.
  const db = openDatabase(openPool(postgres.url, { connections: 4, name: 'faults', statementTimeoutMs: 0 }))
  await seedDemo(db, { mentors: 40, secretKeys: storedKeys(folder, 'secret-key') })
  const proxy = await openWireProxy(Number(new URL(postgres.url).port))
  const url = new URL(postgres.url)
  url.port = String(proxy.port)
  const program = await start({
    DATABASE_URL: url.href,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'loopback',
  })
  await program.ready()
  const origin = `http://127.0.0.1:${program.port}`
  const cookies: Record<Caller, string> = {
    visitor: '',
    family: await cookieOf(db, demoPhones.parent, 'student'),
    mentor: await cookieOf(db, demoPhones.mentor, 'mentor'),
    admin: await cookieOf(db, demoPhones.admin, 'admin'),
  }
  const slug = (await sql<{ slug: string }>`select slug from mentor where show_on_website limit 1`.execute(db)).rows[0]
    ?.slug
  const addresses: Address[] = await siteAddresses(db)
  const visits: Visit[] = addresses.flatMap(({ path, callers }) =>
    callers.map((caller) => ({ path, caller, cookie: cookies[caller] })),
  )
  /** The status of each page without faults. */
  const usual = new Map<Visit, number>()

  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const began = Date.now()
    const reply = await fetch(origin + path, { redirect: 'manual', signal: AbortSignal.timeout(60_000), ...init })
    const text = await reply.text()
    const retryAfter = reply.headers.get('retry-after')
    const stale = reply.headers.get('x-stale')
    return { status: reply.status, retryAfter, stale, text, ms: Date.now() - began }
  }
  const visit = ({ path, cookie }: Visit) => ask(path, { headers: cookie ? { cookie } : {} })

  /** Why a reply is not acceptable; empty when it is. */
  function faultsOf({ path, caller }: Visit, { status, retryAfter, ms }: Answer, wanted: number | undefined): string[] {
    const who = `${path} of ${caller}`
    if (ms > patienceMs) return [`${who}: reply after ${ms} ms`]
    if (status === 503) return retryAfter ? [] : [`${who}: 503 without Retry-After`]
    return status === wanted ? [] : [`${who}: ${status} instead of ${wanted}`]
  }

  /** Readers work through a list at once, each taking the next item. */
  async function go(people: number, next: () => Visit | undefined): Promise<{ faults: string[]; refused: number }> {
    const faults: string[] = []
    let refused = 0
    const one = async () => {
      for (let at = next(); at; at = next()) {
        const answer = await visit(at).catch((error: unknown) => `${at?.path}: no reply (${error})`)
        if (typeof answer === 'string') faults.push(answer)
        else {
          faults.push(...faultsOf(at, answer, usual.get(at)))
          if (answer.status === 503) refused++
        }
      }
    }
    await Promise.all(Array.from({ length: people }, one))
    return { faults: [...new Set(faults)], refused }
  }
  const inTurn = (list: readonly Visit[]) => {
    const left = [...list]
    return () => left.shift()
  }

  /** Requests every page once without faults. */
  async function recordBaseline(): Promise<string[]> {
    const left = inTurn(visits)
    const odd: string[] = []
    const one = async () => {
      for (let at = left(); at; at = left()) {
        const { status } = await visit(at)
        usual.set(at, status)
        if (status >= 500) odd.push(`${at.path} of ${at.caller}: ${status}`)
      }
    }
    await Promise.all(Array.from({ length: readers }, one))
    return odd
  }

  /** Readers request all pages over and over while something happens to the database. */
  async function during(happens: () => Promise<unknown>, people = readers, list: readonly Visit[] = visits) {
    let isOver = false
    let at = Math.floor(Math.random() * list.length)
    const reading = go(people, () => (isOver ? undefined : list[at++ % list.length]))
    const happening = happens().finally(() => {
      isOver = true
    })
    const [read] = await Promise.all([reading, happening])
    return read
  }

  /** Every page must soon be as before, without help. */
  async function recovered(): Promise<string[]> {
    const limit = Date.now() + patienceMs
    for (;;) {
      const { faults, refused } = await go(readers, inTurn(visits))
      if (faults.length === 0 && refused === 0) return []
      if (Date.now() > limit) return [`${refused} pages have not recovered`, ...faults]
      await pause(500)
    }
  }

  /** Locks tables against reads. */
  async function lock(tables: readonly string[], forMs: number): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      await client.query('begin')
      for (const table of tables) await client.query(`lock table ${table} in access exclusive mode`)
      await pause(forMs)
      await client.query('rollback')
    } finally {
      await client.end()
    }
  }

  async function cutOften(times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      await pause(400)
      proxy.cut()
    }
  }

  async function restart(mode: 'fast' | 'immediate'): Promise<void> {
    const cluster = join(folder, 'postgres')
    await pause(300)
    await stopPostgres(cluster, mode)
    while (!(await sql`select 1`.execute(db).catch(() => null))) await pause(100)
  }

  /** Until the program hears of changes and keeps pages, some time after an outage. */
  async function hearsChanges(): Promise<void> {
    const listeners = () =>
      sql`select from pg_stat_activity where application_name = 'mentorsetu-changes' and query like 'listen %'`.execute(
        db,
      )
    while ((await listeners()).rows.length < 4) await pause(100)
    await pause(1_000)
  }

  /** Makes every write fail as on a full disk, or with another error code; null ends it. */
  async function fill(code: string | null): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = 'public'`.execute(db)
    await db.transaction().execute(async (tx) => {
      if (code) {
        await sql`create function no_room() returns trigger language plpgsql as
          ${sql.lit(`begin raise exception 'could not extend file' using errcode = '${code}'; end`)}`.execute(tx)
        for (const { name } of rows)
          await sql
            .raw(`create trigger no_room before insert or update or delete on ${name} execute function no_room()`)
            .execute(tx)
      } else await sql`drop function no_room() cascade`.execute(tx)
    })
  }

  return {
    db,
    proxy,
    program,
    ask,
    visits,
    cookies,
    recordBaseline,
    during,
    recovered,
    lock,
    cutOften,
    restart,
    fill,
    hearsChanges,
    /** Whether the original process is still running. */
    isAlive: () => program.child.exitCode === null && program.child.signalCode === null,
    /** Log lines that must never appear, whatever the database does. */
    unexpectedLogLines: () =>
      program
        .output()
        .split('\n')
        .filter((line) => /unhandled rejection|had to stop|"msg":"internal"/.test(line))
        .map((line) => line.slice(0, 600)),
    url: postgres.url,
    slug: slug ?? '',
    async stop() {
      program.child.kill('SIGTERM')
      await program.ended()
      await db.destroy()
      await proxy.stop()
      await postgres.stop()
    },
  }
}
export type TestedSite = Awaited<ReturnType<typeof openTestedSite>>

type Outage = { what: string; readers: number; happens: (site: TestedSite) => Promise<void> }

/** Database outages and their duration. */
export const outages = ({ cuts, lockMs }: { cuts: number; lockMs: number }): Outage[] => [
  { what: 'all connections are dropped', readers, happens: (site) => site.cutOften(cuts) },
  { what: 'the session table is locked', readers: 40, happens: (site) => site.lock(['session'], lockMs) },
  {
    what: 'the list and booking tables are locked',
    readers,
    happens: (site) => site.lock(['mentor_search', 'booking'], lockMs),
  },
  { what: 'PostgreSQL crashes', readers, happens: (site) => site.restart('immediate') },
  { what: 'PostgreSQL is restarted', readers, happens: (site) => site.restart('fast') },
]

/** Faults during an outage, and anything that does not recover. */
export async function runOutage(site: TestedSite, { happens, readers: people }: Outage): Promise<string[]> {
  const { faults, refused } = await site.during(() => happens(site), people)
  return [
    ...faults,
    ...(refused === 0 ? ['no request was affected'] : []),
    ...(await site.recovered()),
    ...(site.isAlive() ? [] : ['the process exited']),
    ...site.unexpectedLogLines(),
  ]
}
