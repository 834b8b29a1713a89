-- widen
-- Another mentor takes a booking over: what is left of the old one's money is the price of the new one. Both are parts of one
-- order, so that a refund still finds the payment; what moved on counts among the old one's `refunded_paise`.
alter table booking add column replaces uuid constraint booking_replaces references booking;
alter table booking add column wishes jsonb;
alter table booking drop constraint booking_order_once;
create unique index booking_order_once on booking (order_id) where replaces is null;
create index booking_order_id on booking (order_id);
create unique index booking_replaces_once on booking (replaces);

-- The first class with a mentor did not suit: its fee went back, or is part of what another mentor takes over.
create table guarantee (
  id uuid primary key default uuidv7(),
  family_id uuid not null constraint guarantee_family references family,
  mentor_id uuid not null constraint guarantee_mentor references mentor,
  lesson_id uuid not null constraint guarantee_lesson_once unique constraint guarantee_lesson references lesson,
  kind text not null constraint guarantee_kind_known check (kind in ('refund', 'replacement')),
  amount_paise integer not null constraint guarantee_amount_positive check (amount_paise > 0),
  used_at timestamptz not null default now(),
  constraint guarantee_once unique (family_id, mentor_id)
);

-- While it is set a mentor stands further down in the list. `mentor_standing` says when and by which figures that changed.
alter table mentor add column stepped_down_at timestamptz;
create table mentor_standing (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint mentor_standing_mentor references mentor,
  is_down boolean not null,
  figures jsonb not null,
  at timestamptz not null default now()
);
create index mentor_standing_mentor_id on mentor_standing (mentor_id, id desc);
