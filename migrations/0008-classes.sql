-- widen

-- Present when the mentor has set weekly hours; otherwise the hours of the application apply.
create table availability (
  mentor_id uuid primary key constraint availability_mentor references mentor,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  confirms_first boolean not null default false
);

-- Minutes of the day in Indian time. Ranges of a multirange cannot overlap.
create table weekly_hours (
  mentor_id uuid not null constraint weekly_hours_mentor references availability,
  weekday smallint not null constraint weekly_hours_weekday_known check (weekday between 1 and 7),
  hours int4multirange not null constraint weekly_hours_in_day check (hours <@ int4range(0, 1440) and not isempty(hours)),
  primary key (mentor_id, weekday)
);

-- Hours of a date that differ from its weekday; empty when there are none.
create table other_hours (
  mentor_id uuid not null constraint other_hours_mentor references mentor,
  date date not null,
  hours int4multirange not null constraint other_hours_in_day check (hours <@ int4range(0, 1440)),
  primary key (mentor_id, date)
);

-- Dates on which a mentor does not teach. The note is private. Withdrawn leave keeps its row, so that withdrawing
-- twice is harmless.
create table mentor_leave (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint mentor_leave_mentor references mentor,
  from_date date not null,
  to_date date not null,
  note text not null default '' constraint mentor_leave_note_length check (length(note) <= 200),
  made_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint mentor_leave_forward check (to_date >= from_date and to_date - from_date < 366),
  constraint mentor_leave_apart exclude using gist (mentor_id with =, daterange(from_date, to_date, '[]') with &&) where (ended_at is null)
);

create table booking (
  id uuid primary key default uuidv7(),
  order_id uuid not null,
  family_id uuid not null constraint booking_family references family,
  mentor_id uuid not null constraint booking_mentor references mentor,
  learner_id uuid not null constraint booking_learner references learner,
  plan text not null,
  mode text not null,
  subject text not null,
  grade text,
  status text not null default 'pending_schedule' constraint booking_status_known
    check (status in ('pending_schedule', 'scheduled', 'completed', 'cancelled')),
  minutes integer not null constraint booking_minutes_positive check (minutes > 0),
  price_paise integer not null constraint booking_price_positive check (price_paise > 0),
  duration_days smallint not null,
  terms jsonb not null,
  renews uuid constraint booking_renews references booking,
  student_name text constraint booking_student_length check (length(student_name) <= 80),
  class_name text constraint booking_class_length check (length(class_name) <= 40),
  school text constraint booking_school_length check (length(school) <= 120),
  rating smallint constraint booking_rating_range check (rating between 1 and 5),
  schedule_by timestamptz not null,
  booked_at timestamptz not null default now(),
  -- Refunded part of the price, including the demo credit.
  refunded_paise integer not null default 0
    constraint booking_refunded_range check (refunded_paise between 0 and price_paise),
  -- The booking that this one replaces with another mentor. Its price is the balance of the old one, counted there in
  -- `refunded_paise`. Both belong to one order, so that a refund still finds the payment.
  replaces uuid constraint booking_replaces references booking,
  wishes jsonb,
  -- A start time picked by the family that is not a lesson: awaiting the mentor until `confirm_by`, taken by another
  -- lesson, or not confirmed in time.
  picked_at timestamptz,
  picked_state text constraint booking_picked_state_known check (picked_state in ('requested', 'taken', 'lapsed')),
  confirm_by timestamptz,
  address jsonb constraint booking_address_shape check (address ?& array['house', 'area', 'city']),
  constraint booking_picked_whole check ((picked_state is null) = (picked_at is null)),
  constraint booking_picked_confirm check ((picked_state is not distinct from 'requested') = (confirm_by is not null))
);
create index booking_family_id on booking (family_id, id desc);
create index booking_mentor_id on booking (mentor_id, id desc);
-- One demo per family and mentor, whatever the child or the subject.
create unique index booking_demo_once on booking (family_id, mentor_id) where plan = 'demo' and status <> 'cancelled';
-- A booking has one renewal, unless that was cancelled.
create unique index booking_renews_once on booking (renews) where status <> 'cancelled';
create unique index booking_order_once on booking (order_id) where replaces is null;
create index booking_order_id on booking (order_id);
create unique index booking_replaces_once on booking (replaces);
create index booking_by_price on booking (price_paise, id);
create index booking_by_day on booking (booked_at, id);
create index booking_by_status on booking (status, booked_at, id);
create index booking_of_subject on booking (subject);
create index booking_of_mode on booking (mode);
create index booking_of_plan on booking (plan);
create index booking_confirm_by on booking (confirm_by) where confirm_by is not null;
-- The admin's list of home classes without an address.
create index booking_without_address on booking (booked_at)
  where address is null and mode in ('homeTuition', 'counsellor') and status in ('pending_schedule', 'scheduled');

