-- widen

-- A phone number verified by OTP.
create table account (
  id uuid primary key default uuidv7(),
  phone text not null constraint account_phone_unique unique constraint account_phone_indian check (phone ~ '^[6-9][0-9]{9}$'),
  language text not null default 'en' constraint account_language_known check (language in ('en', 'hi')),
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- While set, nobody can log in with this account and its sessions are invalid.
  suspended_at timestamptz
);
create index account_phone_begins on account (phone text_pattern_ops);
create index account_phone_parts on account using gin (phone gin_trgm_ops);

create table session (
  id uuid primary key default uuidv7(),
  token_hash bytea not null constraint session_token_unique unique,
  account_id uuid not null constraint session_account references account,
  user_type text not null constraint session_user_type_known check (user_type in ('student', 'mentor', 'admin')),
  user_agent text not null default '',
  -- Started with a passkey, which does not prove the phone number.
  by_passkey boolean not null default false,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_account_id on session (account_id);

-- When a session ends or changes its role, every process closes the live connections of that session.
create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('end', new.id)::text);
  return null;
end $$;
create trigger session_end_told after update of revoked_at, user_type on session for each row
  when (old.revoked_at is distinct from new.revoked_at or old.user_type is distinct from new.user_type)
  execute function tell_session_end();

-- A provider that generates codes itself identifies one by `provider_reference`; `code_hash` stays null until the
-- provider has confirmed a code. `totp_secret` is the authenticator secret an admin sets up at first login, kept here
-- until a code confirms it. `budget` is the limit the code counts against: of a known device, of admins, or of everyone.
-- `ip_wide_block` is null for IPv4.
create table otp_challenge (
  id uuid primary key default gen_random_uuid(),
  phone text not null constraint otp_phone_indian check (phone ~ '^[6-9][0-9]{9}$'),
  user_type text not null constraint otp_user_type_known check (user_type in ('student', 'mentor', 'admin')),
  code_hash bytea,
  browser_hash bytea not null,
  ip_block text not null,
  ip_wide_block text,
  budget text not null default 'open' constraint otp_budget_known check (budget in ('device', 'admin', 'open')),
  tries smallint not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  totp_secret text constraint otp_totp_sealed check (totp_secret ~ '^v[0-9]+[.]'),
  provider_reference text constraint otp_reference_once unique constraint otp_reference_length check (length(provider_reference) between 1 and 200)
);
create index otp_challenge_phone on otp_challenge (phone, sent_at desc);
create index otp_challenge_ip on otp_challenge (ip_block, sent_at desc);
create index otp_challenge_wide on otp_challenge (ip_wide_block, sent_at desc) where ip_wide_block is not null;
create index otp_challenge_sent on otp_challenge (budget, sent_at desc);
create index otp_challenge_tried on otp_challenge (sent_at) where tries > 0;

-- Browsers that logged in with a phone number. Their codes are limited apart from those of strangers.
create table known_device (
  phone text not null constraint known_device_indian check (phone ~ '^[6-9][0-9]{9}$'),
  browser_hash bytea not null,
  verified_at timestamptz not null default now(),
  primary key (phone, browser_hash)
);
create index known_device_verified on known_device (verified_at);

-- `totp_secret` is sealed (`platform/sealed.ts`), and null until the admin has set up an authenticator at the first login.
create table admin_user (
  account_id uuid primary key constraint admin_account references account,
  name text not null,
  role text not null constraint admin_role_known check (role in ('owner', 'operations', 'support')),
  totp_secret text constraint admin_totp_sealed check (totp_secret ~ '^v[0-9]+[.]'),
  totp_used_step bigint not null default 0,
  created_at timestamptz not null default now(),
  -- Removed admins cannot log in; the row stays because past actions show the name.
  removed_at timestamptz
);

