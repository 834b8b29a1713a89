import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountConsent, makeAdmin, makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const send = (browser: ReturnType<TestApp['browser']>, mobile: string, userType?: string) =>
  browser.post('/api/otp/send-otp', { mobile, ...(userType ? { userType } : {}) })

test('logs a family in once per code', async () => {
  const phone = newPhone()
  const browser = app.browser()
  const sent = await send(browser, phone)
  expect(sent.body).toMatchObject({ resendSeconds: 30, expiresSeconds: 300 })
  expect(JSON.stringify(sent.body)).not.toContain(await app.codeFor(phone))
  const given = {
    verificationId: sent.body.verificationId,
    code: await app.codeFor(phone),
    phone,
    consent: accountConsent(),
  }
  const verified = await browser.post('/api/otp/verify-otp', given)
  expect(verified.status).toBe(200)
  expect(verified.body.data.userType).toBe('student')
  expect(String(verified.headers['set-cookie'])).toMatch(/HttpOnly/i)
  const session = await browser.get('/api/session')
  expect(session.body.data).toMatchObject({
    _id: verified.body.data._id,
    phoneEnding: phone.slice(-4),
    roles: ['student'],
  })
  const again = await browser.post('/api/otp/verify-otp', given)
  expect([again.status, again.body.code]).toEqual([401, 'otp-used'])
})

test('after a long rest a new browser gets nothing of the former holder of the number, and a known one does', async () => {
  const phone = newPhone()
  const email = `${phone}@mail.example`
  const former = await app.login(phone, 'student')
  await sql`update family set email = ${email} where id = ${former.id}`.execute(app.db)
  const ofAccount = sql`account_id = (select id from account where phone = ${phone})`
  await former.post('/api/calendar/feed', undefined)
  await sql`insert into passkey (account_id, name, credential_id, public_key, counter, transports, by_admin)
    select id, 'Phone', id::text, 'key'::bytea, 0, '{}', false from account where phone = ${phone}`.execute(app.db)
  const logIn = async (browser: ReturnType<TestApp['browser']>, consent?: object) => {
    const { verificationId } = (await send(browser, phone)).body
    const given = { verificationId, code: await app.codeFor(phone), phone }
    const verify = (consent?: object) => browser.post('/api/otp/verify-otp', { ...given, consent })
    return consent ? [await verify(), await verify(consent)] : [await verify()]
  }
  const left = async () =>
    (
      await sql<Record<string, number>>`select
        (select count(*)::int from passkey where ${ofAccount}) as passkeys, (select count(*)::int from calendar_feed where ${ofAccount}) as feeds,
        (select count(*)::int from consent where ${ofAccount} and kind = 'account') as consents,
        (select count(*)::int from outbox where recipient = ${email} and template = 'login-after-rest') as mails`.execute(
        app.db,
      )
    ).rows[0]
  const rest = async () => {
    await sql`update account set created_at = created_at - interval '91 days' where phone = ${phone}`.execute(app.db)
    await sql`update session set seen_at = seen_at - interval '91 days' where ${ofAccount}`.execute(app.db)
    await sql`update known_device set verified_at = verified_at - interval '91 days' where phone = ${phone}`.execute(
      app.db,
    )
    await sql`delete from otp_challenge where phone = ${phone}`.execute(app.db)
  }
  const all = { passkeys: 1, feeds: 1, consents: 1, mails: 0 }
  await sql`delete from otp_challenge where phone = ${phone}`.execute(app.db)
  expect([(await logIn(app.browser('10.7.9.1')))[0]?.status, await left()]).toEqual([200, all])
  await rest()
  expect([(await logIn(former))[0]?.status, await left()]).toEqual([200, all])
  await rest()
  const [refused, verified] = await logIn(app.browser('10.7.9.2'), accountConsent())
  expect([refused?.body.code, verified?.status]).toEqual(['account-consent-needed', 200])
  expect(await left()).toEqual({ passkeys: 0, feeds: 0, consents: 2, mails: 1 })
  // A demo account belongs to nobody.
  await rest()
  await sql`update account set demo = true where phone = ${phone}`.execute(app.db)
  expect((await logIn(app.browser('10.7.9.3')))[0]?.status).toBe(200)
})

