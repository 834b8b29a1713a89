import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SecurityCount } from '#contract/admin/security.ts'
import { makeAdmin } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
afterAll(() => app.stop())

async function counts(): Promise<Record<string, number>> {
  const { body } = await admin.get('/api/admin/security')
  return Object.fromEntries(body.data.map(({ event, day }: SecurityCount) => [event, day]))
}

async function wrongCode(userType: string, phone: string, right: boolean, totp?: string) {
  const browser = app.browser('10.7.7.7')
  const { body } = await browser.post('/api/otp/send-otp', { mobile: phone, userType })
  const code = await app.codeFor(phone)
  const wrong = code === '000000' ? '000001' : '000000'
  const input = { verificationId: body.verificationId, code: right ? code : wrong, phone, userType }
  return await browser.post('/api/otp/verify-otp', { ...input, ...(totp && { totp }) })
}

test('refusals that may be attacks are counted for admins and logged without a phone number', async () => {
  const before = await counts()
  const warned = vi.spyOn(app.app.log, 'warn')
  const phone = '9811200001'
  const family = await app.login(phone, 'student')
  const other = await makeAdmin(app.db)

  await app.browser().get('/api/chat/unread')
  await family.get('/api/admin/security')
  await family.get(`/api/chat/conversations/${randomUUID()}/search?q=hello`)
  await family.post('/api/chat/messages', {}, { headers: { origin: 'https://evil.example' } })
  await app.browser().post('/api/payment/webhook', { type: 'PAYMENT_SUCCESS' })
  await wrongCode('student', '9811200002', false)
  await wrongCode('admin', other.phone, true, '000000')

  const after = await counts()
  const added = Object.fromEntries(
    Object.entries(after).flatMap(([event, count]) =>
      count > (before[event] ?? 0) ? [[event, count - (before[event] ?? 0)]] : [],
    ),
  )
  expect(added).toEqual({
    'login-required': 1,
    'not-allowed': 1,
    'foreign-id': 1,
    'cross-site': 1,
    'forged-webhook': 1,
    'wrong-code': 1,
    'wrong-second-factor': 1,
  })
  const lines = warned.mock.calls.map((line) => JSON.stringify(line))
  expect(lines.length).toBeGreaterThanOrEqual(7)
  for (const secret of [phone, other.phone, '9811200002', family.id]) expect(lines.join('\n')).not.toContain(secret)
  const ofFamily = warned.mock.calls
    .map(([line]) => line as { account?: string | null })
    .filter(({ account }) => account)
  expect(new Set(ofFamily.map(({ account }) => account)).size).toBe(1)
})

test('each request is one line at info, with its route instead of ids', async () => {
  const logged = vi.spyOn(app.app.log, 'info')
  const id = randomUUID()
  await admin.get(`/api/chat/conversations/${id}/search?q=9811200003`)
  expect(logged).toHaveBeenCalledOnce()
  expect(logged.mock.calls[0]?.[0]).toMatchObject({
    method: 'GET',
    path: '/api/chat/conversations/:id/search',
    status: 403,
  })
})

test('an alert is raised once when the count of an hour passes its limit', async () => {
  const alerted = vi.spyOn(app.app.log, 'error')
  await sql`insert into security_hour (event, hour, count) values ('forged-webhook', date_trunc('hour', now()), 3)
    on conflict (event, hour) do update set count = 3`.execute(app.db)
  for (let i = 0; i < 2; i++) {
    await app.browser().post('/api/payment/webhook', { type: 'PAYMENT_SUCCESS' })
    await app.context.securityLog.write()
  }
  expect(alerted).toHaveBeenCalledExactlyOnceWith(
    { event: 'forged-webhook', total: 4, alertAbove: 3 },
    'alert: more refusals this hour than usual',
  )
})

test('tokens in the address of a page are not logged', async () => {
  const logged = vi.spyOn(app.app.log, 'info')
  const paths = [
    ...['/message-off/SECRET', '/hi/message-off/SECRET', '/message-off/SECRET.data', `/x/${'aB3_'.repeat(11)}`],
    ...['/cases/CASE-2026-000001/SECRET', '/hi/cases/CASE-2026-000001/SECRET.data', '/Cases/CASE-2026-000001/SECRET'],
    ...['/cases/CASE-2026-000001?key=SECRET', '/cases?code=CASE-2026-000001/SECRET'],
    '/api/cases/CASE-2026-000001?key=SECRET',
  ]
  for (const path of paths) {
    logged.mockClear()
    await app.browser().get(path)
    expect(logged).toHaveBeenCalled()
    expect(JSON.stringify(logged.mock.calls)).not.toMatch(/SECRET|aB3_/)
  }
})
