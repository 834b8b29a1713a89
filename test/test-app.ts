import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger, InjectOptions } from 'fastify'
import { TOTP } from 'otpauth'
import { connect, type Socket as LiveSocket } from 'socket.io-client'
import { expect } from 'vitest'
import { applyCatalogue } from '#contract/reference/catalogue-changes.ts'
import { buildApp } from '#server/app.ts'
import { holidays } from '#server/classes/timetables/holidays.ts'
import { openQueue } from '#server/platform/queue.ts'
import type { UserType } from '#server/platform/sessions.ts'
import type { Tracing } from '#server/platform/spans.ts'
import { builtIn, usePlaces } from '#server/reference/places/places.ts'
import { jobHandlers } from '#server/worker.ts'
import { watchMoves } from './books-oracle.ts'
import {
  type AdminInput,
  accountConsent,
  conductConsent,
  demoTotp,
  home,
  makeAdmin,
  parentConsent,
  shiftLessons,
} from './builders.ts'
import { type TestDatabase, testConfig, testDatabase } from './harness.ts'

/** Bodies are untyped, so that tests can read any field. */
export type Reply = { status: number; body: ReturnType<typeof JSON.parse>; headers: Record<string, unknown> }
/** `acceptsConduct: false` sends an application whose page did not have the code of conduct accepted. */
type Options = { headers?: Record<string, string>; ip?: string; acceptsConduct?: boolean }

/** A browser that keeps its cookies between calls. */
export type Browser = {
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, options?: Options): Promise<Reply>
  get(url: string, options?: Options): Promise<Reply>
  post(url: string, body: unknown, options?: Options): Promise<Reply>
  put(url: string, body: unknown, options?: Options): Promise<Reply>
  /** The cookie header, for calls over a real connection. */
  cookie(): string
}
export type LoggedIn = Browser & { id: string; phone: string }

type TestAppOptions = {
  work?: boolean
  listen?: boolean
  /** Keeps answers until they change, as the program does. */
  keeps?: boolean
  mayFail?: boolean
  log?: FastifyBaseLogger
  tracing?: Tracing
  variables?: Record<string, string>
  database?: TestDatabase
}

/**
 * Adds a home address and the code of conduct to orders and a parent's consent to new learners, as the pages do; tests
 * of them pass `address`, `conduct` and `parent` themselves.
 */
function asPagesSend(url: string, body: unknown): unknown {
  const isOrder = url === '/api/payment/create-order'
  const isLearner = url === '/api/users/learners'
  if (!(isOrder || isLearner) || typeof body !== 'object' || body === null) return body
  const isFull = isOrder && ('plan' in body || 'mode' in body)
  const needsHome = isFull && !('address' in body)
  const needsConduct = isFull && !('conduct' in body)
  const needsParent = (isLearner || 'learner' in body) && !('parent' in body)
  return {
    ...body,
    ...(needsHome && { address: home }),
    ...(needsConduct && { conduct: conductConsent('family') }),
    ...(needsParent && { parent: parentConsent() }),
  }
}

/**
 * The whole server on its own database, or on the `database` of another one, called in memory. `work` runs background
 * jobs, `listen` opens a port for live connections, `variables` are those of `.env.example`; `mayFail` allows logged
 * errors, `log` receives log lines.
 */
