import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshLoginMinutes, passkeyLimits } from '#contract/people/limits.ts'
import { makeAdmin, makeMentor, newPhone } from '#test/builders.ts'
import { type Authenticator, createAuthenticator } from '#test/software-authenticator.ts'
import { type Browser, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await testApp()
  origin = app.context.config.publicUrl
})
afterAll(() => app.stop())

const creation = async (who: Browser) => (await who.post('/api/profile/passkeys/options', undefined)).body.data
const request = async (who: Browser) => (await who.post('/api/passkeys/login-options', undefined)).body.data
const add = async (who: Browser, passkey: object, name = 'Phone') =>
  who.post('/api/profile/passkeys', { name, passkey })
const logIn = (who: Browser, passkey: object, userType = 'student') =>
  who.post('/api/passkeys/login', { userType, passkey })
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const refused = [401, 'passkey-refused']

/** A family with a passkey, and its authenticator. */
async function withPasskey(who?: LoggedIn) {
  const one = who ?? (await app.login(newPhone(), 'student'))
  const key = createAuthenticator(origin)
  const added = await add(one, key.create(await creation(one)))
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  return { one, key, list: added.body.data.passkeys }
}
const rowOf = async (key: Authenticator) => {
  const { rows } = await sql<{ counter: number; used: boolean; account: string }>`
    select counter, used_at is not null as used, account_id as account from passkey where credential_id = ${key.id}`.execute(
    app.db,
  )
  return rows[0]
}

test('adds a passkey, logs in with it from another browser and lists its use', async () => {
  const { one, key, list } = await withPasskey()
  expect(list).toEqual([{ _id: expect.any(String), name: 'Phone', createdAt: expect.any(String), usedAt: null }])
  expect(await rowOf(key)).toMatchObject({ counter: 1, used: false })
  const browser = app.browser()
  const answer = key.get(await request(browser))
  const done = await logIn(browser, answer)
  expect(done.body).toEqual({ data: { _id: one.id, userType: 'student' } })
  expect((await browser.get('/api/session')).body.data.phoneEnding).toBe(one.phone.slice(-4))
  expect(await rowOf(key)).toMatchObject({ counter: 2, used: true })
  expect((await one.get('/api/profile/passkeys')).body.data).toMatchObject({
    canAdd: true,
    passkeys: [{ usedAt: expect.any(String) }],
  })
  const { rows } =
    await sql`select action from audit where subject_id = (select account_id::text from passkey where credential_id = ${key.id})`.execute(
      app.db,
    )
  expect(rows).toEqual([{ action: 'account.passkey-added' }])
})

test('logs in as the mentor of the same account', async () => {
  const { phone, id } = await makeMentor(app.db)
  const { key } = await withPasskey(await app.login(phone, 'mentor'))
  const browser = app.browser()
  const done = await logIn(browser, key.get(await request(browser)), 'mentor')
  expect(done.body).toEqual({ data: { _id: id, userType: 'mentor' } })
})

test('accepts a challenge once, in its own browser and for five minutes', async () => {
  const { key } = await withPasskey()
  const browser = app.browser()
  const answer = key.get(await request(browser))
  expect(codeOf(await logIn(app.browser(), answer))).toEqual(refused)
  expect((await logIn(browser, answer)).status).toBe(200)
  expect(codeOf(await logIn(browser, answer))).toEqual(refused)
  const late = await request(browser)
  await sql`update passkey_challenge set expires_at = now() where challenge = ${late.challenge}`.execute(app.db)
  expect(codeOf(await logIn(browser, key.get(late)))).toEqual(refused)
  // A challenge of our own making, or one for adding a passkey, is none.
  const { challenge: foreign } = await creation(await app.login(newPhone(), 'student'))
  for (const challenge of ['AAAA', foreign])
    expect(codeOf(await logIn(browser, key.get({ ...late, challenge })))).toEqual(refused)
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another site id', { rpId: 'evil.example' }],
  ['a user who was not verified', { isVerified: false }],
  ['a counter that went back', { counter: 1 }],
])('refuses an answer from %s, and uses up its challenge', async (_, faults) => {
  const { key } = await withPasskey()
  const first = app.browser()
  expect((await logIn(first, key.get(await request(first)))).status).toBe(200)
  const browser = app.browser()
  const options = await request(browser)
  expect(codeOf(await logIn(browser, key.get(options, faults)))).toEqual(refused)
  expect(codeOf(await logIn(browser, key.get(options)))).toEqual(refused)
  expect((await browser.get('/api/session')).body.data).toBeNull()
  expect(await rowOf(key)).toMatchObject({ counter: 2 })
})

