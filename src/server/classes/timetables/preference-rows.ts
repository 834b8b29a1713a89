import { sql } from 'kysely'
import type { Weekday } from '#contract/reference/catalogue.ts'
import { type DatedLesson, type Plan, saidProposal } from '#server/classes/lessons/lessons.ts'
import type { Transaction } from '#server/platform/database.ts'
import { prepared } from '#server/platform/prepared.ts'
import type { Preference } from './confirmation-reasons.ts'

type PreferenceRow = {
  wishedAt: Date | null
  wishes: { date?: string; time?: string; days?: Weekday[] } | null
  /** When the family last agreed to or chose a time. */
  saidAt: Date | null
  saidPlan: Plan | null
  hasBegun: boolean
  cancelFreeHours: number
}

/**
 * Preferred times of a booking: the latest the family agreed to or chose, otherwise those of the order. `days` are its
 * preferred weekdays, also when it chose an exact time for its first class.
 */
export async function preferenceOf(
  tx: Transaction,
  bookingId: string,
): Promise<{ preference: Preference; days: readonly Weekday[]; isFirst: boolean; cancelFreeHours: number }> {
  const { rows } = await sql<PreferenceRow>`${prepared}
    select case when b.replaces is null then coalesce(b.picked_at, o.wished_at) end as "wishedAt", case when b.replaces is null then o.wishes else b.wishes end as wishes,
      p.at as "saidAt", p.plan as "saidPlan",
      exists (select from lesson l where l.booking_id = b.id and l.starts_at <= now() and l.status <> 'cancelled') as "hasBegun",
      (b.terms ->> 'cancelFreeHours')::float8 as "cancelFreeHours"
    from booking b join payment_order o on o.id = b.order_id left join lateral (
      select coalesce(t.counter_at, t.to_at) as at, case when t.counter_at is null then t.plan end as plan
      from ${saidProposal(sql`b.id`)}) p on true
    where b.id = ${bookingId}`.execute(tx)
  const [one] = rows
  if (!one) throw new Error('no such booking')
  const preference = toPreference(one)
  const days = (preference && 'days' in preference && preference.days) || one.wishes?.days || []
  return { preference, days, isFirst: !one.hasBegun, cancelFreeHours: one.cancelFreeHours }
}

const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

function toPreference({ wishedAt, wishes, saidAt, saidPlan }: PreferenceRow): Preference {
  if (saidPlan?.kind === 'weekly') {
    const days = saidPlan.weekdays.flatMap((nth) => dayNames[nth - 1] ?? [])
    return { date: saidPlan.from, time: saidPlan.time, days }
  }
  const at = saidAt ?? wishedAt
  return at ? { at } : wishes
}

/** Whether any time is outside the mentor's availability: during leave, or outside hours that are set. */
export async function isOutsideHours(
  tx: Transaction,
  mentorId: string,
  classes: readonly DatedLesson[],
): Promise<boolean> {
  const { rows } = await sql`${prepared}
    select from unnest(${classes.map((one) => one.startsAt)}::timestamptz[], ${classes.map((one) => one.minutes)}::int[]) as g(starts_at, minutes)
      cross join lateral (select g.starts_at at time zone 'Asia/Kolkata' as at) t
      cross join lateral (select t.at::date as day, (extract(epoch from t.at::time) / 60)::int as begins) d
      left join other_hours o on o.mentor_id = ${mentorId} and o.date = d.day
      left join weekly_hours w on w.mentor_id = ${mentorId} and w.weekday = extract(isodow from d.day)
    where case when o.date is not null then not o.hours @> int4range(d.begins, d.begins + g.minutes)
        when exists (select from weekly_hours h where h.mentor_id = ${mentorId}) then not coalesce(w.hours, '{}') @> int4range(d.begins, d.begins + g.minutes) else false end
      or exists (select from mentor_leave v where v.mentor_id = ${mentorId} and v.ended_at is null and d.day between v.from_date and v.to_date)
    limit 1`.execute(tx)
  return rows.length > 0
}
