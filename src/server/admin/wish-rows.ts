import { sql } from 'kysely'

/** The next class of booking `b`. */
const next = sql`select l.id, l.starts_at, l.starts_at at time zone 'Asia/Kolkata' as at from lesson l
  where l.booking_id = b.id and l.status = 'scheduled' and l.starts_at > now() order by l.starts_at limit 1`

/** What the family of booking `b` and order `o` wished: another mentor's booking goes by its own. */
const wishes = sql`(case when b.replaces is null then o.wishes else b.wishes end)`

/**
 * The next class of booking `b` is at another time than its family wished, and the family did not agree to that: not at the time
 * of a demo or an hour, or on another day, at another hour or earlier than a month's wishes say.
 */
export const isAgainstWish = sql<boolean>`(b.status = 'scheduled' and exists (
  select from (${next}) n where (
      (b.replaces is null and o.wished_at <> n.starts_at
        and not exists (select from lesson h where h.booking_id = b.id and (h.status = 'held' or h.settled_at is not null)))
      or not ${wishes} -> 'days' ? to_char(n.at, 'FMday')
      or ${wishes} ->> 'time' <> to_char(n.at, 'HH24:MI')
      or (${wishes} ->> 'date')::date > n.at::date)
    and not exists (select from time_proposal p where p.status = 'accepted'
      and (p.booking_id = b.id or p.lesson_id = n.id and p.to_at = n.starts_at))))`
