import fc from 'fast-check'
import { sql } from 'kysely'
import type { Socket } from 'socket.io-client'
import { z } from 'zod'
import { endpoints, nameOf } from './endpoints.ts'
import { anyCall, areaOf, type Call, type Known, kindOf, type LiveCall, liveEvents } from './fuzz-calls.ts'
import {
  errorBody,
  type FuzzCaller,
  faultOf,
  fuzzCallers,
  mismatch,
  outsiders,
  privateIds,
  secretsFrom,
} from './fuzz-checks.ts'
import { mutate, toAddress, toJson } from './fuzz-values.ts'
import { markPrivateFields } from './private-fields.ts'
import { type TestApp, testApp } from './test-app.ts'
import { makeWorld } from './world.ts'

/** Requests to one database; what they change or close stays small. */
const requestsPerWorld = 1000
/** Requests before ids of new rows are used. */
const requestsPerPool = 250
/** A guard against hanging only. */
const hangMs = 5_000
/** Processor time of one request, in this process. */
const maxCpuMs = 1_000

type Fault = { kind: string; request: string }
type Session = { id: string; userType: string; accountId: string }
type Setting = Known & {
  app: TestApp
  sessions: Session[]
  cookies: Record<FuzzCaller, string>
  sockets: Map<FuzzCaller, Socket>
  faults: Fault[]
}

/** Sends random requests and live events; returns one line for each kind of fault. */
export async function fuzz({ requests, seed }: { requests: number; seed: number }): Promise<string[]> {
  const faults = new Map<string, string>()
  for (let sent = 0; sent < requests; sent += requestsPerWorld) {
    const count = Math.min(requestsPerWorld, requests - sent)
    for (const { kind, request } of await fuzzWorld(count, seed + sent)) faults.set(kind, request)
  }
  return [...faults].map(([kind, request]) => `${kind}: ${request}`)
}

async function fuzzWorld(count: number, seed: number): Promise<Fault[]> {
  const app = await testApp({ listen: true, mayFail: true })
  try {
    const world = await makeWorld(app)
    await markPrivateFields(app, world)
    const { rows: sessions } =
      await sql<Session>`select id, user_type as "userType", account_id as "accountId" from session where revoked_at is null`.execute(
        app.db,
      )
    const cookies = Object.fromEntries(fuzzCallers.map((who) => [who, world[who].cookie()])) as Setting['cookies'] // safe: fuzzCallers has every caller
    const accounts = sessions.map(({ accountId }) => accountId)
    const setting: Setting = {
      app,
      world,
      sessions,
      cookies,
      accounts,
      found: new Map(),
      cursors: new Map(),
      sockets: new Map(),
      faults: [],
    }
    await findIds(setting)
    for (let sent = 0; sent < count; sent += requestsPerPool) {
      const calls = fc.sample(anyCall(setting), { numRuns: Math.min(requestsPerPool, count - sent), seed: seed + sent })
      for (const call of calls) {
        const fault = 'event' in call ? await tryEvent(setting, call) : await tryCall(setting, call)
        if (fault) setting.faults.push(fault)
      }
    }
    return setting.faults
  } finally {
    await app.stop()
  }
}

/** Reads every list once. */
async function findIds(setting: Setting): Promise<void> {
  for (const { method, url } of endpoints.filter(({ method, url }) => method === 'GET' && !url.includes(':'))) {
    for (const who of ['admin', 'family', 'mentor'] as const) {
      const { body } = await setting.app.app.inject({ method, url, headers: { cookie: setting.cookies[who] } })
      keepIds(setting, url, body)
    }
  }
}

function keepIds({ found, cursors }: Setting, url: string, text: string): void {
  const ids = text.match(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g) ?? []
  found.set(areaOf(url), new Set([...(found.get(areaOf(url)) ?? []), ...ids]))
  const [, cursor] = text.match(/"nextCursor":"([^"]+)"/) ?? []
  if (cursor) cursors.set(url, cursor)
}

