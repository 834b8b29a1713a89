import { type Kysely, sql } from 'kysely'
import { type Subject, subjectName } from '#contract/catalogue.ts'
import type { AdminDispute, Dispute, SettledClass } from '#contract/disputes.ts'
import { rupees } from '#contract/money.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

type Shown = Omit<Dispute, 'amount' | 'kept' | 'answerBy' | 'endedAt'> & {
  amountPaise: number
  mentorPaise: number | null
  answerBy: Date | null
  endedAt: Date | null
}
type Row = Shown &
  Omit<AdminDispute, keyof Dispute | 'subject' | 'startsAt' | 'createdAt'> & {
    subject: Subject
    startsAt: Date
    createdAt: Date
  }

const shown = sql`d.id as "_id", c.number, d.reason, d.status, d.amount_paise as "amountPaise", d.mentor_paise as "mentorPaise", d.verdict,
  c.answer_by as "answerBy", d.ended_at as "endedAt"`
const columns = sql`${shown}, o.number as "order", b.plan, b.subject, f.name as "familyName", c.phone as "familyPhone", b.mentor_id as "mentorId",
  m.full_name as "mentorName", l.starts_at as "startsAt", l.minutes, coalesce(to_char(r.time_in, 'HH24:MI'), '') as "timeIn",
  coalesce(to_char(r.time_out, 'HH24:MI'), '') as "timeOut", coalesce(r.topic, '') as topic, r.code_at is not null as "hasCode", d.words as text, d.created_at as "createdAt",
  (select a.name from admin_user a where a.account_id = d.decided_by) as "decidedBy"`
const tables = sql`dispute d left join support_case c on c.id = d.case_id join lesson l on l.id = d.lesson_id
  left join class_record r on r.lesson_id = l.id join booking b on b.id = l.booking_id join payment_order o on o.id = b.order_id
  join family f on f.id = b.family_id join mentor m on m.id = b.mentor_id`

const toWire = <T extends Shown>({ amountPaise, mentorPaise, answerBy, endedAt, ...rest }: T) => ({
  ...rest,
  amount: rupees(amountPaise),
  kept: mentorPaise === null ? null : rupees(mentorPaise),
  answerBy: answerBy?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
})
const toAdmin = ({ subject, startsAt, createdAt, ...rest }: Row): AdminDispute => ({
  ...toWire(rest),
  subject: subjectName(subject, 'en'),
  startsAt: startsAt.toISOString(),
  createdAt: createdAt.toISOString(),
})

/** A dispute as its family sees it. */
export async function disputeOf(db: Db, id: string, familyId: string): Promise<Dispute | null> {
  const { rows } =
    await sql<Shown>`select ${shown} from ${tables} where d.id = ${id} and b.family_id = ${familyId}`.execute(db)
  return rows[0] ? toWire(rows[0]) : null
}

export async function adminDispute(db: Db, id: string): Promise<AdminDispute | null> {
  const { rows } = await sql<Row>`select ${columns} from ${tables} where d.id = ${id}`.execute(db)
  return rows[0] ? toAdmin(rows[0]) : null
}

export type Filter = { status: Dispute['status'] | 'all'; order: string | undefined }
const fits = ({ status, order }: Filter) => sql`
  (${status} = 'all' or d.status = ${status}) and (${order ?? null}::text is null or o.number = upper(${order ?? null}))`

/** One page after a dispute's id: open ones oldest first, because they are answered in that order, others newest first. */
export async function listDisputes(
  db: Db,
  filter: Filter,
  afterId: string | null,
  limit: number,
): Promise<AdminDispute[]> {
  const [way, side] = filter.status === 'open' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const after = afterId
    ? sql`and (d.created_at, d.id) ${side} (select a.created_at, a.id from dispute a where a.id = ${afterId})`
    : sql``
  const { rows } = await sql<Row>`
    select ${columns} from ${tables} where ${fits(filter)} ${after} order by d.created_at ${way}, d.id ${way} limit ${limit + 1}`.execute(
    db,
  )
  return rows.map(toAdmin)
}

/** How many fit the filter, and what is open whatever it is. */
export async function countDisputes(db: Db, filter: Filter) {
  const { rows } = await sql<{ total: number; open: number; held: number }>`
    select count(*) filter (where ${fits(filter)})::int as total, count(*) filter (where d.status = 'open')::int as open,
      coalesce(sum(d.amount_paise) filter (where d.status = 'open'), 0)::int8 as held
    from ${tables}`.execute(db)
  const { total = 0, open = 0, held = 0 } = rows[0] ?? {}
  return { total, open: { count: open, held: rupees(held) } }
}

/** The settled classes of an order that still cost something, newest first; null when there is no such order. */
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