export async function testApp(options: TestAppOptions = {}) {
  // Created on the first upload.
  const dataDir = join(tmpdir(), `mentorsetu-files-${randomUUID()}`)
  const config = testConfig({ DATA_DIR: dataDir, ...options.variables })
  const database = options.database ?? (await testDatabase())
  const { db } = database
  if (!options.database) await watchMoves(db)
  const queue = await openQueue(database.url, { maintain: options.work ?? false })
  const errors: unknown[] = []
  /** Audit entries of the admin's last successful write, by endpoint. */
  const audited = new Map<string, number>()
  const { app, context } = await buildApp({
    config,
    db,
    pool: database.pool,
    queue,
    ...(options.log && { log: options.log }),
    ...(options.tracing && { tracing: options.tracing }),
  })
  app.addHook('onError', async (_, __, error) => {
    if (!('code' in error && typeof error.code === 'string') && error.statusCode === undefined) errors.push(error)
  })
  app.addHook('onResponse', async ({ entries, method, routeOptions, viewer }, reply) => {
    const count = entries?.size ?? 0
    const name = `${method} ${routeOptions.url}`
    if (count > 1 && routeOptions.config.role)
      errors.push(new Error(`${name} wrote ${count} audit entries: ${[...(entries ?? [])].join(' | ')}`))
    if (routeOptions.config.role && method !== 'GET' && viewer?.userType === 'admin' && reply.statusCode === 200)
      audited.set(name, Math.max(count, audited.get(name) ?? 0))
  })
  if (options.work) await queue.work(jobHandlers(context))
  const restoreHolidays = removeHolidaysNow()
  await app.ready()
  const address = options.listen ? await app.listen({ port: 0, host: '127.0.0.1' }) : ''
  const stopListening = options.listen ? context.realtime.listen(database.url) : async () => {}
  const forget = options.keeps ? context.kept.listen(database.url) : async () => {}
  const sockets: LiveSocket[] = []

  /** Opens a live connection: connects, or fails with the reason in `connect_error`. */
  function open(cookie: string, more: Record<string, string> = {}): LiveSocket {
    const extraHeaders = { cookie, origin: config.publicUrl, ...more }
    const socket = connect(address, { transports: ['websocket'], forceNew: true, reconnectionDelay: 50, extraHeaders })
    sockets.push(socket)
    return socket
  }

  function browser(address = '127.0.0.1'): Browser {
    const cookies: Record<string, string> = {}
    const call: Browser['call'] = async (
      method,
      url,
      body,
      { headers = {}, ip = address, acceptsConduct = true } = {},
    ) => {
      const request: InjectOptions = { method, url, cookies, headers, remoteAddress: ip }
      // The page has the code of conduct accepted with the application.
      if (method === 'POST' && url === '/api/mentor' && acceptsConduct)
        await call('POST', '/api/profile/consents', { kind: 'mentor-conduct', ...conductConsent('mentor') })
      if (body !== undefined) request.payload = asPagesSend(url, body) as object // safe: inject takes objects, strings and buffers
      const reply = await app.inject(request)
      for (const cookie of reply.cookies) cookies[cookie.name] = cookie.value
      const isJson = String(reply.headers['content-type']).includes('json')
      return { status: reply.statusCode, body: isJson ? reply.json() : reply.body, headers: reply.headers }
    }
    return {
      call,
      get: (url, rest) => call('GET', url, undefined, rest),
      post: (url, body, rest) => call('POST', url, body, rest),
      put: (url, body, rest) => call('PUT', url, body, rest),
      cookie: () =>
        Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
    }
  }

  /** The latest code sent to a phone. */
  async function codeFor(phone: string): Promise<string> {
    const { body } = await browser().get('/dev/outbox.json')
    const sent = body.find(
      (message: { to: string; template: string }) => message.to === phone && message.template === 'otp',
    )
    return sent.data.code
  }

  let logins = 0
  async function login(phone: string, userType: UserType): Promise<LoggedIn> {
    // Rate limits count by IP address, so each login uses its own.
    logins++
    const client = browser(`10.8.${Math.floor(logins / 250) % 250}.${logins % 250}`)
    const sent = await client.post('/api/otp/send-otp', { mobile: phone, userType })
    expect(sent.status).toBe(200)
    const totp = userType === 'admin' ? { totp: new TOTP({ secret: demoTotp }).generate() } : {}
    const verified = await client.post('/api/otp/verify-otp', {
      verificationId: sent.body.verificationId,
      code: await codeFor(phone),
      phone,
      userType,
      consent: accountConsent(),
      ...totp,
    })
    expect(verified.body).toMatchObject({ data: { userType } })
    return { ...client, id: verified.body.data._id, phone }
  }

  /** A new admin, logged in; an owner by default. */
  const admin = async (input?: AdminInput) => login((await makeAdmin(db, input)).phone, 'admin')

  /** Pays an order on the sandbox's hosted page, as the payer's browser would. */
  const pay = (order: { checkout_url: string }, outcome: 'success' | 'pending' | 'failure' | 'drop') =>
    browser().post(order.checkout_url, `outcome=${outcome}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  /** The id of a paid booking of a family. */
  async function paidBooking(
    family: LoggedIn,
    mentorId: string,
    input: Record<string, unknown> = { amount: 99, plan: 'demo' },
  ): Promise<string> {
    const order = await family.post('/api/payment/create-order', { mentorId, ...input })
    expect(order.status, JSON.stringify(order.body)).toBe(200)
    await pay(order.body, 'success')
    const summary = await family.get(`/api/payment/order/${order.body.order_id}`)
    expect(summary.body.data.status).toBe('paid')
    return summary.body.data.booking
  }

  /**
   * Schedules a class the day after tomorrow, then moves it to yesterday, so that it awaits attendance. Returns its
   * date.
   */
  async function lessonYesterday(mentor: LoggedIn, bookingId: string, time = '10:00'): Promise<string> {
    const scheduled = await mentor.put(
      `/api/class-bookings/booking/${bookingId}`,
      scheduleOf({ date: inDays(2), time }),
    )
    expect(scheduled.status, JSON.stringify(scheduled.body)).toBe(200)
    await shiftLessons(db, bookingId, -3)
    return inDays(-1)
  }

  async function stop(): Promise<void> {
    for (const socket of sockets) socket.disconnect()
    await stopListening()
    await forget()
    // An idle connection would keep the server from closing.
    app.server.closeAllConnections()
    await app.close()
    await queue.stop()
    usePlaces(builtIn)
    restoreHolidays()
    if (!options.database) await database.drop()
    // Test files of a worker share the catalogue of their process.
    applyCatalogue(null)
    await rm(dataDir, { recursive: true, force: true })
    if (!options.mayFail) expect(errors).toEqual([])
  }
  /** Runs the jobs that are due now. */
  const runJobs = () => queue.runWaiting(jobHandlers(context))
  return {
    app,
    context,
    db,
    database,
    dataDir,
    address,
    audited,
    open,
    runJobs,
    browser,
    login,
    admin,
    codeFor,
    pay,
    paidBooking,
    lessonYesterday,
    stop,
  }
}
export type TestApp = Awaited<ReturnType<typeof testApp>>

/** Removes holidays around today, on which late cancellations cost nothing. @returns a function that restores them */
function removeHolidaysNow() {
  const before = holidays.map(({ dates }) => [...dates])
  for (const { dates } of holidays)
    dates.splice(0, dates.length, ...dates.filter((date) => date < inDays(-1) || date > inDays(1)))
  return () => {
    for (const [i, { dates }] of holidays.entries()) dates.splice(0, dates.length, ...(before[i] ?? []))
  }
}

/** Status and error code of a reply, or `done`. */
export const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code ?? 'done']

let ips = 0
/** Another IP address for each call, because rate limits count by it. */
export const newIp = () => ({ ip: `10.6.${Math.floor(++ips / 200) % 250}.${ips % 200}` })

/** A date this many days from now in Indian time. */
export const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000 + 330 * 60_000).toISOString().slice(0, 10)
export const tomorrow = () => inDays(1)

/** A complete schedule form. */
export const scheduleOf = (at: { date: string; time: string }) => ({
  subject: 'Mathematics',
  studentName: 'Aarav',
  class: '9',
  school: 'Shishu Kunj',
  scheduledDate: at.date,
  scheduledTime: at.time,
})

/** A complete attendance form. */
export const attendanceOf = (classBooking: string, date: string, timeIn: string, timeOut: string) => ({
  classBooking,
  date,
  timeIn,
  timeOut,
  duration: '1 h',
  topic: 'Linear equations',
})
