import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { knownDevices } from '#contract/people/limits.ts'
import { settingDefault } from '#server/settings/settings/settings.ts'
import { accountConsent, makeAdmin, newPhone } from '#test/builders.ts'
import { type Browser, type Reply, type TestApp, testApp } from '#test/test-app.ts'
import { startVerifyNow } from '#test/verify-now-server.ts'
import { phoneWaits, waitAfter } from './send-limits.ts'

// With a real provider configured the real limits apply; this one sends our own codes.
const provider = await startVerifyNow()
let app: TestApp
const sentCodes = new Map<string, string>()
beforeAll(async () => {
  app = await testApp({ variables: provider.variables })
  app.context.codes = {
    resendSeconds: 30,
    check: null,
    send: async ({ phone, code }) => {
      sentCodes.set(phone, code)
      return { outcome: 'sent', reference: null }
    },
  }
})
beforeEach(async () => {
  await sql`delete from setting`.execute(app.db)
  await sql`delete from otp_challenge`.execute(app.db)
})
afterAll(async () => {
  await app.stop()
  provider.stop()
})

let networks = 0
/** A browser in a network of its own. */
const stranger = () => app.browser(`10.${Math.floor(++networks / 250)}.${networks % 250}.7`)
const send = (browser: Browser, mobile: string, userType = 'student') =>
  browser.post('/api/otp/send-otp', { mobile, userType })
const setLimits = (limits: object) =>
  sql`insert into setting (name, from_date, value) values ('otpLimits', '2020-01-01', ${JSON.stringify(limits)})`.execute(
    app.db,
  )
/** Lets time pass for every code. */
const wait = (seconds: number) =>
  sql`update otp_challenge set sent_at = sent_at - make_interval(secs => ${seconds})`.execute(app.db)
const fillHour = (count: number, budget: string) =>
  sql`insert into otp_challenge (phone, user_type, browser_hash, ip_block, budget, expires_at, sent_at)
    select '9' || lpad(i::text, 9, '0'), 'student', 'x', 'elsewhere ' || i, ${budget}, now(), now() - interval '10 minutes'
    from generate_series(1, ${count}::int) as i`.execute(app.db)
const outcome = ({ status, body }: Reply) => (status === 200 ? 'sent' : body.code)

async function knownDevice(phone = newPhone()) {
  const browser = stranger()
  const sent = await send(browser, phone)
  const { verificationId } = sent.body
  const given = { verificationId, code: sentCodes.get(phone), phone, consent: accountConsent() }
  const verified = await browser.post('/api/otp/verify-otp', given)
  expect(verified.status).toBe(200)
  await wait(60)
  return { browser, phone }
}

test('makes strangers wait longer for each code of a phone, and says how long', async () => {
  const phone = newPhone()
  for (const [i, seconds] of [...phoneWaits, 3600].entries()) {
    const sent = await send(stranger(), phone)
    expect([sent.status, sent.body.resendSeconds], `code ${i + 1}`).toEqual([200, seconds])
    await wait(seconds - 5)
    const refused = await send(stranger(), phone)
    expect([refused.status, refused.body.code]).toEqual([429, 'otp-too-soon'])
    expect(refused.body.details.seconds).toBeGreaterThan(0)
    expect(refused.body.details.seconds).toBeLessThanOrEqual(5)
    await wait(6)
  }
  await send(stranger(), phone)
  const long = await send(stranger(), phone)
  expect([long.body.code, long.body.details.minutes]).toEqual(['otp-wait', 60])
  expect(long.body.message).toContain('in 60 minutes')
  // Codes count for 24 hours.
  await wait(86_400)
  expect((await send(stranger(), phone)).body.resendSeconds).toBe(30)
})

test('never refuses a known device because of strangers, six networks and a full hour included', async () => {
  const { browser, phone } = await knownDevice()
  for (let i = 0; i < 6; i++) {
    expect(outcome(await send(stranger(), phone))).toBe('sent')
    await wait(3600)
  }
  await send(stranger(), phone)
  await fillHour(settingDefault('otpLimits').inAllHour, 'open')
  expect(outcome(await send(stranger(), newPhone()))).toBe('otp-busy')
  expect(outcome(await send(stranger(), phone))).toBe('otp-wait')
  expect(outcome(await send(browser, phone))).toBe('sent')
  const { rows } =
    await sql`select budget from otp_challenge where phone = ${phone} order by sent_at desc limit 1`.execute(app.db)
  expect(rows).toEqual([{ budget: 'device' }])
  expect(outcome(await send(browser, phone))).toBe('otp-too-soon')
  // Known for its own phone only.
  expect(outcome(await send(browser, newPhone()))).toBe('otp-busy')
})

