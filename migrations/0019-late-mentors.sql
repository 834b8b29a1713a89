-- widen

-- A mentor who cancels late or does not come owes the family a credit. `mentor_debt` is what mentors still owe of it,
-- collected from their next earnings; `family_credit` is what families may deduct from their next payments.
alter table ledger_account drop constraint ledger_account_kind_known, drop constraint ledger_account_owner,
  drop constraint ledger_balance_not_overdrawn,
  add constraint ledger_account_kind_known check (kind in ('gateway_receivable', 'bank', 'family_prepaid', 'family_credit',
    'mentor_payable', 'mentor_debt', 'held_in_dispute', 'commission', 'gst', 'tds', 'tcs', 'gateway_fees', 'promotions', 'refunds_payable', 'owner_equity')),
  add constraint ledger_account_owner check ((kind in ('family_prepaid', 'family_credit', 'mentor_payable', 'mentor_debt')) = (owner_id is not null)),
  add constraint ledger_balance_not_overdrawn check (case
    when kind in ('bank', 'gateway_receivable') then true
    when kind in ('gateway_fees', 'promotions', 'mentor_debt') then balance_paise >= 0
    else balance_paise <= 0 end);
alter table journal drop constraint journal_kind_known, add constraint journal_kind_known
  check (kind in ('payment', 'lesson', 'refund', 'refund_settled', 'payout', 'correction', 'dispute', 'dispute_end', 'settlement', 'owner_equity',
    'compensation', 'compensation_end', 'collection'));

-- The credit as shown before the class was cancelled or the absence reported.
alter table lesson_change add column compensation_paise integer not null default 0
  constraint lesson_change_compensation_not_negative check (compensation_paise >= 0);

-- Credits given for late cancellations and absences of mentors; a reversed one was decided for the mentor.
create table compensation (
  id uuid primary key default uuidv7(),
  lesson_id uuid not null constraint compensation_lesson references lesson,
  family_id uuid not null constraint compensation_family references family,
  mentor_id uuid not null constraint compensation_mentor references mentor,
  paise integer not null constraint compensation_positive check (paise > 0),
  given_at timestamptz not null default now(),
  reversed_at timestamptz,
  -- Of a reversed one: what the family had left of it, and what the mentor had paid already.
  taken_back_paise integer not null default 0 constraint compensation_taken_back_range check (taken_back_paise between 0 and paise),
  repaid_paise integer not null default 0 constraint compensation_repaid_range check (repaid_paise between 0 and paise)
);
create unique index compensation_once on compensation (lesson_id) where reversed_at is null;
create index compensation_lesson_id on compensation (lesson_id);
create index compensation_family_id on compensation (family_id);
create index compensation_mentor_id on compensation (mentor_id);

-- Part of the promotion that is the family's credit, not the demo's.
alter table payment_order add column credit_paise integer not null default 0
  constraint payment_order_credit_range check (credit_paise between 0 and promotion_paise);
