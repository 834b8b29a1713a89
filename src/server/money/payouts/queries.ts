import { type RawBuilder, sql } from 'kysely'
import {
  newAccountReason,
  newPhoneReason,
  type PayoutHoldReason,
  payoutAccountHoldHours,
  payoutPhoneHoldDays,
  unprovenReason,
} from '#contract/money/limits.ts'
import type { BatchLine, lineSorts, PayoutBatch } from '#contract/money/payout-batches.ts'
import type { EarningKind } from '#contract/money/payouts.ts'
import { entriesLeftToGateway } from '#server/money/transfers/transfers.ts'
import type { Db } from '#server/platform/database.ts'
import type { Reads } from '#server/platform/json-rows.ts'
import { containsPattern, isAmong, type Listing, nameMatches } from '#server/platform/listing.ts'
import { arePayoutsPaused } from '#server/settings/settings/settings.ts'
import { earningEntries, isStopped, isUnallocated, owedEntries } from './owed-entries.ts'

/** Neither stopped nor skipped. */
const isPayable = sql`(o.left_out_reason is null and not ${isStopped})`

export type EarningRow = Breakdown & {
  id: string
  at: Date
  /** `at` with full precision, for the cursor. */
  cursorAt: string
  startsAt: Date | null
  minutes: number | null
  subject: string | null
  student: string | null
  learner: string | null
  kind: EarningKind
  chargedFor: 'cancelled' | 'missed' | null
  payoutId: string | null
  payoutStatus: 'open' | 'paid' | null
}
const creditPaise = sql`case when j.kind in ('collection', 'compensation_end', 'transfer', 'transfer_failed') then -e.amount_paise else 0 end`
/** Of a lesson that the gateway pays. */
const gatewayStatus = sql`(select case t.status when 'due' then 'open' else 'paid' end from transfer t
  where j.kind = 'lesson' and t.lesson_id = l.id and t.kind = 'release' and t.status <> 'failed')`
const earningColumns = sql`e.id, j.at, j.at::text as "cursorAt", l.starts_at as "startsAt", l.minutes, b.subject, b.student_name as student, n.name as learner, j.kind,
  case when j.kind = 'lesson' then case l.state when 'cancelled_charged' then 'cancelled' when 'missed_by_family_charged' then 'missed' end end as "chargedFor",
  -e.amount_paise as net, ${creditPaise} as credits, s.commission, s.gst, s.tds, s.tcs, o.id as "payoutId", coalesce(o.status, ${gatewayStatus}) as "payoutStatus"`
const tablesOf = (entries: RawBuilder<unknown>) => sql`${entries}
  left join dispute d on j.kind = 'correction' and d.id = j.subject_id
  left join lesson l on l.id = case j.kind when 'lesson' then j.subject_id else d.lesson_id end left join booking b on b.id = l.booking_id left join learner n on n.id = l.learner_id
  left join payout_entry p on p.entry_id = e.id left join payout o on o.id = p.payout_id and ${isPayable}
  cross join lateral (select ${accountSum('commission')}, ${accountSum('gst')}, ${accountSum('tds')}, ${accountSum('tcs')}
    from ledger_entry x where x.journal_id = j.id) s`

const earningTables = tablesOf(earningEntries)

/** These kinds have one account each, ours, which is looked up once a statement. */
function accountSum(kind: 'commission' | 'gst' | 'tds' | 'tcs') {
  const account = sql`(select id from ledger_account where kind = ${sql.lit(kind)} and owner_id is null)`
  return sql`coalesce(-sum(x.amount_paise) filter (where x.account_id = ${account}), 0)::int8 as ${sql.ref(kind)}`
}

export type EarningPosition = { at: string; id: string }

const indiaMonth = sql`to_char(j.at at time zone 'Asia/Kolkata', 'YYYY-MM')`

