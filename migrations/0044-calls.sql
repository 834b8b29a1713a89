-- widen
-- "Please connect me with this mentor": one press of a Call button.
create table call_request (
  id uuid primary key default uuidv7(),
  -- As the caller gave them, or of its account; for the admin who calls, never to find anybody by.
  name text not null constraint call_request_name_length check (length(name) <= 80),
  phone text not null constraint call_request_phone_indian check (phone ~ '^[6-9][0-9]{9}$'),
  -- null: a visitor.
  account_id uuid constraint call_request_account references account,
  -- null: a call to us about no mentor in particular.
  mentor_id uuid constraint call_request_mentor references mentor,
  language text not null constraint call_request_language_known check (language in ('en', 'hi')),
  status text not null default 'new'
    constraint call_request_status_known check (status in ('new', 'assigned', 'connected', 'unreachable', 'closed')),
  -- The number by which an admin connects the two.
  mentor_phone text constraint call_request_mentor_phone_indian check (mentor_phone ~ '^[6-9][0-9]{9}$'),
  note text not null default '' constraint call_request_note_length check (length(note) <= 600),
  owner_id uuid constraint call_request_owner references admin_user,
  version int not null default 1,
  -- Of a visitor, for the limits only; forgotten after two days.
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
