-- widen

create sequence payment_order_number;

-- One attempt to buy. The price card and its terms are frozen in `terms`.
create table payment_order (
  id uuid primary key default uuidv7(),
  number text not null constraint payment_order_number_unique unique,
  family_id uuid not null constraint payment_order_family references family,
  mentor_id uuid not null constraint payment_order_mentor references mentor,
  learner_id uuid not null constraint payment_order_learner references learner,
  plan text not null constraint payment_order_plan_known check (plan in ('monthly', 'demo', 'hourly', 'months3', 'months6')),
  mode text not null,
  subject text not null,
  grade text,
  hours numeric(4, 1) not null constraint payment_order_hours_range check (hours between 1 and 120),
  price_paise integer not null constraint payment_order_price_positive check (price_paise > 0),
  promotion_paise integer not null default 0 constraint payment_order_promotion_range check (promotion_paise >= 0),
  amount_paise integer not null constraint payment_order_amount_positive check (amount_paise > 0),
  wished_at timestamptz,
  terms jsonb not null,
  status text not null default 'created' constraint payment_order_status_known check (status in ('created', 'paid', 'failed', 'expired')),
  gateway text not null,
  payment_session_id text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  promotion_used boolean not null default false,
  -- The booking that this order renews. `wishes` are the family's preferred times: they reserve nothing.
  renews uuid constraint payment_order_renews references booking,
  wishes jsonb,
  -- The payment that paid the order. A second payment of the same order has a correction journal and is refunded.
  paid_by uuid,
  -- What `wished_at` is: a preference, a free time booked with the payment, or one the mentor confirms first.
  wished_as text not null default 'wish' constraint payment_order_wished_as_known check (wished_as in ('wish', 'booking', 'request')),
  address jsonb constraint payment_order_address_shape check (address ?& array['house', 'area', 'city']),
  constraint payment_order_adds_up check (amount_paise = price_paise - promotion_paise),
  constraint payment_order_wished_time check (wished_as = 'wish' or wished_at is not null)
);
-- Repeated taps make one order: one open order for the same choice.
create unique index payment_order_open on payment_order
  (family_id, mentor_id, learner_id, plan, mode, subject, hours, amount_paise, coalesce(wished_at, 'epoch')) where status = 'created';
-- The demo credit applies to one first month, however many orders were open.
create unique index payment_order_promotion_once on payment_order (family_id, learner_id, mentor_id, subject) where promotion_used;
create index payment_order_family_id on payment_order (family_id, id desc);
create index payment_order_to_settle on payment_order (expires_at) where status = 'created';
create index payment_order_paid_at on payment_order (paid_at) where paid_at is not null;
alter table booking add constraint booking_order foreign key (order_id) references payment_order;
alter table teaching_slot add constraint teaching_slot_order foreign key (order_id) references payment_order;

create table payment (
  id uuid primary key default uuidv7(),
  order_id uuid not null constraint payment_order_id references payment_order,
  gateway text not null,
  gateway_payment_id text not null,
  status text not null constraint payment_status_known
    check (status in ('SUCCESS', 'PENDING', 'FAILED', 'USER_DROPPED', 'CANCELLED', 'VOID', 'NOT_ATTEMPTED')),
  amount_paise integer not null,
  method text not null default '',
  bank_reference text not null default '',
  message text not null default '',
  seen_at timestamptz not null default now(),
  constraint payment_gateway_once unique (gateway, gateway_payment_id)
);
create index payment_order_rows on payment (order_id);
alter table payment_order add constraint payment_order_paid_by foreign key (paid_by) references payment;

-- Webhooks as received from the gateway, each once.
create table payment_event (
  id uuid primary key default uuidv7(),
  gateway text not null,
  event_key text not null,
  kind text not null,
  body text not null,
  received_at timestamptz not null default now(),
  constraint payment_event_once unique (gateway, event_key)
);

