import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCodeSender } from '#server/providers/codes/codes.ts'
import { testConfig, testDatabase } from '#test/harness.ts'
import { type ProviderReply, startProvider } from '#test/provider-server.ts'
import { smsTemplatesFile } from '#test/sms-templates.ts'
import { createSms } from './sms.ts'

const taken: ProviderReply = { body: { type: 'success', request_id: 'r', message: '5e1e93cad6fc054d8e759a5b' } }
let answer: ProviderReply = taken
const server = await startProvider(() => answer)
const database = await testDatabase()
let config: ReturnType<typeof testConfig>
beforeAll(() => {
  config = testConfig({
    SMS_PROVIDER: 'msg91',
    MSG91_AUTH_KEY: 'key-1',
    MSG91_TEMPLATE_ID: 'template-1',
    MSG91_TEMPLATES: smsTemplatesFile({ 'mentor-verified': { en: 'text-1', hi: null } }),
    MSG91_BASE_URL: server.url,
  })
})
beforeEach(() => {
  server.seen.length = 0
  answer = taken
})
afterAll(async () => {
  server.stop()
  await database.drop()
})

const code = { phone: '9826014210', code: '407123', language: 'en', challengeId: 'c' } as const
const text = { phone: '9826014210', event: 'mentor-verified', language: 'en', values: { number: 'MS-1' } } as const
const sendCode = (timeoutMs?: number) => createCodeSender(config, database.db, timeoutMs).send(code)
const sendText = (timeoutMs?: number) => createSms(config, timeoutMs).sendText(text)

test('sends our own code and leaves its verification to us', async () => {
  expect(await sendCode()).toEqual({ outcome: 'sent', reference: null })
  expect(createCodeSender(config, database.db)).toMatchObject({ check: null, resendSeconds: 30 })
  expect(server.seen[0]).toMatchObject({ method: 'POST', headers: { authkey: 'key-1' }, body: '' })
  expect(server.seen[0]?.url.pathname).toBe('/api/v5/otp')
  expect(Object.fromEntries(server.seen[0]?.url.searchParams ?? [])).toEqual({
    mobile: '919826014210',
    otp: '407123',
    otp_length: '6',
    otp_expiry: '5',
    template_id: 'template-1',
  })
})

test('sends a registered text by id and values, and nothing for events without an SMS', async () => {
  expect(await sendText()).toBe('sent')
  expect(server.seen[0]).toMatchObject({ method: 'POST', headers: { authkey: 'key-1' } })
  expect(server.seen[0]?.url.pathname).toBe('/api/v5/flow')
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
    template_id: 'text-1',
    short_url: '0',
    recipients: [{ mobiles: '919826014210', number: 'MS-1' }],
  })
  expect(await createSms(config).sendText({ ...text, language: 'hi' })).toBe('unregistered')
  expect(server.seen).toHaveLength(1)
})

const failures: [ProviderReply, string][] = [
  [{ body: { type: 'error', message: 'no credits for 919826014210' } }, 'did not accept the message (HTTP 200)'],
  [
    { body: { type: 'error', code: '201', message: 'authentication failure' } },
    'did not accept the message (HTTP 200)',
  ],
  [{ status: 401, body: { status: 'fail', errors: 'Unauthorized' } }, 'did not accept the message (HTTP 401)'],
  [{ status: 502, body: { type: 'success' } }, 'did not accept the message (HTTP 502)'],
  [{ body: null }, 'did not accept the message (HTTP 200)'],
  [{ body: '<html>otp=407123</html>' }, 'answered no JSON (HTTP 200)'],
  [{ body: '' }, 'answered no JSON (HTTP 200)'],
  ['drop', 'gave no answer (UND_ERR_SOCKET)'],
  ['hang', 'gave no answer (TimeoutError)'],
  [{ status: 307, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, 'gave no answer'],
]
test.each(failures)('fails on %o without a retry or the number in the message', async (given, words) => {
  answer = given
  const timeoutMs = given === 'hang' ? 100 : undefined
  for (const send of [sendCode, sendText]) {
    const message = await send(timeoutMs).then(String, String)
    expect(message).toContain(`ProviderError: MSG91 ${words}`)
    expect(message).not.toMatch(/9826014210|407123/)
  }
  expect(server.seen).toHaveLength(2)
})

test('fails if the server is down', async () => {
  const { url, stop } = await startProvider(() => taken)
  stop()
  const gone = { ...config, msg91Texts: config.msg91Texts && { ...config.msg91Texts, baseUrl: url } }
  await expect(createSms(gone).sendText(text)).rejects.toThrow('MSG91 gave no answer (ECONNREFUSED)')
})
