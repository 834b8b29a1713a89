import { sql } from 'kysely'
import type { AdminDispute, Dispute, SettledClass } from '#contract/classes/disputes.ts'
import { type Subject, subjectName } from '#contract/reference/catalogue.ts'
import { rupees } from '#contract/wire/money.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { matchingOrders } from '#server/classes/bookings/bookings.ts'
import type { Db } from '#server/platform/database.ts'
import { isAmong, type Listing } from '#server/platform/listing.ts'
import { listedPhone } from '#server/platform/masked.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { caseSnapshot, isOpenTo } from '#server/support/cases/cases.ts'

type SharedColumns = Omit<Dispute, 'amount' | 'kept' | 'ours' | 'answerBy' | 'endedAt'> & {
  amountPaise: number
  mentorPaise: number | null
  oursPaise: number
  answerBy: Date | null
  endedAt: Date | null
}
export type DisputeRow = SharedColumns &
  Omit<AdminDispute, keyof Dispute | 'subject' | 'startsAt' | 'createdAt'> & {
    subject: Subject
    startsAt: Date
    createdAt: Date
  }

const disputeColumns = sql`d.id as "_id", c.number, d.reason, d.status, d.amount_paise as "amountPaise", d.mentor_paise as "mentorPaise", d.ours_paise as "oursPaise", d.verdict,
  c.answer_by as "answerBy", d.ended_at as "endedAt"`
const columns = sql`${disputeColumns}, o.number as "order", b.plan, b.subject, f.account_id as "familyAccount", f.name as "familyName", c.phone as "familyPhone", b.mentor_id as "mentorId",
  m.full_name as "mentorName", l.starts_at as "startsAt", l.minutes, coalesce(to_char(r.time_in, 'HH24:MI'), '') as "timeIn",
  coalesce(to_char(r.time_out, 'HH24:MI'), '') as "timeOut", coalesce(r.topic, '') as topic, r.code_at is not null as "hasCode", d.words as text, d.created_at as "createdAt",
  (select a.name from admin_user a where a.account_id = d.decided_by) as "decidedBy", ${caseSnapshot} as "case"`
// One-to-one joins only, so that counts can omit them.
const tables = sql`dispute d left join support_case c on c.id = d.case_id left join lesson l on l.id = d.lesson_id
  left join class_record r on r.lesson_id = l.id left join booking b on b.id = l.booking_id left join payment_order o on o.id = b.order_id
  left join family f on f.id = b.family_id left join mentor m on m.id = b.mentor_id`

const toDispute = <T extends SharedColumns>({
  amountPaise,
  mentorPaise,
  oursPaise,
  answerBy,
  endedAt,
  ...rest
}: T) => ({
  ...rest,
  amount: rupees(amountPaise),
  kept: mentorPaise === null ? null : rupees(mentorPaise),
  ours: rupees(oursPaise),
  answerBy: answerBy?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
})
export const toAdminDispute = ({ subject, startsAt, createdAt, ...rest }: DisputeRow): AdminDispute => ({
  ...toDispute(rest),
  subject: subjectName(subject, 'en'),
  startsAt: startsAt.toISOString(),
  createdAt: createdAt.toISOString(),
})

/** A dispute in a list, with the phone number as the viewer sees it there. */
export const toListedDispute = (viewer: Viewer, row: DisputeRow): AdminDispute => ({
  ...toAdminDispute(row),
  familyPhone: row.familyPhone && listedPhone(viewer, row.familyPhone),
})

/** A dispute as shown to its family. */
export async function disputeOf(db: Db, id: string, familyId: string): Promise<Dispute | null> {
  const { rows } =
    await sql<SharedColumns>`select ${disputeColumns} from ${tables} where d.id = ${id} and b.family_id = ${familyId}`.execute(
      db,
    )
  return rows[0] ? toDispute(rows[0]) : null
}

export async function adminDispute(db: Db, id: string): Promise<AdminDispute | null> {
  const { rows } = await sql<DisputeRow>`select ${columns} from ${tables} where d.id = ${id}`.execute(db)
  return rows[0] ? toAdminDispute(rows[0]) : null
}

type Filter = Partial<Record<'q' | 'status' | 'from' | 'to', string | undefined>>
type DisputeSort = 'due' | 'date' | 'amount'
const dayMs = 86_400_000
/** Sort key as an interval: open ones by age since 2000, then closed ones far beyond, newest first. */
const dueOrder = sql`(case when d.status = 'open' then d.created_at - timestamptz '2000-01-01 00:00+00' else interval '400000 days' - (d.created_at - timestamptz '2000-01-01 00:00+00') end)`
const disputesOf = (orders: ReturnType<typeof matchingOrders>) =>
  sql`select x.id from booking b join lesson l on l.booking_id = b.id join dispute x on x.lesson_id = l.id where b.order_id in (${orders})`

/** Disputes matching a filter, without those about the viewer. */
export async function disputeList(
  db: Db,
  { accountId }: Viewer,
  { q, status, from, to }: Filter,
): Promise<Listing<DisputeSort>> {
  const conditions = [
    sql`not exists (select from support_case c where c.id = d.case_id and not ${isOpenTo(accountId)})`,
    ...(q ? [await isAmong(db, sql`d.id`, disputesOf(matchingOrders(q)))] : []),
    ...(status ? [sql`d.status = ${status}`] : []),
    ...(from ? [sql`d.created_at >= ${instantInIndia(from, '00:00')}`] : []),
    ...(to ? [sql`d.created_at < ${new Date(instantInIndia(to, '00:00').getTime() + dayMs)}`] : []),
  ]
  return {
    name: `disputes ${JSON.stringify([accountId, q, status, from, to])}`,
    columns,
    from: tables,
    where: sql.join(conditions, sql` and `),
    id: sql`d.id`,
    sorts: {
      due: { by: dueOrder, type: 'interval' },
      date: { by: sql`d.created_at`, type: 'timestamptz' },
      amount: { by: sql`d.amount_paise`, type: 'bigint' },
    },
  }
}

/** Totals of all open disputes, independent of filters. */
export async function openDisputes(db: Db): Promise<{ count: number; held: number }> {
  const { rows } = await sql<{ count: number; held: number }>`
    select count(*)::int as count, coalesce(sum(amount_paise), 0)::int8 as held from dispute where status = 'open'`.execute(
    db,
  )
  const { count = 0, held = 0 } = rows[0] ?? {}
  return { count, held: rupees(held) }
}

/** Settled lessons of an order that still have a fee, newest first; null for an unknown order. */
export async function settledOf(db: Db, order: string): Promise<SettledClass[] | null> {
  const { rows } = await sql<{ _id: string | null; startsAt: Date; topic: string; feePaise: number }>`
    select l.id as "_id", l.starts_at as "startsAt", coalesce(r.topic, '') as topic, l.fee_paise as "feePaise"
    from payment_order o left join booking b on b.order_id = o.id
      left join lesson l on l.booking_id = b.id and l.settled_at is not null and l.fee_paise > 0 left join class_record r on r.lesson_id = l.id
    where o.number = upper(${order}) order by l.starts_at desc`.execute(db)
  if (rows.length === 0) return null
  return rows.flatMap(({ _id, startsAt, topic, feePaise }) =>
    _id === null ? [] : [{ _id, startsAt: startsAt.toISOString(), topic, fee: rupees(feePaise) }],
  )
}
