-- widen

create sequence support_case_number;

-- Everything that needs an admin's decision or answer: tickets, reports, disputes, refunds, grievances.
create table support_case (
  id uuid primary key default uuidv7(),
  -- Public number such as CASE-2026-000123, with more digits when needed.
  number text not null default 'CASE-' || to_char(now() at time zone 'Asia/Kolkata', 'YYYY') || '-'
    || to_char(nextval('support_case_number'), 'FM999999999000000') constraint support_case_number_unique unique,
  kind text not null constraint support_case_kind_known
    check (kind in ('support', 'report', 'dispute', 'refund', 'grievance', 'safety')),
  topic text not null constraint support_case_topic_length check (length(topic) between 1 and 60),
  text text not null constraint support_case_text_length check (length(text) between 1 and 4000),
  name text not null constraint support_case_name_length check (length(name) between 1 and 80),
  phone text constraint support_case_phone_indian check (phone ~ '^[6-9][0-9]{9}$'),
  email text constraint support_case_email_length check (length(email) <= 200),
  language text not null constraint support_case_language_known check (language in ('en', 'hi')),
  account_id uuid constraint support_case_account references account,
  family_id uuid constraint support_case_family references family,
  mentor_id uuid constraint support_case_mentor references mentor,
  status text not null default 'open' constraint support_case_status_known check (status in ('open', 'under_review', 'resolved')),
  priority text not null default 'normal' constraint support_case_priority_known check (priority in ('low', 'normal', 'high')),
  answer_by timestamptz not null,
  -- For rate limits only; deleted after two days.
  ip_block text,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  version int not null default 1,
  owner_id uuid constraint support_case_owner references admin_user,
  answered_at timestamptz,
  settle_by timestamptz not null default now() + interval '1 month',
  resolution text not null default '' constraint support_case_resolution_length check (length(resolution) <= 2000),
  decided_by uuid constraint support_case_decided_by references account,
  appealed_at timestamptz,
  -- The admin whose decision is appealed; somebody else decides the appeal.
  appeal_of uuid constraint support_case_appeal_of references account,
  -- The last deadline that passed and was reported.
  warned text constraint support_case_warned_known check (warned in ('answer', 'acknowledge', 'settle')),
  -- The next deadline: the first answer, then the resolution.
  due_at timestamptz not null generated always as (case when status = 'resolved' then timestamptz 'infinity'
    when answered_at is null then answer_by else settle_by end) stored,
  constraint support_case_reachable check (phone is not null or email is not null),
  constraint support_case_appealed check ((appealed_at is null) = (appeal_of is null))
);
create index support_case_phone on support_case (phone, created_at desc);
create index support_case_email on support_case (email, created_at desc);
create index support_case_ip on support_case (ip_block, created_at desc) where ip_block is not null;
create index support_case_account_id on support_case (account_id);
create index support_case_due on support_case (due_at, id);
create index support_case_newest on support_case (created_at, id);
create index support_case_words on support_case using gin (name gin_trgm_ops, number gin_trgm_ops);
create index support_case_owner_id on support_case (owner_id, due_at) where owner_id is not null;
create index support_case_waiting on support_case (status, due_at) where status <> 'resolved';
create index support_case_name_words on support_case using gin (to_tsvector('simple', name)) where name ~ '[^ -~]';
-- Cases about a mentor, newest first.
create index support_case_mentor_id on support_case (mentor_id, created_at desc) where mentor_id is not null;
create index support_case_family_id on support_case (family_id) where family_id is not null;

-- Actions on a case, in order; each raises the version of the case.
create table case_event (
  case_id uuid not null constraint case_event_case references support_case,
  version int not null,
  kind text not null constraint case_event_kind_known check (kind in ('take', 'give', 'priority', 'note', 'answer', 'resolve', 'reopen', 'appeal', 'pause',
    'unpause', 'concerns', 'overdue')),
  by_account uuid constraint case_event_account references account,
  text text not null default '' constraint case_event_text_length check (length(text) <= 4000),
  detail jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (case_id, version)
);

-- Requests to be connected with a mentor by phone.
create table call_request (
  id uuid primary key default uuidv7(),
  -- As entered by the caller or taken from the account; for the admin who calls back, never for matching.
  name text not null constraint call_request_name_length check (length(name) <= 80),
  phone text not null constraint call_request_phone_indian check (phone ~ '^[6-9][0-9]{9}$'),
  -- Null for visitors.
  account_id uuid constraint call_request_account references account,
  -- Null for a call to us that is not about a mentor.
  mentor_id uuid constraint call_request_mentor references mentor,
  language text not null constraint call_request_language_known check (language in ('en', 'hi')),
  status text not null default 'new'
    constraint call_request_status_known check (status in ('new', 'assigned', 'connected', 'unreachable', 'closed')),
  -- The mentor's number the admin uses to connect both sides.
  mentor_phone text constraint call_request_mentor_phone_indian check (mentor_phone ~ '^[6-9][0-9]{9}$'),
  note text not null default '' constraint call_request_note_length check (length(note) <= 600),
  owner_id uuid constraint call_request_owner references admin_user,
  version int not null default 1,
  -- Visitors only, for rate limits; deleted after two days.
  ip_block text,
  created_at timestamptz not null default now(),
  handled_at timestamptz,
  constraint call_request_owned check (status = 'new' or owner_id is not null),
  constraint call_request_handled check ((handled_at is not null) = (status in ('connected', 'unreachable', 'closed')))
);
create index call_request_phone on call_request (phone, created_at desc);
create index call_request_account_id on call_request (account_id, id desc);
create index call_request_mentor_id on call_request (mentor_id, id desc);
create index call_request_ip on call_request (ip_block, created_at desc) where ip_block is not null;
create index call_request_waiting on call_request (id desc) where status in ('new', 'assigned');
create index call_request_parts on call_request using gin (name gin_trgm_ops, phone gin_trgm_ops, mentor_phone gin_trgm_ops);
create index call_request_by_day on call_request (created_at, id);
create index call_request_by_name on call_request (name, id);
