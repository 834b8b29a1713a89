-- widen
-- What was changed in the catalogue: whole entries, which lie over those that are built in. None is ever deleted, so
-- that whatever names one finds its words.
create table catalogue_entry (
  id uuid primary key default uuidv7(),
  kind text not null constraint catalogue_entry_kind_known check (kind in ('subject', 'level', 'grade', 'board', 'degree')),
  key text not null,
  parent text not null default '',
  en text not null,
  hi text not null,
  aliases text[] not null default '{}',
  subjects text[] not null default '{}',
  place integer not null,
  state text not null constraint catalogue_entry_state_known check (state in ('shown', 'hidden', 'removed')),
  into_key text,
  is_home boolean not null default false,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  constraint catalogue_entry_once unique (kind, key)
);
-- How many teach something, and which ones when it becomes part of another subject.
create index mentor_offer_of_subject on mentor_offer (subject, mentor_id);
create index mentor_offer_of_grade on mentor_offer (grade_key, mentor_id);
