-- widen
-- What admins change of many mentors' listing at once: every row is written down, and looked at, before anything is another.
create table listing_change (
  id uuid primary key default uuidv7(),
  made_by uuid not null constraint listing_change_made_by references account,
  made_at timestamptz not null default now(),
  -- The file it was read from; null where mentors were ticked or filtered.
  file_name text constraint listing_change_file_length check (length(file_name) between 1 and 200),
  -- Columns of the file that were not read.
  unread text[] not null default '{}',
  status text not null default 'reading' constraint listing_change_status_known check (status in ('reading', 'ready', 'applying', 'applied')),
  good integer not null default 0,
  same integer not null default 0,
  bad integer not null default 0,
  applied integer not null default 0,
  refused integer not null default 0,
  applied_by uuid constraint listing_change_applied_by references account,
  applied_at timestamptz
);
create index listing_change_by_day on listing_change (made_at, id);
create table listing_change_row (
  id uuid primary key default uuidv7(),
  change_id uuid not null constraint listing_change_row_change references listing_change on delete cascade,
  -- Of the file, or the place among the ticked.
  line integer not null,
  mentor_id uuid constraint listing_change_row_mentor references mentor,
  -- What the file names the mentor by, where nobody was found.
  given text not null default '',
  -- Of the mentor when this was written: at another one by now the row is refused.
  version integer,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  problems jsonb not null default '[]',
  state text not null constraint listing_change_row_state_known check (state in ('good', 'same', 'bad', 'applied', 'refused'))
);
create unique index listing_change_row_mentor_once on listing_change_row (change_id, mentor_id) where state <> 'bad';
create index listing_change_row_by_line on listing_change_row (change_id, line, id);
create index listing_change_row_by_state on listing_change_row (change_id, state, line, id);

-- Mentors somebody chose for a family, at a short address. Opens are counted, not who opened.
create table mentor_link (
  id uuid primary key default uuidv7(),
  token text not null constraint mentor_link_token_unique unique constraint mentor_link_token_shape check (token ~ '^[A-Za-z0-9_-]{10,40}$'),
  name text not null constraint mentor_link_name_length check (length(name) between 1 and 80),
  mentor_ids uuid[] not null constraint mentor_link_size check (cardinality(mentor_ids) between 1 and 500),
  made_by uuid not null constraint mentor_link_made_by references account,
  made_at timestamptz not null default now(),
  opens integer not null default 0
);
create index mentor_link_by_day on mentor_link (made_at, id);

-- What the list of mentors' listing is sorted and filtered by; it counts by them too.
create index mentor_by_ranking on mentor (admin_ranking, id) where status <> 'draft';
create index mentor_by_name on mentor (full_name, id) where status <> 'draft';
create index mentor_by_status_ranking on mentor (status, admin_ranking, id) where status <> 'draft';
create index mentor_by_tier on mentor (tier, admin_ranking, id) where status <> 'draft';
create index mentor_by_city on mentor (lower(city), admin_ranking, id) where status <> 'draft';
create index mentor_not_shown on mentor (admin_ranking, id) where status <> 'draft' and not (status = 'verified' and show_on_website);
create index mentor_with_brief on mentor (admin_ranking, id) where status <> 'draft' and admin_brief <> '';