create table recovery_code (
  account_id uuid not null constraint recovery_code_admin references admin_user,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Passkeys (WebAuthn credentials). `by_admin`: added during an admin login, which had two factors; only such a passkey
-- stands for an admin's authenticator code.
create table passkey (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint passkey_account references account,
  credential_id text not null constraint passkey_credential_once unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null constraint passkey_name_length check (length(name) between 1 and 60),
  by_admin boolean not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_of_account on passkey (account_id, id);

-- Challenges that passkeys sign, each for one browser and used once. `account_id` is set for adding a passkey.
create table passkey_challenge (
  challenge text primary key,
  browser_hash bytea not null,
  account_id uuid constraint passkey_challenge_account references account on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

-- A requested change of an account's phone number. It takes effect when somebody logs in with the new number, because
-- only that phone receives the code.
create table phone_change (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint phone_change_account references account,
  phone text not null constraint phone_change_indian check (phone ~ '^[6-9][0-9]{9}$'),
  made_by uuid not null constraint phone_change_made_by references account,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  done_at timestamptz,
  -- The change needs a confirmation by the old number or, where that is lost, the approval of a second admin a day
  -- after the old number was notified.
  confirmed_at timestamptz,
  approved_at timestamptz,
  approved_by uuid constraint phone_change_approved_by references account,
  approval_reason text,
  constraint phone_change_approved_whole
    check ((approved_by is null) = (approved_at is null) and (approval_reason is null) = (approved_at is null))
);
create unique index phone_change_account_once on phone_change (account_id) where done_at is null;
create unique index phone_change_phone_once on phone_change (phone) where done_at is null;
create index phone_change_of_account on phone_change (account_id, id desc);

create table family (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint family_account_unique unique constraint family_account references account,
  name text constraint family_name_length check (length(name) between 1 and 80),
  email text constraint family_email_length check (length(email) <= 200),
  area text,
  city text,
  created_at timestamptz not null default now(),
  -- House and street, shown to mentors who teach at home.
  address text constraint family_address_length check (length(address) between 1 and 200)
);
create index family_by_start on family (created_at, id);
create index family_name_parts on family using gin (name gin_trgm_ops);
create index family_of_area on family (lower(city), lower(area));
-- Names in other scripts are found by the beginnings of their words, because trigrams cover only ASCII letters in
-- this collation.
create index family_name_words on family using gin (to_tsvector('simple', name)) where name ~ '[^ -~]';

create table learner (
  id uuid primary key default uuidv7(),
  family_id uuid not null constraint learner_family references family,
  name text constraint learner_name_length check (length(name) between 1 and 80),
  grade text,
  school text constraint learner_school_length check (length(school) <= 120),
  board text,
  created_at timestamptz not null default now(),
  -- Archived learners are no longer offered when booking; past bookings still show them.
  archived_at timestamptz,
  -- Address for classes at home. It is copied to each order and booking, so that a change here does not move classes
  -- already paid for.
  address jsonb constraint learner_address_shape check (address ?& array['house', 'area', 'city'])
);
create index learner_family_id on learner (family_id);
create index learner_name_parts on learner using gin (name gin_trgm_ops);
create index learner_name_words on learner using gin (to_tsvector('simple', name)) where name ~ '[^ -~]';
-- Sort orders and filters of the admin's list of learners.
create index learner_by_start on learner (created_at, id);
create index learner_by_name on learner (lower(coalesce(name, '')), id);
create index learner_of_grade on learner (grade, created_at, id);

-- Notifications people have turned off, by kind and channel (`src/contract/notifications`).
create table message_off (
  account_id uuid not null constraint message_off_account references account,
  kind text not null,
  channel text not null constraint message_off_channel_known check (channel in ('sms', 'email', 'whatsapp', 'push', 'app')),
  primary key (account_id, kind, channel)
);

-- One message to one person on one channel, written in the transaction of the event it reports.
create table outbox (
  id uuid primary key default uuidv7(),
  channel text not null constraint outbox_channel_known check (channel in ('sms', 'email', 'whatsapp', 'push', 'app')),
  recipient text not null,
  template text not null,
  language text not null constraint outbox_language_known check (language in ('en', 'hi')),
  text text not null,
  data jsonb not null default '{}',
  once_key text not null constraint outbox_once unique,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  -- Delivery: attempts so far, time of the next one, and the reason when it was given up.
  tries int not null default 0,
  due_at timestamptz not null default now(),
  given_up_at timestamptz,
  trouble text,
  -- The recipient's account, whose preferences are checked before sending. Null for receipts and for people without
  -- an account.
  account_id uuid constraint outbox_account references account,
  -- The role in which the account is notified.
  side text constraint outbox_side_known check (side in ('family', 'mentor', 'admin')),
  -- Not sent after this time.
  useless_at timestamptz,
  -- When an admin requested another attempt: the day of retries starts again.
  again_at timestamptz,
  constraint outbox_one_end check (sent_at is null or given_up_at is null)
);
create index outbox_newest on outbox (created_at desc, id desc);
create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null;
-- The last receipt sent for an order, shown on the payment's page.
create index outbox_receipt on outbox ((data->>'order'), id desc) where template = 'receipt';
-- Messages about a case carry its number.
create index outbox_case on outbox ((data ->> 'number')) where data ->> 'number' like 'CASE-%';
create index outbox_of_account on outbox (account_id, created_at desc) where account_id is not null;
-- Undelivered messages, without those that people had turned off.
create index outbox_undelivered on outbox (created_at, id) include (channel) where given_up_at is not null and trouble is distinct from 'turned off by the person';
create index outbox_undelivered_to on outbox (recipient, created_at, id) where given_up_at is not null and trouble is distinct from 'turned off by the person';
create index outbox_unsent on outbox (created_at, id) where sent_at is null and given_up_at is null;

-- Notifications on the site. Kept for half a year.
create table news (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint news_account references account,
  side text not null constraint news_side_known check (side in ('family', 'mentor', 'admin')),
  event text not null,
  -- Values by language; the text is composed when it is read.
  data jsonb not null,
  once_key text not null constraint news_once unique,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index news_newest on news (account_id, side, id desc);
create index news_unread on news (account_id, side) where read_at is null;
create index news_created on news (created_at);