-- Refunds, one row for each attempt. `asked`: by the family; `made`: by an admin; `owed`: a payment that bought
-- nothing or came twice, already a liability in the books. A failed refund is sent again as a new row.
create table refund (
  id uuid primary key default uuidv7(),
  order_id uuid not null constraint refund_order references payment_order,
  payment_id uuid not null constraint refund_payment references payment,
  kind text not null constraint refund_kind_known check (kind in ('asked', 'made', 'owed')),
  amount_paise integer not null constraint refund_amount_positive check (amount_paise > 0),
  ends_booking boolean not null default false,
  reason text not null default '' constraint refund_reason_length check (length(reason) <= 600),
  status text not null default 'requested'
    constraint refund_status_known check (status in ('requested', 'approved', 'sent', 'settled', 'failed', 'declined')),
  decline_reason text not null default '' constraint refund_decline_reason_length check (length(decline_reason) <= 600),
  again_for uuid constraint refund_again_once unique constraint refund_again references refund,
  made_by uuid constraint refund_made_by references account,
  decided_by uuid constraint refund_decided_by references account,
  gateway_refund_id text,
  bank_reference text not null default '',
  message text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  sent_at timestamptz,
  ended_at timestamptz,
  -- The case this refund was made for.
  case_id uuid constraint refund_case references support_case,
  constraint refund_declined_why check (status <> 'declined' or decline_reason <> '')
);
create index refund_order_id on refund (order_id);
create index refund_payment_id on refund (payment_id);
create index refund_newest on refund (created_at desc, id desc);
create unique index refund_asked_once on refund (order_id) where status = 'requested';
create unique index refund_owed_once on refund (payment_id) where kind = 'owed' and again_for is null;
create index refund_by_status on refund (status, created_at, id);
create index refund_by_amount on refund (amount_paise, id);
create index refund_case_id on refund (case_id) where case_id is not null;

-- Refunds of a payment never exceed it. Locking the order serialises new refunds.
create function refund_fits_payment() returns trigger language plpgsql as $$
declare
  paid integer;
  back bigint;
begin
  perform 1 from payment_order where id = new.order_id for no key update;
  select p.amount_paise into paid from payment p where p.id = new.payment_id and p.order_id = new.order_id and p.status = 'SUCCESS';
  select coalesce(sum(r.amount_paise), 0) into back from refund r
    where r.payment_id = new.payment_id and r.status <> 'declined' and r.id is distinct from new.again_for
      and not exists (select from refund s where s.again_for = r.id);
  if paid is null or back + new.amount_paise > paid then
    raise exception 'refunds of payment % are above it', new.payment_id using errcode = 'check_violation', constraint = 'refund_within_payment';
  end if;
  if new.again_for is not null and not exists (select from refund r where r.id = new.again_for and r.status = 'failed'
      and (r.order_id, r.payment_id, r.kind, r.amount_paise) = (new.order_id, new.payment_id, new.kind, new.amount_paise)) then
    raise exception 'only what failed is sent again' using errcode = 'check_violation', constraint = 'refund_again_as_it_was';
  end if;
  return new;
end $$;
create trigger refund_within_payment before insert on refund for each row execute function refund_fits_payment();

create function refund_moves_forward() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_id, new.payment_id, new.kind, new.amount_paise, new.ends_booking, new.reason, new.again_for, new.made_by, new.case_id)
      is distinct from (old.id, old.order_id, old.payment_id, old.kind, old.amount_paise, old.ends_booking, old.reason, old.again_for, old.made_by, old.case_id)
    or (new.status <> old.status and (old.status, new.status) not in (('requested', 'approved'), ('requested', 'declined'),
      ('approved', 'sent'), ('sent', 'settled'), ('sent', 'failed'))) then
    raise exception 'a refund only moves forward' using errcode = 'check_violation', constraint = 'refund_forward';
  end if;
  return new;
end $$;
create trigger refund_forward before update on refund for each row execute function refund_moves_forward();

create function refund_writes_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.status = old.status then return null; end if;
  end if;
  insert into refund_event (refund_id, status, account_id) values (new.id, new.status,
    case when new.status = 'requested' then new.made_by when new.status in ('approved', 'declined') then new.decided_by end);
  return null;
