import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { makeAdmin, shiftLessons } from '#test/builders.ts'
import { vendorSettlementNotice } from '#test/gateway-cashfree-splits.ts'
import { setPayoutMode } from './stage.ts'
import { bought, has, inDays, notify, type Story } from './story.ts'

/** The gateway pays a settled class to the mentor, and returns its taxes, and before a refund the rest of the hold. */
export const transferring: Story = {
  name: 'the gateway pays a mentor and a family is refunded',
  writes: ['transfer', 'journal', 'ledger_account', 'ledger_entry', 'refund', 'payment_event', 'pgboss.job_common'],
  async begin(stage) {
    const { db, requestWithRetry, gateway } = stage
    let vendor = ''
    await setPayoutMode(db, 'split')
    const { family, mentor, orderId, bookingId } = await bought(stage, async (mentorId) => {
      vendor = mentorId.replaceAll('-', '')
      gateway.splits.setStatus(vendor, 'ACTIVE')
      await sql`with one as (insert into payout_account (mentor_id, sealed, hint, status) values (${mentorId}, '', 'as••••@okaxis', 'proven') returning id)
        insert into payee (mentor_id, gateway, account_id, status) select ${mentorId}, 'cashfree', id, 'active' from one`.execute(
        db,
      )
    })
    await setPayoutMode(db, 'files')
    const body = {
      ...{ subject: 'Mathematics', studentName: 'Aarav', class: '9', school: 'Shishu Kunj' },
      ...{ scheduledDate: inDays(1), scheduledTime: '16:00' },
    }
    await requestWithRetry(mentor, 'PUT', `/api/class-bookings/booking/${bookingId}`, { body })
    await shiftLessons(db, bookingId, -5)
    const held = {
      classBooking: bookingId,
      date: inDays(-4),
      timeIn: '10:00',
      timeOut: '11:40',
      duration: '1 h 40',
      topic: 'x',
    }
    await requestWithRetry(mentor, 'POST', '/api/class-records', { body: held })
    await sql`update class_record set marked_at = now() - interval '4 days' where booking_id = ${bookingId}`.execute(db)
    const admin = await stage.enter('admin', { ...(await makeAdmin(db)), id: '' })
    const refundId = randomUUID()
    /** An interrupted call is repeated after a minute, an interrupted job by the queue. */
    const again = async (job: 'lessons.settle-due' | 'transfers.sweep' | 'refunds.sweep') => {
      await sql`update transfer set called_at = called_at - interval '2 minutes' where status = 'due'`.execute(db)
      await stage.retryJobs()
      await stage.sendJob(job)
    }
    const transferIs = (kind: string, ...statuses: string[]) =>
      has(stage, sql`select from transfer where order_id = ${orderId} and kind = ${kind} and status = any(${statuses})`)
    return {
      async go() {
        await stage.sendJob('lessons.settle-due')
        const isSettled = () =>
          has(stage, sql`select from lesson where booking_id = ${bookingId} and settled_at is not null`)
        await stage.until('the class is settled', isSettled, () => again('lessons.settle-due'))
        await stage.sendJob('transfers.sweep')
        await stage.until(
          'the class is released',
          () => transferIs('release', 'sent', 'settled'),
          () => again('transfers.sweep'),
        )
        const [transfer] = gateway.splits.transfers(vendor)
        await notify(stage, vendorSettlementNotice('VENDOR_SETTLEMENT_SUCCESS', transfer?.id ?? 0))
        const refund = { order: orderId, amount: 4125, reason: 'They moved', ends: true, left: 4125 }
        await requestWithRetry(admin, 'PUT', `/api/admin/refunds/${refundId}`, { body: refund })
        const isBack = () => has(stage, sql`select from refund where id = ${refundId} and status = 'settled'`)
        await stage.until('the refund is settled', isBack, () => again('refunds.sweep'))
        await stage.until(
          'the bank has it',
          () => transferIs('release', 'settled'),
          () => again('transfers.sweep'),
        )
        const paid = gateway.splits.transfers(vendor).map(({ amountPaise }) => -amountPaise)
        if (paid.join() !== '32849' || gateway.splits.balance(vendor) !== 0)
          throw new Error(`the gateway paid ${paid.join()} and still holds ${gateway.splits.balance(vendor)}`)
      },
      effects: () => ({
        found: sql`select count(*) filter (where kind = 'release')::int as releases, count(*) filter (where kind = 'return')::int as returns,
          count(*) filter (where status <> 'settled')::int as open, coalesce(sum(amount_paise), 0)::int - (select held_paise from payment_order where id = ${orderId}) as left,
          (select count(*) from journal where kind in ('transfer', 'transfer_sent') and subject_id = any(array_agg(t.id)))::int as journals,
          (select balance_paise from ledger_account where kind = 'mentor_payable' and owner_id = ${mentor.id})::int as owed,
          (select count(*) from refund where order_id = ${orderId} and status = 'settled')::int as refunds,
          (select count(*) from family where id = ${family.id})::int as families
          from transfer t where order_id = ${orderId}`,
        expected: { releases: 1, returns: 2, open: 0, left: 0, journals: 2, owed: 0, refunds: 1, families: 1 },
      }),
    }
  },
}