test('accepts parent as an alias of student', async () => {
  const phone = newPhone()
  const browser = app.browser()
  const sent = await send(browser, phone, 'parent')
  const verified = await browser.post('/api/otp/verify-otp', {
    verificationId: sent.body.verificationId,
    code: await app.codeFor(phone),
    userType: 'parent',
    consent: accountConsent(),
  })
  expect(verified.body.data.userType).toBe('student')
})

test('blocks the challenge after three wrong codes and reports the tries left in both languages', async () => {
  const phone = newPhone()
  const browser = app.browser()
  const sent = await send(browser, phone)
  const right = await app.codeFor(phone)
  const wrong = right === '000000' ? '000001' : '000000'
  const given = { verificationId: sent.body.verificationId, code: wrong, phone }
  const first = await browser.post('/api/otp/verify-otp', given)
  expect([first.body.code, first.body.message]).toEqual([
    'otp-wrong',
    "That code doesn't match. You have 2 tries left.",
  ])
  const second = await browser.post('/api/otp/verify-otp', given, { headers: { 'accept-language': 'hi' } })
  expect(second.body.message).toBe('कोड मेल नहीं खाया। 1 कोशिश बाकी है।')
  expect((await browser.post('/api/otp/verify-otp', given)).body.code).toBe('otp-blocked')
  expect((await browser.post('/api/otp/verify-otp', { ...given, code: right })).body.code).toBe('otp-blocked')
})

test('counts concurrent tries', async () => {
  const phone = newPhone()
  const browser = app.browser()
  const sent = await send(browser, phone)
  const right = await app.codeFor(phone)
  const codes = Array.from({ length: 12 }, (_, i) => String((Number(right) + 1 + i) % 1_000_000).padStart(6, '0'))
  const replies = await Promise.all(
    codes.map((code) => browser.post('/api/otp/verify-otp', { verificationId: sent.body.verificationId, code, phone })),
  )
  expect(replies.filter((reply) => /^otp-wrong/.test(reply.body.code))).toHaveLength(2)
  expect(
    (await browser.post('/api/otp/verify-otp', { verificationId: sent.body.verificationId, code: right, phone })).body
      .code,
  ).toBe('otp-blocked')
})

test('binds a code to browser, role and phone', async () => {
  const phone = newPhone()
  const browser = app.browser()
  const sent = await send(browser, phone)
  const given = {
    verificationId: sent.body.verificationId,
    code: await app.codeFor(phone),
    phone,
    consent: accountConsent(),
  }
  expect((await app.browser().post('/api/otp/verify-otp', given)).body.code).toBe('otp-unknown')
  expect((await browser.post('/api/otp/verify-otp', { ...given, userType: 'mentor' })).body.code).toBe('otp-unknown')
  expect((await browser.post('/api/otp/verify-otp', { ...given, phone: newPhone() })).body.code).toBe('otp-unknown')
  expect((await browser.post('/api/otp/verify-otp', given)).status).toBe(200)
})

test('reports an expired code', async () => {
  const phone = newPhone()
  const browser = app.browser()
  const sent = await send(browser, phone)
  await sql`update otp_challenge set expires_at = now() where id = ${sent.body.verificationId}`.execute(app.db)
  const late = await browser.post('/api/otp/verify-otp', {
    verificationId: sent.body.verificationId,
    code: await app.codeFor(phone),
    phone,
  })
  expect(late.body.code).toBe('otp-expired')
})

test('sends a second code after 30 seconds only, also for concurrent requests', async () => {
  const phone = newPhone()
  const [a, b] = await Promise.all([send(app.browser(), phone), send(app.browser(), phone)])
  expect([a?.status, b?.status].sort()).toEqual([200, 429])
  const again = await send(app.browser(), phone)
  expect(again.body).toMatchObject({ code: 'otp-too-soon', details: { seconds: expect.any(Number) } })
})

