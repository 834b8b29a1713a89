-- widen
-- A value that an admin may change; dated, the newest one not in the future counts.
create table setting (
  name text not null,
  from_date date not null,
  value jsonb not null,
  primary key (name, from_date)
);

create table audit (
  id uuid primary key default uuidv7(),
  account_id uuid constraint audit_account references account,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  detail jsonb not null default '{}',
  at timestamptz not null default now()
);
create index audit_subject on audit (subject_kind, subject_id, at desc);

-- One message to one person on one channel; written in the transaction of what it tells.
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
  created_at timestamptz not null default now()
);
create index outbox_newest on outbox (created_at desc, id desc);

-- The answer to a write that carried an Idempotency-Key, so that repeating it repeats the answer.
create table idempotency (
  caller text not null,
  endpoint text not null,
  key text not null,
  body_hash bytea not null,
  status smallint,
  reply jsonb,
  started_at timestamptz not null default now(),
  primary key (caller, endpoint, key)
);
create index idempotency_started on idempotency (started_at);
