import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { JobName } from '#server/jobs.ts'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import type { UserType } from '#server/platform/sessions.ts'
import { watchMoves } from '#test/books-oracle.ts'
import { makeAccount, newPhone } from '#test/builders.ts'
import { startCashfree } from '#test/gateway-cashfree.ts'
import { startRazorpay } from '#test/gateway-razorpay.ts'
import { testSecretKeys } from '#test/secret-key.ts'
import { type Program, start } from '#test/start/program.ts'
import { openWireProxy } from './wire-proxy.ts'

// Untyped bodies, so that stories can read any field.
export type Reply = { status: number; body: ReturnType<typeof JSON.parse> }
export type Person = { id: string; accountId: string; phone: string; cookie: string }
type Asking = {
  body?: unknown
  key?: string
  headers?: Record<string, string>
  /** The error code that says an earlier attempt succeeded. */
  done?: string
}

/** Counted while the program is up: how long a start takes says nothing about what it does. */
const patienceMs = 40_000

/** Whether the gateways hold the mentors' share of new orders. */
export const setPayoutMode = (db: Db, mode: 'files' | 'split') =>
  sql`insert into setting (name, from_date, value) values ('payoutModes', '2026-01-01', ${JSON.stringify({ cashfree: mode, razorpay: mode, sandbox: 'files' })}::jsonb)
    on conflict (name, from_date) do update set value = excluded.value`.execute(db)

/**
 * The program as `npm start` runs it, with a gateway and a database that outlive it. Requests fail as in a browser
 * when the program is down; the caller starts it again.
 */