test('refuses a signature of another key, an unknown key and another account as its user', async () => {
  const mine = await withPasskey()
  const theirs = await withPasskey()
  const browser = app.browser()
  const forged = async () => ({ ...theirs.key.get(await request(browser)), id: mine.key.id })
  expect(codeOf(await logIn(browser, await forged()))).toEqual(refused)
  expect(codeOf(await logIn(browser, createAuthenticator(origin).get(await request(browser))))).toEqual(refused)
  const account = (await rowOf(theirs.key))?.account ?? ''
  const userHandle = Buffer.from(account.replaceAll('-', ''), 'hex').toString('base64url')
  expect(codeOf(await logIn(browser, { ...mine.key.get(await request(browser)), userHandle }))).toEqual(refused)
  expect((await logIn(browser, { ...theirs.key.get(await request(browser)), userHandle })).status).toBe(200)
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another site id', { rpId: 'evil.example' }],
  ['a user who was not verified', { isVerified: false }],
])('does not add a passkey from %s', async (_, faults) => {
  const one = await app.login(newPhone(), 'student')
  const options = await creation(one)
  const key = createAuthenticator(origin)
  expect(codeOf(await add(one, key.create(options, faults)))).toEqual(refused)
  expect(codeOf(await add(one, key.create(options)))).toEqual(refused)
  expect(await rowOf(key)).toBeUndefined()
})

test("does not add a passkey with another account's challenge, nor one that is known", async () => {
  const one = await app.login(newPhone(), 'student')
  const other = await app.login(newPhone(), 'student')
  const key = createAuthenticator(origin)
  expect(codeOf(await add(other, key.create(await creation(one))))).toEqual(refused)
  expect((await add(one, key.create(await creation(one)))).status).toBe(200)
  expect(codeOf(await add(other, key.create(await creation(other))))).toEqual([409, 'passkey-known'])
})

test('needs a login of the last ten minutes to add a passkey', async () => {
  const one = await app.login(newPhone(), 'student')
  const options = await creation(one)
  await sql`update session s set created_at = now() - make_interval(mins => ${freshLoginMinutes})
    from account a where a.id = s.account_id and a.phone = ${one.phone}`.execute(app.db)
  const key = createAuthenticator(origin)
  expect(codeOf(await add(one, key.create(options)))).toEqual([403, 'fresh-login-needed'])
  expect((await one.post('/api/profile/passkeys/options', undefined)).body.code).toBe('fresh-login-needed')
  expect((await one.get('/api/profile/passkeys')).body.data.canAdd).toBe(false)
})

