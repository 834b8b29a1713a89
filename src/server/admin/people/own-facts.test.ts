import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { codeOf, inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const forgetCodes = () => sql`delete from otp_challenge`.execute(app.db)
async function loginAs(admin: LoggedIn, side: 'student' | 'mentor'): Promise<LoggedIn> {
  await forgetCodes()
  return await app.login(admin.phone, side)
}
async function mentorOf(admin: LoggedIn): Promise<LoggedIn> {
  const { accountId } = await makeMentor(app.db)
  await sql`update mentor set account_id = ${admin.id} where account_id = ${accountId}`.execute(app.db)
  return await loginAs(admin, 'mentor')
}

test('a mentor suspended by a safety report gets no door code', async () => {
  const made = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(made.phone, 'mentor')
  const booking = await app.paidBooking(family, mentor.id, { amount: 4500, plan: 'monthly' })
  await mentor.post(`/api/class-bookings/${booking}/lessons`, { date: inDays(2), time: '10:00', minutes: 60 })
  const { rows } = await sql<{
    id: string
  }>`update lesson set starts_at = now() + interval '20 minutes', ends_at = now() + interval '80 minutes'
    where booking_id = ${booking} returning id`.execute(app.db)
  const door = `/api/class-bookings/lessons/${rows[0]?.id}/door-code`
  await family.post(`/api/class-bookings/lessons/${rows[0]?.id}/concern`, { text: 'I am afraid of him' })
  expect((await sql`select status from mentor where id = ${mentor.id}`.execute(app.db)).rows).toEqual([
    { status: 'suspended' },
  ])
  expect((await mentor.get(door)).body.data?.code ?? null).toBeNull()
})

test('an admin who teaches does not learn who reported them for safety', async () => {
  const admin = await app.admin({ role: 'support', name: 'Teacher' })
  const other = await app.admin({ role: 'operations', name: 'Om' })
  const mentor = await mentorOf(admin)
  const family = await app.login(newPhone(), 'student')
  await family.put('/api/profile/family', { name: 'Meera Rao', email: null, address: null, area: null, city: null })
  const { lesson } = await monthWithClass(app, family, mentor)
  await family.post(`/api/class-bookings/lessons/${lesson}/concern`, { text: 'He hit my son' })
  const { rows } = await sql<{
    id: string
  }>`select id from support_case where kind = 'safety' order by created_at desc`.execute(app.db)
  expect((await other.get(`/api/admin/cases/${rows[0]?.id}`)).status).toBe(200)
  expect(codeOf(await admin.get(`/api/admin/cases/${rows[0]?.id}`))).toEqual([403, 'own-account'])
  expect(JSON.stringify((await admin.get('/api/admin/audit?action=case')).body)).not.toContain('Meera')
})

test.each([
  ['/api/admin/disputes', 'loudly'],
  ['/api/admin/disputes.csv', 'often'],
  ['/api/admin/accounts/ACCOUNT', 'twice'],
  ['/api/admin/bookings/BOOKING', 'today'],
  ['/api/admin/reviews?state=waiting', 'again'],
])('an admin who teaches does not read what a family wrote about them at %s', async (path, how) => {
  const admin = await app.admin({ role: 'support', name: 'Teacher' })
  const mentor = await mentorOf(admin)
  const family = await app.login(newPhone(), 'student')
  const { booking, lesson } = await monthWithClass(app, family, mentor)
  await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, {
    reason: 'other',
    text: `He shouted at my son ${how}`,
  })
  await family.post(`/api/class-bookings/${booking}/review`, { stars: 2, words: `He shouted at my son ${how}` })
  const at = path.replace('ACCOUNT', admin.id).replace('BOOKING', booking)
  const colleague = await app.admin({ role: 'operations', name: 'Om' })
  expect(JSON.stringify((await colleague.get(at)).body)).toContain(`He shouted at my son ${how}`)
  const reply = await admin.get(at)
  expect(JSON.stringify(reply.body)).not.toContain(`He shouted at my son ${how}`)
})

