-- widen
create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- A phone number that proved itself by OTP.
create table account (
  id uuid primary key default uuidv7(),
  phone text not null constraint account_phone_unique unique constraint account_phone_indian check (phone ~ '^[6-9][0-9]{9}$'),
  language text not null default 'en' constraint account_language_known check (language in ('en', 'hi')),
  demo boolean not null default false,
  created_at timestamptz not null default now()
);

create table session (
  id uuid primary key default uuidv7(),
  token_hash bytea not null constraint session_token_unique unique,
  account_id uuid not null constraint session_account references account,
  user_type text not null constraint session_user_type_known check (user_type in ('student', 'mentor', 'admin')),
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_account_id on session (account_id);

create table otp_challenge (
  id uuid primary key default gen_random_uuid(),
  phone text not null constraint otp_phone_indian check (phone ~ '^[6-9][0-9]{9}$'),
  user_type text not null constraint otp_user_type_known check (user_type in ('student', 'mentor', 'admin')),
  code_hash bytea not null,
  browser_hash bytea not null,
  ip_block text not null,
  tries smallint not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index otp_challenge_phone on otp_challenge (phone, sent_at desc);
create index otp_challenge_ip on otp_challenge (ip_block, sent_at desc);
create index otp_challenge_sent on otp_challenge (sent_at desc);

create table family (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint family_account_unique unique constraint family_account references account,
  name text constraint family_name_length check (length(name) between 1 and 80),
  email text constraint family_email_length check (length(email) <= 200),
  area text,
  city text,
  created_at timestamptz not null default now()
);

create table learner (
  id uuid primary key default uuidv7(),
  family_id uuid not null constraint learner_family references family,
  name text constraint learner_name_length check (length(name) between 1 and 80),
  grade text,
  school text constraint learner_school_length check (length(school) <= 120),
  board text,
  created_at timestamptz not null default now()
);
create index learner_family_id on learner (family_id);

create table admin_user (
  account_id uuid primary key constraint admin_account references account,
  name text not null,
  role text not null constraint admin_role_known check (role in ('owner', 'operations', 'support')),
  totp_secret text not null,
  totp_used_step bigint not null default 0,
  created_at timestamptz not null default now()
);
