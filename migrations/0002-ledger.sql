-- widen

-- Double-entry books. A positive entry is a debit, a negative one a credit; the entries of a journal sum to zero.
create table ledger_account (
  id uuid primary key default uuidv7(),
  kind text not null constraint ledger_account_kind_known check (kind in ('gateway_receivable', 'bank', 'family_prepaid',
    'mentor_payable', 'held_in_dispute', 'commission', 'gst', 'tds', 'tcs', 'gateway_fees', 'promotions', 'refunds_payable', 'owner_equity')),
  owner_id uuid,
  balance_paise bigint not null default 0,
  constraint ledger_account_once unique nulls not distinct (kind, owner_id),
  constraint ledger_account_owner check ((kind in ('family_prepaid', 'mentor_payable')) = (owner_id is not null)),
  -- Liabilities and income have credit balances (zero or less), assets and expenses debit balances (zero or more).
  -- The bank has a rule of its own below. The gateway may be below zero: a refund of money that was already
  -- transferred is deducted from its next transfer.
  constraint ledger_balance_not_overdrawn check (case
    when kind in ('bank', 'gateway_receivable') then true
    when kind in ('gateway_fees', 'promotions') then balance_paise >= 0
    else balance_paise <= 0 end)
);

-- The bank balance cannot be spent below zero. A balance that is below zero already may only rise.
create function bank_is_not_overdrawn() returns trigger language plpgsql as $$
begin
  raise exception 'the bank does not hold that much' using errcode = 'check_violation', constraint = 'bank_not_overdrawn';
end $$;
create trigger bank_not_overdrawn before update on ledger_account for each row
  when (new.kind = 'bank' and new.balance_paise < 0 and new.balance_paise < old.balance_paise)
  execute function bank_is_not_overdrawn();

-- `refund`: owed from now on; `refund_settled`: left the gateway. `dispute` puts a lesson's money on hold,
-- `dispute_end` returns it to the family; `lesson` takes it from there when the lesson settles after all.
create table journal (
  id uuid primary key default uuidv7(),
  kind text not null constraint journal_kind_known
    check (kind in ('payment', 'lesson', 'refund', 'refund_settled', 'payout', 'correction', 'dispute', 'dispute_end', 'settlement', 'owner_equity')),
  subject_id uuid not null,
  at timestamptz not null default now(),
  constraint journal_once unique (kind, subject_id)
);
create index journal_at on journal (at);

create function books_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation', constraint = 'books_append_only';
end $$;
create trigger journal_append_only before update or delete on journal for each row execute function books_are_append_only();
create trigger journal_no_truncate before truncate on journal for each statement execute function books_are_append_only();

create table ledger_entry (
  id uuid primary key default uuidv7(),
  journal_id uuid not null constraint ledger_entry_journal references journal,
  account_id uuid not null constraint ledger_entry_account references ledger_account,
  amount_paise bigint not null constraint ledger_entry_not_zero check (amount_paise <> 0)
);
create index ledger_entry_journal_id on ledger_entry (journal_id);
create index ledger_entry_account_id on ledger_entry (account_id, id);

create function ledger_add_to_balance() returns trigger language plpgsql as $$
begin
  update ledger_account set balance_paise = balance_paise + new.amount_paise where id = new.account_id;
  return null;
end $$;
create trigger ledger_entry_balance after insert on ledger_entry for each row execute function ledger_add_to_balance();

create function journal_must_balance() returns trigger language plpgsql as $$
declare total bigint;
begin
  select coalesce(sum(amount_paise), 0) into total from ledger_entry where journal_id = new.journal_id;
  if total <> 0 then
    raise exception 'journal % is off by % paise', new.journal_id, total using errcode = 'check_violation', constraint = 'journal_balances';
  end if;
  return null;
end $$;
create constraint trigger journal_balances after insert on ledger_entry
  deferrable initially deferred for each row execute function journal_must_balance();
create trigger ledger_entry_append_only before update or delete on ledger_entry for each row execute function books_are_append_only();
create trigger ledger_entry_no_truncate before truncate on ledger_entry for each statement execute function books_are_append_only();