test.each([
  ['letters', { mobile: 'abcdefghij' }],
  ['nine digits', { mobile: '982601421' }],
  ['a landline', { mobile: '0731400000' }],
  ['nothing', {}],
  ['an unknown field', { mobile: '9826014210', role: 'admin' }],
  ['an unknown role', { mobile: '9826014210', userType: 'root' }],
])('rejects %s as a phone number', async (_, body) => {
  const reply = await app.browser().post('/api/otp/send-otp', body)
  expect([reply.status, reply.body.code]).toEqual([400, 'bad-request'])
  expect(reply.body.details.fields[0].field).toBeTruthy()
})

test('accepts spaces and +91 in a phone number', async () => {
  const phone = newPhone()
  const reply = await send(app.browser(), `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`)
  expect(reply.status).toBe(200)
  expect(await app.codeFor(phone)).toMatch(/^\d{6}$/)
})

test('logs in a mentor without an application with a null id', async () => {
  const mentor = await app.login(newPhone(), 'mentor')
  expect(mentor.id).toBeNull()
})

test('lets one phone switch between family and mentor', async () => {
  const { phone, id } = await makeMentor(app.db)
  const family = await app.login(phone, 'student')
  const switched = await family.post('/api/session/switch', { userType: 'mentor' })
  expect(switched.body.data).toMatchObject({ _id: id, userType: 'mentor', roles: ['student', 'mentor'] })
  const role = async (who: LoggedIn) => (await who.get('/api/session')).body.data.userType
  expect([await role(family), (await family.get('/api/mentor/me')).body.data?._id]).toEqual(['mentor', id])
  await family.post('/api/session/switch', { userType: 'student' })
  expect([await role(family), (await family.get('/api/mentor/me')).status]).toEqual(['student', 403])
  const parent = await app.login(newPhone(), 'student')
  expect((await parent.post('/api/session/switch', { userType: 'mentor' })).status).toBe(404)
  expect(await role(parent)).toBe('student')
})

test('requires the authenticator from an admin, each code once', async () => {
  const admin = await makeAdmin(app.db)
  const browser = app.browser()
  const sent = await send(browser, admin.phone, 'admin')
  const given = { verificationId: sent.body.verificationId, code: await app.codeFor(admin.phone), userType: 'admin' }
  expect((await browser.post('/api/otp/verify-otp', given)).body.code).toBe('second-factor-needed')
  expect((await browser.post('/api/otp/verify-otp', { ...given, totp: '000000' })).body.code).toMatch(
    /second-factor-wrong/,
  )
  const stranger = await send(app.browser(), newPhone(), 'admin')
  expect(stranger.status).toBe(200)
})