end $$;
create trigger refund_history after insert or update on refund for each row execute function refund_writes_history();
create trigger refund_kept before delete on refund for each row execute function books_are_append_only();
create trigger refund_no_truncate before truncate on refund for each statement execute function books_are_append_only();

create table refund_event (
  id uuid primary key default uuidv7(),
  refund_id uuid not null constraint refund_event_refund references refund,
  status text not null,
  account_id uuid constraint refund_event_account references account,
  at timestamptz not null default now()
);
create index refund_event_refund_id on refund_event (refund_id, id);
create trigger refund_event_append_only before update or delete on refund_event for each row execute function books_are_append_only();
create trigger refund_event_no_truncate before truncate on refund_event for each statement execute function books_are_append_only();

-- The first-class guarantee: the fee was refunded or transferred to a replacement.
create table guarantee (
  id uuid primary key default uuidv7(),
  family_id uuid not null constraint guarantee_family references family,
  mentor_id uuid not null constraint guarantee_mentor references mentor,
  lesson_id uuid not null constraint guarantee_lesson_once unique constraint guarantee_lesson references lesson,
  kind text not null constraint guarantee_kind_known check (kind in ('refund', 'replacement')),
  amount_paise integer not null constraint guarantee_amount_positive check (amount_paise > 0),
  used_at timestamptz not null default now(),
  constraint guarantee_once unique (family_id, mentor_id)
);

-- One receipt for each paid order. Printed values are frozen in `printed`; the text around them comes from the
-- program. The trigger sets year and number, whatever is inserted.
create table receipt (
  order_id uuid primary key constraint receipt_order references payment_order,
  year text not null default '',
  place integer not null default 0,
  -- At most 16 characters, as required by rule 46 of the GST rules.
  number text not null generated always as ('MS/' || year || '/' || lpad(place::text, greatest(6, length(place::text)), '0')) stored,
  language text not null constraint receipt_language_known check (language in ('en', 'hi')),
  printed jsonb not null,
  issued_at timestamptz not null default now(),
  constraint receipt_place_once unique (year, place)
);

create function receipt_takes_next_number() returns trigger language plpgsql as $$
declare
  day timestamp := new.issued_at at time zone 'Asia/Kolkata';
begin
  new.year := to_char(day - interval '3 months', 'YY') || '-' || to_char(day + interval '9 months', 'YY');
  insert into receipt_series as s (year, last_place) values (new.year, 1)
    on conflict (year) do update set last_place = s.last_place + 1 returning s.last_place into new.place;
  return new;
end $$;
create trigger receipt_number before insert on receipt for each row execute function receipt_takes_next_number();
create trigger receipt_append_only before update or delete on receipt for each row execute function books_are_append_only();
create trigger receipt_no_truncate before truncate on receipt for each statement execute function books_are_append_only();

-- The last number of each financial year (April to March). The row stays locked until the receipt's transaction ends,
-- so that a rollback leaves no gap; the deferred key requires a receipt for the last number.
create table receipt_series (
  year text primary key,
  last_place integer not null,
  constraint receipt_series_no_gap foreign key (year, last_place) references receipt (year, place) deferrable initially deferred
);

create function receipt_series_counts_up() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.last_place = 1 then return new; end if;
  if tg_op = 'UPDATE' and new.year = old.year and new.last_place = old.last_place + 1 then return new; end if;
  raise exception 'receipt_series counts up by one' using errcode = 'check_violation', constraint = 'receipt_series_counts_up';
end $$;
create trigger receipt_series_steps before insert or update on receipt_series for each row execute function receipt_series_counts_up();
create trigger receipt_series_kept before delete on receipt_series for each row execute function books_are_append_only();
create trigger receipt_series_no_truncate before truncate on receipt_series for each statement execute function books_are_append_only();

-- Bank details of mentors, encrypted and read only by payouts. A change adds a row, so that an existing payout keeps
-- its destination.
create table payout_account (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint payout_account_mentor references mentor,
  sealed bytea not null,
  -- The part that may be shown.
  hint text not null constraint payout_account_hint_length check (length(hint) <= 100),
  created_at timestamptz not null default now()
);
create index payout_account_newest on payout_account (mentor_id, id desc);

