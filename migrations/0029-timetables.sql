-- widen
-- The weekly rule of a booking from a date on, in India's time. Its classes are rows of `lesson`; a change makes a new rule.
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

-- `planned_on` is the date the rule gave a class; one moved by hand keeps its own time through later changes of the rule.
alter table lesson
  add column timetable_id uuid constraint lesson_timetable references timetable,
  add column planned_on date,
  add column is_moved boolean not null default false,
  add constraint lesson_planned_once unique (timetable_id, planned_on);
create index lesson_of_booking on lesson (booking_id, starts_at);

-- A class that was left out is owed: so many minutes, since which date, on whose account.
create table lesson_credit (
  id uuid primary key default uuidv7(),
  booking_id uuid not null constraint lesson_credit_booking references booking,
  lesson_id uuid not null constraint lesson_credit_once unique constraint lesson_credit_lesson references lesson,
  minutes smallint not null constraint lesson_credit_minutes_positive check (minutes > 0),
  cause text not null constraint lesson_credit_cause_known check (cause in ('family', 'mentor', 'holiday')),
  given_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  used_by uuid constraint lesson_credit_used_once unique constraint lesson_credit_used_by references lesson
);
create index lesson_credit_booking_id on lesson_credit (booking_id);