describe('an admin without an authenticator', () => {
  async function firstLogin() {
    const admin = await makeAdmin(app.db, { enrolled: false })
    const browser = app.browser()
    const sent = await send(browser, admin.phone, 'admin')
    const given = { verificationId: sent.body.verificationId, code: await app.codeFor(admin.phone), userType: 'admin' }
    return {
      ...admin,
      browser,
      verify: (more: object = {}) => browser.post('/api/otp/verify-otp', { ...given, ...more }),
    }
  }
  const codeOf = (secret: string, at = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
  /** Logs in half a minute later, past the TOTP step and the resend limit. */
  async function later({ phone, accountId }: { phone: string; accountId: string }) {
    await sql`update otp_challenge set sent_at = sent_at - interval '1 minute' where phone = ${phone}`.execute(app.db)
    await sql`update admin_user set totp_used_step = totp_used_step - 5 where account_id = ${accountId}`.execute(app.db)
    const browser = app.browser()
    const sent = await send(browser, phone, 'admin')
    const given = { verificationId: sent.body.verificationId, code: await app.codeFor(phone), userType: 'admin' }
    return { browser, verify: (more: object = {}) => browser.post('/api/otp/verify-otp', { ...given, ...more }) }
  }

  test('gets a secret that is stored only after a code confirms it', async () => {
    const one = await firstLogin()
    const asked = await one.verify()
    expect([asked.status, asked.body.code]).toEqual([401, 'second-factor-new'])
    const { secret, uri } = asked.body.details
    expect(uri).toContain(`secret=${secret}`)
    // The secret is stable within a challenge and differs between challenges.
    expect((await one.verify()).body.details.secret).toBe(secret)
    expect((await (await later(one)).verify()).body.details.secret).not.toBe(secret)
    const wrong = await one.verify({ totp: codeOf(secret, Date.now() - 600_000) })
    expect([wrong.body.code, wrong.body.details.secret]).toEqual(['second-factor-wrong', secret])
    const { rows } = await sql`select totp_secret from admin_user where account_id = ${one.accountId}`.execute(app.db)
    expect(rows).toEqual([{ totp_secret: null }])
    const done = await one.verify({ totp: codeOf(secret) })
    expect(done.body.data).toMatchObject({ userType: 'admin', recoveryCodes: expect.any(Array) })
    expect((await one.browser.get('/api/session')).body.data.userType).toBe('admin')
    // Stored sealed, for the challenge and for the account.
    const stored = await sql<{ sealed: string }>`
      select totp_secret as sealed from admin_user where account_id = ${one.accountId}
      union all select totp_secret from otp_challenge where phone = ${one.phone} and totp_secret is not null`.execute(
      app.db,
    )
    expect(stored.rows).toHaveLength(3)
    expect(new Set(stored.rows.map(({ sealed }) => sealed)).size).toBe(3)
    for (const { sealed } of stored.rows) {
      expect(sealed).toMatch(/^v1\./)
      expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain(secret)
    }
    // From now on the code is required and the secret is not returned.
    const next = await (await later(one)).verify()
    expect([next.body.code, next.body.details]).toEqual(['second-factor-needed', undefined])
    expect((await (await later(one)).verify({ totp: codeOf(secret) })).body.data).toEqual({
      _id: one.accountId,
      userType: 'admin',
    })
  })

  test('gets ten single-use recovery codes that are not stored in plain text', async () => {
    const one = await firstLogin()
    const { secret } = (await one.verify()).body.details
    const codes: string[] = (await one.verify({ totp: codeOf(secret) })).body.data.recoveryCodes
    expect(new Set(codes).size).toBe(10)
    const { rows } = await sql<{ text: string }>`
      select encode(code_hash, 'escape') as text from recovery_code where account_id = ${one.accountId}`.execute(app.db)
    expect(rows).toHaveLength(10)
    expect(rows.some(({ text }) => codes.some((code) => text.includes(code)))).toBe(false)
    const [first = '', second = ''] = codes
    expect((await (await later(one)).verify({ recovery: first })).status).toBe(200)
    const used = await (await later(one)).verify({ recovery: first })
    expect([used.status, used.body.code]).toEqual([401, 'recovery-code-wrong'])
    // Accepts common ways of typing them.
    const typed = ` ${second.toUpperCase().replace('-', ' ')} `
    expect((await (await later(one)).verify({ recovery: typed })).status).toBe(200)
    const other = await firstLogin()
    await other.verify({ totp: codeOf((await other.verify()).body.details.secret) })
    expect((await (await later(other)).verify({ recovery: codes[2] })).body.code).toBe('recovery-code-wrong')
  })

  test('writes an audit row for every login and every wrong second factor', async () => {
    const one = await firstLogin()
    const { secret } = (await one.verify()).body.details
    await one.verify({ totp: '000000' })
    const codes: string[] = (await one.verify({ totp: codeOf(secret) })).body.data.recoveryCodes
    const again = await later(one)
    await again.verify()
    await again.verify({ recovery: 'aaaaa-aaaaa' })
    await again.verify({ totp: '000000' })
    await again.verify({ recovery: codes[0] })
    await (await later(one)).verify({ totp: codeOf(secret) })
    const { rows } = await sql<{ action: string }>`
      select action from audit where account_id = ${one.accountId} and subject_id = ${one.accountId} order by id`.execute(
      app.db,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      ...['admin.second-factor-wrong', 'admin.enrolled', 'admin.login'],
      ...['admin.recovery-code-wrong', 'admin.second-factor-wrong', 'admin.recovery-code', 'admin.login'],
      'admin.login',
    ])
  })

  test('has three tries across all kinds of codes', async () => {
    const one = await firstLogin()
    const { secret } = (await one.verify()).body.details
    await one.verify({ totp: codeOf(secret) })
    const again = await later(one)
    const codes: string[] = []
    for (const given of [
      { recovery: 'aaaaa-aaaaa' },
      { totp: '000000' },
      { recovery: 'bbbbb-bbbbb' },
      { totp: codeOf(secret) },
    ])
      codes.push((await again.verify(given)).body.code)
    expect(codes).toEqual(['recovery-code-wrong', 'second-factor-wrong', 'recovery-code-wrong', 'otp-blocked'])
  })
})

