import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { calls } from '#test/access-calls.ts'
import { endpoints, nameOf } from '#test/endpoints.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { makeWorld, type World } from '#test/world.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  app = await testApp({ listen: true })
  world = await makeWorld(app)
  // It writes its counts from time to time.
  await app.context.providerCounts.stop()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => app.stop())

const refusals: [string, () => unknown][] = [
  ['the database is silent', () => vi.spyOn(app.context.database, 'isAway').mockReturnValue(true)],
  ['every connection is taken', () => vi.spyOn(app.context.overload, 'overload').mockReturnValue('pool-exhausted')],
]

test.each(refusals)('while %s every request with a session is refused before any statement', async (_, refuse) => {
  refuse()
  const { pool } = app.database
  const connect = vi.spyOn(pool, 'connect')
  const query = vi.spyOn(app.database.pool, 'query')
  const wrong: string[] = []
  for (const { method, url } of endpoints) {
    const call = calls[`${method} ${url}`]?.(world, 'family')
    if (!call) throw new Error(`no call to ${method} ${url}`)
    const { status, headers, body } = await world.family.call(method, call.path, call.body, {
      headers: call.headers ?? {},
    })
    const { code } = body.error ?? body
    if (status !== 503 || code !== 'not-ready' || headers['retry-after'] !== '5')
      wrong.push(`${method} ${url} ${status}`)
  }
  for (const path of [`/media/${randomUUID()}/photo.avif`, `/media/private/${world.mediaId}?signature=a`]) {
    const { status, headers } = await world.family.get(path)
    if (status !== 503 || headers['retry-after'] !== '5') wrong.push(`${path} ${status}`)
  }
  expect(wrong).toEqual([])
  const socket = app.open(world.family.cookie())
  const code = await new Promise((resolve) =>
    socket.on('connect_error', (error: Error & { data?: { code?: string } }) => resolve(error.data?.code)),
  )
  expect([code, connect.mock.calls.length, query.mock.calls.length]).toEqual(['not-ready', 0, 0])
  expect(endpoints.map(nameOf)).toContain('GET /api/mentor')
})

test('the same requests are answered afterwards', async () => {
  expect((await world.family.get('/api/profile')).status).toBe(200)
})

test('a busy process works on 24 requests at once and refuses others before any statement', async () => {
  const { overload } = app.context
  const list = `${app.address}/api/mentor`
  const lag = { idle: 0, active: 1, utilization: 1 }
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue(lag)
  const stop = overload.start()
  const reply = () => Object.assign(new EventEmitter(), { req: { socket: new EventEmitter() } })
  const replies = Array.from({ length: 24 }, () => reply() as unknown as ServerResponse) // safe: only its end is heard
  try {
    for (const one of replies) overload.count(one)
    await vi.waitFor(() => expect(overload.isFull()).toBe(true), { timeout: 5_000 })
    const headers = { cookie: world.family.cookie() }
    const connect = vi.spyOn(app.database.pool, 'connect')
    const refused = await fetch(list, { headers })
    expect(connect.mock.calls.length).toBe(0)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    // What a page asks in memory belongs to a request that was let in.
    expect((await app.app.inject('/api/mentor')).statusCode).toBe(200)
    const ended = replies.pop()
    ended?.req.socket.emit('close')
    ended?.emit('close')
    expect(overload.isFull()).toBe(false)
    const gone = Object.assign(reply(), { destroyed: true }) as unknown as ServerResponse // safe: as above
    overload.count(gone)
    expect(overload.isFull()).toBe(false)
    const next = reply() as unknown as ServerResponse // safe: as above
    overload.count(next)
    expect(overload.isFull()).toBe(true)
    next.emit('close')
    expect((await fetch(list, { headers })).status).toBe(200)
    expect(connect.mock.calls.length).toBeGreaterThan(0)
  } finally {
    stop()
    for (const one of replies) one.emit('close')
  }
})
