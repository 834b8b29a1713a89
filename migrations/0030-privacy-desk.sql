-- widen

-- A night of the retention clocks: how many rows each of them removed; null when it failed.
create table retention_run (
  id uuid primary key default uuidv7(),
  begun_at timestamptz not null default now(),
  ended_at timestamptz,
  removed jsonb not null default '{}'
);

-- A person's data as a PDF, made by a job and kept for a day.
create table data_copy (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint data_copy_account references account,
  language text not null constraint data_copy_language_known check (language in ('en', 'hi')),
  status text not null default 'waiting' constraint data_copy_status_known check (status in ('waiting', 'made', 'failed')),
  done smallint not null default 0,
  parts smallint not null,
  asked_at timestamptz not null default now(),
  ended_at timestamptz,
  pdf bytea,
  constraint data_copy_ended check ((status = 'waiting') = (ended_at is null) and (status = 'made') = (pdf is not null))
);
create unique index data_copy_waiting_once on data_copy (account_id) where status = 'waiting';
create index data_copy_of_account on data_copy (account_id, asked_at);

-- Breaches of personal data, as the register of the law wants them.
create table breach (
  id uuid primary key default uuidv7(),
  number int generated always as identity constraint breach_number_unique unique,
  noticed_at timestamptz not null,
  what text not null constraint breach_what_length check (length(what) between 1 and 2000),
  data_kinds text not null constraint breach_data_kinds_length check (length(data_kinds) between 1 and 300),
  consequences text not null constraint breach_consequences_length check (length(consequences) between 1 and 1000),
  measures text not null constraint breach_measures_length check (length(measures) between 1 and 1000),
  -- What the people concerned read.
  text_en text not null constraint breach_text_en_length check (length(text_en) between 1 and 1000),
  text_hi text not null constraint breach_text_hi_length check (length(text_hi) between 1 and 1000),
  recorded_by uuid not null constraint breach_recorded_by references account,
  recorded_at timestamptz not null default now(),
  cert_in_told_at timestamptz,
  board_told_at timestamptz,
  constraint breach_noticed_before check (noticed_at <= recorded_at + interval '1 minute')
);
create table breach_person (
  breach_id uuid not null constraint breach_person_breach references breach,
  account_id uuid not null constraint breach_person_account references account,
  told_at timestamptz,
  primary key (breach_id, account_id)
);
create index breach_person_untold on breach_person (breach_id, account_id) where told_at is null;
create index breach_person_account on breach_person (account_id);
