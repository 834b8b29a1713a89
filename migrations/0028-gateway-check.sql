-- widen
-- What the gateway transferred to our bank, each once, as its list says; the journal `settlement` has its sums.
create table gateway_settlement (
  id uuid primary key default uuidv7(),
  gateway text not null,
  gateway_settlement_id text not null,
  -- What arrived at the bank, and what the gateway kept: its fee, and the GST on it.
  amount_paise bigint not null constraint gateway_settlement_amount check (amount_paise >= 0),
  fee_paise bigint not null constraint gateway_settlement_fee check (fee_paise >= 0),
  tax_paise bigint not null constraint gateway_settlement_tax check (tax_paise >= 0),
  reference text not null,
  settled_at timestamptz not null,
  booked_at timestamptz not null default now(),
  constraint gateway_settlement_once unique (gateway, gateway_settlement_id)
);
create trigger gateway_settlement_append_only before update or delete on gateway_settlement for each row execute function books_are_append_only();
create trigger gateway_settlement_no_truncate before truncate on gateway_settlement for each statement execute function books_are_append_only();

alter table journal drop constraint journal_kind_known;
alter table journal add constraint journal_kind_known
  check (kind in ('payment', 'lesson', 'refund', 'refund_settled', 'payout', 'correction', 'dispute', 'dispute_end', 'settlement'));

-- A refund of money that is at the bank already is taken out of what the gateway settles next: until then it is owed by us.
alter table ledger_account drop constraint ledger_balance_not_overdrawn;
alter table ledger_account add constraint ledger_balance_not_overdrawn check (case
  when kind in ('bank', 'gateway_receivable') then true
  when kind in ('gateway_fees', 'promotions') then balance_paise >= 0
  else balance_paise <= 0 end);

-- Nothing leaves the bank that is not there. What was paid out before settlements were booked may stand below zero, and only rise.
create function bank_is_not_overdrawn() returns trigger language plpgsql as $$
begin
  raise exception 'the bank does not hold that much' using errcode = 'check_violation', constraint = 'bank_not_overdrawn';
end $$;
create trigger bank_not_overdrawn before update on ledger_account for each row
  when (new.kind = 'bank' and new.balance_paise < 0 and new.balance_paise < old.balance_paise)
  execute function bank_is_not_overdrawn();

-- One comparison of our books with the gateway's own list. `from_day` to `until_day` are days in India.
create table gateway_check (
  id uuid primary key default uuidv7(),
  gateway text not null,
  from_day date not null,
  until_day date not null,
  status text not null default 'waiting'
    constraint gateway_check_status_known check (status in ('waiting', 'running', 'done', 'failed')),
  made_by uuid constraint gateway_check_made_by references account,
  made_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  payments integer not null default 0,
  refunds integer not null default 0,
  settlements integer not null default 0,
  differences integer not null default 0,
  problem text not null default '' constraint gateway_check_problem_length check (length(problem) <= 300),
  constraint gateway_check_ended check ((status in ('done', 'failed')) = (ended_at is not null))
);
create index gateway_check_newest on gateway_check (gateway, id desc);
create unique index gateway_check_open_once on gateway_check (gateway) where status in ('waiting', 'running');

-- What the two do not agree on, one row for each thing, however often it is seen.
create table gateway_difference (
  id uuid primary key default uuidv7(),
  gateway text not null,
  kind text not null constraint gateway_difference_kind_known check (kind in ('payment_unknown', 'payment_amount', 'payment_missing',
    'refund_by_hand', 'refund_amount', 'refund_status', 'refund_missing', 'journal_missing', 'journal_off',
    'settlement_amount', 'settlement_missing', 'settlement_other')),
  -- The gateway's id of the payment, refund or settlement, or ours of what only we have.
  subject text not null,
  order_id uuid constraint gateway_difference_order references payment_order,
  -- Null where one of the two has nothing.
  ours_paise bigint,
  theirs_paise bigint,
  about_at timestamptz not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  last_check uuid not null constraint gateway_difference_check references gateway_check,
  resolved_at timestamptz,
  resolved_by uuid constraint gateway_difference_resolved_by references account,
  note text not null default '' constraint gateway_difference_note_length check (length(note) <= 600),
  constraint gateway_difference_once unique (gateway, kind, subject),
  constraint gateway_difference_resolved check (resolved_by is null or (resolved_at is not null and note <> ''))
);
create index gateway_difference_open on gateway_difference (gateway, about_at) where resolved_at is null;

-- The sandbox settles too. A settlement's payments and refunds know it.
create table sandbox_settlement (
  id bigint generated always as identity (start with 45345) primary key,
  amount_paise bigint not null,
  charge_paise bigint not null,
  tax_paise bigint not null,
  utr text not null,
  created_at timestamptz not null default now()
);
alter table sandbox_payment add column settlement_id bigint constraint sandbox_payment_settlement references sandbox_settlement;
create index sandbox_payment_unsettled on sandbox_payment (id) where settlement_id is null;