create table payout_batch (
  id uuid primary key default uuidv7(),
  until date not null,
  status text not null default 'open' constraint payout_batch_status_known check (status in ('open', 'paid', 'undone')),
  reference text,
  made_by uuid not null constraint payout_batch_made_by references account,
  made_at timestamptz not null default now(),
  ended_by uuid constraint payout_batch_ended_by references account,
  ended_at timestamptz,
  -- Totals of a batch that has ended.
  paise bigint,
  mentors int,
  constraint payout_batch_paid_reference check ((status = 'paid') = (reference is not null)),
  constraint payout_batch_ended check ((status = 'open') = (ended_at is null) and (ended_at is null) = (ended_by is null))
);
-- Only one batch can be open, however many admins start one.
create unique index payout_batch_one_open on payout_batch ((true)) where status = 'open';
create index payout_batch_by_day on payout_batch (made_at, id);

-- A paid batch never changes, except for a correction of the bank's reference.
create function payout_batch_moves_on() returns trigger language plpgsql as $$
begin
  if (new.id, new.until, new.made_by, new.made_at) <> (old.id, old.until, old.made_by, old.made_at)
    or old.status = 'undone'
    or (old.status = 'paid' and to_jsonb(new) - 'reference' <> to_jsonb(old) - 'reference') then
    raise exception 'a payout batch only moves on' using errcode = 'check_violation', constraint = 'payout_batch_moves_on';
  end if;
  return new;
end $$;
create trigger payout_batch_moves before update on payout_batch for each row execute function payout_batch_moves_on();
create trigger payout_batch_no_delete before delete on payout_batch for each row execute function books_are_append_only();
create trigger payout_batch_no_truncate before truncate on payout_batch for each statement execute function books_are_append_only();

-- One mentor's payout in a batch. `left_out`: excluded before it was paid.
create table payout (
  id uuid primary key default uuidv7(),
  batch_id uuid not null constraint payout_batch_id references payout_batch,
  mentor_id uuid not null constraint payout_mentor references mentor,
  account_id uuid not null constraint payout_account_id references payout_account,
  amount_paise bigint not null constraint payout_amount_positive check (amount_paise > 0),
  status text not null default 'open' constraint payout_status_known check (status in ('open', 'paid', 'left_out', 'undone')),
  -- Why a payout of an open batch is excluded. Its entries stay reserved until the batch is paid, so that it can be
  -- put back unchanged; then they are free for the next batch and the status becomes `left_out`.
  left_out_reason text constraint payout_left_out_reason_length check (length(left_out_reason) between 1 and 300),
  -- When the payout was included in a file for the bank, which may execute it at any time. From then on it can be
  -- stopped only by an admin who confirms that the bank did not pay.
  file_at timestamptz,
  constraint payout_mentor_once unique (batch_id, mentor_id),
  constraint payout_left_out_unpaid check (left_out_reason is null or status <> 'paid'),
  constraint payout_left_out_no_file check (left_out_reason is null or file_at is null)
);
create index payout_mentor_id on payout (mentor_id, id desc);
create index payout_open on payout (mentor_id) where status = 'open';
create index payout_by_amount on payout (batch_id, amount_paise, id);

create function payout_moves_on() returns trigger language plpgsql as $$
begin
  if old.status <> 'open' or (new.id, new.batch_id, new.mentor_id, new.account_id, new.amount_paise)
    <> (old.id, old.batch_id, old.mentor_id, old.account_id, old.amount_paise) then
    raise exception 'a payout only moves on' using errcode = 'check_violation', constraint = 'payout_moves_on';
  end if;
  return new;
end $$;
create trigger payout_moves before update on payout for each row execute function payout_moves_on();

-- A payout's amount is the sum of its entries; an ended payout that was not paid has none.
create function payout_must_add_up() returns trigger language plpgsql as $$
declare
  one payout;
  total bigint;