/** A mentor's earnings, newest first, of one month (`YYYY-MM`) or all; fetches one extra row to detect a next page. */
const earningsOf = (
  mentorId: string,
  { after, limit, month }: { after: EarningPosition | null; limit: number; month: string | undefined },
) => sql<EarningRow>`
    select ${earningColumns} from ${earningTables} where a.owner_id = ${mentorId}
      and ${after ? sql`(j.at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      and ${month ? sql`${indiaMonth} = ${month}` : sql`true`}
    order by j.at desc, e.id desc limit ${limit + 1}`

/** Net paise of a mentor by month, with the numbers of held and of charged lessons, newest first. */
type EarningMonth = { month: string; net: number; classes: number; cancellations: number; absences: number }
const earningMonthsOf = (mentorId: string) => sql<EarningMonth>`
    select ${indiaMonth} as month, sum(-e.amount_paise)::int8 as net, count(*) filter (where l.state not in ('cancelled_charged', 'missed_by_family_charged'))::int as classes,
      count(*) filter (where l.state = 'cancelled_charged')::int as cancellations, count(*) filter (where l.state = 'missed_by_family_charged')::int as absences
    from ${earningEntries} left join lesson l on j.kind = 'lesson' and l.id = j.subject_id where a.owner_id = ${mentorId} group by 1 order by 1 desc`

export async function earningsOfPayout(db: Db, payoutId: string): Promise<EarningRow[]> {
  const { rows } = await sql<EarningRow>`
    select ${earningColumns} from ${tablesOf(owedEntries)} where p.payout_id = ${payoutId}
    order by j.at, e.id`.execute(db)
  return rows
}

type EarningTotals = Breakdown & { paid: number }
/** Parts of fees; `credits` is the part of `net` that is no fee: collected for families' credits, or returned of them. */
export type Breakdown = { commission: number; gst: number; tds: number; tcs: number; net: number; credits: number }

const earningTotalsOf = (mentorId: string) => sql<EarningTotals>`
    select coalesce(sum(-e.amount_paise), 0)::int8 as net, coalesce(sum(${creditPaise}), 0)::int8 as credits, coalesce(sum(s.commission), 0)::int8 as commission, coalesce(sum(s.gst), 0)::int8 as gst,
      coalesce(sum(s.tds), 0)::int8 as tds, coalesce(sum(s.tcs), 0)::int8 as tcs,
      (select coalesce(sum(amount_paise), 0)::int8 from payout where mentor_id = ${mentorId} and status = 'paid')
        + (select coalesce(sum(amount_paise), 0)::int8 from transfer where mentor_id = ${mentorId} and kind = 'release' and status in ('sent', 'settled')) as paid
    from ${earningTables} where a.owner_id = ${mentorId}`

export type HeldRow = Pick<EarningRow, 'id' | 'student' | 'learner'> & {
  startsAt: Date
  minutes: number
  subject: string
  feePaise: number
  answerFrom: Date
  dispute: { number: string; answerBy: string } | null
}

/** Held lessons that are not settled yet, oldest first. */
const heldLessonsOf = (mentorId: string) => sql<HeldRow>`
    select l.id, l.starts_at as "startsAt", l.minutes, b.subject, b.student_name as student, n.name as learner, l.fee_paise as "feePaise",
      greatest(l.ends_at, r.marked_at) as "answerFrom", (
        select jsonb_build_object('number', c.number, 'answerBy', c.answer_by) from dispute d join support_case c on c.id = d.case_id
        where d.lesson_id = l.id and d.status = 'open') as dispute
    from lesson l join booking b on b.id = l.booking_id join learner n on n.id = l.learner_id left join class_record r on r.lesson_id = l.id
    where b.mentor_id = ${mentorId} and l.state in ('held', 'disputed') order by l.starts_at`

export type PayoutRow = {
  id: string
  mentorId: string
  amountPaise: number
  status: 'open' | 'paid' | 'left_out' | 'undone'
  until: string
  madeAt: Date
  paidAt: Date | null
  reference: string | null
  account: string
  number: string
  fullName: string
}
const payoutRows = sql`
  select o.id, o.mentor_id as "mentorId", o.amount_paise as "amountPaise", o.status, b.until, b.made_at as "madeAt",
    case when o.status = 'paid' then b.ended_at end as "paidAt", case when o.status = 'paid' then b.reference end as reference,
    c.hint as account, 'MS-' || m.number as number, m.full_name as "fullName"
  from payout o join payout_batch b on b.id = o.batch_id join payout_account c on c.id = o.account_id join mentor m on m.id = o.mentor_id`

/** A mentor's open and paid payouts, newest first. */
const payoutsOf = (mentorId: string, limit: number) => sql<PayoutRow>`${payoutRows}
    where o.mentor_id = ${mentorId} and o.status in ('open', 'paid') and ${isPayable} order by o.id desc limit ${limit}`

export async function payoutById(db: Db, id: string): Promise<PayoutRow | null> {
  const { rows } =
    await sql<PayoutRow>`${payoutRows} where o.id = ${id} and o.status in ('open', 'paid') and ${isPayable}`.execute(db)
  return rows[0] ?? null
}

const newestAccountOf = sql`(select id, created_at, status from payout_account c where c.mentor_id = s.mentor_id order by id desc limit 1)`
/** Someone with a stolen login would first change the payout account, or the phone number to keep the login. */
const accountHoldUntil = sql`(c.created_at + make_interval(hours => ${payoutAccountHoldHours}))`
const phoneHoldUntil = sql`(select max(p.done_at) + make_interval(days => ${payoutPhoneHoldDays}) from phone_change p
  join mentor n on n.account_id = p.account_id where n.id = s.mentor_id)`
const timeHold = sql`case when ${phoneHoldUntil} > now() then ${newPhoneReason} when ${accountHoldUntil} > now() then ${newAccountReason} end`
/** Why a payout of mentor `s` to the latest account `c` is on hold; null if it is not. */
export const holdReason = sql`coalesce(${timeHold}, case when c.status <> 'proven' then ${unprovenReason} end)`

type TimeHold = Exclude<PayoutHoldReason, typeof unprovenReason>

/** Until when payouts rest because account or phone number are new. */
type HoldRow = { reason: TimeHold | null; until: Date | null }
const payoutHoldOf = (mentorId: string) => sql<HoldRow>`
    select ${timeHold} as reason, case when ${phoneHoldUntil} > now() then ${phoneHoldUntil} else ${accountHoldUntil} end as until
    from (select ${mentorId}::uuid as mentor_id) s left join lateral ${newestAccountOf} c on true`

export const toPayoutHold = (row: HoldRow | undefined): { reason: TimeHold; until: Date } | null =>
  row?.reason && row.until ? { reason: row.reason, until: row.until } : null

type EarningRows = {
  entries: EarningRow
  months: EarningMonth
  sums: EarningTotals
  held: HeldRow
  payouts: PayoutRow
  hold: HoldRow
}

/** A page of a mentor's earnings, one row more than asked for, with all sums and what was paid. */
export const earningReads = (
  mentorId: string,
  wanted: Parameters<typeof earningsOf>[1] & { payouts: number },
): Reads<EarningRows> => ({
  entries: { query: earningsOf(mentorId, wanted), times: { at: true, startsAt: true } },
  months: { query: earningMonthsOf(mentorId), times: {} },
  sums: { query: earningTotalsOf(mentorId), times: {} },
  held: { query: heldLessonsOf(mentorId), times: { startsAt: true, answerFrom: true } },
  payouts: { query: payoutsOf(mentorId, wanted.payouts), times: { madeAt: true, paidAt: true } },
  hold: { query: payoutHoldOf(mentorId), times: { until: true } },
})

const maxNames = 10
type Payable = { _id: string; number: string; name: string; amount: number }
type PayableTotals = { mentors: number; paise: number; names: Payable[] }

/**
 * Amount payable up to a day, for mentors with and without a payout account. Computed from balances, because there
 * are too many entries: the balance less open payouts and later earnings.
 */
export async function payableUpTo(db: Db, until: string) {
  const { rows } = await sql<{ hasAccount: boolean } & PayableTotals>`
    with open_payout as (select mentor_id, sum(amount_paise) as paise from payout where status = 'open' group by 1),
      later as (select e.account_id, sum(e.amount_paise) as paise from journal j join ledger_entry e on e.journal_id = j.id
        where j.at >= (${until}::date + 1)::timestamp at time zone 'Asia/Kolkata' and j.kind <> 'payout' and e.amount_paise < 0 and ${isUnallocated} group by 1),
      gateway as (select account_id, -sum(amount_paise) as paise from (${entriesLeftToGateway}) g group by 1)
    select exists (select 1 from payout_account c where c.mentor_id = t.mentor_id) as "hasAccount", count(*)::int as mentors, sum(t.paise)::int8 as paise,
      to_json((array_agg(json_build_object('_id', m.id, 'number', 'MS-' || m.number, 'name', m.full_name, 'amount', t.paise / 100.0) order by t.paise desc, m.id))[1:${maxNames}]) as names
    from (select a.owner_id as mentor_id, -a.balance_paise - coalesce(s.paise, 0) + coalesce(l.paise, 0) - coalesce(g.paise, 0) as paise from ledger_account a
        left join open_payout s on s.mentor_id = a.owner_id left join later l on l.account_id = a.id left join gateway g on g.account_id = a.id
        where a.kind = 'mentor_payable' and a.balance_paise < 0) t join mentor m on m.id = t.mentor_id
    where t.paise > 0 group by 1`.execute(db)
  const totalsFor = (expected: boolean): PayableTotals =>
    rows.find(({ hasAccount }) => hasAccount === expected) ?? { mentors: 0, paise: 0, names: [] }
  return { ready: totalsFor(true), withoutAccount: totalsFor(false) }
}

export type BatchRow = Pick<PayoutBatch, 'until' | 'status' | 'reference' | 'madeBy' | 'endedBy'> & {
  id: string
  madeAt: Date
  endedAt: Date | null
  paise: number
  mentors: number
}

const batchColumns = sql`b.id, b.until, b.status, b.reference, b.made_at as "madeAt", b.ended_at as "endedAt", coalesce(u.name, '') as "madeBy", v.name as "endedBy",
  coalesce(b.paise, s.paise) as paise, coalesce(b.mentors, s.mentors) as mentors`
// Ended batches store their totals.
const batchTables = sql`payout_batch b left join admin_user u on u.account_id = b.made_by left join admin_user v on v.account_id = b.ended_by
  cross join lateral (select coalesce(sum(o.amount_paise), 0)::int8 as paise, count(*)::int as mentors from payout o
    where b.paise is null and o.batch_id = b.id and o.status <> 'left_out' and ${isPayable}) s`

export function batchList({ q, status }: { q?: string | undefined; status?: string | undefined }): Listing<'date'> {
  const conditions = [
    sql`true`,
    ...(q ? [sql`b.reference ilike ${containsPattern(q)}`] : []),
    ...(status ? [sql`b.status = ${status}`] : []),
  ]
  return {
    name: `payouts ${JSON.stringify([q, status])}`,
    columns: batchColumns,
    from: batchTables,
    where: sql.join(conditions, sql` and `),
    id: sql`b.id`,
    sorts: { date: { by: sql`b.made_at`, type: 'timestamptz' } },
  }
}

type BatchDetail = BatchRow & { isSent: boolean; stopped: number; isPaused: boolean }

export async function batchById(db: Db, id: string): Promise<BatchDetail | null> {
  const isSent = sql`exists (select from payout o where o.batch_id = b.id and o.file_at is not null)`
  const { rows } = await sql<BatchDetail>`
    select ${batchColumns}, ${isSent} as "isSent", (select count(*)::int from payout o where o.batch_id = b.id and ${isStopped}) as stopped, ${arePayoutsPaused} as "isPaused"
    from ${batchTables} where b.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Status of a payout `o` within its batch. */
export const lineStatus = sql`case when ${isStopped} then 'stopped' when o.status = 'open' and o.left_out_reason is not null then 'left_out' else o.status end`

export type BatchLineRow = Omit<BatchLine, '_id' | 'amount'> & { id: string; amountPaise: number }
export type LineSort = (typeof lineSorts)[number]
type LineFilter = { q?: string | undefined; status?: string | undefined }

/** Mentors matching a number, with or without MS, or part of a name. */
function mentorsMatching(q: string) {
  const [, number] = /^(?:ms\s*-?\s*)?(\d{1,9})$/i.exec(q) ?? []
  return number
    ? sql`select id from mentor where number = ${Number(number)}`
    : sql`select id from mentor where ${nameMatches(sql`full_name`, q)}`
}

/** Payouts of a batch. */
export async function lineList(db: Db, batchId: string, { q, status }: LineFilter): Promise<Listing<LineSort>> {
  const conditions = [
    sql`o.batch_id = ${batchId}`,
    ...(q ? [await isAmong(db, sql`o.mentor_id`, mentorsMatching(q))] : []),
    ...(status ? [sql`${lineStatus} = ${status}`] : []),
  ]
  return {
    name: `payout lines ${JSON.stringify([batchId, q, status])}`,
    columns: sql`o.id, o.mentor_id as "mentorId", 'MS-' || m.number as number, m.full_name as "fullName", o.amount_paise as "amountPaise",
      ${lineStatus} as status, (select c.hint from payout_account c where c.id = o.account_id) as account, o.left_out_reason as reason,
      o.file_at is not null as "isInFile"`,
    // A left join, so that the planner can drop it when counting.
    from: sql`payout o left join mentor m on m.id = o.mentor_id`,
    where: sql.join(conditions, sql` and `),
    id: sql`o.id`,
    sorts: { name: { by: sql`m.full_name`, type: 'text' }, amount: { by: sql`o.amount_paise`, type: 'bigint' } },
  }
}
