import { afterAll, beforeEach, expect, test } from 'vitest'
import { newPhone } from '#test/builders.ts'
import { testConfig, testDatabase } from '#test/harness.ts'
import { startVerifyNow } from '#test/verify-now-server.ts'
import type { CodeSender } from './code-sender.ts'
import { createCodeSender } from './codes.ts'

const server = await startVerifyNow()
const database = await testDatabase()
let codes: CodeSender
const fresh = (variables: Record<string, string> = {}, timeoutMs?: number) =>
  createCodeSender(testConfig({ ...server.variables, ...variables }), database.db, timeoutMs)
beforeEach(() => {
  server.forget()
  server.revokeTokens()
  codes = fresh()
})
afterAll(async () => {
  server.stop()
  await database.drop()
})

const send = (phone = newPhone(), by = codes) =>
  by.send({ phone, code: '000000', language: 'en', challengeId: 'not-told' })
const check = (reference: string, code: string, by = codes) => by.check?.(reference, code)
async function sentTo(phone = newPhone()) {
  await send(phone)
  return server.newest(phone)
}
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('requests a six-digit code with a token and verifies it by its reference', async () => {
  const phone = newPhone()
  expect(await send(phone)).toEqual({ outcome: 'sent', reference: server.newest(phone).id })
  const [token, sent] = server.seen
  expect(Object.fromEntries(token?.url.searchParams ?? [])).toEqual({
    customerId: 'C-1',
    key: 'cGFzcy93b3Jk',
    scope: 'NEW',
    country: '91',
  })
  expect(sent?.headers.authtoken).toMatch(/^eyJ/)
  expect(Object.fromEntries(sent?.url.searchParams ?? [])).toEqual({
    countryCode: '91',
    flowType: 'SMS',
    mobileNumber: phone,
    otpLength: '6',
  })
  const { id, code } = server.newest(phone)
  expect(await check(id, otherThan(code))).toBe('wrong')
  expect(await check(id, code)).toBe('right')
  expect(await check(id, code)).toBe('used')
  expect(await check('77', code)).toBe('unknown')
  expect(server.countOf('token')).toBe(1)
})

test.each([200, 400])('maps its error bodies alike with HTTP %i', async (failWith) => {
  server.set.failWith = failWith
  const one = await sentTo()
  expect(await send(one.phone)).toEqual({ outcome: 'too-soon', seconds: 41 })
  expect(await check(one.id, otherThan(one.code))).toBe('wrong')
  one.state = 'expired'
  expect(await check(one.id, one.code)).toBe('expired')
})

test.each([
  ['send', { responseCode: 800, message: 'MAXIMUM_LIMIT_REACHED' }, { outcome: 'day-limit' }],
  ['send', { responseCode: 506, data: null }, { outcome: 'too-soon', seconds: 60 }],
  ['send', { responseCode: '506', data: { timeout: 'soon' } }, { outcome: 'too-soon', seconds: 60 }],
  ['send', { responseCode: 200, data: { responseCode: '506', timeout: '7.2' } }, { outcome: 'too-soon', seconds: 8 }],
  ['validate', { responseCode: 700, message: 'VERIFICATION_FAILED' }, 'wrong'],
  ['validate', { responseCode: 200, data: { responseCode: '702' } }, 'wrong'],
  ['validate', { responseCode: 200, data: { verificationStatus: 'VERIFICATION_PENDING' } }, 'wrong'],
  ['validate', { responseCode: 800 }, 'blocked'],
] as const)('%s: %o is an answer', async (step, body, outcome) => {
  for (const status of [200, 400]) {
    // HTTP 400 with a success code is not a success.
    if (status === 400 && body.responseCode === 200) continue
    server.faults[step].push({ status, body })
    expect(await (step === 'send' ? send() : check('1', '123456'))).toEqual(outcome)
  }
})

