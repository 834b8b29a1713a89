import { sql } from 'kysely'
import type { Discrepancy, ReconciliationCheck } from '#contract/money/reconciliation.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Db } from '#server/platform/database.ts'
import type { Listing } from '#server/platform/listing.ts'

type CheckRow = Omit<ReconciliationCheck, 'madeAt' | 'endedAt'> & { madeAt: Date; endedAt: Date | null }
const checks = sql`
  select c.id as "_id", c.gateway, c.from_day as from, c.until_day as until, c.status, c.made_at as "madeAt", c.ended_at as "endedAt",
    (select a.name from admin_user a where a.account_id = c.made_by) as "madeBy", c.payments, c.refunds, c.settlements, c.differences, c.problem
  from gateway_check c`
const toCheck = ({ madeAt, endedAt, ...rest }: CheckRow): ReconciliationCheck => ({
  ...rest,
  madeAt: madeAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/** Newest checks first. */
export async function newestChecks(db: Db, limit: number): Promise<ReconciliationCheck[]> {
  const { rows } = await sql<CheckRow>`${checks} order by c.id desc limit ${limit}`.execute(db)
  return rows.map(toCheck)
}

export async function checkById(db: Db, id: string): Promise<ReconciliationCheck | null> {
  const { rows } = await sql<CheckRow>`${checks} where c.id = ${id}`.execute(db)
  return rows[0] ? toCheck(rows[0]) : null
}

export type DiscrepancyRow = Pick<
  Discrepancy,
  '_id' | 'gateway' | 'kind' | 'subject' | 'number' | 'isOverdue' | 'owner' | 'resolvedBy' | 'note'
> & {
  dueAt: Date
  oursPaise: number | null
  theirsPaise: number | null
  aboutAt: Date
  firstSeenAt: Date
  lastSeenAt: Date
  resolvedAt: Date | null
}
const dueAt = sql`d.first_seen_at + interval '3 days'`
const columns = sql`d.id as "_id", d.gateway, d.kind, d.subject, o.number, d.ours_paise as "oursPaise", d.theirs_paise as "theirsPaise", d.about_at as "aboutAt",
  d.first_seen_at as "firstSeenAt", d.last_seen_at as "lastSeenAt", d.resolved_at as "resolvedAt",
  ${dueAt} as "dueAt", d.resolved_at is null and ${dueAt} < now() as "isOverdue",
  (select a.name from admin_user a where a.account_id = d.owner_id) as owner,
  (select a.name from admin_user a where a.account_id = d.resolved_by) as "resolvedBy", d.note`
const tables = sql`gateway_discrepancy d left join payment_order o on o.id = d.order_id`
export const toDiscrepancy = ({ oursPaise, theirsPaise, ...row }: DiscrepancyRow): Discrepancy => ({
  ...row,
  ours: oursPaise === null ? null : rupees(oursPaise),
  theirs: theirsPaise === null ? null : rupees(theirsPaise),
  aboutAt: row.aboutAt.toISOString(),
  firstSeenAt: row.firstSeenAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
})

type Filter = { show: 'open' | 'resolved'; q?: string | undefined }
/** Sort key: open discrepancies by age since 2000, oldest first; resolved ones after them, newest first. */
const urgency = sql`(case when d.resolved_at is null then d.first_seen_at - timestamptz '2000-01-01 00:00+00' else interval '400000 days' - (d.resolved_at - timestamptz '2000-01-01 00:00+00') end)`

export function discrepancyList({ show, q }: Filter): Listing<'due' | 'amount'> {
  const state = show === 'open' ? sql`d.resolved_at is null` : sql`d.resolved_at is not null`
  return {
    name: `differences ${JSON.stringify([show, q])}`,
    columns,
    from: tables,
    where: q ? sql`${state} and (d.subject = ${q} or o.number = upper(${q}))` : state,
    id: sql`d.id`,
    sorts: {
      due: { by: urgency, type: 'interval' },
      amount: { by: sql`abs(coalesce(d.ours_paise, 0) - coalesce(d.theirs_paise, 0))`, type: 'bigint' },
    },
  }
}

export async function discrepancyById(db: Db, id: string): Promise<Discrepancy | null> {
  const { rows } = await sql<DiscrepancyRow>`select ${columns} from ${tables} where d.id = ${id}`.execute(db)
  return rows[0] ? toDiscrepancy(rows[0]) : null
}

export async function countDiscrepancies(db: Db): Promise<{ open: number; resolved: number }> {
  const { rows } = await sql<{ open: number; resolved: number }>`
    select count(*) filter (where resolved_at is null)::int as open, count(resolved_at)::int as resolved from gateway_discrepancy`.execute(
    db,
  )
  return rows[0] ?? { open: 0, resolved: 0 }
}
