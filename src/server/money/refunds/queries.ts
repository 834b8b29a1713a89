import { sql } from 'kysely'
import type { Plan } from '#contract/classes/plans.ts'
import type { AdminRefund, FoundOrder, Refund } from '#contract/money/refunds.ts'
import { type Subject, subjectName } from '#contract/reference/catalogue.ts'
import { rupees } from '#contract/wire/money.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { matchingOrders } from '#server/classes/bookings/bookings.ts'
import { familyMoneyRow, toFamilyMoney } from '#server/classes/lessons/lessons.ts'
import type { Db } from '#server/platform/database.ts'
import type { Reads, Rows } from '#server/platform/json-rows.ts'
import { type Listing, type Membership, membership } from '#server/platform/listing.ts'
import type { Payments } from '#server/providers/payments/payment-gateway.ts'
import { returnsOf } from './locked-rows.ts'

export type RefundRow = Omit<AdminRefund, 'amount' | 'subject' | 'createdAt' | 'endedAt' | 'sentAt'> & {
  subject: Subject
  amountPaise: number
  createdAt: Date
  sentAt: Date | null
  endedAt: Date | null
}

const columns = sql`r.id as "_id", r.order_id as "order", o.number, o.plan, o.subject, m.full_name as "mentorName", r.amount_paise as "amountPaise",
  r.kind, r.status, c.number as "caseNumber", r.decline_reason as "declineReason", r.bank_reference as reference, r.created_at as "createdAt", r.ended_at as "endedAt",
  f.name as "familyName", r.reason, r.ends_booking as "endsBooking", r.message, r.sent_at as "sentAt",
  (select a.name from admin_user a where a.account_id = r.decided_by) as "decidedBy",
  r.status = 'failed' and not exists (select from refund s where s.again_for = r.id) as "canSendAgain"`
// Left joins to one row each, so that counting skips them.
const tables = sql`refund r left join payment_order o on o.id = r.order_id left join mentor m on m.id = o.mentor_id left join family f on f.id = o.family_id
  left join support_case c on c.id = r.case_id`

export const toAdminRefund = ({
  amountPaise,
  createdAt,
  sentAt,
  endedAt,
  subject,
  ...rest
}: RefundRow): AdminRefund => ({
  ...rest,
  subject: subjectName(subject, 'en'),
  amount: rupees(amountPaise),
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
})

export async function refundById(db: Db, id: string): Promise<AdminRefund | null> {
  const { rows } = await sql<RefundRow>`select ${columns} from ${tables} where r.id = ${id}`.execute(db)
  return rows[0] ? toAdminRefund(rows[0]) : null
}

type FamilyRows = {
  refunds: RefundRow
  money: Parameters<typeof toFamilyMoney>[0]
  orders: Record<'back' | 'paid' | 'credits' | 'refunded', number>
}

/**
 * A family's refunds, newest first, each in its last attempt; its balance; and what it paid and got back. `toFamilyRefunds`
 * reads them.
 */
export const familyReads = (familyId: string): Reads<FamilyRows> => ({
  refunds: {
    query: sql<RefundRow>`
      select ${columns} from ${tables} where o.family_id = ${familyId} and not exists (select from refund s where s.again_for = r.id)
      order by r.created_at desc, r.id desc limit 200`,
    times: { createdAt: true, sentAt: true, endedAt: true },
  },
  money: { query: familyMoneyRow(familyId), times: {} },
  orders: {
    query: sql<FamilyRows['orders']>`
      select coalesce(sum(r.back), 0)::int8 as back, coalesce(sum(o.amount_paise) filter (where is_booked), 0)::int8 as paid,
        coalesce(sum(o.promotion_paise - r.credits) filter (where is_booked), 0)::int8 as credits,
        coalesce(sum(r.refunded) filter (where is_booked), 0)::int8 as refunded
      from payment_order o
        cross join lateral (select exists (select from booking b where b.order_id = o.id) as is_booked) one
        cross join lateral (select coalesce(sum(f.amount_paise) filter (where f.status in ('approved', 'sent', 'failed')), 0) as back,
          coalesce(sum(f.amount_paise) filter (where f.kind <> 'owed'), 0) as refunded,
          (select coalesce(-sum(e.amount_paise), 0) from ${returnsOf} c join journal j on j.kind = 'refund' and j.subject_id = c.id
            join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id and a.kind in ('promotions', 'family_credit')) as credits
          from refund f where f.order_id = o.id and f.status not in ('requested', 'declined')
            and not exists (select from refund s where s.again_for = f.id)) r
      where o.family_id = ${familyId}`,
    times: {},
  },
})

