-- widen
-- One attempt to buy. The price card and its terms are frozen in `terms`.
create table payment_order (
  id uuid primary key default uuidv7(),
  number text not null constraint payment_order_number_unique unique,
  family_id uuid not null constraint payment_order_family references family,
  mentor_id uuid not null constraint payment_order_mentor references mentor,
  learner_id uuid not null constraint payment_order_learner references learner,
  plan text not null constraint payment_order_plan_known check (plan in ('monthly', 'demo', 'hourly', 'months3', 'months6')),
  mode text not null,
  subject text not null,
  grade text,
  hours numeric(4, 1) not null constraint payment_order_hours_range check (hours between 1 and 120),
  price_paise integer not null constraint payment_order_price_positive check (price_paise > 0),
  promotion_paise integer not null default 0 constraint payment_order_promotion_range check (promotion_paise >= 0),
  amount_paise integer not null constraint payment_order_amount_positive check (amount_paise > 0),
  wished_at timestamptz,
  terms jsonb not null,
  status text not null default 'created' constraint payment_order_status_known check (status in ('created', 'paid', 'failed', 'expired')),
  gateway text not null,
  payment_session_id text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  promotion_used boolean not null default false,
  constraint payment_order_adds_up check (amount_paise = price_paise - promotion_paise)
);
-- Ten taps are one order: one open order for one wish.
create unique index payment_order_open on payment_order
  (family_id, mentor_id, learner_id, plan, mode, subject, hours, amount_paise, coalesce(wished_at, 'epoch')) where status = 'created';
-- The demo's credit pays for one first month, whatever was open at once.
create unique index payment_order_promotion_once on payment_order (family_id, learner_id, mentor_id, subject) where promotion_used;
create index payment_order_family_id on payment_order (family_id, id desc);
create index payment_order_to_settle on payment_order (expires_at) where status = 'created';
create sequence payment_order_number;

create table payment (
  id uuid primary key default uuidv7(),
  order_id uuid not null constraint payment_order_id references payment_order,
  gateway text not null,
  gateway_payment_id text not null,
  status text not null constraint payment_status_known
    check (status in ('SUCCESS', 'PENDING', 'FAILED', 'USER_DROPPED', 'CANCELLED', 'VOID', 'NOT_ATTEMPTED')),
  amount_paise integer not null,
  method text not null default '',
  bank_reference text not null default '',
  message text not null default '',
  seen_at timestamptz not null default now(),
  constraint payment_gateway_once unique (gateway, gateway_payment_id)
);
create index payment_order_rows on payment (order_id);

-- Every webhook the gateway sent, as it came, once.
create table payment_event (
  id uuid primary key default uuidv7(),
  gateway text not null,
  event_key text not null,
  kind text not null,
  body text not null,
  received_at timestamptz not null default now(),
  constraint payment_event_once unique (gateway, event_key)
);

create table booking (
  id uuid primary key default uuidv7(),
  order_id uuid not null constraint booking_order_once unique constraint booking_order references payment_order,
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
  booked_at timestamptz not null default now()
);
create index booking_family_id on booking (family_id, id desc);
create index booking_mentor_id on booking (mentor_id, id desc);
-- A demo is once per family, learner, mentor and subject.
create unique index booking_demo_once on booking (family_id, learner_id, mentor_id, subject) where plan = 'demo' and status <> 'cancelled';

-- Owns a mentor's time. Held slots expire, but now() is not allowed here: whoever takes a slot first frees overdue ones.
create table teaching_slot (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint teaching_slot_mentor references mentor,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange generated always as (tstzrange(starts_at, ends_at, '[)')) stored not null,
  mode text not null, -- only classes of one mode share a time
  capacity smallint not null default 1 constraint teaching_slot_capacity_positive check (capacity > 0),
  status text not null constraint teaching_slot_status_known check (status in ('held', 'booked', 'released')),
  order_id uuid constraint teaching_slot_order references payment_order,
  held_until timestamptz,
  constraint teaching_slot_forward check (ends_at > starts_at),
  constraint teaching_slot_hold check ((status = 'held') = (held_until is not null)),
  constraint teaching_slot_free exclude using gist (mentor_id with =, during with &&)
    where (status in ('held', 'booked')) deferrable initially immediate
);

-- One dated class inside a booking.
create table lesson (
  id uuid primary key default uuidv7(),
  booking_id uuid not null constraint lesson_booking references booking,
  slot_id uuid not null constraint lesson_slot references teaching_slot,
  learner_id uuid not null constraint lesson_learner references learner,
  sequence smallint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange generated always as (tstzrange(starts_at, ends_at, '[)')) stored not null,
  minutes smallint not null constraint lesson_minutes_positive check (minutes > 0),
  fee_paise integer not null constraint lesson_fee_not_negative check (fee_paise >= 0),
  status text not null default 'scheduled' constraint lesson_status_known
    check (status in ('scheduled', 'held', 'missed_by_mentor', 'missed_by_family', 'cancelled', 'moved')),
  settled_at timestamptz,
  constraint lesson_sequence_once unique (booking_id, sequence),
  constraint lesson_forward check (ends_at > starts_at),
  constraint lesson_settled_held check (settled_at is null or status not in ('scheduled', 'moved')),
  constraint lesson_learner_free exclude using gist (learner_id with =, during with &&)
    where (status in ('scheduled', 'held')) deferrable initially immediate
);
create index lesson_slot_id on lesson (slot_id);
create index lesson_unsettled on lesson (ends_at) where settled_at is null and status = 'held';

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
  constraint class_record_forward check (time_out > time_in)
);
create index class_record_booking_id on class_record (booking_id);