-- Facts a mentor corrected before the first class, before and after.
create table booking_correction (
  id uuid primary key default uuidv7(),
  booking_id uuid not null constraint booking_correction_booking references booking,
  made_by uuid not null constraint booking_correction_made_by references account,
  made_at timestamptz not null default now(),
  before jsonb not null,
  after jsonb not null
);
create index booking_correction_of_booking on booking_correction (booking_id);

-- The weekly rule of a booking from a date on, in Indian time. Its classes are rows of `lesson`; a change adds a new
-- rule.
create table timetable (
  id uuid primary key default uuidv7(),
  booking_id uuid not null constraint timetable_booking references booking,
  weekdays smallint[] not null constraint timetable_weekdays_known
    check (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[] and cardinality(weekdays) between 1 and 7),
  begins_at time not null,
  minutes smallint not null constraint timetable_minutes_range check (minutes between 30 and 240),
  place text not null default '' constraint timetable_place_length check (length(place) <= 120),
  from_date date not null,
  made_by uuid not null constraint timetable_made_by references account,
  made_at timestamptz not null default now()
);
create index timetable_booking_id on timetable (booking_id, id desc);

-- A piece of a mentor's time. A constraint cannot use now(), so expired holds block until somebody who wants the time
-- releases them.
create table teaching_slot (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint teaching_slot_mentor references mentor,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange generated always as (tstzrange(starts_at, ends_at, '[)')) stored not null,
  -- Only classes of the same mode can share a time.
  mode text not null,
  capacity smallint not null default 1 constraint teaching_slot_capacity_positive check (capacity > 0),
  status text not null constraint teaching_slot_status_known check (status in ('held', 'booked', 'released')),
  order_id uuid,
  held_until timestamptz,
  proposal_id uuid,
  constraint teaching_slot_forward check (ends_at > starts_at),
  constraint teaching_slot_hold check ((status = 'held') = (held_until is not null)),
  constraint teaching_slot_free exclude using gist (mentor_id with =, during with &&)
    where (status in ('held', 'booked')) deferrable initially immediate
);
create index teaching_slot_order_id on teaching_slot (order_id) where order_id is not null;
create index teaching_slot_of_proposal on teaching_slot (proposal_id) where proposal_id is not null;