test.each([['/api/admin/classes'], ['/api/admin/disputes'], ['/api/admin/bookings/BOOKING']])(
  '%s shows support only the end of a phone number, or logs who looked',
  async (path) => {
    const support = await app.admin({ role: 'support' })
    const family = await app.login(newPhone(), 'student')
    const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
    const { booking, lesson } = await monthWithClass(app, family, mentor)
    await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
    const reply = await support.get(path.replace('BOOKING', booking))
    const looks = await sql`select from audit where account_id = ${support.id} and action <> 'admin.login'`.execute(
      app.db,
    )
    expect([JSON.stringify(reply.body).includes(family.phone), looks.rows.length]).not.toEqual([true, 0])
  },
)

test('an old login cannot read a calendar link that outlives it', async () => {
  const family = await app.login(newPhone(), 'student')
  await family.post('/api/calendar/feed', undefined)
  await forgetCodes()
  const thief = await app.login(family.phone, 'student')
  await sql`update session s set created_at = now() - interval '2 days' from account a where a.id = s.account_id and a.phone = ${family.phone}`.execute(
    app.db,
  )
  expect(codeOf(await thief.post('/api/calendar/feed', undefined))).toEqual([403, 'fresh-login-needed'])
  const { url } = (await thief.get('/api/calendar?month=2031-01')).body.feed
  expect(url).toBe(null)
})

test('after a long rest the former holder of a number gets no mail about the new one', async () => {
  const family = await app.login(newPhone(), 'student')
  await family.put('/api/profile/family', {
    name: 'Old',
    email: 'old@example.com',
    address: null,
    area: null,
    city: null,
  })
  const { phone } = family
  await sql`update account set created_at = now() - interval '200 days' where phone = ${phone}`.execute(app.db)
  await sql`update session set seen_at = now() - interval '100 days', expires_at = now() - interval '90 days'
    where account_id = (select id from account where phone = ${phone})`.execute(app.db)
  await sql`update known_device set verified_at = now() - interval '120 days' where phone = ${phone}`.execute(app.db)
  await forgetCodes()
  const fresh = await app.login(phone, 'student')
  await app.paidBooking(fresh, (await makeMentor(app.db)).id)
  const { rows } = await sql<{
    template: string
  }>`select template from outbox where recipient = 'old@example.com' order by created_at`.execute(app.db)
  expect(rows.map(({ template }) => template)).toEqual(['login-after-rest'])
})

test('a passkey for the control room is removed only from there, and any passkey only after a recent login', async () => {
  const admin = await app.admin({ role: 'owner' })
  const family = await loginAs(admin, 'student')
  const add = async (byAdmin: boolean) => {
    const { rows } = await sql<{
      id: string
    }>`insert into passkey (account_id, credential_id, public_key, name, counter, transports, by_admin)
      values (${admin.id}, ${`key-${byAdmin}`}, '\\x00', 'Key', 0, '{}', ${byAdmin}) returning id`.execute(app.db)
    return rows[0]?.id
  }
  const keys = { office: await add(true), own: await add(false) }
  const remove = async (who: LoggedIn, id: string | undefined) =>
    codeOf(await who.call('DELETE', `/api/profile/passkeys/${id}`))
  const age = (hours: number) =>
    sql`update session set created_at = now() - make_interval(hours => ${hours}) where account_id = ${admin.id}`.execute(
      app.db,
    )
  await age(48)
  expect(await remove(family, keys.own)).toEqual([403, 'fresh-login-needed'])
  await age(0)
  expect(await remove(family, keys.office)).toEqual([404, 'not-found'])
  expect(await sql`select from passkey where account_id = ${admin.id}`.execute(app.db)).toMatchObject({
    rows: { length: 2 },
  })
  expect((await family.call('DELETE', `/api/profile/passkeys/${keys.own}`)).status).toBeLessThan(300)
  expect((await admin.call('DELETE', `/api/profile/passkeys/${keys.office}`)).status).toBeLessThan(300)
  expect(await sql`select from passkey where account_id = ${admin.id}`.execute(app.db)).toMatchObject({
    rows: { length: 0 },
  })
})
