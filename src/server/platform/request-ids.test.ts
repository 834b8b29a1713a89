import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobHandlers } from '#server/worker.ts'
import { testConfig } from '#test/harness.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { createLog } from './log.ts'
import { openQueue } from './queue.ts'
import { withWorkIds } from './work-ids.ts'

const lines: Record<string, unknown>[] = []
const log = createLog({ ...testConfig(), logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
const trace = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${trace}-b7ad6b7169203331-01`

let app: TestApp
beforeAll(async () => {
  app = await testApp({ log, variables: { TRUST_PROXY: '10.1.0.0/16, loopback' } })
})
afterAll(() => app.stop())

/** The request id in the reply's header, its body and its log line. */
async function idsOf(headers: Record<string, string>, from = '10.1.2.3') {
  const { headers: sent, body } = await app.browser(from).get('/api/admin/health', { headers })
  const line = lines.findLast(({ msg }) => msg === 'request')
  return { header: sent['x-request-id'], body: body.requestId, line: line?.requestId, trace: line?.traceId }
}
const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/)

test("a trusted proxy's request id is in the header, the error and the log", async () => {
  const id = 'edge-7f3a91'
  expect(await idsOf({ 'x-request-id': id })).toMatchObject({ header: id, body: id, line: id })
  expect(await idsOf({ 'x-request-id': id }, '::ffff:10.1.2.3')).toMatchObject({ header: id })
  expect(await idsOf({ traceparent })).toEqual({ header: trace, body: trace, line: trace, trace })
  expect(await idsOf({ traceparent, 'x-request-id': id })).toEqual({ header: id, body: id, line: id, trace })
})

test('ids of strangers and odd ids are not used', async () => {
  expect(await idsOf({ 'x-request-id': 'edge-7f3a91', traceparent }, '203.0.113.9')).toMatchObject({
    header: uuid,
    trace: undefined,
  })
  for (const odd of ['short', 'x'.repeat(65), 'two words here', '<b>bold</b>', 'नमस्ते-दुनिया'.normalize()])
    expect((await idsOf({ 'x-request-id': odd })).header, odd).toEqual(uuid)
  for (const odd of [`00-${'0'.repeat(32)}-b7ad6b7169203331-01`, trace, `ff-${trace}-b7ad6b7169203331-01`])
    expect((await idsOf({ traceparent: odd })).header, odd).toEqual(uuid)
})

test('a job logs its own id and the id of the request that sent it', async () => {
  const queue = await openQueue(app.database.url, { maintain: false, log })
  const seen: string[] = []
  await queue.work({
    ...jobHandlers(app.context),
    'codes.watch': async () => {
      seen.push('codes.watch')
      log.warn('from the job')
      throw new Error('away')
    },
  })
  await withWorkIds({ requestId: 'edge-7f3a91', traceparent }, () => queue.send(app.db, 'codes.watch', {}))
  await expect.poll(() => lines.some(({ msg }) => msg === 'a job failed')).toBe(true)
  for (const msg of ['from the job', 'a job failed'])
    expect(lines.find((line) => line.msg === msg)).toMatchObject({
      requestId: 'edge-7f3a91',
      traceId: trace,
      job: 'codes.watch',
      jobId: uuid,
    })
  await queue.stop()
  expect(seen.length).toBeGreaterThan(0)
})

test('what a page asks in memory has the id of the page', async () => {
  const reply = await withWorkIds({ requestId: 'page-5c20d1' }, () =>
    app.browser('203.0.113.9').get('/api/admin/health'),
  )
  expect(reply.headers['x-request-id']).toBe('page-5c20d1')
})

test('what a job asks in memory has an id of its own, in the trace of the job', async () => {
  const reply = await withWorkIds({ job: 'refunds.send', jobId: 'one', traceparent }, () =>
    app.browser('203.0.113.9').get('/api/admin/health'),
  )
  expect(lines.findLast(({ msg }) => msg === 'request')).toMatchObject({
    requestId: reply.headers['x-request-id'],
    traceId: trace,
  })
  expect(reply.headers['x-request-id']).toEqual(uuid)
})
