-- widen
-- The stand-in of the payment gateway keeps its own books, as the real one would.
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
create table sandbox_payment (
  id bigint generated always as identity (start with 1453002795) primary key,
  order_id text not null constraint sandbox_payment_order references sandbox_order,
  status text not null,
  amount_paise integer not null,
  message text not null,
  bank_reference text not null,
  created_at timestamptz not null default now()
);
create index sandbox_payment_order_id on sandbox_payment (order_id);
