-- widen
-- The whole state of a class in one word; src/contract/classes/lifecycles.ts says what each means and how it is reached.
alter table lesson
  add constraint lesson_settled_charged check (settled_at is null or status in ('held', 'cancelled', 'missed_by_family')),
  add column state text generated always as (
    case
      when status = 'scheduled' then case when no_show_at is null then 'scheduled' else 'absence_reported' end
      when disputed_at is not null then case status when 'held' then 'disputed' else status || '_disputed' end
      when settled_at is not null then case status when 'held' then 'settled' else status || '_charged' end
      else status
    end) stored not null;
drop index lesson_unsettled;
create index lesson_unsettled on lesson (ends_at) where state = 'held';

-- Whether a class rests: its mentor has been suspended since before it began.
create function lesson_rests(booking uuid, starts timestamptz) returns boolean language sql stable as $$
  select exists (select from booking b join mentor m on m.id = b.mentor_id where b.id = booking and m.status = 'suspended'
    and starts >= (select max(e.at) from mentor_event e where e.mentor_id = m.id and e.kind = 'suspended'))
$$;

-- What became of the minutes and the money of each booking. Amounts are paise.
create view booking_balance as
select b.id as booking_id, b.order_id, b.status,
  b.minutes as bought_minutes,
  b.price_paise - b.refunded_paise as worth_paise,
  b.price_paise - b.refunded_paise - l.used_paise as unused_paise,
  l.settled_paise, l.settled_minutes, l.settled_classes,
  l.disputed_paise, l.disputed_classes,
  l.reported_paise, l.reported_classes,
  l.waiting_paise, l.waiting_classes,
  l.begun_minutes, l.planned_paise, l.planned_minutes, l.resting_paise,
  l.last_sequence,
  c.owed_minutes
from booking b
cross join lateral (
  select
    coalesce(sum(fee_paise) filter (where kind = 'settled'), 0)::int as settled_paise,
    coalesce(sum(minutes) filter (where kind = 'settled'), 0)::int as settled_minutes,
    (count(*) filter (where kind = 'settled'))::int as settled_classes,
    coalesce(sum(fee_paise) filter (where kind = 'disputed'), 0)::int as disputed_paise,
    (count(*) filter (where kind = 'disputed'))::int as disputed_classes,
    coalesce(sum(fee_paise) filter (where kind = 'reported'), 0)::int as reported_paise,
    (count(*) filter (where kind = 'reported'))::int as reported_classes,
    coalesce(sum(fee_paise) filter (where kind = 'waiting'), 0)::int as waiting_paise,
    (count(*) filter (where kind = 'waiting'))::int as waiting_classes,
    coalesce(sum(minutes) filter (where kind in ('settled', 'disputed', 'reported', 'waiting')), 0)::int as begun_minutes,
    coalesce(sum(fee_paise) filter (where kind = 'planned'), 0)::int as planned_paise,
    coalesce(sum(minutes) filter (where kind = 'planned'), 0)::int as planned_minutes,
    coalesce(sum(fee_paise) filter (where is_resting), 0)::int as resting_paise,
    coalesce(sum(fee_paise) filter (where kind is not null), 0)::int as used_paise,
    coalesce(max(sequence), 0)::int as last_sequence
  from (
    select x.fee_paise, x.minutes, x.sequence, case
        when x.settled_at is not null then 'settled'
        when x.disputed_at is not null then 'disputed'
        when x.state = 'absence_reported' then 'reported'
        when x.state = 'held' or (x.state = 'scheduled' and x.starts_at <= now()) then 'waiting'
        when x.state = 'scheduled' then 'planned'
      end as kind,
      x.status = 'scheduled' and (x.state = 'absence_reported' or x.starts_at <= now()) and lesson_rests(x.booking_id, x.starts_at) as is_resting
    from lesson x where x.booking_id = b.id) one) l
cross join lateral (
  select coalesce(sum(minutes), 0)::int as owed_minutes from lesson_credit
  where booking_id = b.id and used_by is null and voided_at is null) c;