begin
  select * into one from payout where id = case tg_table_name when 'payout' then to_jsonb(coalesce(new, old)) ->> 'id'
    else to_jsonb(coalesce(new, old)) ->> 'payout_id' end::uuid;
  select coalesce(-sum(e.amount_paise), 0) into total from payout_entry p join ledger_entry e on e.id = p.entry_id
    join ledger_account a on a.id = e.account_id and a.kind = 'mentor_payable' and a.owner_id = one.mentor_id where p.payout_id = one.id;
  if total <> (case when one.status in ('open', 'paid') then one.amount_paise else 0 end) then
    raise exception 'payout % is off', one.id using errcode = 'check_violation', constraint = 'payout_adds_up';
  end if;
  return null;
end $$;
create constraint trigger payout_adds_up after insert or update on payout
  deferrable initially deferred for each row execute function payout_must_add_up();
create trigger payout_no_delete before delete on payout for each row execute function books_are_append_only();
create trigger payout_no_truncate before truncate on payout for each statement execute function books_are_append_only();

-- Ledger entries of a payout, each in at most one. Entries of an undone or excluded payout are free again.
create table payout_entry (
  entry_id uuid constraint payout_entry_once primary key constraint payout_entry_of references ledger_entry,
  payout_id uuid not null constraint payout_entry_payout references payout
);
create index payout_entry_payout_id on payout_entry (payout_id);

create function payout_entry_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (select 1 from payout where id = old.payout_id and status = 'paid') then
    raise exception 'what was paid stays' using errcode = 'check_violation', constraint = 'payout_entry_stays';
  end if;
  return old;
end $$;
create trigger payout_entry_kept before update or delete on payout_entry for each row execute function payout_entry_stays();
create constraint trigger payout_entry_adds_up after insert or delete on payout_entry
  deferrable initially deferred for each row execute function payout_must_add_up();
create trigger payout_entry_no_truncate before truncate on payout_entry for each statement execute function books_are_append_only();

-- Owner's funds: deposits into the bank account (positive) and withdrawals, because demos and gateway fees are paid
-- by us.
create table owner_equity (
  id uuid primary key,
  amount_paise bigint not null constraint owner_equity_not_zero check (amount_paise <> 0),
  note text not null constraint owner_equity_note_length check (length(note) between 1 and 200),
  made_by uuid not null constraint owner_equity_made_by references account,
  made_at timestamptz not null default now()
);

-- Transfers of the gateway to our bank, each once, as listed by the gateway; the `settlement` journal has the
-- amounts.
create table gateway_settlement (
  id uuid primary key default uuidv7(),
  gateway text not null,
  gateway_settlement_id text not null,
  -- Amount received, and the fee with its GST that the gateway kept.
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

-- Comparisons of our books with the gateway's records. Days are Indian days.
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

-- Discrepancies, one row for each, however often they are seen.
create table gateway_discrepancy (
  id uuid primary key default uuidv7(),
  gateway text not null,
  kind text not null constraint gateway_discrepancy_kind_known check (kind in ('payment_unknown', 'payment_amount', 'payment_missing',
    'refund_by_hand', 'refund_amount', 'refund_status', 'refund_missing', 'journal_missing', 'journal_off',
    'settlement_amount', 'settlement_missing', 'settlement_other')),
  -- The gateway's id of the payment, refund or settlement, or ours when the gateway has none.
  subject text not null,
  order_id uuid constraint gateway_discrepancy_order references payment_order,
  -- Null on the side that has no record.
  ours_paise bigint,
  theirs_paise bigint,
  about_at timestamptz not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  last_check uuid not null constraint gateway_discrepancy_check references gateway_check,
  resolved_at timestamptz,
  resolved_by uuid constraint gateway_discrepancy_resolved_by references account,
  note text not null default '' constraint gateway_discrepancy_note_length check (length(note) <= 600),
  constraint gateway_discrepancy_once unique (gateway, kind, subject),
  constraint gateway_discrepancy_resolved check (resolved_by is null or (resolved_at is not null and note <> ''))
);
create index gateway_discrepancy_open on gateway_discrepancy (gateway, about_at) where resolved_at is null;
