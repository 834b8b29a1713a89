// @module-tag full
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitCodesBy } from '#server/classes/bookings/visit-code.ts'
import type { Keys } from '#server/config.ts'
import { sealOptOut } from '#server/notifications/opt-out.ts'
import { sealedTotp } from '#server/people/accounts/sealed-totp.ts'
import { claimFileKeys, claimKeys, keyName } from '#server/platform/secret-keys.ts'
import { caseKey } from '#server/support/cases/tracking.ts'
import { accountConsent, demoTotp, makeAdmin, makeMentor, newPhone } from './builders.ts'
import { testSecretKeys } from './secret-key.ts'
import { attendanceOf, type Browser, inDays, type LoggedIn, type TestApp, testApp } from './test-app.ts'
import { makePdf, sendFile } from './uploads.ts'

const [first] = testSecretKeys
const second = 'the key that replaces it and is as long'

// Three processes on one database: before the rotation, while both keys are listed, and after the earlier one is removed.
let before: TestApp
let during: TestApp
let after: TestApp
let family: LoggedIn
let mentor: LoggedIn
let admin: LoggedIn
let made: Awaited<ReturnType<typeof makeEverything>>

type Visit = { teacher: LoggedIn; booking: string; hour: string; code: string }

const claim = ({ db }: TestApp, keys: Keys) => claimKeys(db, keys, sealedTotp(keys))

const account = { method: 'upi', upi: 'asha@okbank', holder: 'Asha Verma' }
const withCookie = (app: TestApp, who: Browser) => {
  const headers = () => ({ headers: { cookie: who.cookie() } })
  return {
    get: (url: string) => app.browser().get(url, headers()),
    post: (url: string, body: unknown) => app.browser().post(url, body, headers()),
    put: (url: string, body: unknown) => app.browser().put(url, body, headers()),
  }
}
const bookings = () => `/api/class-bookings/student/${family.id}?limit=1`
const feedOf = async (app: TestApp): Promise<string | null> =>
  (await withCookie(app, family).get('/api/calendar?month=2031-01')).body.feed?.url ?? null
const linkBy = async (app: TestApp, id: string): Promise<string> =>
  (await withCookie(app, mentor).get(`/api/media/${id}/link`)).body.data.url
async function openFile(app: TestApp, link: string): Promise<number> {
  const { pathname, search } = new URL(link)
  return (await withCookie(app, mentor).get(pathname + search)).status
}
const taxFacts = { holder: 'individual', resident: true, pan: 'ABCPV1234F', gstin: '' }
/** Rows of bank accounts and tax facts: each change adds one, and `makeMentor` one for each mentor. */
const sealedRows = async () =>
  (await sql`select id from payout_account union all select id from mentor_tax`.execute(before.db)).rows.length
async function saveSealed(app: TestApp): Promise<number[]> {
  const own = withCookie(app, mentor)
  const saved = [await own.put('/api/mentor/payout-account', account), await own.put('/api/mentor/tax', taxFacts)]
  return saved.map(({ status }) => status)
}
const follow = async (app: TestApp) => (await app.browser().get(`/api/cases/${made.ticket}?key=${made.caseKey}`)).status
/** Marks yesterday's class of a booking with a visit code. @returns whether the code counted */
async function mark(app: TestApp, visited: Visit | undefined): Promise<boolean> {
  if (!visited) throw new Error('there is no such visit')
  const { booking, hour, code, teacher } = visited
  const form = { ...attendanceOf(booking, inDays(-1), `${hour}:00`, `${hour}:59`), code }
  return (await withCookie(app, teacher).post('/api/class-records', form)).body.data.parentTick
}

