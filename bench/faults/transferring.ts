import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { agePayoutAccounts, makeAdmin, makeTaxFacts, shiftLessons } from '#test/builders.ts'
import { vendorSettlementNotice } from '#test/gateway-cashfree-splits.ts'
import { type Person, type Stage, setPayoutMode } from './stage.ts'
import { bought, has, inDays, notify, type Story } from './story.ts'

/** What differs between the gateways. */
type Side = {
  name: string
  variables?: Story['variables']
  gateway: (stage: Stage) => Stage['gateway'] | Stage['razorpay']
  /** Makes the mentor known to the gateway. @returns their account there */
  register(stage: Stage, mentor: Person): Promise<string>
  /** The gateway's notice that a bank has the transfer. */
  settled(stage: Stage, account: string, reference: string): string
  /** Paise that the gateway paid to an account, and those it still holds. */
  sums(stage: Stage, account: string): { paid: number[]; held: number }
  /** The mentor's share of the class, and what the gateway keeps when the month ends. */
  expected: { paid: number; held: number; returns: number }
}

const cashfree: Side = {
  name: 'Cashfree',
  gateway: (stage) => stage.gateway,
  async register({ db, gateway }, { id }) {
    const vendor = id.replaceAll('-', '')
    gateway.splits.setStatus(vendor, 'ACTIVE')
    await sql`with one as (insert into payout_account (mentor_id, sealed, hint, status) values (${id}, '', 'as••••@okaxis', 'proven') returning id)
      insert into payee (mentor_id, gateway, account_id, status) select ${id}, 'cashfree', id, 'active' from one`.execute(
      db,
    )
    return vendor
  },
  settled({ gateway }, vendor) {
    const [transfer] = gateway.splits.transfers(vendor)
    return vendorSettlementNotice('VENDOR_SETTLEMENT_SUCCESS', transfer?.id ?? 0)
  },
  sums: ({ gateway }, vendor) => ({
    paid: gateway.splits.transfers(vendor).map(({ amountPaise }) => -amountPaise),
    held: gateway.splits.balance(vendor),
  }),
  expected: { paid: 328_49, held: 0, returns: 2 },
}

const razorpay: Side = {
  name: 'Razorpay',
  variables: (stage) => stage.razorpay.variables,
  gateway: (stage) => stage.razorpay,
  async register(stage, mentor) {
    const { db, requestWithRetry } = stage
    await makeTaxFacts(db, mentor.id, { holder: 'individual' })
    await sql`update mentor set email = ${`${mentor.id}@example.com`} where id = ${mentor.id}`.execute(db)
    const account = {
      method: 'bank',
      holder: 'Asha Verma',
      accountNumber: '003456789012',
      ifsc: 'SBIN0001234',
      street: '12, Ring Road',
      pincode: '452001',
    }
    await requestWithRetry(mentor, 'PUT', '/api/mentor/payout-account', { body: account })
    await agePayoutAccounts(db)
    await stage.sendJob('payouts.payees')
    const isKnown = () => has(stage, sql`select from payee where mentor_id = ${mentor.id} and status = 'active'`)
    await stage.until('the gateway knows the mentor', isKnown, () => stage.sendJob('payouts.payees'))
    const { rows } = await sql<{ reference: string }>`
      select reference from payee where mentor_id = ${mentor.id}`.execute(db)
    return rows[0]?.reference.split('/')[0] ?? ''
  },
  settled({ razorpay: { route, routeNotice } }, _account, reference) {
    const settlement = `setl_${reference}`
    route.settle(reference, settlement)
    return routeNotice('settlement.processed', settlement)
  },
  sums: ({ razorpay: { route } }, account) => ({ paid: route.released(account), held: route.balance(account) }),
  expected: { paid: 330_75, held: 0, returns: 1 },
}

/** The gateway pays a settled class to the mentor, and returns its taxes, and before a refund the rest of the hold. */
const overGateway = (side: Side): Story => ({
  name: `${side.name} pays a mentor and a family is refunded`,
  writes: ['transfer', 'journal', 'ledger_account', 'ledger_entry', 'refund', 'payment_event', 'pgboss.job_common'],
  ...(side.variables && { variables: side.variables }),
  async begin(stage) {
    const { db, requestWithRetry } = stage
    const gateway = side.gateway(stage)
    let account = ''
    await setPayoutMode(db, 'split')
    const { family, mentor, orderId, bookingId } = await bought(stage, {
      gateway,
      prepare: async (one) => {
        account = await side.register(stage, one)
      },
    })
    await setPayoutMode(db, 'files')
    const body = {
      subject: 'Mathematics',
      studentName: 'Aarav',
      class: '9',
      school: 'Shishu Kunj',
      scheduledDate: inDays(1),
      scheduledTime: '16:00',
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
        const { rows } = await sql<{ reference: string }>`
          select reference from transfer where order_id = ${orderId} and kind = 'release'`.execute(db)
        await notify(stage, side.settled(stage, account, rows[0]?.reference ?? ''), gateway)
        const refund = { order: orderId, amount: 4125, reason: 'They moved', ends: true, left: 4125 }
        await requestWithRetry(admin, 'PUT', `/api/admin/refunds/${refundId}`, { body: refund })
        const isBack = () => has(stage, sql`select from refund where id = ${refundId} and status = 'settled'`)
        await stage.until('the refund is settled', isBack, () => again('refunds.sweep'))
        await stage.until(
          'the bank has it',
          () => transferIs('release', 'settled'),
          () => again('transfers.sweep'),
        )
        const isOver = () =>
          has(
            stage,
            sql`select where not exists (select from transfer where order_id = ${orderId} and status <> 'settled')`,
          )
        await stage.until('the rest is returned', isOver, () => again('transfers.sweep'))
        const { paid, held } = side.sums(stage, account)
        if (paid.join() !== String(side.expected.paid) || held !== side.expected.held)
          throw new Error(`the gateway paid ${paid.join()} and still holds ${held}`)
      },
      effects: () => ({
        found: sql`select count(*) filter (where kind = 'release')::int as releases, count(*) filter (where kind = 'return')::int as returns,
          count(*) filter (where status <> 'settled')::int as open, coalesce(sum(amount_paise), 0)::int - (select held_paise from payment_order where id = ${orderId}) as left,
          (select count(*) from journal where kind in ('transfer', 'transfer_sent') and subject_id = any(array_agg(t.id)))::int as journals,
          (select balance_paise from ledger_account where kind = 'mentor_payable' and owner_id = ${mentor.id})::int as owed,
          (select count(*) from refund where order_id = ${orderId} and status = 'settled')::int as refunds,
          (select count(*) from family where id = ${family.id})::int as families
          from transfer t where order_id = ${orderId}`,
        expected: {
          releases: 1,
          returns: side.expected.returns,
          open: 0,
          left: 0,
          journals: 2,
          owed: 0,
          refunds: 1,
          families: 1,
        },
      }),
    }
  },
})

export const transferring = overGateway(cashfree)
export const routing = overGateway(razorpay)