function addressOf(url: string, { params, querystring }: Call['input']): string {
  const values = (params ?? {}) as Record<string, unknown> // safe: params are an object
  const path = url.replace(/:(\w+)/g, (_, name: string) => toAddress(values[name]).replace(/^\.+$/, '%252e'))
  const entries =
    typeof querystring === 'object' && querystring !== null
      ? Object.entries(querystring).filter(([, value]) => value !== undefined)
      : []
  const query = entries.flatMap(([name, value]) => [value].flat().map((one) => `${toAddress(name)}=${toAddress(one)}`))
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

let calls = 0
async function tryCall(
  setting: Setting,
  { who, endpoint, input, changes, format, key }: Call,
): Promise<Fault | undefined> {
  const changed = mutate(input, changes) as Call['input'] | null // as the changes left it
  const url = addressOf(endpoint.url, changed ?? {}).slice(0, 8_000)
  const [path = ''] = url.split('?')
  const json = toJson(changed?.body)
  const payload = format === 'cut' ? json?.slice(0, -1) : json
  const types = {
    json: 'application/json',
    cut: 'application/json',
    form: 'application/x-www-form-urlencoded',
    text: 'text/plain',
  }
  calls++
  // Rate limits count by IP address.
  const remoteAddress = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
  const headers = {
    ...(setting.cookies[who] ? { cookie: setting.cookies[who] } : {}),
    ...(payload === undefined ? {} : { 'content-type': types[format] }),
    ...(key && endpoint.method !== 'GET' ? { 'idempotency-key': key } : {}),
  }
  const send = (to: string) =>
    setting.app.app.inject({
      method: endpoint.method,
      url: to,
      headers,
      remoteAddress,
      ...(payload === undefined ? {} : { payload }),
    })
  const before = process.cpuUsage()
  const reply = await orHang(send(url))
  const { user, system } = process.cpuUsage(before)
  const fault = async () => {
    if (!reply) return 'no reply'
    if ((user + system) / 1000 > maxCpuMs) return 'over a second of processor time'
    const secrets = secretsFrom(who, setting.world).filter((secret) => !`${url}${payload}`.includes(secret))
    const foreign = outsiders.includes(who) && privateIds(setting.world).find((id) => path.includes(`/${id}`))
    if (foreign && endpoint.config.access[kindOf[who]] !== 'yes' && reply.statusCode < 400) {
      // Removing what is not there also succeeds.
      const missing = await send(url.replaceAll(foreign, '01890000-0000-7000-8000-000000000000'))
      if (missing.statusCode !== reply.statusCode) return "a row of somebody else's"
    }
    const isJson = String(reply.headers['content-type']).includes('json')
    return faultOf(
      { status: reply.statusCode, isJson, text: reply.body, location: String(reply.headers.location ?? '') },
      endpoint,
      secrets,
    )
  }
  const problem = await fault()
  if (reply?.statusCode === 200) keepIds(setting, endpoint.url, reply.body)
  if (reply?.statusCode !== 200 || who === 'admin') await restoreSessions(setting)
  if (!problem) return undefined
  return {
    kind: `${nameOf(endpoint)} ${problem}`,
    request: `${who} ${endpoint.method} ${url} ${payload ?? ''}`.slice(0, 2_000),
  }
}

/** Requests may log callers out, which would make the rest of them visitors. */
async function restoreSessions({ app, sessions }: Setting): Promise<void> {
  await sql`update session s set revoked_at = null, user_type = t."userType", expires_at = now() + interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(sessions)}::jsonb) as t(id uuid, "userType" text)
    where s.id = t.id and (s.revoked_at is not null or s.user_type <> t."userType")`.execute(app.db)
}

async function tryEvent(setting: Setting, { who, event, input, changes }: LiveCall): Promise<Fault | undefined> {
  const { app, cookies, sockets, world } = setting
  const known = sockets.get(who)
  const socket = known?.connected ? known : app.open(cookies[who])
  if (socket !== known) {
    known?.disconnect()
    sockets.set(who, socket)
    // What others' requests and events send to this window.
    socket.onAny((name: string, payload: unknown) => {
      const leaked = secretsFrom(who, world).find((secret) => JSON.stringify(payload).includes(secret))
      if (leaked) setting.faults.push({ kind: `window of ${who} is sent ${name} with ${leaked}`, request: '' })
    })
  }
  if (!(await orHang(connected(socket)))) return undefined
  const payload = mutate(input, changes)
  const closed = new Promise<'closed'>((done) => socket.once('disconnect', () => done('closed')))
  const reply = await orHang(Promise.race([closed, socket.emitWithAck(event, payload)]))
  if (reply === 'closed') return undefined
  const problem = reply === undefined ? 'no reply' : liveFault(event, reply, secretsFrom(who, world))
  return problem
    ? { kind: `event ${event} ${problem}`, request: `${who} ${toJson(payload)}`.slice(0, 2_000) }
    : undefined
}

const liveReply = z.union([
  z.strictObject({ ok: z.literal(true), data: z.unknown().optional() }),
  z.strictObject({ ok: z.literal(false), error: errorBody }),
])
function liveFault(event: string, given: unknown, secrets: readonly string[]): string | undefined {
  const text = JSON.stringify(given)
  const leaked = secrets.find((secret) => text.includes(secret))
  if (leaked) return `shows ${leaked}`
  const reply = liveReply.safeParse(given)
  if (!reply.success) return 'a reply without the shape of one'
  if (!reply.data.ok) return reply.data.error.code === 'internal' ? 'fails' : undefined
  return mismatch(liveEvents[event]?.reply ?? z.never(), reply.data.data ?? undefined)
}

const connected = (socket: Socket) =>
  socket.connected
    ? Promise.resolve(true)
    : new Promise<boolean>((done) => {
        socket.once('connect', () => done(true))
        socket.once('connect_error', () => done(false))
      })

/** The result, or nothing when it does not come. */
async function orHang<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), hangMs)
  })
  return await Promise.race([work, hang]).finally(() => clearTimeout(timer))
}