const codeOf = (secret: string) => new TOTP({ secret }).generate()
async function logInAdmin(app: TestApp, phone: string, factor: object) {
  await sql`delete from otp_challenge where phone = ${phone}`.execute(before.db)
  await sql`update admin_user set totp_used_step = 0`.execute(before.db)
  const browser = app.browser()
  const { verificationId } = (await browser.post('/api/otp/send-otp', { mobile: phone, userType: 'admin' })).body
  const given = { verificationId, code: await app.codeFor(phone), phone, userType: 'admin' }
  const verify = (more: object) => browser.post('/api/otp/verify-otp', { ...given, ...more })
  const { body } = await verify({})
  const secret: string = body.details?.secret ?? ''
  return { ...(await verify(secret ? { totp: codeOf(secret) } : factor)), secret }
}
/** A login code of the first process. @returns the outcome of verifying it with another one */
async function sentCode() {
  const browser = before.browser()
  const phone = newPhone()
  const { verificationId } = (await browser.post('/api/otp/send-otp', { mobile: phone })).body
  const given = { verificationId, code: await before.codeFor(phone), phone, consent: accountConsent() }
  return async (app: TestApp) =>
    (await withCookie(app, browser).post('/api/otp/verify-otp', given)).body.code ?? 'logged in'
}

/** `npm run secret-keys` with these keys. */
async function command(keys: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, DATABASE_URL: before.database.url, DATA_DIR: before.dataDir, SECRET_KEY: keys }
  const file = join(import.meta.dirname, '../scripts/secret-keys.ts')
  return await promisify(execFile)(process.execPath, [file, ...args], { env }).then(
    (done) => ({ code: 0, ...done }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  )
}

/** A demo class of yesterday that its mentor has not marked, with its code. */
async function visit(teacher: LoggedIn, hour: string): Promise<Visit> {
  const booking = await before.paidBooking(family, teacher.id)
  await before.lessonYesterday(teacher, booking, `${hour}:00`)
  const { rows } = await sql<{ id: string }>`select id from lesson where booking_id = ${booking}`.execute(before.db)
  const code = visitCodesBy(before.context.config.secretKeys).codeOf(rows[0]?.id ?? '')
  return { teacher, booking, hour, code }
}

/** One of everything that a secret key seals or signs, made by the first process. */
async function makeEverything() {
  const other = await before.login((await makeMentor(before.db)).phone, 'mentor')
  const visits = [await visit(mentor, '10'), await visit(other, '12')]
  const cursor: string = (await family.get(bookings())).body.nextCursor
  await family.post('/api/calendar/feed', undefined, { headers: { 'idempotency-key': randomUUID() } })
  const file: string = (await sendFile(mentor, { kind: 'raw', preset: 'mentor-document', file: makePdf(1) })).body
    .public_id
  expect(await saveSealed(before)).toEqual([200, 200])
  const message = 'A question about the fees of a month'
  const writer = { name: 'Meera', phone: newPhone(), topic: 'other', message }
  const ticket: string = (await before.browser().post('/api/support-tickets', writer)).body.data.number
  const cases = await sql<{ id: string }>`select id from support_case where number = ${ticket}`.execute(before.db)
  const { phone } = await makeAdmin(before.db, { enrolled: false })
  const enrolled = await logInAdmin(before, phone, {})
  const { rows } = await sql<{ id: string }>`select id from account where phone = ${family.phone}`.execute(before.db)
  const optOut = sealOptOut(before.context.cursors, { accountId: rows[0]?.id ?? '', kind: 'classes' })
  return {
    ticket,
    caseKey: caseKey(before.context.config, cases.rows[0]?.id ?? ''),
    visits,
    cursor,
    optOut,
    file,
    calendar: (await feedOf(before)) ?? '',
    enrolled: { phone, secret: enrolled.secret, codes: enrolled.body.data.recoveryCodes as string[] },
    logins: [await sentCode(), await sentCode()],
  }
}

beforeAll(async () => {
  before = await testApp()
  const { database, dataDir } = before
  const others = (SECRET_KEY: string) => testApp({ database, variables: { SECRET_KEY, DATA_DIR: dataDir } })
  during = await others(`${second}, ${first}`)
  after = await others(second)
  await claim(before, [first])
  family = await before.login(newPhone(), 'student')
  mentor = await before.login((await makeMentor(before.db)).phone, 'mentor')
  admin = await before.admin()
  made = await makeEverything()
  await sql`update otp_challenge set expires_at = now() + interval '1 hour'`.execute(before.db)
}, 180_000)
afterAll(async () => {
  for (const one of [during, after, before]) await one.stop()
})