test('limits the passkeys of an account under concurrent requests', async () => {
  const { one } = await withPasskey()
  const answers = []
  for (let i = 0; i < passkeyLimits.most; i++) answers.push(createAuthenticator(origin).create(await creation(one), {}))
  const replies = await Promise.all(answers.map((answer) => add(one, answer)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(passkeyLimits.most - 1)
  expect(replies.filter(({ body }) => body.code === 'passkey-limit')).toHaveLength(1)
})

test('removes only own passkeys, which then log nobody in', async () => {
  const { one, key, list } = await withPasskey()
  const other = await app.login(newPhone(), 'student')
  const path = `/api/profile/passkeys/${list[0]._id}`
  expect(codeOf(await other.call('DELETE', path))).toEqual([404, 'not-found'])
  const browser = app.browser()
  expect((await logIn(browser, key.get(await request(browser)))).status).toBe(200)
  expect((await one.call('DELETE', path)).body.data.passkeys).toEqual([])
  expect(codeOf(await logIn(browser, key.get(await request(browser))))).toEqual(refused)
})

test('does not log a suspended account in', async () => {
  const { one, key } = await withPasskey()
  await sql`update account set suspended_at = now() where phone = ${one.phone}`.execute(app.db)
  const browser = app.browser()
  expect(codeOf(await logIn(browser, key.get(await request(browser))))).toEqual([403, 'account-suspended'])
})

test('does not prove a phone number: a passkey login cannot confirm a change of it, and the change deletes it', async () => {
  const { one, key } = await withPasskey()
  const account = (await rowOf(key))?.account ?? ''
  const phone = newPhone()
  const asked = await (await app.admin()).put(`/api/admin/accounts/${account}/phone`, { phone, reason: 'A new number' })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  const mine = { ending: phone.slice(-4), isMine: true }
  const browser = app.browser()
  await logIn(browser, key.get(await request(browser)))
  expect((await browser.get('/api/profile/phone-change')).body.data.canConfirm).toBe(false)
  expect((await browser.post('/api/profile/phone-change', mine)).body.code).toBe('phone-confirm-login')
  await sql`update otp_challenge set sent_at = sent_at - interval '1 minute' where phone = ${one.phone}`.execute(app.db)
  const byCode = await app.login(one.phone, 'student')
  expect((await byCode.post('/api/profile/phone-change', mine)).status).toBe(200)
  await app.login(phone, 'student')
  expect(await rowOf(key)).toBeUndefined()
  const { rows } = await sql`select from known_device where phone = ${one.phone}`.execute(app.db)
  expect(rows).toEqual([])
})

describe('an admin', () => {
  /** The step of an admin login after the phone's code. */
  async function secondStep(phone: string) {
    await sql`update otp_challenge set sent_at = sent_at - interval '1 minute' where phone = ${phone}`.execute(app.db)
    const browser = app.browser()
    const sent = await browser.post('/api/otp/send-otp', { mobile: phone, userType: 'admin' })
    const given = { verificationId: sent.body.verificationId, code: await app.codeFor(phone), userType: 'admin' }
    const verify = (more: object) => browser.post('/api/otp/verify-otp', { ...given, ...more })
    return { browser, verify }
  }

  test('uses a passkey instead of the authenticator code, after the code of the phone', async () => {
    const { one, key } = await withPasskey(await app.admin())
    const { browser, verify } = await secondStep(one.phone)
    const wrong = await verify({ code: '000000', passkey: key.get(await request(browser)) })
    expect(wrong.body.code).toMatch(/^otp-wrong/)
    expect(codeOf(await verify({ passkey: key.get(await request(browser), { isVerified: false }) }))).toEqual(refused)
    expect((await verify({ passkey: key.get(await request(browser)) })).body.data).toMatchObject({ userType: 'admin' })
    expect((await browser.get('/api/session')).body.data.adminRole).toBe('owner')
    // A passkey alone does not make an admin session.
    const alone = app.browser()
    expect((await logIn(alone, key.get(await request(alone)), 'admin')).status).toBe(400)
  })

  test('cannot use a passkey of another account, nor one added with the phone alone', async () => {
    const admin = await makeAdmin(app.db)
    const foreign = await withPasskey(await app.admin())
    const weak = await withPasskey(await app.login(admin.phone, 'student'))
    const { browser, verify } = await secondStep(admin.phone)
    for (const { key } of [foreign, weak])
      expect(codeOf(await verify({ passkey: key.get(await request(browser)) }))).toEqual(refused)
    const { rows } =
      await sql`select action from audit where account_id = ${admin.accountId} and action like 'admin%'`.execute(app.db)
    expect(rows).toEqual([{ action: 'admin.passkey-refused' }, { action: 'admin.passkey-refused' }])
    const { rows: tries } =
      await sql`select tries from otp_challenge where phone = ${admin.phone} order by sent_at desc limit 1`.execute(
        app.db,
      )
    expect(tries).toEqual([{ tries: 2 }])
  })

  test('loses such passkeys with the role', async () => {
    const owner = await app.admin()
    const { one, key } = await withPasskey(await app.admin({ role: 'support' }))
    expect((await owner.call('DELETE', `/api/admin/admins/${one.id}`)).status).toBe(200)
    expect(await rowOf(key)).toBeUndefined()
  })
})

test('tells the owner of an added and a removed passkey, and an admin who ends all logins removes them', async () => {
  const { one, key, list } = await withPasskey()
  const told = async (template: string) => {
    const sent = (await app.browser().get('/dev/outbox.json')).body as { to: string; template: string }[]
    return sent.filter((message) => message.to === one.phone && message.template === template).length
  }
  expect(await told('passkey-added')).toBe(1)
  await one.call('DELETE', `/api/profile/passkeys/${list[0]._id}`)
  expect(await told('passkey-removed')).toBe(1)
  await withPasskey(one)
  const { rows } = await sql<{ id: string }>`select id from account where phone = ${one.phone}`.execute(app.db)
  const owner = await app.admin()
  const path = `/api/admin/accounts/${rows[0]?.id}/log-out`
  expect((await owner.post(path, { reason: 'Stolen phone' })).status).toBe(200)
  const left = await sql`select 1 from passkey where account_id = ${rows[0]?.id}`.execute(app.db)
  expect(left.rows).toEqual([])
  const browser = app.browser()
  expect(codeOf(await logIn(browser, key.get(await request(browser))))).toEqual(refused)
})