/** Refunds and money of a family, in rupees. */
export function toFamilyRefunds({ refunds, money: [money], orders: [orders] }: Rows<FamilyRows>) {
  if (!money || !orders) throw new Error('a sum returned no row')
  return {
    refunds: refunds.map((row): Refund => toAdminRefund(row)),
    money: {
      ...toFamilyMoney(money),
      back: rupees(orders.back),
      paid: rupees(orders.paid),
      credits: rupees(orders.credits),
      refunded: rupees(orders.refunded),
    },
  }
}

/** Refunds with a deadline on the overview. */
const isUnsent = sql`r.status in ('approved', 'failed') and not exists (select from refund s where s.again_for = r.id)`

/** All of them, because the index of payments starts with the gateway. */
const gateways = Object.keys({ cashfree: true, razorpay: true, sandbox: true } satisfies Record<Payments['name'], true>)

/** Condition that an order is meant by a search: by number, person, id or the gateway's number of its payment. */
export const meantOrders = (db: Db, q: string) =>
  membership(
    db,
    sql`${matchingOrders(q)} union
      select order_id from payment where gateway = any(${gateways}::text[]) and gateway_payment_id = ${q}`,
  )

type Filter = Partial<Record<'q' | 'status' | 'kind' | 'from' | 'to', string | undefined>>
const dayMs = 86_400_000

/** Refunds by filter; `isMeant` belongs to its `q`. */
export function refundList(
  { q, status, kind, from, to }: Filter,
  isMeant: Membership | null,
): Listing<'date' | 'amount'> {
  const conditions = [
    ...(isMeant ? [isMeant(sql`r.order_id`)] : []),
    ...(status === 'unsent' ? [isUnsent] : status ? [sql`r.status = ${status}`] : []),
    ...(kind ? [sql`r.kind = ${kind}`] : []),
    ...(from ? [sql`r.created_at >= ${instantInIndia(from, '00:00')}`] : []),
    ...(to ? [sql`r.created_at < ${new Date(instantInIndia(to, '00:00').getTime() + dayMs)}`] : []),
  ]
  return {
    name: `refunds ${JSON.stringify([q, status, kind, from, to])}`,
    columns,
    from: tables,
    where: conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`,
    id: sql`r.id`,
    sorts: {
      date: { by: sql`r.created_at`, type: 'timestamptz' },
      amount: { by: sql`r.amount_paise`, type: 'bigint' },
    },
  }
}

/** Refunds awaiting an admin, regardless of the filter. */
export async function countRefunds(db: Db): Promise<{ requested: number; failed: number }> {
  const { rows } = await sql<{ requested: number; failed: number }>`
    select (select count(*)::int from refund where status = 'requested') as requested,
      (select count(*)::int from refund r where r.status = 'failed' and not exists (select from refund s where s.again_for = r.id)) as failed`.execute(
    db,
  )
  return rows[0] ?? { requested: 0, failed: 0 }
}

const maxOrders = 5

/** The newest paid orders that a search means. */
export async function paidOrders(db: Db, isMeant: Membership): Promise<FoundOrder[]> {
  const { rows } = await sql<
    Omit<FoundOrder, 'amount' | 'paidAt' | 'subject'> & { amountPaise: number; paidAt: Date; subject: Subject }
  >`
    select o.id as "_id", o.number, o.plan, o.subject, m.full_name as "mentorName", f.name as "familyName", o.amount_paise as "amountPaise", o.paid_at as "paidAt"
    from payment_order o join mentor m on m.id = o.mentor_id join family f on f.id = o.family_id
    where o.status = 'paid' and ${isMeant(sql`o.id`)} order by o.paid_at desc, o.id limit ${maxOrders}`.execute(db)
  return rows.map(({ amountPaise, paidAt, subject, ...rest }) => ({
    ...rest,
    subject: subjectName(subject, 'en'),
    amount: rupees(amountPaise),
    paidAt: paidAt.toISOString(),
  }))
}

type OrderHead = {
  id: string
  number: string
  plan: Plan
  subject: Subject
  mentorName: string
  familyName: string | null
}
export async function orderByNumber(db: Db, number: string): Promise<OrderHead | null> {
  const { rows } = await sql<OrderHead>`
    select o.id, o.number, o.plan, o.subject, m.full_name as "mentorName", f.name as "familyName"
    from payment_order o join mentor m on m.id = o.mentor_id join family f on f.id = o.family_id
    where o.number = upper(${number}) and o.status = 'paid'`.execute(db)
  return rows[0] ?? null
}