test('everything stays usable while the earlier key is listed', async () => {
  await claim(during, [second, first])
  expect(await made.logins[0]?.(during)).toBe('logged in')
  expect((await withCookie(during, family).get(`${bookings()}&cursor=${made.cursor}`)).status).toBe(200)
  expect(await feedOf(during)).toBe(made.calendar)
  expect((await during.browser().get(new URL(made.calendar).pathname)).status).toBe(200)
  expect((await during.browser().get(`/api/message-off/${made.optOut}`)).status).toBe(200)
  expect(await openFile(during, await linkBy(before, made.file))).toBe(200)
  expect(await mark(during, made.visits[0])).toBe(true)
  const { phone, secret, codes } = made.enrolled
  expect((await logInAdmin(during, admin.phone, { totp: codeOf(demoTotp) })).status).toBe(200)
  expect((await logInAdmin(during, phone, { totp: codeOf(secret) })).status).toBe(200)
  expect((await logInAdmin(during, phone, { recovery: codes[0] })).status).toBe(200)
  expect(await follow(during)).toBe(200)
  // The same account and tax numbers again change nothing: the stored ones were opened.
  expect([await saveSealed(during), await sealedRows()]).toEqual([[200, 200], 4])
})

test('the command seals everything again, counts, and needs both keys', async () => {
  const alone = await command(second)
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining(`needs key ${keyName(first)}`)])
  expect(alone.stderr).toContain('npm run secret-keys')
  const done = await command(`${second},${first}`)
  expect(done.stdout.trim().split('\n')).toEqual([
    'Authenticator secrets: 2 sealed again, 0 were already, 0 cannot be opened.',
    'Bank accounts: 1 sealed again, 0 were already, 0 cannot be opened.',
    'Tax numbers: 3 sealed again, 0 were already, 0 cannot be opened.',
    '9 unused recovery codes of 1 admins end with the earlier keys. They get new ones at',
    'their next login after npm run admin -- --invite.',
    `No longer needed to start: ${keyName(first)}.`,
  ])
  const again = await command(second)
  expect(again.stdout.trim().split('\n')).toEqual([
    'Authenticator secrets: 0 sealed again, 2 were already, 0 cannot be opened.',
    'Bank accounts: 0 sealed again, 1 were already, 0 cannot be opened.',
    'Tax numbers: 0 sealed again, 3 were already, 0 cannot be opened.',
  ])
})

test('an earlier key stays needed while something cannot be opened', async () => {
  const keyNames = async () =>
    (await sql<{ name: string }>`select name from secret_key order by since`.execute(before.db)).rows.map(
      ({ name }) => name,
    )
  await sql`insert into secret_key (name, since) values (${keyName(first)}, now() - interval '1 day')`.execute(
    before.db,
  )
  const { rows } = await sql<{ sealed: string }>`update admin_user set totp_secret = 'v1.' || repeat('A', 80)
    where account_id = (select id from account where phone = ${made.enrolled.phone})
    returning (select totp_secret from admin_user u where u.account_id = admin_user.account_id) as sealed`.execute(
    before.db,
  )
  const { code, stdout } = await command(`${second},${first}`)
  expect([code, stdout]).toEqual([0, expect.stringContaining('Earlier keys stay needed')])
  expect(await keyNames()).toEqual([keyName(first), keyName(second)])
  const unread = await logInAdmin(during, made.enrolled.phone, { totp: codeOf(made.enrolled.secret) })
  expect([unread.status, unread.body.code]).toEqual([409, 'second-factor-unreadable'])
  await sql`update admin_user set totp_secret = ${rows[0]?.sealed} where totp_secret like '%AAAAAAAA'`.execute(
    before.db,
  )
  expect((await command(`${second},${first}`)).stdout).toContain(`No longer needed to start: ${keyName(first)}.`)
  expect(await keyNames()).toEqual([keyName(second)])
})

