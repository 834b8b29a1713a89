import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { conductConsent, home, makeMentor, parentConsent } from '#test/builders.ts'
import { has, inDays, nothingYet, notify, type Story, timesSent } from './story.ts'

/** A first class is ordered at a free time, paid at the gateway, and booked by its webhook. */
export const buying: Story = {
  name: 'a class is bought',
  writes: [
    ...['idempotency', 'learner', 'payment_order', 'teaching_slot', 'payment_event', 'pgboss.job_common', 'payment'],
    ...['journal', 'ledger_account', 'ledger_entry', 'booking', 'lesson', 'outbox', 'receipt'],
  ],
  async begin(stage, turn) {
    const { db, requestWithRetry, gateway } = stage
    const family = await stage.enter('student')
    const one = await makeMentor(db, { hours: { from: '08:00', to: '20:00' } })
    const mentor = await stage.enter('mentor', one)
    const key = randomUUID()
    let orderId = nothingYet
    const isPaid = () => has(stage, sql`select from payment_order where id = ${orderId} and status = 'paid'`)
    // After a crash any one of these must be enough: the waiting page, the reconciler or the queue.
    const helpers = [
      () => requestWithRetry(family, 'GET', `/api/payment/order/${orderId}`),
      () => stage.sendJob('payments.reconcile'),
      () => stage.retryJobs(),
    ]
    return {
      async go() {
        const body = {
          mentorId: one.id,
          amount: 99,
          plan: 'demo',
          learner: { name: 'Aarav', grade: '9' },
          parent: parentConsent(),
          conduct: conductConsent('family'),
          startsAt: new Date(`${inDays(2)}T10:00:00+05:30`).toISOString(),
          address: home,
        }
        orderId = (await requestWithRetry(family, 'POST', '/api/payment/create-order', { body, key })).order_id
        await notify(stage, gateway.paymentNotice(orderId, await gateway.pay(orderId, 'success')))
        await stage.until('the order is paid', isPaid, helpers[turn % 3] ?? stage.retryJobs)
      },
      effects: () => ({
        found: sql`select (select count(*) from payment_order where family_id = ${family.id})::int as orders, status,
          (select count(*) from payment where order_id = o.id)::int as payments,
          (select count(*) from journal where kind = 'payment' and subject_id = o.id)::int as journals,
          (select count(*) from booking where family_id = ${family.id})::int as bookings,
          (select count(*) from receipt where order_id = o.id)::int as receipts,
          (select count(*) from payment_event where body like ${`%${orderId}%`})::int as notices,
          (select count(*) from teaching_slot where mentor_id = ${one.id} and status = 'booked')::int as times,
          (select count(*) from lesson l join booking b on b.id = l.booking_id where b.order_id = o.id and l.status = 'scheduled')::int as classes,
          (select count(*) from learner where family_id = ${family.id})::int as learners,
          ${timesSent('class-booked-family', family)} as "toFamily", ${timesSent('class-booked-mentor', mentor)} as "toMentor"
          from payment_order o where id = ${orderId}`,
        expected: {
          orders: 1,
          status: 'paid',
          payments: 1,
          journals: 1,
          bookings: 1,
          receipts: 1,
          notices: 1,
          times: 1,
          classes: 1,
          learners: 1,
          toFamily: 1,
          toMentor: 1,
        },
      }),
    }
  },
}
