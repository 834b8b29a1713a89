-- widen

-- What the bank said about a payout account. `look`: the name differs, so an admin decides. `problem` says why it was refused.
alter table payout_account
  add column status text not null default 'waiting'
    constraint payout_account_status_known check (status in ('waiting', 'proven', 'look', 'refused')),
  add column name_at_bank text not null default '' constraint payout_account_name_length check (length(name_at_bank) <= 200),
  add column problem text constraint payout_account_problem_known check (problem in ('account', 'ifsc', 'blocked', 'nre', 'upi', 'name')),
  -- When the bank was last asked: each question pays a penny.
  add column asked_at timestamptz,
  add column decided_by uuid constraint payout_account_decided_by references account,
  add constraint payout_account_refused_why check ((status = 'refused') = (problem is not null));
-- Earlier payouts have proven their accounts.
update payout_account c set status = 'proven' where exists (select from payout p where p.account_id = c.id and p.status = 'paid');
update payout p set left_out_reason = 'unproven-account' from payout_account c
  where c.id = p.account_id and c.status = 'waiting' and p.status = 'open' and p.file_at is null and p.left_out_reason is null;
create index payout_account_waiting on payout_account (id) where status = 'waiting';
create index payout_account_look on payout_account (id) where status = 'look';

-- The number before the change: it is told of a new payout account for some days, and then forgotten.
alter table phone_change add column old_phone text;
