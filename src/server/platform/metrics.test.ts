import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { jobHandlers } from '#server/worker.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { createMetrics, measureRequests } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'
import { openQueue } from './queue.ts'

let app: TestApp
let server: Server
const free = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo // safe: it listens on a port
  await new Promise((resolve) => probe.close(resolve))
  return port
}
let port: number
beforeAll(async () => {
  app = await testApp({ listen: true, keeps: true })
  port = await free()
  server = await serveMetrics({ port, host: '127.0.0.1' }, app.context.metrics)
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await app.stop()
})

const scrape = async () => await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
/** The sum of a metric's lines that have all these labels; undefined if there is none. */
async function metricValue(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const lines = (await scrape())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  const found = lines.filter((line) => wanted.every((one) => line.includes(one)))
  return found.length === 0 ? undefined : found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

test('counts requests by route and status, and never by the values in their address', async () => {
  const id = randomUUID()
  expect((await fetch(`${app.address}/api/admin/cases/${id}`)).status).toBe(401)
  expect((await fetch(`${app.address}/api/no-such-path-9876543210`)).status).toBe(404)
  const count = (route: string, status: string) =>
    metricValue('mentorsetu_http_requests_total', { route, status, method: 'GET', caller: 'visitor' })
  await expect.poll(() => count('/api/admin/cases/:id', '401')).toBe(1)
  await expect.poll(() => count('/api/*', '404')).toBe(1)
  expect(await metricValue('mentorsetu_http_request_seconds_count', { route: '/api/*' })).toBe(1)
  expect(await scrape()).not.toMatch(new RegExp(`9876543210|${id}`))
})

test('counts built files together', async () => {
  const metrics = createMetrics()
  const site = fastify()
  measureRequests(site, metrics)
  for (const name of ['a', 'b']) site.get(`/assets/${name}.js`, async () => '')
  for (const name of ['a', 'b']) await site.inject(`/assets/${name}.js`)
  const { values } = await metrics.requests.get()
  expect(values.map(({ labels, value }) => [labels.route, value])).toEqual([['/assets/*', 2]])
  await site.close()
})

test('counts runs of jobs by outcome', async () => {
  const queue = await openQueue(app.database.url, { maintain: false, metrics: app.context.metrics })
  const runs = (outcome: string) => metricValue('mentorsetu_job_runs_total', { job: 'refunds.send', outcome })
  const refundId = randomUUID()
  const handlers = {
    ...jobHandlers(app.context),
    'refunds.send': async (one: { refundId: string }) => {
      if (one.refundId === refundId) throw new Error('away')
    },
  }
  await queue.work(handlers)
  await queue.send(app.db, 'refunds.send', { refundId })
  await queue.send(app.db, 'refunds.send', { refundId: randomUUID() })
  await expect.poll(() => runs('succeeded')).toBe(1)
  await expect.poll(() => runs('failed')).toBeGreaterThanOrEqual(1)
  expect(await metricValue('mentorsetu_job_seconds_count', { job: 'refunds.send' })).toBeGreaterThanOrEqual(2)
  await queue.stop()
})

test('tells requests of visitors from those a page makes in memory', async () => {
  await app.browser().get('/health/live')
  await fetch(`${app.address}/health/live`)
  const count = (caller: string) => metricValue('mentorsetu_http_requests_total', { route: '/health/live', caller })
  await expect.poll(async () => [await count('page'), await count('visitor')]).toEqual([1, 1])
})

test('shows the pool, the event loop and kept answers', async () => {
  expect(await metricValue('mentorsetu_db_connections', { state: 'limit' })).toBe(10)
  expect(await metricValue('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  const held = await app.db
    .transaction()
    .execute(async () => await metricValue('mentorsetu_db_connections', { state: 'used' }))
  expect(held).toBeGreaterThanOrEqual(1)
  const kept = app.context.kept.of<string>('page', (text) => text.length)
  await expect.poll(() => app.context.kept.isListening()).toBe(true)
  const asked = async (answer: string) => (await metricValue('mentorsetu_page_cache_requests_total', { answer })) ?? 0
  const hits = await asked('kept')
  const made = await asked('made')
  for (let n = 0; n < 3; n++) await kept.answer('one question', async () => ({ value: 'x', about: null }))
  expect([(await asked('kept')) - hits, (await asked('made')) - made]).toEqual([2, 1])
})

test('counts calls of outside services by outcome', async () => {
  const outcome = (one: string) => metricValue('mentorsetu_provider_calls_total', { provider: 'store', outcome: one })
  const calls = app.context.providerCounts.counted('store', {
    read: async (isBroken: boolean) => {
      if (isBroken) throw new Error('away')
    },
  })
  await calls.read(false)
  await calls.read(true).catch(() => {})
  expect([await outcome('succeeded'), await outcome('failed')]).toEqual([1, 1])
})

test('answers nothing but GET /metrics', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${app.address}/metrics`)).status).toBe(404)
})

test('is off without METRICS_PORT, on loopback with it, and a taken port is named', async () => {
  const metricsOf = (more: Record<string, string>) =>
    readConfig({ DATA_DIR: '/nowhere', SECRET_KEY: 'x'.repeat(32), NODE_ENV: 'test', ...more }).metrics
  expect(metricsOf({})).toBeNull()
  expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({ port: 9464, host: '127.0.0.1' })
  expect(() => metricsOf({ METRICS_PORT: '99999' })).toThrow('METRICS_PORT is "99999"')
  await expect(serveMetrics({ port, host: '127.0.0.1' }, createMetrics())).rejects.toThrow(`METRICS_PORT ${port}`)
})
