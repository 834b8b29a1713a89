import { sql } from 'kysely'
import type { Faults } from './ask.ts'

const isComing = sql`l.state = 'scheduled' and l.starts_at > now()`

/** Times of mentors and children. */
export const slots: Faults = {
  'a mentor is in one place': sql`
    select s.mentor_id || ' ' || s.starts_at from teaching_slot s join teaching_slot t on t.mentor_id = s.mentor_id and t.id > s.id
      and t.during && s.during
    where s.status in ('held', 'booked') and t.status in ('held', 'booked') and s.ends_at > now() - interval '1 day' and t.ends_at > now() - interval '2 days'`,
  'a child is in one class': sql`
    select l.learner_id || ' ' || l.starts_at from lesson l join lesson k on k.learner_id = l.learner_id and k.id > l.id
      and k.starts_at < l.ends_at and l.starts_at < k.ends_at
    where l.state in ('scheduled', 'held', 'settled') and k.state in ('scheduled', 'held', 'settled') and l.starts_at > now() - interval '3 days' and k.starts_at > now() - interval '4 days'`,
  'a coming class has its time reserved with its mentor': sql`
    select l.id || ' ' || l.starts_at from lesson l join booking b on b.id = l.booking_id left join teaching_slot s on s.id = l.slot_id
    where ${isComing} and (s.status <> 'booked' or s.starts_at <> l.starts_at or s.ends_at <> l.ends_at or s.mentor_id <> b.mentor_id)`,
  'a reserved time has a class, an order or a question': sql`
    select s.id || ' ' || s.starts_at || ' ' || s.status from teaching_slot s
    where s.status = 'booked' and s.starts_at > now() and not exists (select from lesson l where l.slot_id = s.id and l.status = 'scheduled')
      and not exists (select from booking b where b.order_id = s.order_id and b.picked_state = 'requested')`,
  'a question past its time holds nothing': sql`
    select s.id || ' ' || s.starts_at from teaching_slot s where s.status = 'held' and s.proposal_id is not null
      and not exists (select from time_proposal p where p.id = s.proposal_id and p.status = 'open')`,
  'a booking that ended has no coming class': sql`
    select l.id::text from lesson l join booking b on b.id = l.booking_id where ${isComing} and b.status in ('cancelled', 'completed')`,
  'a suspended mentor’s classes are not marked': sql`
    select r.id::text from class_record r join lesson l on l.id = r.lesson_id join booking b on b.id = l.booking_id join mentor m on m.id = b.mentor_id
    where m.status = 'suspended' and r.marked_at > now() - interval '1 day' and lesson_rests(b.id, l.starts_at)`,
  'weekly classes are on the days and at the time of their rule in India': sql`
    select l.id || ' ' || (l.starts_at at time zone 'Asia/Kolkata') || ' by ' || t.weekdays::text || ' ' || t.begins_at from lesson l join timetable t on t.id = l.timetable_id
    where ${isComing} and not l.is_moved and ((l.starts_at at time zone 'Asia/Kolkata')::time <> t.begins_at
      or extract(isodow from l.starts_at at time zone 'Asia/Kolkata')::int <> all(t.weekdays))`,
  'minutes of a plan are in classes, owed or unplanned, not twice': sql`
    select b.id || ': ' || b.minutes || ' bought, ' || l.minutes || ' in classes, ' || c.minutes || ' owed' from booking b
      cross join lateral (select coalesce(sum(minutes), 0) as minutes from lesson where booking_id = b.id
        and (status in ('scheduled', 'held') or settled_at is not null or disputed_at is not null)) l
      cross join lateral (select coalesce(sum(minutes), 0) as minutes from lesson_credit where booking_id = b.id and used_by is null and voided_at is null) c
    where b.status in ('pending_schedule', 'scheduled') and l.minutes + c.minutes > b.minutes`,
  'a skipped or missed class is owed, less what it cost': sql`
    select l.id || ' ' || l.state from lesson l join lesson_change h on h.lesson_id = l.id and h.status = 'done' join booking b on b.id = l.booking_id
      left join lesson_credit c on c.lesson_id = l.id
    where h.ended_at > now() - interval '2 days' and b.status = 'scheduled' and h.credit_minutes > 0 and c.id is null
      and not exists (select from dispute d where d.lesson_id = l.id)`,
  'who did not come is who pays': sql`
    select l.id || ' ' || l.state || ' for ' || h.caused_by from lesson l join lesson_change h on h.lesson_id = l.id and h.status = 'done' and h.kind = 'no_show'
    where h.ended_at > now() - interval '2 days' and not exists (select from dispute d where d.lesson_id = l.id)
      and l.state not like 'missed_by_' || h.caused_by || '%'`,
  'a late charge is half the fee, and its minutes half the class': sql`
    select l.id || ': charged ' || h.fee_paise || ' for ' || h.fee_minutes || ', owed ' || h.credit_minutes from lesson_change h join lesson l on l.id = h.lesson_id
    where h.made_at > now() - interval '2 days' and h.fee_paise > 0 and abs(h.fee_minutes - h.credit_minutes) > 1`,
}