const useless = [
  [{ body: { responseCode: 508, message: 'no credits for 9826014210' } }, 'VerifyNow answered 508'],
  [{ status: 400, body: { responseCode: 501, message: 'INVALID_CUSTOMER_ID' } }, 'VerifyNow answered 501'],
  [{ status: 500, body: { responseCode: 500 } }, 'VerifyNow answered 500'],
  [{ status: 502, body: { responseCode: 200, data: { verificationId: '9' } } }, 'VerifyNow answered 502'],
  [{ body: '<html>busy</html>' }, 'VerifyNow answered no JSON (HTTP 200)'],
  [{ status: 503, body: '' }, 'VerifyNow answered no JSON (HTTP 503)'],
  [{ body: [] }, 'VerifyNow answered another shape (HTTP 200)'],
  [{ body: { responseCode: 'no' } }, 'VerifyNow answered another shape (HTTP 200)'],
  ['drop', 'VerifyNow gave no answer (UND_ERR_SOCKET)'],
  ['hang', 'VerifyNow gave no answer (TimeoutError)'],
  [{ status: 302, headers: { location: '/verification/v3/send' }, body: '' }, /^VerifyNow gave no answer \(\w+\)$/],
] as const
test.each(useless)('rejects %o without a retry', async (answer, message) => {
  const quick = answer === 'hang' ? fresh({}, 300) : codes
  for (const step of ['send', 'validate'] as const) {
    server.faults[step].push(answer)
    const asked = step === 'send' ? send(newPhone(), quick) : check('1', '123456', quick)
    await expect(asked).rejects.toThrow(message)
    expect(server.countOf(step)).toBe(1)
  }
})

test('rejects a code without a reference or for another reference', async () => {
  server.faults.send.push({ body: { responseCode: 200, data: { mobileNumber: '9826014210' } } })
  await expect(send()).rejects.toThrow('VerifyNow answered 200')
  const data = { verificationId: 8, verificationStatus: 'VERIFICATION_COMPLETED' }
  server.faults.validate.push({ body: { responseCode: 200, data } }, { body: { responseCode: 200, data } })
  await expect(check('7', '123456')).rejects.toThrow('another code')
  expect(await check('8', '123456')).toBe('right')
  server.faults.validate.push({ body: { responseCode: 200, message: 'SUCCESS', data: null } })
  await expect(check('8', '123456')).rejects.toThrow('did not say')
})

test('detects wrong credentials despite HTTP 200 and does not log them', async () => {
  const wrong = fresh({ VERIFYNOW_PASSWORD: 'hush' })
  await expect(send(newPhone(), wrong)).rejects.toThrow('VerifyNow gave no token (HTTP 200, status 400)')
  expect(server.countOf('send')).toBe(0)
})

test.each([
  [{ status: 503, body: '<html>' }, 'no JSON'],
  ['hang', 'no answer'],
  [{ body: { status: 200 } }, 'no token'],
  [{ status: 500, body: { status: 200, token: 't' } }, 'no token'],
] as const)('without a token nothing is sent: %o', async (fault, message) => {
  server.faults.token.push(fault)
  const quick = fault === 'hang' ? fresh({}, 300) : codes
  await expect(send(newPhone(), quick)).rejects.toThrow(message)
  expect(server.countOf('send')).toBe(0)
  // The failure is not remembered.
  expect(await send(newPhone(), quick)).toMatchObject({ outcome: 'sent' })
})

test('shares one token request among fifty concurrent calls', async () => {
  await Promise.all(Array.from({ length: 50 }, () => send()))
  expect([server.countOf('token'), server.countOf('send')]).toEqual([1, 50])
})

test('renews a rejected token once for all concurrent calls', async () => {
  await send()
  server.revokeTokens()
  await Promise.all(Array.from({ length: 20 }, () => send()))
  expect(server.countOf('token')).toBe(2)
  const gone = { status: 401, body: { error: 'Unauthorized' } }
  server.faults.send.push(gone, gone)
  await expect(send()).rejects.toThrow('VerifyNow answered 401')
  expect([server.countOf('token'), server.countOf('send')]).toEqual([3, 43])
  server.faults.validate.push({ body: { responseCode: 401, message: 'UNAUTHORIZED' } })
  expect(await check('1', '123456')).not.toBe(undefined)
  expect(server.countOf('token')).toBe(4)
})

test('reuses a token until it expires', async () => {
  server.set.tokenSeconds = 30
  await send()
  await send()
  expect(server.countOf('token')).toBe(2)
  server.faults.token.push({ body: { status: 200, token: 'not-a-jwt' } })
  server.faults.send.push({ body: { responseCode: 800 } }, { body: { responseCode: 800 } })
  await send()
  await send()
  expect(server.countOf('token')).toBe(3)
})
