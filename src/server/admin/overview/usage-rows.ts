import { type RawBuilder, sql } from 'kysely'
import type { FamilyStage } from '#contract/admin/usage.ts'
import { planMonths, plans, renewablePlans } from '#contract/classes/plans.ts'
import type { Db } from '#server/platform/database.ts'

const today = sql`(now() at time zone 'Asia/Kolkata')::date`
const thisMonth = sql`date_trunc('month', now() at time zone 'Asia/Kolkata')`
const shownCohorts = 6
const shownNames = 5

/** When a day, or the one some days later, begins in India. */
export const startOf = (day: string, later = 0): RawBuilder<unknown> =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone 'Asia/Kolkata')`

/** A paid order `o` of which something was kept: a transfer to another mentor is kept there. */
const isKept = sql`o.paid_at is not null and exists (select from booking k where k.order_id = o.id and k.refunded_paise < k.price_paise)`
const isOfMonths = sql`o.plan = any(${[...renewablePlans]}::text[])`
const stages: Record<FamilyStage, RawBuilder<unknown>> = {
  paid: sql`true`,
  month: isOfMonths,
  renewed: sql`${isOfMonths} and o.renews is not null`,
}

/** Whether the family `f` reached a stage. */
export const hasReached = (stage: FamilyStage): RawBuilder<unknown> =>
  sql`exists (select from payment_order o where o.family_id = f.id and ${stages[stage]} and ${isKept})`

type Stages = { families: number } & Record<FamilyStage, number>

/** Families that signed up in the range, and how many of them reached each stage until now. */
export async function stagesOf(db: Db, from: string, to: string): Promise<Stages> {
  const signedUp = sql`f.created_at >= ${startOf(from)} and f.created_at < ${startOf(to, 1)}`
  const { rows } = await sql<Stages>`
    with reached as (
      select bool_or(${stages.month}) as month, bool_or(${stages.renewed}) as renewed
      from family f join payment_order o on o.family_id = f.id where ${signedUp} and ${isKept} group by f.id)
    select (select count(*)::int from family f where ${signedUp}) as families, count(*)::int as paid,
      (count(*) filter (where month))::int as month, (count(*) filter (where renewed))::int as renewed from reached`.execute(
    db,
  )
  return rows[0] ?? { families: 0, paid: 0, month: 0, renewed: 0 }
}

type CohortRow = { month: string; families: number; one: number; two: number; three: number }

/** Families by the month of their first payment. A package counts in each of its months. */
export async function cohortsOf(db: Db): Promise<CohortRow[]> {
  const { rows } = await sql<CohortRow>`
    with series as (
      select generate_series(${thisMonth} - make_interval(months => ${shownCohorts - 1}), ${thisMonth}, interval '1 month') as month),
    begin as (select min(month) at time zone 'Asia/Kolkata' as at from series),
    paid as (
      select o.family_id, date_trunc('month', o.paid_at at time zone 'Asia/Kolkata') as month, p.months
      from payment_order o join unnest(${[...plans]}::text[], ${plans.map((plan) => Math.max(1, planMonths[plan]))}::int[]) as p (plan, months) on p.plan = o.plan
      where o.paid_at >= (select at from begin) and ${isKept}),
    first as (
      select p.family_id, min(p.month) as month from paid p
      where not exists (select from payment_order o where o.family_id = p.family_id and o.paid_at < (select at from begin) and ${isKept})
      group by p.family_id),
    again as (
      select distinct f.family_id, n.nth from first f join paid p on p.family_id = f.family_id cross join generate_series(1, 3) as n (nth)
      where f.month + make_interval(months => n.nth) between p.month and p.month + make_interval(months => p.months - 1))
    select s.month::date as month, count(distinct f.family_id)::int as families, (count(*) filter (where a.nth = 1))::int as one,
      (count(*) filter (where a.nth = 2))::int as two, (count(*) filter (where a.nth = 3))::int as three
    from series s left join first f on f.month = s.month left join again a on a.family_id = f.family_id
    group by s.month order by s.month desc`.execute(db)
  return rows
}

export type HoursRow = { by: 'city' | 'subject'; name: string; offered: number; taken: number }

/**
 * Minutes of the seven days from tomorrow: what listed mentors offer, and the part with a planned class. Classes beyond a
 * mentor's hours count as offered too.
 */
export async function hoursOf(db: Db): Promise<HoursRow[]> {
  const { rows } = await sql<HoursRow>`
    with days as (
      select ${today} + n as day, extract(isodow from ${today} + n)::int as weekday from generate_series(1, 7) as n),
    hours as (
      select w.mentor_id, d.day, w.hours from days d join weekly_hours w on w.weekday = d.weekday
      where not exists (select from other_hours x where x.mentor_id = w.mentor_id and x.date = d.day)
      union all select x.mentor_id, x.date, x.hours from other_hours x where x.date between ${today} + 1 and ${today} + 7),
    open as (
      select h.mentor_id, sum(upper(r) - lower(r)) as minutes
      from hours h join mentor m on m.id = h.mentor_id and m.is_listed cross join lateral unnest(h.hours) as r
      where not exists (select from mentor_leave l where l.mentor_id = h.mentor_id and l.ended_at is null and h.day between l.from_date and l.to_date)
      group by h.mentor_id),
    taken as (
      select distinct l.slot_id, b.mentor_id, b.subject, extract(epoch from l.ends_at - l.starts_at) / 60 as minutes
      from lesson l join booking b on b.id = l.booking_id
      where l.status = 'scheduled' and l.starts_at >= (${today} + 1)::timestamp at time zone 'Asia/Kolkata'
        and l.starts_at < (${today} + 8)::timestamp at time zone 'Asia/Kolkata'),
    busy as (
      select mentor_id, sum(minutes) as minutes from (select distinct slot_id, mentor_id, minutes from taken) t group by mentor_id),
    offered as (
      select mentor_id, m.city, greatest(o.minutes, b.minutes) as minutes, coalesce(b.minutes, 0) as taken
      from open o full join busy b using (mentor_id) join mentor m on m.id = mentor_id),
    part as (
      select 'city' as by, city as name, minutes as offered, taken from offered
      union all select 'subject', s.subject, o.minutes, 0
        from offered o join (select mentor_id, subject from mentor_offer union select mentor_id, subject from taken) s using (mentor_id)
      union all select 'subject', subject, 0, minutes from taken),
    placed as (
      select by, name, sum(offered) as offered, sum(taken) as taken,
        row_number() over (partition by by order by sum(offered) desc, sum(taken) desc, name) as place
      from part group by by, name)
    select by, name, offered::int as offered, taken::int as taken from placed where place <= ${shownNames} order by by, place`.execute(
    db,
  )
  return rows
}
