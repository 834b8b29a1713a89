import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { alertsAbove } from '#contract/admin/security-events.ts'
import { type Dice, diceOf } from '#server/demo/dice.ts'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import type { UserType } from '#server/platform/sessions.ts'
import { startCashfree } from '#test/gateway-cashfree.ts'
import { realNow, setAhead, setDatabaseClock } from './clock.ts'
import type { HttpReply } from './process.ts'
import { Killed, type Process, startProcess } from './processes.ts'
import { prepareRepeated } from './statements.ts'

// Untyped bodies, so that actors can read any field.
export type Reply = { status: number; body: ReturnType<typeof JSON.parse>; code: string }
export type Person = {
  label: string
  number: number
  userType: UserType
  phone: string
  name: string
  id: string
  accountId: string
  cookies: Record<string, string>
  isErased: boolean
  loggedInAt: number
}
export type Finding = { day: number; action: number; oracle: string; what: string }

const dayMs = 86_400_000
const indiaMs = 330 * 60_000
/** Replies that are part of a bad minute: the process or the database is gone. */
const passing = [502, 503]

export type Market = Awaited<ReturnType<typeof openMarket>>
export type MarketInput = {
  url: string
  seed: number
  /** First day, at midnight in India. */
  from: Date
  variables: Record<string, string>
  onFinding(finding: Finding): void
  onNote?: ((line: string) => void) | undefined
  /** Awaited before each move of the clock, when nothing is under way. */
  mayGoOn?: (() => Promise<void>) | undefined
}

/**
 * The marketplace as its people see it: processes on one database, a gateway, a telephone network, and one clock that
 * jumps from action to action.
 */
