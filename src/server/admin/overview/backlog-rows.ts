import { sql } from 'kysely'
import { autoConfirmHours } from '#contract/classes/limits.ts'
import { schedule } from '#server/jobs.ts'
import type { Db } from '#server/platform/database.ts'
import { arePayoutsPaused } from '#server/settings/settings/settings.ts'

export type WaitingJobs = { name: string; waiting: number; oldestSeconds: number }

/** Due jobs that no worker took yet, by queue; an index of the job table lists them. */
export async function waitingJobs(db: Db): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select name, count(*)::int as waiting, extract(epoch from now() - min(start_after))::float8 as "oldestSeconds" from pgboss.job
    where state < 'active' and not blocked and start_after <= now() group by name`.execute(db)
  return rows
}

const scheduled = sql.join(Object.keys(schedule).map((name) => sql.lit(name)))

/** Jobs that failed every retry, by queue. A scheduled one whose later run succeeded left nothing undone. */
export async function deadJobs(db: Db): Promise<{ name: string; dead: number }[]> {
  const { rows } = await sql<{ name: string; dead: number }>`
    select j.name, count(*)::int as dead from pgboss.job j where j.state = 'failed'
      and case when j.name in (${scheduled}) then coalesce(j.completed_on > (select l.completed_on from pgboss.job l
        where l.state = 'completed' and l.name = j.name order by l.completed_on desc limit 1), true) else true end
    group by j.name`.execute(db)
  return rows
}

/** Providers whose latest call failed, less than a quarter of an hour ago. */
export async function failingProviders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ provider: string }>`
    select provider from provider_hour where hour > now() - interval '2 hours' group by provider
    having max(last_failure_at) > greatest(max(last_success_at), now() - interval '15 minutes')`.execute(db)
  return rows.map(({ provider }) => provider)
}

export type MoneyState = { inTransitPaise: number; discrepancies: number }

/** The balance at the gateway by our books, and open discrepancies. */
export async function moneyState(db: Db): Promise<MoneyState> {
  const { rows } = await sql<MoneyState>`
    select coalesce((select sum(balance_paise) from ledger_account where kind = 'gateway_receivable'), 0)::int8 as "inTransitPaise",
      (select count(*) from gateway_discrepancy where resolved_at is null)::int as discrepancies`.execute(db)
  return rows[0] ?? { inTransitPaise: 0, discrepancies: 0 }
}

export const deadlines = [
  'order',
  'refund',
  'email',
  'lesson',
  'absence-report',
  'proposal',
  'time-request',
  'case',
] as const
export type Deadline = (typeof deadlines)[number]

/** More are counted as this many. */
const most = 1000

/**
 * Open rows whose deadline passed longer ago than their job's period and five minutes for its run. SMS are left out, because
 * they wait for the morning, and so is what may rightly wait, such as an erasure.
 */
export async function missedDeadlines(db: Db, gateway: string): Promise<Record<Deadline, number>> {
  const before = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`
  const confirmed = sql`${before(10)} - make_interval(hours => ${autoConfirmHours})`
  const { rows } = await sql<Record<Deadline, number>>`select
    (select count(*) from (select from payment_order where status = 'created' and expires_at <= ${before(6)}
      and payment_session_id is not null and created_at > now() - interval '7 days' limit ${most}) r)::int as order,
    (select count(*) from (select from refund r join payment_order o on o.id = r.order_id
      where r.status = 'approved' and r.decided_at <= ${before(15)} and o.gateway = ${gateway} limit ${most}) r)::int as refund,
    (select count(*) from (select from outbox where sent_at is null and given_up_at is null and due_at <= ${before(6)}
      and channel = 'email' limit ${most}) r)::int as email,
    (select count(*) from (select from lesson l join class_record r on r.lesson_id = l.id join booking b on b.id = l.booking_id
      where l.state = 'held' and not ${arePayoutsPaused} and l.ends_at <= ${confirmed} and r.marked_at <= ${confirmed}
        and greatest(l.ends_at, r.marked_at) <= ${before(10)} - make_interval(hours => coalesce((b.terms ->> 'guaranteeHours')::int, 168))
      limit ${most}) r)::int as lesson,
    (select count(*) from (select from lesson_change where status = 'open' and not ${arePayoutsPaused} and answer_by <= ${before(10)} limit ${most}) r)::int
      as "absence-report",
    (select count(*) from (select from time_proposal where status = 'open' and expires_at <= ${before(10)} limit ${most}) r)::int
      as proposal,
    (select count(*) from (select from booking where status = 'pending_schedule' and confirm_by <= ${before(10)} limit ${most}) r)::int
      as "time-request",
    (select count(*) from (select from support_case where due_at <= ${before(15)} and warned is null limit ${most}) r)::int as case`.execute(
    db,
  )
  return rows[0] ?? { ...none }
}
const none = Object.fromEntries(deadlines.map((name) => [name, 0])) as Record<Deadline, number> // safe: every name is there
