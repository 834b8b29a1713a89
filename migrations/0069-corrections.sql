-- widen
-- What a mentor corrected of a booking before its first class: each fact as it was and as it is since.
create table booking_correction (
  id uuid primary key default uuidv7(),
  booking_id uuid not null constraint booking_correction_booking references booking,
  made_by uuid not null constraint booking_correction_made_by references account,
  made_at timestamptz not null default now(),
  before jsonb not null,
  after jsonb not null
);
create index booking_correction_of_booking on booking_correction (booking_id);

-- The order in which a mentor named its subjects for a class: an order that names none takes the first.
alter table mentor_offer add column rank smallint not null default 0;
