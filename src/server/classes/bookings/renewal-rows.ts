import { sql } from 'kysely'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import { type Plan, renewablePlans, renewalThreshold } from '#contract/classes/plans.ts'
import type { ClassMode, Subject, Weekday } from '#contract/reference/catalogue.ts'
import type { Db } from '#server/platform/database.ts'

const long = sql`any(${[...renewablePlans]}::text[])`

/** Booking `b` can be renewed: nearing its end or over, and the latest of its kind. */
export const canRenew = sql<boolean>`(b.plan = ${long} and b.status in ('scheduled', 'completed')
  and not exists (select from booking n where n.replaces = b.id)
  and not exists (select from booking n where n.family_id = b.family_id and n.learner_id = b.learner_id and n.mentor_id = b.mentor_id
    and subject_now(n.subject) = subject_now(b.subject) and n.plan = ${long} and n.status <> 'cancelled' and n.booked_at > b.booked_at)
  and (b.status = 'completed' or b.booked_at + make_interval(days => b.duration_days - ${renewalThreshold.daysLeft}::int) <= now()
    or b.minutes - ${renewalThreshold.minutesLeft}::int <= (select coalesce(sum(l.minutes), 0) from lesson l
      where l.booking_id = b.id and (l.status = 'held' or l.settled_at is not null))))`

export const renewedBy = sql<string | null>`
  (select n.id from booking n where n.renews = b.id and n.status <> 'cancelled')`

/** What a renewal buys. */
export type Renewal = {
  mentorId: string
  learnerId: string
  plan: Plan
  mode: ClassMode
  subject: Subject
  canRenew: boolean
  address: ClassAddress | null
  wishes: { days: Weekday[]; time: string } | null
}

/** A family's booking to renew, with the weekdays and time of its last week of lessons as preferences. */
export async function renewalOf(db: Db, familyId: string, bookingId: string): Promise<Renewal | null> {
  const { rows } = await sql<Renewal>`
    select b.mentor_id as "mentorId", b.learner_id as "learnerId", b.plan, b.mode, b.subject, b.address, ${canRenew} as "canRenew",
      (with taught as (select l.starts_at at time zone 'Asia/Kolkata' as at, max(l.starts_at) over () - l.starts_at as ago
          from lesson l where l.booking_id = b.id and l.status in ('scheduled', 'held'))
        select jsonb_build_object('days', jsonb_agg(distinct to_char(at, 'FMday')),
            'time', (array_agg(to_char(at, 'HH24:MI') order by at desc))[1])
          from taught where ago < interval '7 days' having count(*) > 0) as wishes
    from booking b where b.id = ${bookingId} and b.family_id = ${familyId}`.execute(db)
  return rows[0] ?? null
}
