import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agePayoutAccounts, makeEarning, makeMentor, newPhone } from '#test/builders.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { few } from '#test/rounds.ts'
import { codeOf, inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let other: LoggedIn
beforeAll(async () => {
  app = await testApp()
  other = await app.admin({ role: 'operations' })
})
afterAll(() => app.stop())

const own = [403, 'own-account']
const done = [200, 'done']

/** Logs an admin's phone in on another side, without waiting for a new code. */
async function loginAs(admin: LoggedIn, side: 'student' | 'mentor'): Promise<LoggedIn> {
  await sql`delete from otp_challenge where phone = ${admin.phone}`.execute(app.db)
  return await app.login(admin.phone, side)
}

async function mentorOf(admin: LoggedIn): Promise<LoggedIn> {
  const { accountId } = await makeMentor(app.db)
  await sql`update mentor set account_id = ${admin.id} where account_id = ${accountId}`.execute(app.db)
  return await loginAs(admin, 'mentor')
}

/** An admin who is also the family or mentor of a month with one settled and one disputed lesson. */
async function party(side: 'family' | 'mentor') {
  const admin = await app.admin({ role: 'owner' })
  const mentor = side === 'mentor' ? await mentorOf(admin) : await app.login((await makeMentor(app.db)).phone, 'mentor')
  const family = side === 'family' ? await loginAs(admin, 'student') : await app.login(newPhone(), 'student')
  const { booking, lesson } = await monthWithClass(app, family, mentor)
  const disputed = await family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' })
  expect(codeOf(disputed)).toEqual(done)
  const { rows } = await sql<{ order: string; number: string; caseId: string; settled: string }>`
    select o.id as "order", o.number, d.case_id as "caseId",
      (select l.id from lesson l where l.booking_id = b.id and l.settled_at is not null) as settled
    from booking b join payment_order o on o.id = b.order_id join lesson t on t.booking_id = b.id join dispute d on d.lesson_id = t.id
    where b.id = ${booking}`.execute(app.db)
  const found = rows[0]
  if (!found) throw new Error('no dispute')
  return { ...found, admin, mentor, family, booking, lesson, dispute: disputed.body.data._id as string }
}
type Party = Awaited<ReturnType<typeof party>>

const versionOf = async ({ caseId }: Party) =>
  (await sql<{ version: number }>`select version from support_case where id = ${caseId}`.execute(app.db)).rows[0]
    ?.version ?? 0
const decide = async (who: LoggedIn, one: Party, more: object = {}) =>
  who.post(`/api/admin/disputes/${one.dispute}/decision`, {
    share: 50,
    reason: 'We saw the register',
    version: await versionOf(one),
    ...more,
  })
const correct = (who: LoggedIn, { settled }: Party) =>
  who.put(`/api/admin/disputes/${randomUUID()}`, { lesson: settled, amount: 100, fee: 375, reason: 'Too short' })
const leftOf = async ({ number }: Party) => (await other.get(`/api/admin/refunds?q=${number}`)).body.order.leftEnded
const refund = async (who: LoggedIn, one: Party) =>
  who.put(`/api/admin/refunds/${randomUUID()}`, {
    order: one.order,
    amount: 100,
    reason: 'Asked for it',
    left: await leftOf(one),
  })
const cancel = async (who: LoggedIn, one: Party) =>
  who.put(`/api/admin/bookings/${one.booking}/cancellation`, {
    id: randomUUID(),
    refund: 'rule',
    left: await leftOf(one),
    reason: 'They moved',
  })

test.each(few(['family', 'mentor']))(
  'an admin who is the %s of an order cannot decide about its money',
  async (side) => {
    const one = await party(side)
    const { admin } = one
    const works = [decide, correct, refund, cancel]
    const codes = async (who: LoggedIn, from: typeof works) => {
      const outcomes: Record<string, unknown> = {}
      for (const work of from) outcomes[work.name] = codeOf(await work(who, one))
      return outcomes
    }
    expect(await codes(admin, works)).toEqual({ decide: own, correct: own, refund: own, cancel: own })
    expect(await codes(other, [decide, correct, refund])).toEqual({ decide: done, correct: done, refund: done })
    // An appealed decision stays in force until a third admin decides.
    const body = { step: 'appeal', text: 'They ask again', version: await versionOf(one) }
    const appeal = (who: LoggedIn) => who.post(`/api/admin/cases/${one.caseId}/steps`, body)
    expect([codeOf(await appeal(admin)), codeOf(await appeal(other))]).toEqual([own, done])
    expect(codeOf(await decide(admin, one, { ours: 0 }))).toEqual(own)
    expect(codeOf(await admin.get(`/api/admin/disputes/${one.dispute}/appeal?share=100`))).toEqual(own)
    expect(codeOf(await admin.get(`/api/admin/cases/${one.caseId}`))).toEqual(own)
    expect(codeOf(await admin.get(`/api/admin/bookings/${one.booking}`))).toEqual(done)
    const third = await app.admin({ role: 'operations' })
    expect(codeOf(await cancel(third, one))).toEqual(done)
  },
)

test('an admin cannot approve a refund for their own family', async () => {
  const admin = await app.admin({ role: 'owner' })
  const family = await loginAs(admin, 'student')
  const booking = await app.paidBooking(family, (await makeMentor(app.db)).id, { amount: 4500, plan: 'monthly' })
  await sql`update booking set schedule_by = now() - interval '1 hour' where id = ${booking}`.execute(app.db)
  const { rows } = await sql<{ order: string }>`select order_id as "order" from booking where id = ${booking}`.execute(
    app.db,
  )
  const asked = await family.post('/api/payment/refunds', { order: rows[0]?.order })
  expect(codeOf(asked)).toEqual(done)
  const { rows: refunds } = await sql<{ id: string }>`select id from refund where order_id = ${rows[0]?.order}`.execute(
    app.db,
  )
  const approve = (who: LoggedIn) => who.post(`/api/admin/refunds/${refunds[0]?.id}/decision`, { decision: 'approve' })
  expect(codeOf(await approve(admin))).toEqual(own)
  expect(codeOf(await approve(other))).toEqual(done)
})

test('an admin who teaches can neither retry nor skip their own payout', async () => {
  const admin = await app.admin({ role: 'owner' })
  const mentor = await mentorOf(admin)
  await makeEarning(app.db, mentor.id, 10_000)
  await mentor.put('/api/mentor/payout-account', { method: 'upi', holder: 'Asha', upi: 'asha@okaxis' })
  await agePayoutAccounts(app.db)
  const batch = (await other.post('/api/admin/payouts', { until: inDays(0) })).body.data._id
  const { rows } = await sql<{ id: string }>`select id from payout where mentor_id = ${mentor.id}`.execute(app.db)
  const move = (who: LoggedIn, reason: string | null) =>
    who.post(`/api/admin/payouts/${batch}/leave-out`, { payout: rows[0]?.id, reason })
  expect(codeOf(await move(admin, 'Not clear'))).toEqual(own)
  expect(codeOf(await move(other, 'Not clear'))).toEqual(done)
  expect(codeOf(await move(admin, null))).toEqual(own)
  expect(codeOf(await move(other, null))).toEqual(done)
})
