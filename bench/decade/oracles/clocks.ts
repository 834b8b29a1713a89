import { sql } from 'kysely'
import type { Faults } from './ask.ts'

const aDayAgo = sql`now() - interval '1 day'`

/** What ends by a clock is over a day later, and not before its time. */
export const clocks: Faults = {
  'an unpaid order expires': sql`
    select number from payment_order where status = 'created' and expires_at < ${aDayAgo}
      and not exists (select from payment p where p.order_id = payment_order.id and p.status = 'SUCCESS')`,
  'a class without an answer is confirmed 48 hours after its end': sql`
    select l.id || ' ' || l.ends_at from lesson l join class_record r on r.lesson_id = l.id
    where l.state = 'held' and greatest(l.ends_at, r.marked_at) < now() - interval '97 hours'`,
  'and not before': sql`
    select l.id || ' ended ' || l.ends_at || ', settled ' || l.settled_at from lesson l join class_record r on r.lesson_id = l.id
    where l.state = 'settled' and l.settled_at > now() - interval '2 days' and l.starts_at > now() - interval '60 days' and l.settled_at < l.ends_at + interval '48 hours' and not r.parent_tick
      and not exists (select from dispute d where d.lesson_id = l.id)`,
  'a report without an objection is carried out after 48 hours': sql`
    select lesson_id || ' ' || answer_by from lesson_change where status = 'open' and answer_by < ${aDayAgo}`,
  'and not earlier without a word': sql`
    select h.lesson_id::text from lesson_change h where h.kind = 'no_show' and h.status <> 'withdrawn' and h.answer_by < h.made_at + interval '47 hours'`,
  'a plan that the family did not answer lapses': sql`
    select id::text from time_proposal where status = 'open' and expires_at < ${aDayAgo}`,
  'a picked time that was not confirmed within twelve hours lapses': sql`
    select id::text from booking where picked_state = 'requested' and status = 'pending_schedule' and (confirm_by < ${aDayAgo} or confirm_by > now() + interval '12 hours')`,
  'a review is published a week later': sql`
    select id::text from review where published_at is null and hidden_at is null and reported_at is null and written_at < now() - interval '8 days'`,
  'and not without the other side’s before': sql`
    select id::text from review where published_at < written_at + interval '6 days 23 hours' and not exists (select from family_review f where f.booking_id = review.booking_id)`,
  'the family is reminded a day before': sql`
    select r.id::text from class_record r join lesson l on l.id = r.lesson_id where r.reminded_at is null and l.state = 'held' and not r.parent_tick
      and greatest(l.ends_at, r.marked_at) between now() - interval '48 hours' and now() - interval '30 hours'`,
  'a dispute is answered': sql`
    select d.id::text from dispute d join support_case c on c.id = d.case_id where d.status = 'open' and c.status = 'resolved'`,
  'refunds are sent': sql`
    select id || ' ' || status from refund where status = 'approved' and decided_at < ${aDayAgo}`,
  'somebody who asked is erased': sql`
    select e.account_id::text from erasure e where e.status = 'waiting' and e.due_at < ${aDayAgo}
      and not exists (select from family f join payment_order o on o.family_id = f.id where f.account_id = e.account_id)
      and not exists (select from mentor m where m.account_id = e.account_id)
      and not exists (select from support_case c where c.account_id = e.account_id)`,
  'nobody is erased before': sql`
    select account_id::text from erasure where status = 'done' and ended_at < due_at`,
  'yesterday is compared with the gateway': sql`
    select 'no check' from (select max(until_day) as day from gateway_check where status = 'done') c
    where coalesce(c.day, '2000-01-01') < (now() at time zone 'Asia/Kolkata')::date - 1
      and (select min(created_at) from account) < now() - interval '3 days'`,
  'messages are sent or given up within a day': sql`
    select template || ' ' || channel || ' ' || id from outbox where sent_at is null and given_up_at is null and created_at < now() - interval '50 hours'`,
  'identity documents are deleted a month after they were checked': sql`
    select m.id::text from mentor m join mentor_check c on c.mentor_id = m.id and c.kind = 'identity' and c.state = 'passed'
    where m.document is not null and m.document is distinct from m.deleted_document and m.status = 'verified' and c.checked_on < (now() - interval '33 days')::date`,
  'sessions end': sql`
    select s.id::text from session s join account a on a.id = s.account_id where s.expires_at > s.created_at + interval '31 days'`,
}
