-- widen
-- What people do not want to be told, by kind and channel: `src/contract/notification-kinds.ts`.
create table message_off (
  account_id uuid not null constraint message_off_account references account,
  kind text not null,
  channel text not null constraint message_off_channel_known check (channel in ('sms', 'email')),
  primary key (account_id, kind, channel)
);

-- Whom a message tells, so that it is sent only as long as they want it; null: a phone that only wrote to us, or a receipt.
alter table outbox add column account_id uuid constraint outbox_account references account;

-- House and street: for the mentors who come there.
alter table family add column address text constraint family_address_length check (length(address) between 1 and 200);

-- Not taught any more: no longer offered when booking, named by old bookings all the same.
alter table learner add column archived_at timestamptz;
