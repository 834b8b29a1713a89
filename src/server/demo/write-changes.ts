import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database.ts'

/**
 * Cancellations and a request: families cancelled lessons of an active booking, late ones at a charge, and their remaining
 * minutes are owed; the mentor of Aarav's next lesson proposes an hour later.
 */
export async function writeChanges(tx: Transaction): Promise<void> {
  await sql`
    with given_up as (
      select l.id, l.booking_id, b.mentor_id, f.account_id, l.minutes, l.settled_at is not null as is_late, l.fee_paise,
        coalesce(l.settled_at, l.starts_at - interval '1 day') as at
      from lesson l join booking b on b.id = l.booking_id join family f on f.id = b.family_id join account a on a.id = f.account_id
      where a.demo and b.status = 'scheduled' and l.status = 'cancelled'),
    changes as (
      insert into lesson_change (lesson_id, mentor_id, kind, caused_by, fee_paise, fee_minutes, credit_minutes, status, made_by, made_at, ended_at)
      select id, mentor_id, 'cancel', 'family', case when is_late then fee_paise else 0 end, case when is_late then minutes else 0 end, minutes,
        'done', account_id, at, at from given_up)
    insert into lesson_credit (booking_id, lesson_id, minutes, cause, given_on)
    select booking_id, id, minutes, 'family', (at at time zone 'Asia/Kolkata')::date from given_up order by at`.execute(
    tx,
  )
  await sql`
    insert into time_proposal (lesson_id, made_by, from_at, to_at, expires_at)
    select l.id, 'mentor', l.starts_at, l.starts_at + interval '1 hour', l.starts_at
    from lesson l join booking b on b.id = l.booking_id join learner p on p.id = b.learner_id join family f on f.id = b.family_id
      join account a on a.id = f.account_id
    where a.demo and p.name = 'Aarav' and b.subject = 'mathematics' and l.status = 'scheduled'`.execute(tx)
}
