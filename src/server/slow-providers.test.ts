import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCodeSender } from '#server/providers/codes/codes.ts'
import { makeMentor, newPhone, payByFiles } from '#test/builders.ts'
import { testConfig } from '#test/harness.ts'
import { startProvider } from '#test/provider-server.ts'
import { smsTemplatesFile } from '#test/sms-templates.ts'
import { type Reply, type TestApp, testApp } from '#test/test-app.ts'

// Accepts every request and answers none.
const provider = await startProvider(() => 'hang')
let app: TestApp
let mentorId: string
beforeAll(async () => {
  app = await testApp({
    variables: {
      PAYMENT_PROVIDER: 'cashfree',
      CASHFREE_BASE_URL: provider.url,
      CASHFREE_CLIENT_ID: 'id-1',
      CASHFREE_CLIENT_SECRET: 'cfsk_test_secret',
      MAPS_PROVIDER: 'google',
      GOOGLE_MAPS_KEY: 'AIza-key-1',
      GOOGLE_PLACES_URL: provider.url,
      GOOGLE_GEOCODING_URL: provider.url,
    },
  })
  await payByFiles(app.db)
  mentorId = (await makeMentor(app.db)).id
})
beforeEach(() => {
  provider.seen.length = 0
})
afterAll(async () => {
  provider.stop()
  await app.stop()
})

/** Connections to the database that are in use. */
const held = () => app.database.pool.totalCount - app.database.pool.idleCount
const hindi = { headers: { 'accept-language': 'hi' } }
const failedCalls = async (name: string) => {
  const text = await app.context.metrics.registry.metrics()
  const line = new RegExp(`^mentorsetu_provider_calls_total\\{provider="${name}",outcome="failed"\\} (\\d+)`, 'm')
  return Number(line.exec(text)?.[1] ?? 0)
}

/**
 * Starts calls that the provider does not answer, and looks in while they wait: they hold no connection to the database, and
 * other pages are answered.
 */
async function whileSilent(calls: Promise<Reply>[]): Promise<Reply[]> {
  await expect.poll(() => provider.seen.length, { timeout: 5_000 }).toBe(calls.length)
  await expect.poll(held).toBe(0)
  let waiting = calls.length
  for (const one of calls) one.then(() => waiting--)
  for (const path of ['/api/mentor?city=Indore', `/api/mentor/${mentorId}`, '/api/site'])
    expect((await app.browser().get(path)).status).toBe(200)
  await expect.poll(held).toBe(0)
  expect(waiting).toBe(calls.length)
  return await Promise.all(calls)
}

test('a payment gateway that does not answer: a sentence, no held connection, and a count', async () => {
  const family = await app.login(newPhone(), 'student')
  const order = family.post('/api/payment/create-order', { amount: 99, mentorId }, hindi)
  const [reply] = await whileSilent([order])
  expect([reply?.status, reply?.body.message]).toEqual([502, 'भुगतान शुरू नहीं हो सका'])
  expect(await failedCalls('payments')).toBe(1)
  // The order of the earlier attempt waits for its gateway.
  const [again] = await whileSilent([family.post('/api/payment/create-order', { amount: 99, mentorId }, hindi)])
  expect([again?.status, await failedCalls('payments')]).toEqual([502, 2])
}, 60_000)

test('an SMS provider that does not answer: a sentence, no held connection, and a count', async () => {
  // Logins of these tests need codes that can be read.
  const config = testConfig({
    SMS_PROVIDER: 'msg91',
    MSG91_AUTH_KEY: 'key-1',
    MSG91_TEMPLATE_ID: 'code-1',
    MSG91_BASE_URL: provider.url,
    MSG91_TEMPLATES: smsTemplatesFile({ 'mentor-verified': { en: 'text-1', hi: 'text-2' } }),
  })
  app.context.codes = app.context.providerCounts.counted('codes', createCodeSender(config, app.db))
  const send = (language: object) =>
    app.browser('10.30.0.1').post('/api/otp/send-otp', { mobile: newPhone(), userType: 'student' }, language)
  const replies = await whileSilent([send(hindi), send({})])
  expect(replies.map(({ status, body }) => [status, body.message])).toEqual([
    [502, 'कोड नहीं भेजा जा सका। एक मिनट बाद फिर कोशिश करें।'],
    [502, "We couldn't send the code. Please try again in a minute."],
  ])
  expect(await failedCalls('codes')).toBe(2)
}, 60_000)

test('maps that do not answer: the built-in places, no held connection, and a count', async () => {
  const [places] = await whileSilent([app.browser().get('/api/places/autocomplete?q=Vijay&city=Indore')])
  expect(places?.status).toBe(200)
  expect(JSON.stringify(places?.body)).toContain('Vijay Nagar')
  expect(await failedCalls('maps')).toBe(1)
}, 60_000)