-- One dated class of a booking.
create table lesson (
  id uuid primary key default uuidv7(),
  booking_id uuid not null constraint lesson_booking references booking,
  slot_id uuid not null constraint lesson_slot references teaching_slot,
  learner_id uuid not null constraint lesson_learner references learner,
  sequence smallint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange generated always as (tstzrange(starts_at, ends_at, '[)')) stored not null,
  -- 0 for a class that only we pay for: it uses nothing of the plan.
  minutes smallint not null constraint lesson_minutes_positive check (minutes > 0 or (minutes = 0 and settled_at is not null)),
  fee_paise integer not null constraint lesson_fee_not_negative check (fee_paise >= 0),
  status text not null default 'scheduled' constraint lesson_status_known
    check (status in ('scheduled', 'held', 'missed_by_mentor', 'missed_by_family', 'cancelled', 'moved')),
  settled_at timestamptz,
  -- While set, the class cannot settle. It is a column here so that a transaction that waited for the row lock sees
  -- it.
  disputed_at timestamptz,
  -- `planned_on` is the date given by the weekly rule. A class moved by hand keeps its time when the rule changes.
  timetable_id uuid constraint lesson_timetable references timetable,
  planned_on date,
  is_moved boolean not null default false,
  -- Number and time of the last change, from which subscribed calendars take the newest version.
  changes integer not null default 0,
  changed_at timestamptz not null default now(),
  -- While set, one side has reported that the other did not come, and nothing else moves the class. It is a column
  -- here for the same reason as `disputed_at`.
  no_show_at timestamptz,
  -- The mentor scheduled this class too late for free cancellation and the family had not asked for the time:
  -- cancelling or missing it costs nothing.
  is_short_notice boolean not null default false,
  -- Hashes of wrong visit codes; the same code sent again counts once.
  wrong_codes text[] not null default '{}' constraint lesson_wrong_codes_few check (cardinality(wrong_codes) <= 3),
  -- The whole state in one word; src/contract/classes/lifecycles.ts says what each means and how it is reached.
  state text generated always as (
    case
      when status = 'scheduled' then case when no_show_at is null then 'scheduled' else 'absence_reported' end
      when disputed_at is not null then case status when 'held' then 'disputed' else status || '_disputed' end
      when settled_at is not null then case status when 'held' then 'settled' else status || '_charged' end
      else status
    end) stored not null,
  constraint lesson_sequence_once unique (booking_id, sequence),
  constraint lesson_forward check (ends_at > starts_at),
  constraint lesson_settled_charged check (settled_at is null or status in ('held', 'cancelled', 'missed_by_family')),
  constraint lesson_learner_free exclude using gist (learner_id with =, during with &&)
    where (status in ('scheduled', 'held')) deferrable initially immediate,
  constraint lesson_disputed_open
    check (disputed_at is null or (status in ('held', 'missed_by_mentor', 'missed_by_family') and settled_at is null)),
  constraint lesson_planned_once unique (timetable_id, planned_on),
  constraint lesson_no_show_open check (no_show_at is null or status = 'scheduled')
);
create index lesson_slot_id on lesson (slot_id);
create index lesson_unsettled on lesson (ends_at) where state = 'held';
create index lesson_of_booking on lesson (booking_id, starts_at);
-- Sort orders and filters of the admin's list of classes.
create index lesson_by_start on lesson (starts_at, id);
create index lesson_by_status on lesson (status, starts_at, id);
create index lesson_by_fee on lesson (fee_paise, id);
create index lesson_disputed on lesson (starts_at, id) where disputed_at is not null;

create function lesson_counts_changes() returns trigger language plpgsql as $$
begin
  new.changes := old.changes + 1;
  new.changed_at := now();
  return new;
end $$;
create trigger lesson_changed before update of starts_at, ends_at, status on lesson for each row
  when ((old.starts_at, old.ends_at, old.status) is distinct from (new.starts_at, new.ends_at, new.status))
  execute function lesson_counts_changes();

-- Skipped classes that are owed: minutes, date and whose side caused it.
create table lesson_credit (
  id uuid primary key default uuidv7(),
  booking_id uuid not null constraint lesson_credit_booking references booking,
  lesson_id uuid not null constraint lesson_credit_once unique constraint lesson_credit_lesson references lesson,
  minutes smallint not null constraint lesson_credit_minutes_positive check (minutes > 0),
  -- `pause`: skipped because the mentor is suspended; counts against neither side.
  cause text not null constraint lesson_credit_cause_known check (cause in ('family', 'mentor', 'holiday', 'pause')),
  given_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  used_by uuid constraint lesson_credit_used_once unique constraint lesson_credit_used_by references lesson,
  -- A refund shortens or voids the newest credits, so that no more is owed than was paid for.
  voided_at timestamptz,
  constraint lesson_credit_void_unused check (voided_at is null or used_by is null)
);
create index lesson_credit_booking_id on lesson_credit (booking_id);

create table class_record (
  id uuid primary key default uuidv7(),
  booking_id uuid not null constraint class_record_booking references booking,
  lesson_id uuid not null constraint class_record_lesson_once unique constraint class_record_lesson references lesson,
  date date not null,
  time_in time not null,
  time_out time not null,
  duration text not null constraint class_record_duration_length check (length(duration) <= 40),
  topic text not null constraint class_record_topic_length check (length(topic) <= 200),
  mentor_tick boolean not null,
  parent_tick boolean not null default false,
  parent_ticked_at timestamptz,
  marked_at timestamptz not null default now(),
  -- Note and homework for the family. `code_at`: the visit code was entered. `saved_at`: when an offline phone saved
  -- the record, by our clock; `clock_off`: minutes by which the phone's clock was ahead.
  note text not null default '' constraint class_record_note_length check (length(note) <= 400),
  homework text not null default '' constraint class_record_homework_length check (length(homework) <= 400),
  code_at timestamptz,
  saved_at timestamptz,
  clock_off integer not null default 0,
  reminded_at timestamptz,
  constraint class_record_forward check (time_out > time_in)
);
create index class_record_booking_id on class_record (booking_id);
create index class_record_marked_at on class_record (marked_at);

