import { sql } from 'kysely'
import type { Clash } from '#contract/classes/timetables.ts'
import { type DatedLesson, hasSpace, type Owner, overlaps } from '#server/classes/lessons/lessons.ts'
import type { Transaction } from '#server/platform/database.ts'

/** What occupies a time: a lesson with its learner, or a slot held during payment. */
type TimeConflict = {
  startsAt: string
  endsAt: string
  order: string | null
  with: string | null
  keptUntil: string | null
}

export async function conflictAt(
  tx: Transaction,
  clash: Clash,
  one: DatedLesson,
  owner: Owner,
): Promise<TimeConflict | null> {
  const timeRange = sql`(select ${one.startsAt}::timestamptz as starts_at, ${one.endsAt}::timestamptz as ends_at) as g`
  type Found = Omit<TimeConflict, 'startsAt' | 'endsAt' | 'keptUntil'> & {
    startsAt: Date
    endsAt: Date
    keptUntil: Date | null
  }
  const { rows } =
    clash === 'mentor-busy'
      ? await sql<Found>`
        select s.starts_at as "startsAt", s.ends_at as "endsAt", o.number as order, coalesce(b.student_name, n.name, f.name, a.phone) as with,
          case when s.status = 'held' then s.held_until end as "keptUntil"
        from ${timeRange} join teaching_slot s on s.mentor_id = ${owner.mentorId} and s.${overlaps} and s.status in ('held', 'booked')
          left join lesson l on l.slot_id = s.id and l.status in ('scheduled', 'held') left join booking b on b.id = l.booking_id
          left join payment_order o on o.id = coalesce(b.order_id, s.order_id) left join learner n on n.id = l.learner_id
          left join family f on f.id = o.family_id left join account a on a.id = f.account_id
        where not ${hasSpace(owner)} order by s.starts_at, l.id limit 1`.execute(tx)
      : await sql<Found>`
        select l.starts_at as "startsAt", l.ends_at as "endsAt", o.number as order, m.full_name as with, null::timestamptz as "keptUntil"
        from ${timeRange} join lesson l on l.learner_id = ${owner.learnerId} and l.${overlaps} and l.status in ('scheduled', 'held')
          join booking b on b.id = l.booking_id join payment_order o on o.id = b.order_id join mentor m on m.id = b.mentor_id
        order by l.starts_at, l.id limit 1`.execute(tx)
  const [first] = rows
  if (!first) return null
  const { startsAt, endsAt, keptUntil, ...rest } = first
  const at = (when: Date) => when.toISOString()
  return { ...rest, startsAt: at(startsAt), endsAt: at(endsAt), keptUntil: keptUntil && at(keptUntil) }
}
