import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCodeSender } from '#server/providers/codes/codes.ts'
import { accountConsent, demoTotp, makeAdmin, newPhone } from '#test/builders.ts'
import { type Browser, type TestApp, testApp } from '#test/test-app.ts'
import { startVerifyNow } from '#test/verify-now-server.ts'

const provider = await startVerifyNow()
const warnings: string[] = []
let app: TestApp
beforeAll(async () => {
  app = await testApp({ variables: provider.variables })
  const warn = (about: { err: Error }, words: string) => warnings.push(`${words}: ${about.err.message}`)
  Object.assign(app.context, { log: { warn } })
})
beforeEach(() => {
  provider.forget()
  warnings.length = 0
})
afterAll(async () => {
  await app.stop()
  provider.stop()
})

const send = (browser: Browser, mobile: string, userType = 'student') =>
  browser.post('/api/otp/send-otp', { mobile, userType })
const otherThan = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')
/** A phone with a code sent by the provider, and the requesting browser. */
async function asked(userType = 'student', phone = newPhone()) {
  const browser = app.browser()
  const sent = await send(browser, phone, userType)
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const { verificationId } = sent.body
  return {
    browser,
    phone,
    sent,
    theirs: provider.newest(phone),
    verify: (code: string, more: object = {}, by: Browser = browser) =>
      by.post('/api/otp/verify-otp', { verificationId, code, phone, userType, consent: accountConsent(), ...more }),
  }
}
const codesOf = (replies: { body: { code?: string } }[]) => replies.map(({ body }) => body.code ?? 'in')
const challengeOf = async (phone: string) => {
  const { rows } = await sql<{ tries: number; hash: Buffer | null; used: boolean }>`
    select tries, code_hash as hash, used_at is not null as used from otp_challenge where phone = ${phone}`.execute(
    app.db,
  )
  return rows
}
/** Backdates the last code of a phone. */
const wait = (phone: string, seconds: number) =>
  sql`update otp_challenge set sent_at = sent_at - make_interval(secs => ${seconds}) where phone = ${phone}`.execute(
    app.db,
  )

test("logs in once with a provider's code and keeps its reference private", async () => {
  const { browser, phone, sent, theirs, verify } = await asked()
  expect(sent.body).toMatchObject({ resendSeconds: 60, expiresSeconds: 300 })
  expect(JSON.stringify(sent.body)).not.toContain(`"${theirs.id}"`)
  expect(await challengeOf(phone)).toEqual([{ tries: 0, hash: null, used: false }])
  expect((await verify(theirs.code)).body.data.userType).toBe('student')
  expect((await browser.get('/api/session')).body.data.phoneEnding).toBe(phone.slice(-4))
  expect(codesOf([await verify(theirs.code)])).toEqual(['otp-used'])
  expect(provider.countOf('validate')).toBe(1)
  expect((await app.browser().get('/dev/outbox.json')).status).toBe(404)
})

test('asks the provider at most three times per challenge', async () => {
  const { theirs, verify } = await asked()
  const replies = []
  for (const by of [1, 2, 3]) replies.push(await verify(otherThan(theirs.code, by)))
  expect(codesOf([...replies, await verify(theirs.code)])).toEqual([
    ...['otp-wrong', 'otp-wrong-last', 'otp-blocked', 'otp-blocked'],
  ])
  expect(provider.countOf('validate')).toBe(3)
})

test('asks the provider at most three times under concurrency', async () => {
  const { theirs, verify } = await asked()
  const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => verify(otherThan(theirs.code, i + 1))))
  expect(codesOf(replies).filter((code) => code === 'in')).toEqual([])
  expect(provider.countOf('validate')).toBe(3)
  expect(codesOf([await verify(theirs.code)])).toEqual(['otp-blocked'])
})

test('accepts the right code on the third try', async () => {
  const { phone, theirs, verify } = await asked()
  await verify(otherThan(theirs.code, 1))
  await verify(otherThan(theirs.code, 2))
  expect((await verify(theirs.code)).status).toBe(200)
  expect(await challengeOf(phone)).toMatchObject([{ tries: 2, used: true }])
})

test('logs in once when the right code arrives twice at once', async () => {
  const { phone, theirs, verify } = await asked()
  const replies = await Promise.all([verify(theirs.code), verify(theirs.code), verify(theirs.code)])
  // A request during two pending checks counts as the third.
  const refused = expect.stringMatching(/^otp-(used|blocked)$/)
  expect(codesOf(replies).sort()).toEqual(['in', refused, refused])
  const { rows } = await sql`select from session s join account a on a.id = account_id where phone = ${phone}`.execute(
    app.db,
  )
  expect(rows).toHaveLength(1)
})

test('asks the provider only for the browser, phone and role of the request', async () => {
  const { theirs, verify } = await asked()
  const replies = [
    await verify(theirs.code, {}, app.browser()),
    await verify(theirs.code, { phone: newPhone() }),
    await verify(theirs.code, { userType: 'mentor' }),
  ]
  expect(codesOf(replies)).toEqual(['otp-unknown', 'otp-unknown', 'otp-unknown'])
  expect(provider.countOf('validate')).toBe(0)
  // A code cannot be used for another phone.
  const other = await asked()
  expect(codesOf([await other.verify(theirs.code)])).toEqual(['otp-wrong'])
})