test('without the earlier key, sealed data opens, and what only that key signed is refused', async () => {
  await claim(after, [second])
  expect(await made.logins[1]?.(after)).toBe('otp-wrong')
  // Sessions have no key.
  const own = withCookie(after, family)
  expect((await own.get(bookings())).status).toBe(200)
  expect((await own.get(`${bookings()}&cursor=${made.cursor}`)).body.code).toBe('bad-cursor')
  expect((await after.browser().get(`/api/message-off/${made.optOut}`)).status).toBe(404)
  expect(await openFile(after, await linkBy(before, made.file))).not.toBe(200)
  expect(await openFile(after, await linkBy(after, made.file))).toBe(200)
  expect(await mark(after, made.visits[1])).toBe(false)
  // The calendar goes on; its address can no longer be shown.
  expect((await after.browser().get(new URL(made.calendar).pathname)).status).toBe(200)
  expect(await feedOf(after)).toBeNull()
  const { phone, secret, codes } = made.enrolled
  expect((await logInAdmin(after, admin.phone, { totp: codeOf(demoTotp) })).status).toBe(200)
  expect((await logInAdmin(after, phone, { totp: codeOf(secret) })).status).toBe(200)
  expect((await logInAdmin(after, phone, { recovery: codes[1] })).body.code).toBe('recovery-code-wrong')
  expect(await follow(after)).toBe(404)
  expect([await saveSealed(after), await sealedRows()]).toEqual([[200, 200], 4])
})

test('every file key stays needed until it is given up as lost', async () => {
  const newest = 'a file key that is long enough for a key'
  const earlier = 'an earlier one that is as long as it'
  await claimFileKeys(before.db, [newest, earlier])
  await expect(claimFileKeys(after.db, [newest])).rejects.toThrow('FILE_KEYS does not fit')
  expect((await command(second, '--lost', keyName(earlier, 'file'))).code).toBe(0)
  // Put first, another one encrypts what a machine with the earlier one only could not open.
  await claimFileKeys(after.db, [earlier, newest])
  await expect(claimFileKeys(before.db, [newest])).rejects.toThrow('--lost')
})

test('a key that does not fit is refused until the lost one is given up', async () => {
  const wrong = 'a key that was never used with this database'
  await expect(claim(after, [wrong])).rejects.toThrow(`configured: ${keyName(wrong)}`)
  const unknown = await command(wrong, '--lost', 'ffff')
  expect([unknown.code, unknown.stderr]).toEqual([1, 'This database does not know a key ffff.\n'])
  const lost = await command(wrong, '--lost', keyName(second))
  expect(lost.stdout).toContain('Authenticator secrets: 0 sealed again, 0 were already, 2 cannot be opened.')
  expect(lost.stdout).toContain('Bank accounts: 0 sealed again, 0 were already, 1 cannot be opened.')
  await claim(after, [wrong])
  // With the key lost, they can be entered again.
  await sql`update session set created_at = now()`.execute(before.db)
  const last = await testApp({ database: before.database, variables: { SECRET_KEY: wrong } })
  expect([await saveSealed(last), await sealedRows()]).toEqual([[200, 200], 6])
  await last.stop()
})

test('a database that knows no key yet accepts one that opens its rows, of two processes the first', async () => {
  const one = 'a key of a first process that is long enough'
  const other = 'a key of another process that is long enough'
  await sql`delete from secret_key`.execute(before.db)
  await expect(claim(after, [one])).rejects.toThrow('opens no authenticator secret')
  await claim(after, [second])
  await sql`delete from secret_key`.execute(before.db)
  expect((await command(one, '--lost', 'unknown')).code).toBe(0)
  await claim(after, [one])
  await sql`delete from secret_key`.execute(before.db)
  await sql`update admin_user set totp_secret = null`.execute(before.db)
  const both = await Promise.allSettled([claim(before, [one]), claim(after, [other])])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
