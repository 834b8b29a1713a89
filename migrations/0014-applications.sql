-- widen
-- The application form as far as somebody filled it in: answers and number of saves, by section.
create table application (
  account_id uuid primary key constraint application_account references account,
  answers jsonb not null default '{}',
  revisions jsonb not null default '{}',
  started_at timestamptz not null default now(),
  saved_at timestamptz not null default now()
);

alter table mentor
  add column submitted_at timestamptz,
  add column rejection text not null default '',
  -- Raised by every change of an admin, who names the one the change started from.
  add column version integer not null default 1;
update mentor set submitted_at = created_at where status <> 'draft';

alter table mentor_check
  add column method text not null default '',
  add column checker_id uuid constraint mentor_check_checker references account,
  add column reminded_at timestamptz;

-- What happened to a mentor's application and checks, never changed.
create table mentor_event (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint mentor_event_mentor references mentor,
  at timestamptz not null default now(),
  kind text not null constraint mentor_event_kind_known check (kind in ('submitted', 'resubmitted', 'review_started', 'verified', 'rejected',
    'suspended', 'restored', 'changed', 'check_passed', 'check_failed', 'check_reopened', 'document_deleted')),
  by_account uuid constraint mentor_event_account references account,
  note text not null default '' constraint mentor_event_note_length check (length(note) <= 2000),
  detail jsonb not null default '{}'
);
create index mentor_event_of_mentor on mentor_event (mentor_id, at desc);
-- The queue of the admin: the oldest first.
create index mentor_waiting on mentor (submitted_at) where status in ('submitted', 'in_review');
