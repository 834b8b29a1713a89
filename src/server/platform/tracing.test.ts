import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { jobHandlers } from '#server/worker.ts'
import { makeMentor } from '#test/builders.ts'
import { testConfig } from '#test/harness.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { createLog } from './log.ts'
import { openQueue, type Queue } from './queue.ts'
import { inSpan, type Tracing } from './spans.ts'
import { openTracing } from './tracing.ts'

/** A span as OTLP's JSON has it. */
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number; message?: string }
  events?: unknown[]
}
const spans: Sent[] = []
const paths = new Set<string>()
const lines: Record<string, unknown>[] = []
const log = createLog({ ...testConfig(), logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
let receiver: Server
let status = 200
let tracing: Tracing
let app: TestApp
let queue: Queue
beforeAll(async () => {
  receiver = createServer(async (request, reply) => {
    paths.add(request.url ?? '')
    const { resourceSpans } = JSON.parse(await text(request))
    if (status === 200)
      for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
    reply.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo // safe: it listens on a port
  tracing = await openTracing(`http://127.0.0.1:${port}`, log)
  app = await testApp({ tracing, log, listen: true, variables: { TRUST_PROXY: 'loopback' } })
  // Without the schedule, whose jobs could take the message.
  queue = await openQueue(app.database.url, { maintain: false, tracing, log })
  await queue.work(jobHandlers(app.context))
})
afterAll(async () => {
  await queue.stop()
  await app.stop()
  await tracing.stop()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const trace = '0af7651916cd43dd8448eb211c80319c'
const inTrace = (id: string) => spans.filter(({ traceId }) => traceId === id)
const named = (id: string, name: string) => inTrace(id).find((span) => span.name === name)

test('one trace goes from a request to its job and the call of a provider, without personal data', async () => {
  const phone = '9811445566'
  const family = await app.login(phone, 'student')
  const booking = await app.paidBooking(family, (await makeMentor(app.db, { name: 'Kavita Solanki' })).id)
  const { rows } = await sql<{ id: string }>`select order_id as id from booking where id = ${booking}`.execute(app.db)
  const paid = await fetch(`${app.address}/api/payment/receipt/${rows[0]?.id}/mail`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: family.cookie(),
      traceparent: `00-${trace}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ email: 'meera.joshi@example.in' }),
  })
  expect([paid.status, await paid.text()]).toEqual([200, expect.any(String)])
  // The job ends after its call, and may be sent later.
  const all = ['POST /api/payment/receipt/:orderId/mail', 'job messages.send', 'mail send']
  await expect.poll(() => inTrace(trace).map(({ name }) => name)).toEqual(expect.arrayContaining(all))
  const request = named(trace, 'POST /api/payment/receipt/:orderId/mail')
  const job = named(trace, 'job messages.send')
  const call = named(trace, 'mail send')
  expect([request?.parentSpanId, job?.parentSpanId, call?.parentSpanId]).toEqual([
    'b7ad6b7169203331',
    request?.spanId,
    job?.spanId,
  ])
  // Server, consumer, client.
  expect([request?.kind, job?.kind, call?.kind]).toEqual([2, 5, 3])
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  expect(lines.find(({ msg, traceId }) => msg === 'request' && traceId === trace)).toBeDefined()
  expect(JSON.stringify(spans)).not.toMatch(/9811445566|meera|kavita|example\.in|select |insert /i)
  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  expect(
    [...keys].filter(
      (key) => !/^(http\.(request\.method|route|response\.status_code)|error\.type|mentorsetu\..+)$/.test(key),
    ),
  ).toEqual([])
  expect([...paths]).toEqual(['/v1/traces'])
})

test('a failed call is marked by the kind of its error, without its message', async () => {
  const work = inSpan(tracing, { name: 'failing', kind: 'call', attributes: {} }, async () => {
    throw new TypeError('call 9811445566')
  })
  await expect(work).rejects.toThrow('call 9811445566')
  await expect.poll(() => spans.find(({ name }) => name === 'failing')).toBeDefined()
  const failed = spans.find(({ name }) => name === 'failing')
  expect(failed?.status).toEqual({ code: 2 })
  expect(failed?.attributes).toEqual([{ key: 'error.type', value: { stringValue: 'TypeError' } }])
  expect(failed?.events ?? []).toEqual([])
})

test('an endpoint that refuses traces is reported once, and harms nothing', async () => {
  status = 400
  const failures = () => lines.filter(({ event }) => event === 'traces-unsent').length
  await app.browser().get('/api/site')
  await expect.poll(failures).toBe(1)
  expect((await app.browser().get('/api/site')).status).toBe(200)
  status = 200
  await app.browser().get('/api/site')
  await expect.poll(() => lines.filter(({ event }) => event === 'traces-sent').length).toBe(1)
  expect(failures()).toBe(1)
})

test('nothing of OpenTelemetry is loaded without an endpoint', () => {
  const script = `import { registerHooks } from 'node:module'
    const seen = new Set()
    registerHooks({ resolve: (name, context, next) => { seen.add(name); return next(name, context) } })
    const { openTracing } = await import('./src/server/platform/tracing.ts')
    const tracing = await openTracing(process.argv[1] || null, { warn() {} })
    console.log([...seen].filter((name) => name.includes('opentelemetry/')).length)
    await tracing.stop()`
  const loaded = (endpoint: string) =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', script, endpoint]))
  expect(loaded('')).toBe(0)
  expect(loaded('http://127.0.0.1:9')).toBeGreaterThan(3)
  const server = new URL('../', import.meta.url).pathname
  const importers = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && /^import .*'@opentelemetry/m.test(readFileSync(server + file, 'utf8')),
  )
  expect(importers).toEqual(['platform/open-telemetry.ts'])
})

test('the endpoint is read from its variable', () => {
  const read = (url?: string) =>
    readConfig({ DATA_DIR: '/nowhere', SECRET_KEY: 'x'.repeat(32), ...(url && { OTEL_EXPORTER_OTLP_ENDPOINT: url }) })
      .tracesUrl
  expect([read(), read('http://127.0.0.1:4318/')]).toEqual([null, 'http://127.0.0.1:4318'])
  expect(() => read('somewhere')).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT')
})
