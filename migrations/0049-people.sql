-- widen
-- While it is set nobody logs in with this account, and none of its sessions counts.
alter table account add column suspended_at timestamptz;
-- Who was an admin keeps a name in what it did, and no way in.
alter table admin_user add column removed_at timestamptz;

-- An account gets another number when somebody logs in with that number: only its phone is told the code.
create table phone_change (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint phone_change_account references account,
  phone text not null constraint phone_change_indian check (phone ~ '^[6-9][0-9]{9}$'),
  made_by uuid not null constraint phone_change_made_by references account,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  done_at timestamptz
);
create unique index phone_change_account_once on phone_change (account_id) where done_at is null;
create unique index phone_change_phone_once on phone_change (phone) where done_at is null;
create index phone_change_of_account on phone_change (account_id, id desc);

-- What the admin's lists of classes, bookings and families are sorted and looked through by.
create index lesson_by_start on lesson (starts_at, id);
create index lesson_by_status on lesson (status, starts_at, id);
create index lesson_by_fee on lesson (fee_paise, id);
create index lesson_disputed on lesson (starts_at, id) where disputed_at is not null;
create index booking_by_price on booking (price_paise, id);
create index booking_by_day on booking (booked_at, id);
drop index booking_booked_at;
create index booking_by_status on booking (status, booked_at, id);
create index booking_of_subject on booking (subject);
create index booking_of_mode on booking (mode);
create index booking_of_plan on booking (plan);
create index mentor_of_city on mentor (lower(city));
create index family_by_start on family (created_at, id);
drop index family_created_at;
create index account_phone_begins on account (phone text_pattern_ops);
create index family_name_parts on family using gin (name gin_trgm_ops);
create index learner_name_parts on learner using gin (name gin_trgm_ops);
create index mentor_name_parts on mentor using gin (full_name gin_trgm_ops);
create index outbox_of_account on outbox (account_id, created_at desc) where account_id is not null;