-- A proposed time: a new one for a class (`lesson_id`), or the first ones of a booking (`plan`), which are held until
-- the family answers. Open proposals expire, and the class stays where it is. `counter_at`: the time the family asked
-- for instead.
create table time_proposal (
  id uuid primary key default uuidv7(),
  lesson_id uuid constraint time_proposal_lesson references lesson on delete cascade,
  made_by text not null constraint time_proposal_made_by_known check (made_by in ('family', 'mentor')),
  from_at timestamptz,
  to_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'open' constraint time_proposal_status_known check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  made_at timestamptz not null default now(),
  ended_at timestamptz,
  booking_id uuid constraint time_proposal_booking references booking,
  plan jsonb,
  reasons text[] not null default '{}',
  counter_at timestamptz,
  constraint time_proposal_ended check ((status = 'open') = (ended_at is null)),
  constraint time_proposal_of check ((lesson_id is null) <> (booking_id is null)),
  constraint time_proposal_from check ((lesson_id is null) = (from_at is null)),
  constraint time_proposal_planned check ((booking_id is null) = (plan is null)),
  constraint time_proposal_counter check (counter_at is null or status = 'declined')
);
create unique index time_proposal_open_once on time_proposal (lesson_id) where status = 'open';
create index time_proposal_lesson_id on time_proposal (lesson_id);
create index time_proposal_of_booking on time_proposal (booking_id);
create unique index time_proposal_plan_once on time_proposal (booking_id) where status = 'open';
create index time_proposal_due on time_proposal (expires_at) where status = 'open';
alter table teaching_slot add constraint teaching_slot_proposal foreign key (proposal_id) references time_proposal on delete set null;

-- A family's objection to how a class was recorded or, with reason `settled`, an admin's decision about a settled
-- class.
create table dispute (
  id uuid primary key default uuidv7(),
  lesson_id uuid not null constraint dispute_lesson references lesson,
  case_id uuid constraint dispute_case references support_case,
  -- `appealed`: a new decision about the same case.
  reason text not null constraint dispute_reason_known
    check (reason in ('not_held', 'shorter', 'other_person', 'other', 'no_show', 'settled', 'appealed')),
  words text not null default '' constraint dispute_words_length check (length(words) <= 600),
  -- Fee of the class when it was disputed, and the part the mentor's side keeps.
  amount_paise integer not null constraint dispute_amount_not_negative check (amount_paise >= 0),
  mentor_paise integer,
  status text not null default 'open' constraint dispute_status_known check (status in ('open', 'withdrawn', 'decided')),
  verdict text not null default '' constraint dispute_verdict_length check (length(verdict) <= 600),
  decided_by uuid constraint dispute_decided_by references account,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The part of `mentor_paise` that the family's money does not cover and we pay.
  ours_paise integer not null default 0,
  constraint dispute_ended check ((status = 'open') = (ended_at is null)),
  constraint dispute_decided check (case when status = 'decided'
    then mentor_paise between 0 and amount_paise and decided_by is not null and verdict <> '' else mentor_paise is null end),
  constraint dispute_of_family check ((reason = 'settled') = (case_id is null)),
  constraint dispute_ours check (ours_paise between 0 and coalesce(mentor_paise, 0))
);
create index dispute_lesson_id on dispute (lesson_id);
create index dispute_newest on dispute (created_at desc, id desc);
create unique index dispute_open_once on dispute (lesson_id) where status = 'open';
-- Open ones first, oldest first; then ended ones, newest first.
create index dispute_due on dispute ((
  case when status = 'open' then created_at - timestamptz '2000-01-01 00:00+00'
  else interval '400000 days' - (created_at - timestamptz '2000-01-01 00:00+00') end), id);
create index dispute_by_amount on dispute (amount_paise, id);
create index dispute_held on dispute (amount_paise) where status = 'open';
create unique index dispute_case_once on dispute (case_id) where reason <> 'appealed';
create index dispute_of_case on dispute (case_id) where case_id is not null;

