-- widen
-- Where a mentor's earnings go, sealed by payouts/bank-details.ts; only payouts read it. A change is another row, so that a
-- payout goes where it was made for.
create table payout_account (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint payout_account_mentor references mentor,
  sealed bytea not null,
  -- What may be shown of it.
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
  constraint payout_batch_paid_reference check ((status = 'paid') = (reference is not null)),
  constraint payout_batch_ended check ((status = 'open') = (ended_at is null) and (ended_at is null) = (ended_by is null))
);
-- However many admins begin at once, there is one batch to be paid.
create unique index payout_batch_one_open on payout_batch ((true)) where status = 'open';

-- What one mentor gets of a batch. `left_out`: something was taken back before it was paid.
create table payout (
  id uuid primary key default uuidv7(),
  batch_id uuid not null constraint payout_batch_id references payout_batch,
  mentor_id uuid not null constraint payout_mentor references mentor,
  account_id uuid not null constraint payout_account_id references payout_account,
  amount_paise bigint not null constraint payout_amount_positive check (amount_paise > 0),
  status text not null default 'open' constraint payout_status_known check (status in ('open', 'paid', 'left_out', 'undone')),
  constraint payout_mentor_once unique (batch_id, mentor_id)
);
create index payout_mentor_id on payout (mentor_id, id desc);

-- What a payout is made of: entries of the mentor's account in the books, each in one payout at most. Those of a payout that
-- was undone or left out are free again.
create table payout_entry (
  entry_id uuid constraint payout_entry_once primary key constraint payout_entry_of references ledger_entry,
  payout_id uuid not null constraint payout_entry_payout references payout
);
create index payout_entry_payout_id on payout_entry (payout_id);

create function payout_moves_on() returns trigger language plpgsql as $$
begin
  if old.status <> 'open' or (new.id, new.batch_id, new.mentor_id, new.account_id, new.amount_paise)
    <> (old.id, old.batch_id, old.mentor_id, old.account_id, old.amount_paise) then
    raise exception 'a payout only moves on' using errcode = 'check_violation', constraint = 'payout_moves_on';
  end if;
  return new;
end $$;
create trigger payout_moves before update on payout for each row execute function payout_moves_on();

create function payout_batch_moves_on() returns trigger language plpgsql as $$
begin
  if old.status <> 'open' or (new.id, new.until, new.made_by, new.made_at) <> (old.id, old.until, old.made_by, old.made_at) then
    raise exception 'a payout batch only moves on' using errcode = 'check_violation', constraint = 'payout_batch_moves_on';
  end if;
  return new;
end $$;
create trigger payout_batch_moves before update on payout_batch for each row execute function payout_batch_moves_on();

create function payout_entry_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (select 1 from payout where id = old.payout_id and status = 'paid') then
    raise exception 'what was paid stays' using errcode = 'check_violation', constraint = 'payout_entry_stays';
  end if;
  return old;
end $$;
create trigger payout_entry_kept before update or delete on payout_entry for each row execute function payout_entry_stays();

-- An amount is what its entries say, and a payout that is none any more has no entries.
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
create constraint trigger payout_entry_adds_up after insert or delete on payout_entry
  deferrable initially deferred for each row execute function payout_must_add_up();

create trigger payout_no_delete before delete on payout for each row execute function books_are_append_only();
create trigger payout_batch_no_delete before delete on payout_batch for each row execute function books_are_append_only();
create trigger payout_no_truncate before truncate on payout for each statement execute function books_are_append_only();
create trigger payout_entry_no_truncate before truncate on payout_entry for each statement execute function books_are_append_only();
create trigger payout_batch_no_truncate before truncate on payout_batch for each statement execute function books_are_append_only();

-- What the gateway transfers to the bank is not in the books yet, so that the bank's account goes below zero by what is paid out.
alter table ledger_account drop constraint ledger_balance_not_overdrawn;
alter table ledger_account add constraint ledger_balance_not_overdrawn check (case
  when kind = 'bank' then true
  when kind in ('gateway_receivable', 'gateway_fees', 'promotions') then balance_paise >= 0
  else balance_paise <= 0 end);