test('refuses an admin login to a verified phone without the role', async () => {
  const phone = newPhone()
  const browser = app.browser()
  const sent = await send(browser, phone, 'admin')
  const reply = await browser.post('/api/otp/verify-otp', {
    verificationId: sent.body.verificationId,
    code: await app.codeFor(phone),
    userType: 'admin',
    totp: '123456',
  })
  expect([reply.status, reply.body.code]).toEqual([401, 'not-admin'])
})

test('invalidates the session cookie on logout', async () => {
  const family = await app.login(newPhone(), 'student')
  await family.post('/api/session/logout', undefined)
  expect((await family.get('/api/session')).body.data).toBeNull()
})

test('rejects cross-site writes', async () => {
  const phone = newPhone()
  const foreign = await app
    .browser()
    .post('/api/otp/send-otp', { mobile: phone }, { headers: { origin: 'https://evil.example' } })
  expect([foreign.status, foreign.body.code]).toEqual([403, 'cross-site'])
  const site = await app
    .browser()
    .post('/api/otp/send-otp', { mobile: phone }, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(site.body.code).toBe('cross-site')
})

test('stores neither codes nor tokens in plain text', async () => {
  const phone = newPhone()
  const family = await app.login(phone, 'student')
  const token = /session=([^;]+)/.exec(family.cookie())?.[1] ?? ''
  const { rows } = await sql<{
    text: string
  }>`select row_to_json(c)::text as text from otp_challenge c where phone = ${phone}
    union all select row_to_json(s)::text from session s join account a on a.id = s.account_id where a.phone = ${phone}`.execute(
    app.db,
  )
  expect(rows).toHaveLength(2)
  // Bytes are hexadecimal in JSON.
  for (const secret of [await app.codeFor(phone), token])
    for (const shown of [secret, Buffer.from(secret).toString('hex')])
      expect(rows.filter((row) => row.text.includes(shown))).toEqual([])
  expect(token).toHaveLength(43)
})

test('does not store replies with recovery codes or secrets for idempotency keys', async () => {
  const admin = await makeAdmin(app.db, { enrolled: false })
  const browser = await app.login(newPhone(), 'student')
  const sent = await send(browser, admin.phone, 'admin')
  const given = { verificationId: sent.body.verificationId, code: await app.codeFor(admin.phone), userType: 'admin' }
  const verify = (more: object, key: string) =>
    browser.post('/api/otp/verify-otp', { ...given, ...more }, { headers: { 'idempotency-key': key } })
  const { secret } = (await verify({}, 'first-step')).body.details
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const done = await verify({ totp }, 'second-step')
  expect(done.body.data.recoveryCodes).toHaveLength(10)
  const { rows } = await sql`select from idempotency where endpoint like '%otp%'`.execute(app.db)
  expect(rows).toEqual([])
  expect((await verify({ totp }, 'second-step')).body.code).toBe('otp-used')
})

test.each([
  ['student', '7 days'],
  ['mentor', '7 days'],
  ['admin', '12 hours'],
] as const)('ends an idle session of a %s after %s', async (userType, time) => {
  const one = userType === 'admin' ? await app.admin() : await app.login(newPhone(), userType)
  const idle = (much: string) =>
    sql`update session set seen_at = now() - ${much}::interval from account a where a.id = account_id and a.phone = ${one.phone}`.execute(
      app.db,
    )
  await idle(`${time} -1 minute`)
  expect((await one.get('/api/session')).body.data?.userType).toBe(userType)
  // The request counts as a use.
  const { rows } = await sql<{ used: boolean }>`
    select seen_at > now() - interval '1 minute' as used from session s join account a on a.id = s.account_id where a.phone = ${one.phone}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ used: true }])
  await idle(time)
  expect((await one.get('/api/session')).body.data).toBeNull()
  expect((await one.get('/api/profile/devices')).body.code).toBe('login-required')
})
