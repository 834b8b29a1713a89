import { sql } from 'kysely'
import type { Plan } from '#contract/classes/plans.ts'
import type { Subject } from '#contract/reference/catalogue.ts'
import type { Order, TimePreferences } from '#server/money/orders/orders.ts'
import { receiptTo } from '#server/money/receipts/receipts.ts'
import type { Db } from '#server/platform/database.ts'
import { fromJson, type InJson, jsonRows } from '#server/platform/json-rows.ts'

export type Summary = {
  id: string
  familyId: string
  number: string
  status: Order['status']
  plan: Plan
  subject: Subject
  amountPaise: number
  createdAt: Date
  paidAt: Date | null
  booking: string | null
  learnerName: string | null
  mentorId: string
  slug: string
  mentorName: string
  paymentSessionId: string | null
  overdue: boolean
  isRenewal: boolean
  firstClass: Date | null
  picked: { startsAt: string; state: 'requested' | 'taken' | 'lapsed'; confirmBy: string | null } | null
  wishedAt: Date | null
  wishes: TimePreferences | null
  receiptTo: string | null
  attempts: { status: string; method: string }[]
}

const summaries = sql`
  select o.id, o.family_id as "familyId", o.number, o.status, o.plan, coalesce(b.subject, o.subject) as subject, o.amount_paise as "amountPaise", o.created_at as "createdAt",
    o.paid_at as "paidAt", b.id as booking, l.name as "learnerName", m.id as "mentorId", m.slug, m.full_name as "mentorName",
    o.payment_session_id as "paymentSessionId", o.expires_at <= now() as overdue, o.renews is not null as "isRenewal", ${receiptTo(sql`o.id`)} as "receiptTo",
    (select min(l.starts_at) from lesson l where l.booking_id = b.id and l.status in ('scheduled', 'held')) as "firstClass",
    case when b.picked_state is not null and b.status = 'pending_schedule'
      then jsonb_build_object('startsAt', b.picked_at, 'state', b.picked_state, 'confirmBy', b.confirm_by) end as picked,
    case when o.wished_as = 'wish' then o.wished_at end as "wishedAt", o.wishes,
    coalesce((select jsonb_agg(jsonb_build_object('status', p.status, 'method', p.method)) from payment p where p.order_id = o.id), '[]') as attempts
  from payment_order o join mentor m on m.id = o.mentor_id join learner l on l.id = o.learner_id left join booking b on b.order_id = o.id
    and not exists (select from booking n where n.replaces = b.id)`

export async function summaryOf(db: Db, id: string): Promise<Summary | null> {
  const { rows } = await sql<Summary>`${summaries} where o.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/**
 * The family's orders of the last week without a booking, newest first. Ids grow with time: the older orders of a family
 * are not looked at.
 */
const unfinished = (familyId: string) => sql<Summary>`
    ${summaries} where o.family_id = ${familyId} and o.id > (select uuidv7(interval '-8 days')) and b.id is null
      and o.created_at > now() - interval '7 days' order by o.id desc limit 10`

export async function unfinishedOf(db: Db, familyId: string): Promise<Summary[]> {
  const { rows } = await unfinished(familyId).execute(db)
  return rows
}

/** As `unfinishedOf`, as a value of a statement, which `toSummaries` reads. */
export const unfinishedOrders = (familyId: string) => jsonRows(unfinished(familyId))

export const toSummaries = (found: readonly InJson<Summary>[]): Summary[] =>
  fromJson<Summary>(found, { createdAt: true, paidAt: true, firstClass: true, wishedAt: true })
