-- widen
-- Who works on a case, until when it waits for what, and who decided it: an appeal is decided by somebody else.
alter table support_case drop constraint support_case_priority_known;
alter table support_case
  add constraint support_case_priority_known check (priority in ('low', 'normal', 'high')),
  add column version int not null default 1,
  add column owner_id uuid constraint support_case_owner references admin_user,
  add column answered_at timestamptz,
  add column settle_by timestamptz not null default now() + interval '1 month',
  add column resolution text not null default '' constraint support_case_resolution_length check (length(resolution) <= 2000),
  add column decided_by uuid constraint support_case_decided_by references account,
  add column appealed_at timestamptz,
  -- Whose decision is appealed: it is never this admin who decides the appeal.
  add column appeal_of uuid constraint support_case_appeal_of references account,
  -- The last clock that ran out and was told.
  add column warned text constraint support_case_warned_known check (warned in ('answer', 'acknowledge', 'settle'));
update support_case set settle_by = created_at + interval '1 month';
alter table support_case
  add constraint support_case_appealed check ((appealed_at is null) = (appeal_of is null)),
  -- What is due next: an answer, then the end of it.
  add column due_at timestamptz not null generated always as (case when status = 'resolved' then timestamptz 'infinity'
    when answered_at is null then answer_by else settle_by end) stored;
create index support_case_due on support_case (due_at, id);
create index support_case_newest on support_case (created_at, id);
create index support_case_words on support_case using gin (name gin_trgm_ops, number gin_trgm_ops);
create index support_case_owner_id on support_case (owner_id, due_at) where owner_id is not null;
drop index support_case_waiting;
create index support_case_waiting on support_case (status, due_at) where status <> 'resolved';

-- What was done about a case, in order; each raises the version of its case.
create table case_event (
  case_id uuid not null constraint case_event_case references support_case,
  version int not null,
  kind text not null constraint case_event_kind_known
    check (kind in ('take', 'give', 'priority', 'note', 'answer', 'resolve', 'reopen', 'appeal', 'pause', 'overdue')),
  by_account uuid constraint case_event_account references account,
  text text not null default '' constraint case_event_text_length check (length(text) <= 4000),
  detail jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (case_id, version)
);
-- Messages about a case name its number.
create index outbox_case on outbox ((data ->> 'number')) where data ->> 'number' like 'CASE-%';
