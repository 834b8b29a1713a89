import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { makeAdmin } from '#test/builders.ts'
import { bought, has, nothingYet, notify, type Story, timesSent } from './story.ts'

/** A family requests a refund, an admin approves it, the gateway sends it and later reports that it arrived. */
export const refunding: Story = {
  name: 'money is refunded',
  writes: [
    ...['refund', 'journal', 'ledger_account', 'ledger_entry', 'booking', 'pgboss.job_common', 'audit', 'outbox'],
    ...['payment_event', 'idempotency'],
  ],
  async begin(stage, turn) {
    const { db, requestWithRetry, gateway } = stage
    const { family, mentor, orderId, bookingId } = await bought(stage)
    await sql`update booking set schedule_by = now() - interval '1 hour' where id = ${bookingId}`.execute(db)
    const admin = await stage.enter('admin', { ...(await makeAdmin(db)), id: '' })
    await gateway.letRefundsWait(true)
    let id = nothingYet
    const asking = randomUUID()
    const agreeing = randomUUID()
    const is = (status: string) => () => has(stage, sql`select from refund where id = ${id} and status = ${status}`)
    const isTaken = () =>
      has(stage, sql`select from refund where id = ${id} and status = 'sent' and gateway_refund_id is not null`)
    const sweep = async () => {
      // The sweep waits a minute before sending an approved refund itself.
      await sql`update refund set decided_at = decided_at - interval '2 minutes' where id = ${id} and status = 'approved'`.execute(
        db,
      )
      await stage.sendJob('refunds.sweep')
    }
    const mend = turn % 2 === 0 ? sweep : stage.retryJobs
    return {
      async go() {
        const asked = { body: { order: orderId, reason: 'No class was set' }, key: asking }
        id = (await requestWithRetry(family, 'POST', '/api/payment/refunds', asked)).data._id
        await requestWithRetry(admin, 'POST', `/api/admin/refunds/${id}/decision`, {
          body: { decision: 'approve' },
          key: agreeing,
        })
        await stage.until('the refund is sent', isTaken, mend)
        const refundId = gateway.refundsOf(orderId)[0]?.id ?? ''
        await gateway.endRefund(refundId, true)
        await notify(stage, gateway.refundNotice(orderId, refundId, 'SUCCESS'))
        await stage.until('the refund is settled', is('settled'), mend)
      },
      effects: () => ({
        found: sql`select (select count(*) from refund where order_id = ${orderId})::int as refunds, r.status, bank_reference as reference,
          ${gateway.refundsOf(orderId).length}::int as "atGateway", ${gateway.refundsOf(orderId)[0]?.amountPaise ?? 0}::int as paise,
          (select string_agg(kind, ' ' order by id) from journal where subject_id = r.id) as journals,
          (select string_agg(status, ' ' order by id) from refund_event where refund_id = r.id) as history,
          (select status from booking where id = ${bookingId}) as booking,
          ${timesSent('refund-sent', family)} as sent, ${timesSent('refund-settled', family)} as settled, ${timesSent('booking-ended-mentor', mentor)} as ended
          from refund r where id = ${id}`,
        expected: {
          refunds: 1,
          status: 'settled',
          reference: '205907014018',
          atGateway: 1,
          paise: 450_000,
          journals: 'refund refund_settled',
          history: 'requested approved sent settled',
          booking: 'cancelled',
          sent: 1,
          settled: 1,
          ended: 1,
        },
      }),
    }
  },
}
