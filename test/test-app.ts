import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { TOTP } from 'otpauth'
import { connect, type Socket as LiveSocket } from 'socket.io-client'
import { expect } from 'vitest'
import { applyCatalogue } from '#contract/reference/catalogue-changes.ts'
import { buildApp } from '#server/app.ts'
import { openQueue } from '#server/platform/queue.ts'
import type { UserType } from '#server/platform/sessions.ts'
import { builtIn, usePlaces } from '#server/reference/places/places.ts'
import { jobHandlers } from '#server/worker.ts'
import { watchMoves } from './books-oracle.ts'
import { type AdminWish, demoTotp, home, makeAdmin, shiftLessons } from './builders.ts'
import { type TestDatabase, testConfig, testDatabase } from './harness.ts'

/** Tests look into replies freely, so a body is whatever JSON is. */
export type Reply = { status: number; body: ReturnType<typeof JSON.parse>; headers: Record<string, unknown> }
type Options = { headers?: Record<string, string>; ip?: string }

/** A browser: keeps its cookies from call to call. */
export type Browser = {
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, options?: Options): Promise<Reply>
  get(url: string, options?: Options): Promise<Reply>
  post(url: string, body: unknown, options?: Options): Promise<Reply>
  put(url: string, body: unknown, options?: Options): Promise<Reply>
  /** Its cookies, for calls over a real connection. */
  cookie(): string
}
export type LoggedIn = Browser & { id: string; phone: string }

type Given = {
  work?: boolean
  listen?: boolean
  mayFail?: boolean
  variables?: Record<string, string>
  database?: TestDatabase
}

/** An order as our page sends it, which asks for the address; a test that is about it says `address` itself. */
function withHome(url: string, body: unknown): unknown {
  const isOrder = url === '/api/payment/create-order' && typeof body === 'object' && body !== null
  return isOrder && ('plan' in body || 'mode' in body) && !('address' in body) ? { ...body, address: home } : body
}

/**
 * The whole server on a database of its own, or on the `database` of another one, called in memory. `work` runs the
 * background jobs too, `listen` opens a port for windows; `variables` are of `.env.example`;
 * `mayFail`: the test takes away what it needs.
 */
export async function testApp(options: Given = {}) {
  // Made only when a file is uploaded.
  const dataDir = join(tmpdir(), `mentorsetu-files-${randomUUID()}`)
  const config = testConfig({ DATA_DIR: dataDir, ...options.variables })
  const database = options.database ?? (await testDatabase())
  const { db } = database
  if (!options.database) await watchMoves(db)
  const queue = await openQueue(database.url, { maintain: options.work ?? false })
  const errors: unknown[] = []
  /** Entries of the last write of an admin that went well, by endpoint. */
  const audited = new Map<string, number>()
  const { app, context } = await buildApp({ config, db, pool: database.pool, queue })
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
  await app.ready()
  const address = options.listen ? await app.listen({ port: 0, host: '127.0.0.1' }) : ''
  const deafen = options.listen ? context.realtime.listen(database.url) : async () => {}
  const windows: LiveSocket[] = []

  /** An open window of somebody: connected, or refused with the words in `connect_error`. */
  function open(cookie: string, more: Record<string, string> = {}): LiveSocket {
    const extraHeaders = { cookie, origin: config.publicUrl, ...more }
    const socket = connect(address, { transports: ['websocket'], forceNew: true, reconnectionDelay: 50, extraHeaders })
    windows.push(socket)
    return socket
  }

  function browser(address = '127.0.0.1'): Browser {
    const cookies: Record<string, string> = {}
    const call: Browser['call'] = async (method, url, body, { headers = {}, ip = address } = {}) => {
      const given: InjectOptions = { method, url, cookies, headers, remoteAddress: ip }
      if (body !== undefined) given.payload = withHome(url, body) as object // true: inject takes objects, strings and buffers
      const reply = await app.inject(given)
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

  /** The newest code sent to a phone. */
  async function codeFor(phone: string): Promise<string> {
    const { body } = await browser().get('/dev/outbox.json')
    const sent = body.find((one: { to: string; template: string }) => one.to === phone && one.template === 'otp')
    return sent.data.code
  }

  let logins = 0
  async function login(phone: string, userType: UserType): Promise<LoggedIn> {
    // Limits of a minute count by address: one test must not use up another's.
    logins++
    const one = browser(`10.8.${Math.floor(logins / 250) % 250}.${logins % 250}`)
    const sent = await one.post('/api/otp/send-otp', { mobile: phone, userType })
    expect(sent.status).toBe(200)
    const totp = userType === 'admin' ? { totp: new TOTP({ secret: demoTotp }).generate() } : {}
    const verified = await one.post('/api/otp/verify-otp', {
      verificationId: sent.body.verificationId,
      code: await codeFor(phone),
      phone,
      userType,
      ...totp,
    })
    expect(verified.body).toMatchObject({ data: { userType } })
    return { ...one, id: verified.body.data._id, phone }
  }

  /** A new admin, logged in: an owner unless asked for another role. */
  const admin = async (wish?: AdminWish) => login((await makeAdmin(db, wish)).phone, 'admin')

  /** Pays an order at the sandbox's hosted page, as the payer's browser would. */
  const pay = (order: { checkout_url: string }, outcome: 'success' | 'pending' | 'failure' | 'drop') =>
    browser().post(order.checkout_url, `outcome=${outcome}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  /** A family's booking, paid: its id. */
  async function paidBooking(
    family: LoggedIn,
    mentorId: string,
    wish: Record<string, unknown> = { amount: 99, plan: 'demo' },
  ): Promise<string> {
    const order = await family.post('/api/payment/create-order', { mentorId, ...wish })
    expect(order.status, JSON.stringify(order.body)).toBe(200)
    await pay(order.body, 'success')
    const summary = await family.get(`/api/payment/order/${order.body.order_id}`)
    expect(summary.body.data.status).toBe('paid')
    return summary.body.data.booking
  }

  /** Schedules a booking the day after tomorrow, then makes that yesterday: a class that was and waits for attendance. Answers its date. */
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
    for (const one of windows) one.disconnect()
    await deafen()
    // A connection that never asked anything would keep the server from closing.
    app.server.closeAllConnections()
    await app.close()
    await queue.stop()
    usePlaces(builtIn)
    if (!options.database) await database.drop()
    // The files of a worker share the catalogue of their process.
    applyCatalogue(null)
    await rm(dataDir, { recursive: true, force: true })
    if (!options.mayFail) expect(errors).toEqual([])
  }
  /** Runs the jobs that wait now. */
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

/** A date some days from now, as India writes it. */
export const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000 + 330 * 60_000).toISOString().slice(0, 10)
export const tomorrow = () => inDays(1)

/** A complete schedule form for one date and time. */
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
