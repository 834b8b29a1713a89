-- widen

-- What a released transfer owes the mentor until the gateway has taken it.
alter table ledger_account drop constraint ledger_account_kind_known,
  add constraint ledger_account_kind_known check (kind in ('gateway_receivable', 'bank', 'family_prepaid', 'family_credit',
    'mentor_payable', 'mentor_debt', 'held_in_dispute', 'commission', 'gst', 'tds', 'tcs', 'gateway_fees', 'promotions', 'refunds_payable',
    'transfers_payable', 'owner_equity'));
alter table journal drop constraint journal_kind_known, add constraint journal_kind_known
  check (kind in ('payment', 'lesson', 'refund', 'refund_settled', 'payout', 'correction', 'dispute', 'dispute_end', 'settlement', 'owner_equity',
    'tax_return', 'compensation', 'compensation_end', 'collection', 'transfer', 'transfer_sent', 'transfer_failed'));

-- The mentor's share that the gateway holds for the mentor of the order; 0 if all of the payment comes to us.
alter table payment_order add column held_paise integer not null default 0,
  add constraint payment_order_held_within check (held_paise between 0 and amount_paise);
create index payment_order_held on payment_order (id) where held_paise > 0 and status = 'paid';

-- A mentor as the gateway knows them, with the payout account it was given.
create table payee (
  mentor_id uuid not null constraint payee_mentor references mentor,
  gateway text not null,
  account_id uuid not null constraint payee_account references payout_account,
  status text not null default 'waiting' constraint payee_status_known check (status in ('waiting', 'active', 'refused')),
  message text not null default '' constraint payee_message_length check (length(message) <= 300),
  asked_at timestamptz not null default now(),
  constraint payee_once primary key (mentor_id, gateway)
);
create index payee_account_id on payee (account_id);

-- Money of an order's hold: `release` pays the mentor for a lesson, `return` gives us what no lesson will need.
create table transfer (
  id uuid primary key default uuidv7(),
  -- The gateway knows a return by a whole number.
  number integer not null generated always as identity constraint transfer_number_once unique,
  order_id uuid not null constraint transfer_order references payment_order,
  mentor_id uuid not null constraint transfer_mentor references mentor,
  gateway text not null,
  kind text not null constraint transfer_kind_known check (kind in ('release', 'return')),
  lesson_id uuid constraint transfer_lesson references lesson,
  amount_paise integer not null constraint transfer_amount_positive check (amount_paise > 0),
  status text not null default 'due' constraint transfer_status_known check (status in ('due', 'sent', 'settled', 'failed')),
  reference text not null default '',
  message text not null default '' constraint transfer_message_length check (length(message) <= 300),
  created_at timestamptz not null default now(),
  -- When the gateway was last asked.
  called_at timestamptz,
  sent_at timestamptz,
  ended_at timestamptz,
  constraint transfer_lesson_of_release check ((kind = 'release') = (lesson_id is not null)),
  constraint transfer_ended check ((status in ('settled', 'failed')) = (ended_at is not null))
);
create index transfer_order_id on transfer (order_id);
create index transfer_mentor_id on transfer (mentor_id);
create index transfer_open on transfer (id) where status in ('due', 'sent');
create index transfer_reference on transfer (reference) where reference <> '';
-- However often a lesson is settled or a job runs, it is paid once.
create unique index transfer_release_once on transfer (lesson_id) where kind = 'release' and status <> 'failed';

-- An order's transfers never exceed its hold. Locking the order serialises new ones.
create function transfer_fits_hold() returns trigger language plpgsql as $$
declare
  held integer;
  used bigint;
begin
  select held_paise into held from payment_order where id = new.order_id for no key update;
  select coalesce(sum(amount_paise), 0) into used from transfer where order_id = new.order_id and status <> 'failed';
  if used + new.amount_paise > held then
    raise exception 'transfers of order % are above its hold', new.order_id using errcode = 'check_violation', constraint = 'transfer_within_hold';
  end if;
  return new;
end $$;
create trigger transfer_within_hold before insert on transfer for each row execute function transfer_fits_hold();

create function transfer_moves_forward() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_id, new.mentor_id, new.gateway, new.kind, new.lesson_id, new.amount_paise)
      is distinct from (old.id, old.order_id, old.mentor_id, old.gateway, old.kind, old.lesson_id, old.amount_paise)
    or (new.status <> old.status and (old.status, new.status) not in (('due', 'sent'), ('due', 'settled'), ('due', 'failed'), ('sent', 'settled'), ('sent', 'failed'), ('settled', 'failed'))) then
    raise exception 'a transfer only moves forward' using errcode = 'check_violation', constraint = 'transfer_forward';
  end if;
  return new;
end $$;
create trigger transfer_forward before update on transfer for each row execute function transfer_moves_forward();
create trigger transfer_kept before delete on transfer for each row execute function books_are_append_only();
create trigger transfer_no_truncate before truncate on transfer for each statement execute function books_are_append_only();

alter table gateway_discrepancy drop constraint gateway_discrepancy_kind_known,
  add constraint gateway_discrepancy_kind_known check (kind in ('payment_unknown', 'payment_amount', 'payment_missing',
    'refund_by_hand', 'refund_amount', 'refund_status', 'refund_missing', 'journal_missing', 'journal_off',
    'settlement_amount', 'settlement_missing', 'settlement_other', 'hold_amount', 'transfer_silent'));

-- The sandbox's vendors. A positive entry is in the vendor's ledger: a split; a negative one left it, to the vendor's bank or to us.
create table sandbox_vendor (
  vendor_id text primary key,
  status text not null,
  details jsonb not null
);
create table sandbox_vendor_entry (
  id bigint generated always as identity (start with 49703) primary key,
  vendor_id text not null constraint sandbox_vendor_entry_vendor references sandbox_vendor,
  order_id text constraint sandbox_vendor_entry_order references sandbox_order,
  kind text not null constraint sandbox_vendor_entry_kind check (kind in ('SPLIT', 'ON_DEMAND', 'ADJUSTMENT')),
  amount_paise bigint not null,
  -- The merchant's key of a transfer or id of an adjustment: each is carried out once.
  once_key text not null constraint sandbox_vendor_entry_once unique,
  status text not null default 'SUCCESS',
  created_at timestamptz not null default now(),
  settlement_id bigint constraint sandbox_vendor_entry_settlement references sandbox_settlement
);
create index sandbox_vendor_entry_vendor_id on sandbox_vendor_entry (vendor_id);
create index sandbox_vendor_entry_order_id on sandbox_vendor_entry (order_id);
alter table sandbox_order add column split_vendor text constraint sandbox_order_vendor references sandbox_vendor,
  add column split_paise integer not null default 0;