export async function openStage(given: { databaseUrl: string; folder: string; name: string; port: number }) {
  const own = new URL(given.databaseUrl)
  const maker = openDatabase(openPool(own.href, { connections: 1 }))
  await sql.raw(`create database ${given.name} template ${own.pathname.slice(1)}`).execute(maker)
  await maker.destroy()
  own.pathname = `/${given.name}`
  const db = openDatabase(openPool(own.href, { connections: 8, name: 'faults' }))
  await watchMoves(db)
  // Stories whose money the gateway holds turn that on.
  await setPayoutMode(db, 'files')
  const boss = new PgBoss({ connectionString: own.href, max: 2, supervise: false, schedule: false })
  boss.on('error', () => {})
  const gateway = await startCashfree()
  const razorpay = await startRazorpay()
  const proxy = await openWireProxy(Number(own.port))
  const through = new URL(own)
  through.port = String(proxy.port)
  const dataDir = join(given.folder, given.name)
  mkdirSync(dataDir)
  const origin = `http://127.0.0.1:${given.port}`
  let program: Program | null = null
  let extra: Record<string, string> = {}
  const refusals = new Set<string>()
  let starts = 0
  let startsBefore = 0
  let isShaken = false
  let upSince = 0

  let starting: Promise<void> | null = null

  /** Starts the program unless it is running. */
  async function up(): Promise<void> {
    if (!isGone()) return
    starting ??= startAgain().finally(() => {
      starting = null
    })
    await starting
  }
  async function startAgain(): Promise<void> {
    await program?.ended()
    program = await start({
      PORT: String(given.port),
      DATABASE_URL: through.href,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      // All starts share the compile cache.
      NODE_COMPILE_CACHE: join(given.folder, 'compiled'),
      TRUST_PROXY: 'loopback',
      SECRET_KEY: testSecretKeys[0],
      ...gateway.variables,
      ...extra,
    })
    await program.ready()
    upSince = Date.now()
    if (starts++ === 0) await boss.start()
  }
  const isGone = () => !program || program.child.exitCode !== null || program.child.signalCode !== null
  const isTooLate = (began: number) => Date.now() - Math.max(began, upSince) > patienceMs
  const kill = () => void program?.child.kill('SIGKILL')

  /** One request; null when no reply came. */
  async function ask(who: Person | null, method: string, path: string, { body, key, headers }: Asking = {}) {
    const isText = typeof body === 'string'
    try {
      const reply = await fetch(origin + path, {
        method,
        headers: {
          // A random IP address for each request avoids rate limits.
          'x-forwarded-for': `10.${randomInt(255)}.${randomInt(255)}.${randomInt(255)}`,
          ...(who ? { cookie: who.cookie } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key ? { 'idempotency-key': key } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      })
      const text = await reply.text()
      return {
        status: reply.status,
        body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
      } satisfies Reply
    } catch {
      return null
    }
  }

  /** Repeats a request until it is answered, restarting the program if it is down, as a person or the gateway would. */
  async function requestWithRetry(
    who: Person | null,
    method: string,
    path: string,
    asking: Asking = {},
  ): Promise<Reply['body']> {
    const began = Date.now()
    for (let tries = 0; !isTooLate(began); tries++) {
      const reply = await ask(who, method, path, asking)
      const code = reply ? String(reply.body.code ?? reply.status) : 'no answer'
      if (reply && (reply.status < 300 || (tries > 0 && code === asking.done))) return reply.body
      refusals.add(code)
      // A request interrupted by a crash blocks its key for a minute.
      if (code === 'idempotency-busy')
        await sql`update idempotency set started_at = started_at - interval '2 minutes' where status is null`
          .execute(db)
          .catch(() => {})
      else if (reply && reply.status < 500)
        throw new Error(`${method} ${path} replied ${reply.status}: ${JSON.stringify(reply.body)}`)
      await pause(reply ? 200 : 20)
      await up()
    }
    throw new Error(`${method} ${path} got no reply`)
  }

  /**
   * Waits for a condition. Calls `mend` only after a fault, since people wait but timers and webhooks may have been
   * lost.
   */
  async function until(what: string, isSo: () => Promise<boolean>, mend: () => Promise<unknown>): Promise<void> {
    const began = Date.now()
    const mendFrom = Date.now() + 3_000
    while (!(await isSo().catch(() => false))) {
      if (isTooLate(began)) throw new Error(`${what}: timed out`)
      if (isGone() || starts > startsBefore || (isShaken && Date.now() > mendFrom)) {
        await up()
        await mend().catch(() => {})
        await pause(150)
      } else await pause(15)
    }
  }

  /** Queues a job as its schedule would. */
  const sendJob = (name: JobName, body: object = {}) => boss.send(name, body)

  /** What the queue does itself within minutes: gives up orphaned jobs and retries them. */
  async function retryJobs(): Promise<void> {
    await sql`update pgboss.job set started_on = started_on - interval '10 minutes' where state = 'active'`.execute(db)
    await sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`.execute(db)
    await boss.supervise()
    await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db)
  }

  async function enter(
    userType: UserType,
    account?: { accountId: string; phone: string; id: string },
  ): Promise<Person> {
    const phone = account?.phone ?? newPhone()
    const accountId = account?.accountId ?? (await makeAccount(db, phone))
    const id = account?.id ?? (await familyOf(db, accountId))
    const token = randomBytes(32).toString('base64url')
    await sql`insert into session (token_hash, account_id, user_type, expires_at)
      values (${createHash('sha256').update(token).digest()}, ${accountId}, ${userType}, now() + interval '1 day')`.execute(
      db,
    )
    return { id, accountId, phone, cookie: `session=${token}` }
  }

  return {
    db,
    gateway,
    razorpay,
    proxy,
    up,
    kill,
    isGone,
    ask,
    requestWithRetry,
    until,
    sendJob,
    retryJobs,
    enter,
    /** From here on, faults count; `shaken` marks a fault other than a kill that may also need mending. */
    begin(shaken = false) {
      startsBefore = starts
      isShaken = shaken
      refusals.clear()
    },
    /** Every refusal since then. */
    refusals: () => [...refusals],
    /** How often the program was started since then. */
    restarts: () => starts - startsBefore,
    ownUrl: own.href,
    output: () => program?.output() ?? '',
    /** Extra environment variables from the next start on. */
    async vary(variables: Record<string, string>) {
      extra = variables
      kill()
      await program?.ended()
    },
    async stop() {
      kill()
      await program?.ended()
      await boss.stop({ graceful: false }).catch(() => {})
      await proxy.stop()
      await gateway.stop()
      await razorpay.stop()
      await db.destroy()
    },
  }
}
export type Stage = Awaited<ReturnType<typeof openStage>>

async function familyOf(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`insert into family (account_id) values (${accountId}) returning id`.execute(db)
  if (!rows[0]) throw new Error('the family was not created')
  return rows[0].id
}
