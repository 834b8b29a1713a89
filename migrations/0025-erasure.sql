-- widen

-- An erased account keeps its row, because receipts and books name its id; its phone number is free for a new account.
alter table account add column erased_at timestamptz,
  drop constraint account_phone_indian,
  add constraint account_phone_indian check (case when erased_at is null then phone ~ '^[6-9][0-9]{9}$' else phone = 'erased-' || id end),
  add constraint account_erased_closed check (erased_at is null or suspended_at is not null);

-- A request to erase an account. It can be cancelled until it is carried out.
create table erasure (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint erasure_account references account,
  status text not null default 'waiting' constraint erasure_status_known check (status in ('waiting', 'cancelled', 'done')),
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  ended_at timestamptz,
  constraint erasure_ended check ((status = 'waiting') = (ended_at is null))
);
create unique index erasure_waiting_once on erasure (account_id) where status = 'waiting';
create index erasure_due on erasure (due_at, id) where status = 'waiting';
