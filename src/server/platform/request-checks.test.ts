import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/test-app.ts'
import { hasRepeatedKey } from './request-checks.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ listen: true })
})
afterAll(() => app.stop())

const sendOtp = '/api/otp/send-otp'
const challenges = async () => (await app.db.selectFrom('otp_challenge').select('phone').execute()).length

test.each([
  ['twice', '{"mobile":"9811100001","mobile":"9811100002","userType":"student"}'],
  ['twice, once escaped', '{"mobile":"9811100001","mob\\u0069le":"9811100002","userType":"student"}'],
])('a JSON key given %s is refused and nothing is sent', async (_, body) => {
  const before = await challenges()
  const reply = await app.browser().post(sendOtp, body, { headers: { 'content-type': 'application/json' } })
  expect([reply.status, reply.body.code, reply.body.details.fields[0].field]).toEqual([400, 'bad-request', 'body'])
  expect(await challenges()).toBe(before)
})

test('finds a repeated key in any JSON text, and only there', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(hasRepeatedKey(JSON.stringify(value))).toBe(false)
      expect(hasRepeatedKey(JSON.stringify([value, '"a":1,"a":2']))).toBe(false)
      expect(hasRepeatedKey(`[{"a":${JSON.stringify(value)},"b":{"a":1},"a":2}]`)).toBe(true)
    }),
  )
})

test('JSON that does not end is refused without being searched', async () => {
  const body = `"${'\\"'.repeat(100_000)}`
  const start = process.cpuUsage()
  const reply = await app.browser().post(sendOtp, body, { headers: { 'content-type': 'application/json' } })
  const { user } = process.cpuUsage(start)
  expect([reply.status, reply.body.code]).toEqual([400, 'bad-request'])
  // Searched for keys, it would take minutes.
  expect(user).toBeLessThan(3_000_000)
})

test('a compressed request is not unpacked', async () => {
  const body = gzipSync(JSON.stringify({ mobile: '9811100009', userType: 'student' }))
  const before = await challenges()
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const reply = await app.app.inject({ method: 'POST', url: sendOtp, payload: body, headers })
  expect(reply.statusCode).toBe(400)
  expect(await challenges()).toBe(before)
})

/** First line of the reply to bytes as they are. */
async function statusOf(bytes: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.address).port), '127.0.0.1', () => socket.end(bytes))
    socket.once('data', (data) => resolve(data.toString().split('\r\n')[0] ?? ''))
    socket.once('error', reject)
  })
}

test('a second Host header is refused', async () => {
  const ask = (hosts: string) => statusOf(`GET /health/live HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`)
  expect(await ask('Host: localhost\r\n')).toContain('200')
  expect(await ask('Host: localhost\r\nhost: evil.example\r\n')).toContain('400')
})

test('a slow request is cut off: headers after twenty seconds, the whole after two minutes', () => {
  const { requestTimeout, headersTimeout } = app.app.server
  expect([requestTimeout, headersTimeout]).toEqual([120_000, 20_000])
})

test('reads are limited for each account, generously', { tags: ['full'] }, async () => {
  const family = await app.login('9811100003', 'student')
  const other = await app.login('9811100004', 'student')
  const replies = await Promise.all(
    Array.from({ length: 3001 }, () => family.get('/api/chat/unread', { ip: '10.9.9.1' })),
  )
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await other.get('/api/chat/unread', { ip: '10.9.9.1' })).status).toBe(200)
})

test('with an https address every reply tells browsers to stay on it, and real providers hide the API page', async () => {
  expect((await app.browser().get('/health/live')).headers['strict-transport-security']).toBeUndefined()
  const variables = { PUBLIC_URL: 'https://mentorsetu.example', ALLOW_SANDBOX: '1', API_DOCS: '0' }
  const site = await testApp({ variables, database: app.database })
  const reply = await site.browser().get('/health/live')
  expect(reply.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect((await site.browser().get('/api/docs/json')).status).toBe(404)
  expect((await app.browser().get('/api/docs/json')).status).toBe(200)
  await site.app.close()
})
