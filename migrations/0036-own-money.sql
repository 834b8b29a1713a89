-- widen
-- Money of ours that we put into the bank account, or took out of it again: demos and the gateway's fees are paid by us.
alter table ledger_account drop constraint ledger_account_kind_known;
alter table ledger_account add constraint ledger_account_kind_known check (kind in ('gateway_receivable', 'bank', 'family_prepaid',
  'mentor_payable', 'held_in_dispute', 'commission', 'gst', 'tds', 'tcs', 'gateway_fees', 'promotions', 'refunds_payable', 'own_money'));
alter table journal drop constraint journal_kind_known;
alter table journal add constraint journal_kind_known
  check (kind in ('payment', 'lesson', 'refund', 'refund_settled', 'payout', 'correction', 'dispute', 'dispute_end', 'settlement', 'own_money'));

create table own_money (
  id uuid primary key,
  amount_paise bigint not null constraint own_money_not_zero check (amount_paise <> 0),
  note text not null constraint own_money_note_length check (length(note) between 1 and 200),
  made_by uuid not null constraint own_money_made_by references account,
  made_at timestamptz not null default now()
);
