-- widen

create extension if not exists cube;
create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- Replies to writes that carried an Idempotency-Key, so that a repeated request gets the same reply.
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

-- Values an owner can change. Dated settings: the newest row whose date is not in the future counts.
create table setting (
  name text not null,
  from_date date not null,
  value jsonb not null,
  primary key (name, from_date)
);

-- Calls to external providers, counted by the hour and kept for thirty days. Contents are never stored.
create table provider_hour (
  provider text not null,
  hour timestamptz not null,
  succeeded integer not null default 0,
  failed integer not null default 0,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  primary key (provider, hour)
);

-- Refused requests that may be attacks, counted by the hour and kept for thirty days.
create table security_hour (
  event text not null,
  hour timestamptz not null,
  count integer not null,
  primary key (event, hour)
);

-- The payment sandbox keeps its own records, as the real gateway would.
create table sandbox_order (
  order_id text primary key,
  session_id text not null constraint sandbox_session_unique unique,
  amount_paise integer not null,
  customer jsonb not null,
  return_url text not null,
  notify_url text not null,
  status text not null default 'ACTIVE' constraint sandbox_status_known check (status in ('ACTIVE', 'PAID', 'EXPIRED', 'TERMINATED')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- Transfers of the sandbox to the bank; its payments name the transfer they were part of.
create table sandbox_settlement (
  id bigint generated always as identity (start with 45345) primary key,
  amount_paise bigint not null,
  charge_paise bigint not null,
  tax_paise bigint not null,
  utr text not null,
  created_at timestamptz not null default now()
);

create table sandbox_payment (
  id bigint generated always as identity (start with 1453002795) primary key,
  order_id text not null constraint sandbox_payment_order references sandbox_order,
  status text not null,
  amount_paise integer not null,
  message text not null,
  bank_reference text not null,
  created_at timestamptz not null default now(),
  settlement_id bigint constraint sandbox_payment_settlement references sandbox_settlement
);
create index sandbox_payment_order_id on sandbox_payment (order_id);
create index sandbox_payment_unsettled on sandbox_payment (id) where settlement_id is null;
