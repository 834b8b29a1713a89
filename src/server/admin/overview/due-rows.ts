import { type RawBuilder, sql } from 'kysely'
import type { DueKind } from '#contract/admin/due-kinds.ts'
import { applicationDays } from '#contract/mentors/limits.ts'
import { breachHours } from '#contract/privacy/limits.ts'
import { dueSoonHours } from '#contract/support/case-types.ts'
import type { Db } from '#server/platform/database.ts'
import { settingNow } from '#server/settings/settings/settings.ts'
import { callDueAt } from '#server/support/calls/calls.ts'
import { isOpenTo } from '#server/support/cases/cases.ts'

/** Rows of each kind that are listed. */
const most = 4

/** Two working days later, as the refund policy promises. Public holidays are not known. */
const twoWorkingDays = (at: RawBuilder<unknown>) =>
  sql`${at} + make_interval(days => case extract(isodow from ${at} at time zone 'Asia/Kolkata')::int
    when 4 then 4 when 5 then 4 when 6 then 3 else 2 end)`
const refundAt = sql`coalesce(r.decided_at, r.created_at)`

/** Open rows with a deadline that this admin may see: id, what it is, number, name and deadline. */
const sourcesFor = (accountId: string): Record<DueKind, RawBuilder<unknown>> => ({
  case: sql`select c.id, c.kind as what, c.number, c.name, c.due_at as due from support_case c where c.status <> 'resolved' and ${isOpenTo(accountId)}`,
  breach: sql`select b.id, a.what, b.number::text, '', b.noticed_at + make_interval(hours => a.hours)
    from breach b cross join lateral (values ('cert-in', b.cert_in_told_at, ${breachHours.certIn}::int),
      ('board', b.board_told_at, ${breachHours.board}::int)) as a(what, told_at, hours) where a.told_at is null`,
  refund: sql`select r.id, r.status, o.number, coalesce(f.name, ''), ${twoWorkingDays(refundAt)}
    from refund r join payment_order o on o.id = r.order_id left join family f on f.id = o.family_id
    where r.status in ('approved', 'failed') and not exists (select from refund s where s.again_for = r.id)`,
  call: sql`select c.id, c.status, '', coalesce(nullif(c.name, ''), f.name, ''), ${callDueAt}
    from call_request c left join family f on f.account_id = c.account_id where c.status in ('new', 'assigned')`,
  payout: sql`select p.id, p.status, p.until::text, '', ${twoWorkingDays(sql`p.made_at`)} from payout_batch p where p.status = 'open'
    union all select '00000000-0000-0000-0000-000000000000', 'paused', p.at, '', p.at::timestamptz
      from (select ${settingNow('payoutsPausedFrom')} #>> '{}' as at) p where p.at <> ''`,
  mentor: sql`select m.id, m.status, 'MS-' || m.number, m.full_name, coalesce(m.submitted_at, m.created_at) + make_interval(days => ${applicationDays})
    from mentor m where m.status in ('submitted', 'in_review')`,
})

function dueOf(kinds: readonly DueKind[], accountId: string) {
  const sources = sourcesFor(accountId)
  return sql.join(
    kinds.map(
      (kind) => sql`(select ${kind}::text as kind, d.* from (${sources[kind]}) as d(id, what, number, name, due)
        where d.due < now() + make_interval(hours => ${dueSoonHours}) or d.what = 'safety')`,
    ),
    sql` union all `,
  )
}

type DueRow = { kind: DueKind; _id: string; what: string; number: string; name: string; dueAt: Date }

/** Open safety cases, then what is overdue or due within a day, the earliest deadline first; at most four of each kind. */
export async function dueRows(db: Db, kinds: readonly DueKind[], accountId: string): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select kind, id as "_id", what, number, name, due as "dueAt" from (
      select d.*, row_number() over (partition by kind order by what = 'safety' desc, due, id) as nth from (${dueOf(kinds, accountId)}) as d) as ranked
    where nth <= ${most} order by what = 'safety' desc, due, kind, id`.execute(db)
  return rows
}

/** How many are overdue, and how many are due within a day. */
export async function countDue(db: Db, kinds: readonly DueKind[], accountId: string) {
  const { rows } = await sql<{ kind: DueKind; late: number; soon: number }>`
    select kind, (count(*) filter (where due < now()))::int as late, (count(*) filter (where due >= now() and due < now() + make_interval(hours => ${dueSoonHours})))::int as soon
    from (${dueOf(kinds, accountId)}) as d group by kind`.execute(db)
  return rows
}