test('refuses a code the provider reports as already verified', async () => {
  const { phone, theirs, verify } = await asked()
  provider.faults.validate.push('lost')
  const lost = await verify(theirs.code)
  expect([lost.status, lost.body.code]).toEqual([502, 'otp-check-failed'])
  expect(theirs.state).toBe('verified')
  expect(codesOf([await verify(theirs.code)])).toEqual(['otp-used'])
  await wait(phone, 60)
  const again = await asked('student', phone)
  expect((await again.verify(again.theirs.code)).status).toBe(200)
})

test.each([
  [705, 'otp-expired'],
  [505, 'otp-unknown'],
  [700, 'otp-wrong'],
  [800, 'otp-blocked'],
  [500, 'otp-check-failed'],
])('maps a provider reply %i while checking to %s', async (responseCode, expected) => {
  const { verify } = await asked()
  provider.faults.validate.push({ body: { responseCode } })
  expect(codesOf([await verify('123456')])).toEqual([expected])
})

test('counts a try when the provider is unavailable', async () => {
  const { theirs, verify } = await asked()
  provider.faults.validate.push('drop', { status: 503, body: '<html>' })
  const words = [await verify(theirs.code), await verify(theirs.code)].map(({ body }) => body.message)
  expect(words).toEqual(Array(2).fill("We couldn't check the code. Please try again."))
  expect(warnings).toEqual([
    'a code could not be checked: VerifyNow gave no answer (UND_ERR_SOCKET)',
    'a code could not be checked: VerifyNow answered no JSON (HTTP 503)',
  ])
  expect((await verify(theirs.code)).status).toBe(200)
})

test("returns the wait before the next code, by our clock and by the provider's", async () => {
  const { browser, phone } = await asked()
  const soon = await send(browser, phone)
  expect([soon.status, soon.body.code]).toEqual([429, 'otp-too-soon'])
  expect(soon.body.details.seconds).toBeGreaterThan(55)
  expect(provider.countOf('send')).toBe(1)
  // Our wait is over, the provider's is not.
  await wait(phone, 60)
  const refused = await send(browser, phone)
  expect([refused.status, refused.body.message]).toEqual([429, 'You can request another code in 41 seconds.'])
  const again = await send(browser, phone)
  expect(again.body.details.seconds).toBeGreaterThan(38)
  expect(again.body.details.seconds).toBeLessThanOrEqual(41)
  expect(provider.countOf('send')).toBe(2)
})

test("does not send twice when the provider's reply was lost", async () => {
  const phone = newPhone()
  const browser = app.browser()
  provider.faults.send.push('lost')
  const lost = await send(browser, phone)
  expect([lost.status, lost.body.code]).toEqual([502, 'sms-failed'])
  expect(warnings).toEqual(['a code could not be sent: VerifyNow gave no answer (UND_ERR_SOCKET)'])
  expect(provider.all.filter((one) => one.phone === phone)).toHaveLength(1)
  expect((await send(browser, phone)).body.code).toBe('otp-too-soon')
  expect(provider.countOf('send')).toBe(1)
})

test.each([
  [{ body: { responseCode: 800 } }, 429, 'otp-day-limit'],
  [{ status: 400, body: { responseCode: 508, message: 'no credits' } }, 502, 'sms-failed'],
  [{ body: { responseCode: 200, data: { verificationId: null } } }, 502, 'sms-failed'],
])('reports a code that was not sent: %o', async (fault, status, code) => {
  provider.faults.send.push(fault)
  const reply = await send(app.browser(), newPhone())
  expect([reply.status, reply.body.code]).toEqual([status, code])
  expect(JSON.stringify(reply.body)).not.toContain('credits')
})

test('rejects a provider reference used by another challenge', async () => {
  const { theirs } = await asked()
  provider.faults.send.push({ body: { responseCode: 200, data: { verificationId: Number(theirs.id) } } })
  expect((await send(app.browser(), newPhone())).body.code).toBe('sms-failed')
})

test('asks an admin for the authenticator after verifying the phone once', async () => {
  const admin = await makeAdmin(app.db)
  const { theirs, verify } = await asked('admin', admin.phone)
  expect(codesOf([await verify(theirs.code)])).toEqual(['second-factor-needed'])
  expect(codesOf([await verify(otherThan(theirs.code))])).toEqual(['otp-wrong'])
  expect((await verify(theirs.code, { totp: new TOTP({ secret: demoTotp }).generate() })).status).toBe(200)
  expect(provider.countOf('validate')).toBe(1)
})

test('rejects a code issued by a previously configured provider', async () => {
  const { theirs, verify } = await asked()
  const theirCodes = app.context.codes
  app.context.codes = { ...createCodeSender(app.context.config, app.db), check: null }
  expect(codesOf([await verify(theirs.code)])).toEqual(['otp-unknown'])
  app.context.codes = theirCodes
  expect((await verify(theirs.code)).status).toBe(200)
})

test('calls the provider outside transactions', async () => {
  const { theirs, verify } = await asked()
  const codes = app.context.codes
  const open: number[] = []
  app.context.codes = {
    ...codes,
    check: async (...given) => {
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and state <> 'active'`.execute(
        app.db,
      )
      open.push(rows[0]?.open ?? -1)
      return (await codes.check?.(...given)) ?? 'unknown'
    },
  }
  expect((await verify(theirs.code)).status).toBe(200)
  app.context.codes = codes
  expect(open).toEqual([0])
})