create function dispute_moves_forward() returns trigger language plpgsql as $$
begin
  if old.status <> 'open' or (new.id, new.lesson_id, new.case_id, new.reason, new.words, new.amount_paise, new.created_at)
      is distinct from (old.id, old.lesson_id, old.case_id, old.reason, old.words, old.amount_paise, old.created_at) then
    raise exception 'a dispute only ends' using errcode = 'check_violation', constraint = 'dispute_forward';
  end if;
  return new;
end $$;
create trigger dispute_forward before update on dispute for each row execute function dispute_moves_forward();
create trigger dispute_kept before delete on dispute for each row execute function books_are_append_only();
create trigger dispute_no_truncate before truncate on dispute for each statement execute function books_are_append_only();

-- A cancelled or missed class and its cost under the terms of the booking. `cancel` takes effect at once. `no_show`
-- is reported by one side; the other may object until `answer_by`, and money moves only after that. Changes caused by
-- a mentor count towards reliability when `done`, or `objected` and decided for the family.
create table lesson_change (
  id uuid primary key default uuidv7(),
  lesson_id uuid not null constraint lesson_change_lesson references lesson,
  mentor_id uuid not null constraint lesson_change_mentor references mentor,
  kind text not null constraint lesson_change_kind_known check (kind in ('cancel', 'no_show')),
  caused_by text not null constraint lesson_change_caused_by_known check (caused_by in ('family', 'mentor')),
  fee_paise integer not null constraint lesson_change_fee_not_negative check (fee_paise >= 0),
  fee_minutes smallint not null constraint lesson_change_fee_minutes_not_negative check (fee_minutes >= 0),
  credit_minutes smallint not null constraint lesson_change_credit_not_negative check (credit_minutes >= 0),
  status text not null default 'open' constraint lesson_change_status_known check (status in ('open', 'done', 'objected', 'withdrawn')),
  made_by uuid not null constraint lesson_change_made_by references account,
  made_at timestamptz not null default now(),
  answer_by timestamptz,
  ended_at timestamptz,
  dispute_id uuid constraint lesson_change_dispute references dispute,
  constraint lesson_change_ended check ((status = 'open') = (ended_at is null)),
  constraint lesson_change_answer check ((kind = 'no_show') = (answer_by is not null)),
  constraint lesson_change_objected check ((status = 'objected') = (dispute_id is not null))
);
create unique index lesson_change_once on lesson_change (lesson_id) where status <> 'withdrawn';
create index lesson_change_due on lesson_change (answer_by) where status = 'open';
create index lesson_change_of_mentor on lesson_change (mentor_id, made_at) where caused_by = 'mentor';
create index lesson_change_lesson_id on lesson_change (lesson_id);

-- The secret address of an account's calendar feed; only the hash is stored.
create table calendar_feed (
  account_id uuid primary key constraint calendar_feed_account references account,
  id uuid not null,
  token_hash bytea not null constraint calendar_feed_token_once unique,
  made_at timestamptz not null default now()
);

-- Weekdays and daily hours for search: the mentor's own when set, otherwise those of the application.
create function mentor_days(of uuid, told text[]) returns text[] language sql stable parallel safe
return case when exists (select from availability a where a.mentor_id = of)
  then array(select ('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[])[w.weekday] from weekly_hours w
    where w.mentor_id = of order by w.weekday)
  else told end;

create function mentor_daily_hours(of uuid, told numeric) returns numeric language sql stable parallel safe
return case when exists (select from availability a where a.mentor_id = of)
  then coalesce((select max((select sum(upper(r) - lower(r)) from unnest(w.hours) as r)) / 60.0 from weekly_hours w where w.mentor_id = of), 0)
  else told end;

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
  l.waiting_paise, l.waiting_classes, l.held_paise,
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
    coalesce(sum(fee_paise) filter (where state = 'held'), 0)::int as held_paise,
    coalesce(sum(minutes) filter (where kind in ('settled', 'disputed', 'reported', 'waiting')), 0)::int as begun_minutes,
    coalesce(sum(fee_paise) filter (where kind = 'planned'), 0)::int as planned_paise,
    coalesce(sum(minutes) filter (where kind = 'planned'), 0)::int as planned_minutes,
    coalesce(sum(fee_paise) filter (where is_resting), 0)::int as resting_paise,
    coalesce(sum(fee_paise) filter (where kind is not null), 0)::int as used_paise,
    coalesce(max(sequence), 0)::int as last_sequence
  from (
    select x.fee_paise, x.minutes, x.sequence, x.state, case
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