export async function openMarket({ url, seed, from, variables, onFinding, onNote, mayGoOn }: MarketInput) {
  const dice: Dice = diceOf(seed)
  const start = from.getTime() - indiaMs
  let aheadMs = start - realNow()
  let clockAt = start
  setAhead(aheadMs)
  const client = new pg.Client({ connectionString: url })
  const own = { client }
  await client.connect()
  client.on('error', () => {})
  await setDatabaseClock(client, aheadMs)
  const pool = openPool(url, { connections: 4, name: 'decade oracle', statementTimeoutMs: 120_000 })
  prepareRepeated(pool)
  const db: Db = openDatabase(pool)
  const gateway = await startCashfree({ keepsDays: true })
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  const input = () => ({ url, variables: { ...variables, ...gateway.variables }, aheadMs })

  const trace = createHash('sha256')
  const lines: string[] = []
  const sms: { phone: string; event: string; text: string; at: number }[] = []
  const counts = new Map<string, Map<string, number>>()
  const state = { day: 0, action: 0, isShaken: false, wasShaken: false, isGatewayBad: false, calls: 0 }
  const found = (oracle: string, what: string) => onFinding({ day: state.day, action: state.action, oracle, what })
  /** Webhooks with a wrong signature that were sent, by hour. */
  const forged = new Map<number, number>()
  const hearing = {
    onLog: (text: string) => {
      if (isOwnForgery(text, forged.get(hourNow()) ?? 0)) return
      if (!state.isShaken && !(state.isGatewayBad && /gateway|fetch failed|payment-start-failed/i.test(text)))
        found('log', text)
    },
    onSms: (one: { phone: string; event: string; text: string }) => void sms.push({ ...one, at: Date.now() }),
  }
  const processes: Process[] = [await startProcess(input(), hearing)]

  /** Moves every clock to a minute of the day in India; never back. */
  async function moveTo(minute: number): Promise<void> {
    const at = start + state.day * dayMs + minute * 60_000
    if (at <= clockAt) return
    await mayGoOn?.()
    // Refusals are counted in the hour of their write, which is seconds after them, not days.
    for (const one of processes) await one.ask({ do: 'count' }).catch(() => {})
    clockAt = at
    aheadMs = at - realNow()
    setAhead(aheadMs)
    await timed('clock', setDatabaseClock(own.client, aheadMs))
    for (const one of processes)
      await one.ask({ do: 'clock', aheadMs: aheadMs + one.skewMinutes * 60_000 }).catch(() => {})
  }

  /** Seconds by what they were spent on. */
  const spent = new Map<string, number>()
  async function timed<T>(name: string, work: Promise<T>): Promise<T> {
    const began = performance.now()
    try {
      return await work
    } finally {
      spent.set(name, (spent.get(name) ?? 0) + (performance.now() - began) / 1000)
    }
  }

  function note(who: string, what: string, outcome: string): void {
    const line = `${state.day} ${state.action} ${who} ${what} ${outcome}`
    trace.update(line)
    onNote?.(line)
    lines.push(line)
    if (lines.length > 400) lines.splice(0, 200)
    const mine = counts.get(what) ?? new Map<string, number>()
    counts.set(what, mine)
    mine.set(outcome, (mine.get(outcome) ?? 0) + 1)
  }

  /** One request to one of the processes. */
  async function ask(
    who: Person | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    state.calls++
    const key = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
    for (let tries = 0; ; tries++) {
      const process = processes[(state.calls + tries) % processes.length] ?? processes[0]
      const request = {
        method,
        url: path,
        headers: {
          ...(who && {
            cookie: Object.entries(who.cookies)
              .map(([name, value]) => `${name}=${value}`)
              .join('; '),
          }),
          ...key,
          ...headers,
        },
        // Rate limits count by address.
        remoteAddress: `10.${state.calls % 200}.${Math.floor(state.calls / 200) % 250}.7`,
        ...(body !== undefined && { payload: body as object }), // safe: objects and strings only
      }
      const sent = process?.ask({ do: 'call', request }) ?? Promise.resolve(undefined)
      const reply = await timed(`${method} ${kindOf(path)}`, sent).catch((error: unknown) => {
        if (!state.isShaken && !(error instanceof Killed))
          found('request', `${method} ${path}: ${error instanceof Error ? error.message : error}`)
        return null
      })
      const isBad = !reply || passing.includes(reply.status) || reply.text.includes('"idempotency-busy"')
      if (isBad && tries < 200 && state.isShaken) {
        await new Promise((done) => setTimeout(done, 100))
        continue
      }
      const read = readReply(reply ?? { status: 0, text: '', cookies: [] })
      for (const { name, value } of reply?.cookies ?? []) if (who) who.cookies[name] = value
      const isGatewayTrouble = state.isGatewayBad && read.code === 'payment-start-failed'
      if ((read.status >= 500 || read.status === 0) && !isGatewayTrouble)
        found('server error', `${method} ${path} replied ${read.status} ${JSON.stringify(read.body)}`)
      if (read.code === 'bad-request')
        found('simulation', `${method} ${path} ${JSON.stringify(body)} is refused: ${JSON.stringify(read.body)}`)
      return read
    }
  }

  /** After a crash of the database. */
  async function reconnect(): Promise<void> {
    for (let tries = 0; ; tries++) {
      await own.client.end().catch(() => {})
      own.client = new pg.Client({ connectionString: url })
      own.client.on('error', () => {})
      const error = await own.client.connect().then(
        () => null,
        (reason: unknown) => reason,
      )
      if (!error) return
      if (tries > 100) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
  }

  return {
    reconnect,
    spent,
    timed,
    db,
    dice,
    gateway,
    processes,
    state,
    sms,
    counts,
    ask,
    note,
    found,
    forging: () => void forged.set(hourNow(), (forged.get(hourNow()) ?? 0) + 1),
    moveTo,
    input,
    hearing,
    own,
    url,
    lines: () => lines,
    hash: () => trace.copy().digest('hex').slice(0, 16),
    /** What the queue does itself: gives up jobs of dead processes and retries them, and deletes old ones. */
    tendQueue: () => boss.supervise(),
    async stop() {
      for (const one of processes) await one.stop().catch(() => one.kill())
      await gateway.stop()
      await boss.stop({ graceful: false }).catch(() => {})
      await own.client.end().catch(() => {})
      await db.destroy()
    },
  }
}

const hourNow = () => Math.floor(Date.now() / 3_600_000)

/** Whether a log line is the alert about webhooks of this hour that are all the simulation's own forgeries. */
export function isOwnForgery(text: string, forged: number): boolean {
  const [, total = 0, limit] = (alertOfForgery.exec(text) ?? []).map(Number)
  return limit === alertsAbove['forged-webhook'] && total > limit && total <= forged
}
const alertOfForgery =
  /^alert: more refusals this hour than usual \{"event":"forged-webhook","total":(\d+),"alertAbove":(\d+)\}$/

/** A path without ids and its query. */
const kindOf = (path: string) => path.replace(/\?.*/, '').replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '*')

function readReply({ status, text }: HttpReply): Reply {
  const body = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
  return { status, body, code: status < 300 ? 'ok' : String(body?.code ?? status) }
}

/** A date this many days from now in India. */
export const inDays = (days: number): string => new Date(Date.now() + days * dayMs + indiaMs).toISOString().slice(0, 10)
