-- widen
create sequence support_case_number;

-- Anything an admin must decide or answer: tickets of the contact page, reports, disputes, refunds, grievances.
create table support_case (
  id uuid primary key default uuidv7(),
  -- What people are told: CASE-2026-000123, more digits when they are needed.
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
  priority text not null default 'normal' constraint support_case_priority_known check (priority in ('normal', 'high')),
  answer_by timestamptz not null,
  -- Only for the limits; forgotten after two days.
  ip_block text,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint support_case_reachable check (phone is not null or email is not null)
);
create index support_case_waiting on support_case (answer_by) where status <> 'resolved';
create index support_case_phone on support_case (phone, created_at desc);
create index support_case_email on support_case (email, created_at desc);
create index support_case_ip on support_case (ip_block, created_at desc) where ip_block is not null;
create index support_case_account_id on support_case (account_id);