test('gives a known device its own budget a day, then the limits of strangers', async () => {
  const { browser, phone } = await knownDevice()
  const { perDeviceDay } = settingDefault('otpLimits')
  for (let i = 0; i < perDeviceDay; i++) {
    expect(outcome(await send(browser, phone))).toBe('sent')
    await wait(30)
  }
  const { rows } =
    await sql`select budget, count(*)::int from otp_challenge where phone = ${phone} group by 1 order by 1`.execute(
      app.db,
    )
  expect(rows).toEqual([
    { budget: 'device', count: perDeviceDay },
    { budget: 'open', count: 1 },
  ])
  // Its codes do not lengthen the waits of strangers.
  expect((await send(stranger(), phone)).body.resendSeconds).toBe(60)
  await wait(120)
  await fillHour(settingDefault('otpLimits').inAllHour, 'open')
  expect(outcome(await send(browser, phone))).toBe('otp-busy')
})

test('forgets devices after 180 days, and the oldest of more than five', async () => {
  const { phone } = await knownDevice()
  for (let i = 0; i < knownDevices.most; i++) {
    await wait(3600)
    await knownDevice(phone)
  }
  const count = async () =>
    (await sql`select browser_hash from known_device where phone = ${phone}`.execute(app.db)).rows.length
  expect(await count()).toBe(knownDevices.most)
  const { browser, phone: other } = await knownDevice()
  await sql`update known_device set verified_at = now() - make_interval(days => ${knownDevices.days}) where phone = ${other}`.execute(
    app.db,
  )
  await send(browser, other)
  const { rows } = await sql`select budget from otp_challenge where phone = ${other}`.execute(app.db)
  expect(rows).toEqual([{ budget: 'open' }, { budget: 'open' }])
})

test.each([
  ['an IPv4 /24', (i: number) => `198.51.100.${i}`, '198.51.101.1'],
  [
    'an IPv6 /64, however it is written',
    (i: number) => (i % 2 ? `2001:db8:0:0:0::${i + 1}` : `2001:DB8::${i + 1}`),
    '2001:db8:0:1::1',
  ],
])('limits %s apart from others', async (_, address, other) => {
  await setLimits({ perBlockHour: 10 })
  const from = (ip: string) => send(app.browser(ip), newPhone())
  for (let i = 0; i < 10; i++) expect(outcome(await from(address(i)))).toBe('sent')
  const refused = await from(address(10))
  expect([refused.status, refused.body.code]).toEqual([429, 'otp-busy'])
  expect(refused.body.details.seconds).toBeGreaterThan(3500)
  expect(refused.body.details.minutes).toBe(60)
  expect(outcome(await from(other))).toBe('sent')
  // The budget is free when the oldest code is an hour old.
  await wait(3601)
  expect(outcome(await from(address(10)))).toBe('sent')
})

test('limits an IPv6 /48 over its /64 networks', async () => {
  await setLimits({ perBlockHour: 10, perWideBlockHour: 15, inAllHour: 100 })
  const from = (ip: string) => send(app.browser(ip), newPhone())
  for (let i = 0; i < 15; i++) expect(outcome(await from(`2001:db8:7:${i}::1`))).toBe('sent')
  expect(outcome(await from('2001:db8:7:ffff::1'))).toBe('otp-busy')
  expect(outcome(await from('2001:db8:8::1'))).toBe('sent')
})

test('keeps a share for admins that strangers cannot use up', async () => {
  const admin = await makeAdmin(app.db)
  await fillHour(settingDefault('otpLimits').inAllHour, 'open')
  // Asking for an admin login does not make a number an admin's.
  expect(outcome(await send(stranger(), newPhone(), 'admin'))).toBe('otp-busy')
  expect(outcome(await send(stranger(), admin.phone))).toBe('otp-busy')
  expect(outcome(await send(stranger(), admin.phone, 'admin'))).toBe('sent')
  await fillHour(settingDefault('otpLimits').adminsHour, 'admin')
  expect(outcome(await send(stranger(), (await makeAdmin(app.db)).phone, 'admin'))).toBe('otp-busy')
})

test('sends one of concurrent requests for a phone', async () => {
  const phone = newPhone()
  const replies = await Promise.all(Array.from({ length: 6 }, () => send(stranger(), phone)))
  expect(replies.map(outcome).sort()).toEqual([...Array(5).fill('otp-too-soon'), 'sent'])
})

test('waits at least as long as the provider', () => {
  expect([0, 1, 2, 3, 99].map((sent) => waitAfter(sent, phoneWaits, 60))).toEqual([0, 60, 60, 120, 3600])
})
