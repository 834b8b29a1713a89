import { type Kysely, sql } from 'kysely'
import { type Subject, subjectName } from '#contract/catalogue.ts'
import type { Plan, RefundStatus } from '#contract/limits.ts'
import { rupees } from '#contract/money.ts'
import type { AdminRefund, Refund } from '#contract/refunds.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

type Row = Omit<AdminRefund, 'amount' | 'subject' | 'createdAt' | 'endedAt' | 'sentAt'> & {
  subject: Subject
  amountPaise: number
  createdAt: Date
  sentAt: Date | null
  endedAt: Date | null
}

const columns = sql`r.id as "_id", r.order_id as "order", o.number, o.plan, o.subject, m.full_name as "mentorName", r.amount_paise as "amountPaise",
  r.kind, r.status, r.decline_reason as "declineReason", r.bank_reference as reference, r.created_at as "createdAt", r.ended_at as "endedAt",
  f.name as "familyName", r.reason, r.ends_booking as "endsBooking", r.message, r.sent_at as "sentAt",
  (select a.name from admin_user a where a.account_id = r.decided_by) as "decidedBy",
  r.status = 'failed' and not exists (select from refund s where s.again_for = r.id) as "canSendAgain"`
const tables = sql`refund r join payment_order o on o.id = r.order_id join mentor m on m.id = o.mentor_id join family f on f.id = o.family_id`

const toWire = ({ amountPaise, createdAt, sentAt, endedAt, subject, ...rest }: Row): AdminRefund => ({
  ...rest,
  subject: subjectName(subject, 'en'),
  amount: rupees(amountPaise),
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
})

export async function refundById(db: Db, id: string): Promise<AdminRefund | null> {
  const { rows } = await sql<Row>`select ${columns} from ${tables} where r.id = ${id}`.execute(db)
  return rows[0] ? toWire(rows[0]) : null
}

/** A family's refunds, newest first, each in its last try. */
export async function refundsOf(db: Db, familyId: string): Promise<Refund[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${tables} where o.family_id = ${familyId} and not exists (select from refund s where s.again_for = r.id)
    order by r.created_at desc, r.id desc limit 200`.execute(db)
  return rows.map(toWire)
}

export type Filter = { status: RefundStatus | 'all'; order: string | undefined }
const fits = ({ status, order }: Filter) => sql`
  (${status} = 'all' or r.status = ${status}) and (${order ?? null}::text is null or o.number = upper(${order ?? null}))`

/** One page of all refunds, newest first, after a refund's id; one row more than the limit says that there is another. */
export async function listRefunds(
  db: Db,
  filter: Filter,
  afterId: string | null,
  limit: number,
): Promise<AdminRefund[]> {
  // Ids may be the caller's own, so they say nothing of time.
  const after = afterId
    ? sql`and (r.created_at, r.id) < (select a.created_at, a.id from refund a where a.id = ${afterId})`
    : sql``
  const { rows } = await sql<Row>`
    select ${columns} from ${tables} where ${fits(filter)} ${after} order by r.created_at desc, r.id desc limit ${limit + 1}`.execute(
    db,
  )
  return rows.map(toWire)
}

type Counts = { total: number; requested: number; failed: number }
/** How many fit the filter, and how many wait for an admin whatever it is. */
export async function countRefunds(db: Db, filter: Filter): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where ${fits(filter)})::int as total, count(*) filter (where r.status = 'requested')::int as requested,
      count(*) filter (where r.status = 'failed' and not exists (select from refund s where s.again_for = r.id))::int as failed
    from refund r join payment_order o on o.id = r.order_id`.execute(db)
  return rows[0] ?? { total: 0, requested: 0, failed: 0 }
}

export type OrderFacts = {
  id: string
  number: string
  plan: Plan
  subject: Subject
  mentorName: string
  familyName: string | null
}
/** A paid order by its number. */
export async function orderByNumber(db: Db, number: string): Promise<OrderFacts | null> {
  const { rows } = await sql<OrderFacts>`
    select o.id, o.number, o.plan, o.subject, m.full_name as "mentorName", f.name as "familyName"
    from payment_order o join mentor m on m.id = o.mentor_id join family f on f.id = o.family_id
    where o.number = upper(${number}) and o.status = 'paid'`.execute(db)
  return rows[0] ?? null
}
