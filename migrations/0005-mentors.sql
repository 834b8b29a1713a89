-- widen

create table mentor (
  id uuid primary key default uuidv7(),
  number integer generated always as identity (start with 1001) constraint mentor_number_unique unique,
  slug text not null constraint mentor_slug_unique unique constraint mentor_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  account_id uuid not null constraint mentor_account_unique unique constraint mentor_account references account,
  status text not null default 'draft' constraint mentor_status_known
    check (status in ('draft', 'submitted', 'in_review', 'verified', 'rejected', 'suspended')),
  full_name text not null constraint mentor_name_length check (length(full_name) between 2 and 80),
  email text not null default '',
  gender text not null constraint mentor_gender_known check (gender in ('male', 'female', 'other')),
  age smallint not null constraint mentor_age_range check (age between 18 and 65),
  photo text,
  document text,
  cv text,
  teaching_video text,
  teaching_video_published boolean not null default false,
  highest_qualification text not null default '',
  specialization text not null default '',
  university text not null default '',
  graduation_year smallint,
  qualification_display text not null default '',
  twelfth_stream text,
  twelfth_board text,
  graduation_degree text,
  graduation_college text,
  postgraduation_degree text,
  postgraduation_college text,
  experience text not null constraint mentor_experience_known check (experience in ('fresher', '1-3', '3-5', '5-10', '10+')),
  area text not null default '',
  city text not null,
  state text not null,
  lat double precision,
  lon double precision,
  teaching_range text not null default 'anywhere',
  available_days text[] not null default '{}',
  daily_hours numeric(3, 1) not null default 4 constraint mentor_hours_range check (daily_hours between 1 and 12 and daily_hours * 2 = floor(daily_hours * 2)),
  start_immediately boolean not null default true,
  start_date date,
  teaching_experience text not null default '',
  brief text not null default '',
  admin_brief text not null default '',
  admin_brief_visible boolean not null default false,
  admin_ranking smallint not null default 10 constraint mentor_ranking_range check (admin_ranking between 1 and 99),
  tier text not null default 'silver' constraint mentor_tier_known check (tier in ('gold', 'silver')),
  show_on_website boolean not null default false,
  -- The mentor asked to change name, gender or photo; nobody is shown until an admin has seen the new ones.
  identity_in_review boolean not null default false,
  -- Whether visitors can find and book the mentor: the one definition.
  is_listed boolean not null generated always as (status = 'verified' and show_on_website and not identity_in_review) stored,
  teaches_online boolean not null default false,
  online_price_paise integer constraint mentor_online_price_positive check (online_price_paise > 0),
  boards text[] not null default '{}',
  languages text[] not null default '{}',
  rating numeric(2, 1) constraint mentor_rating_range check (rating between 1 and 5),
  rating_count integer not null default 0,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  rejection text not null default '',
  -- Raised by every admin change, which names the version it started from.
  version integer not null default 1,
  -- The identity document deleted after its check. `document` keeps its id so that the form shows there was one; only
  -- a different file counts as new.
  deleted_document text,
  -- Set when the mentor was asked for a new identity document, because the checked one was deleted and the check is
  -- due again.
  document_asked_at timestamptz,
  -- While set, the mentor is ranked lower in search; `mentor_standing` records when and why.
  stepped_down_at timestamptz
);
create index mentor_full_name on mentor (lower(full_name));
-- Landing pages: the first mentors of a city.
create index mentor_landing on mentor (city, admin_ranking, rating desc nulls last, id) where is_listed;
-- The admin's queue, oldest application first.
create index mentor_waiting on mentor (submitted_at) where status in ('submitted', 'in_review');
-- The admin's list: pending applications first, oldest first.
create index mentor_admin_order on mentor ((status not in ('submitted', 'in_review')), (coalesce(submitted_at, created_at)), id);
create index mentor_name_parts on mentor using gin (full_name gin_trgm_ops);
-- Sort orders, filters and counts of the admin's listing page.
create index mentor_by_ranking on mentor (admin_ranking, id) where status <> 'draft';
create index mentor_by_name on mentor (full_name, id) where status <> 'draft';
create index mentor_by_status_ranking on mentor (status, admin_ranking, id) where status <> 'draft';
create index mentor_by_tier on mentor (tier, admin_ranking, id) where status <> 'draft';
create index mentor_by_city on mentor (lower(city), admin_ranking, id) where status <> 'draft';
create index mentor_not_shown on mentor (admin_ranking, id) where status <> 'draft' and not is_listed;
create index mentor_with_brief on mentor (admin_ranking, id) where status <> 'draft' and admin_brief <> '';
create index mentor_of_area on mentor (lower(city), lower(area));
create index mentor_count_by_status on mentor (status);
create index mentor_name_words on mentor using gin (to_tsvector('simple', full_name)) where full_name ~ '[^ -~]';
create index mentor_of_state on mentor (lower(state), lower(city), lower(area));
-- Sort orders of the admin's list of mentors, which pages by position in the index.
create index mentor_by_applied on mentor ((coalesce(submitted_at, created_at)), id) where status <> 'draft';
create index mentor_by_changed on mentor (updated_at, id) where status <> 'draft';
create index mentor_by_missing on mentor (((coalesce(photo, '') = '')::int + (coalesce(document, '') = '')::int + (coalesce(cv, '') = '')::int
  + (coalesce(teaching_video, '') = '')::int + (coalesce(brief, '') = '')::int), id) where status <> 'draft';
create index mentor_by_joined on mentor (created_at, id) where status <> 'draft';

create table mentor_mode (
  mentor_id uuid not null constraint mentor_mode_mentor references mentor,
  mode text not null constraint mentor_mode_known
    check (mode in ('homeTuition', 'myPlace', 'coachingCenter', 'schoolTeaching', 'counsellor', 'groupClasses')),
  monthly_price_paise integer not null constraint mentor_mode_price_range check (monthly_price_paise between 100000 and 2500000),
  primary key (mentor_id, mode)
);

-- One (level, grade key, subject) a mentor teaches.
create table mentor_offer (
  mentor_id uuid not null constraint mentor_offer_mentor references mentor,
  level text not null,
  grade_key text not null,
  subject text not null,
  -- The mentor's order of subjects within a grade; an order that names no subject takes the first.
  rank smallint not null default 0,
  primary key (mentor_id, grade_key, subject)
);
-- Counts by subject and grade, and the mentors affected when two subjects are merged.
create index mentor_offer_of_subject on mentor_offer (subject, mentor_id);
create index mentor_offer_of_grade on mentor_offer (grade_key, mentor_id);

create table mentor_check (
  mentor_id uuid not null constraint mentor_check_mentor references mentor,
  kind text not null constraint mentor_check_kind_known check (kind in ('identity', 'qualification', 'interview', 'police')),
  state text not null constraint mentor_check_state_known check (state in ('pending', 'passed', 'failed')),
  checker text,
  checked_on date,
  valid_until date,
  evidence text,
  method text not null default '',
  checker_id uuid constraint mentor_check_checker references account,
  reminded_at timestamptz,
  -- Codes from which the sentence shown to families is composed; free text goes to `evidence`, which is internal.
  basis text not null default '',
  degree text not null default '',
  degree_year smallint,
  issued_on date,
  primary key (mentor_id, kind)
);
create index mentor_check_until on mentor_check (valid_until) where state = 'passed' and valid_until is not null;
-- Few checks are pending at any time.
create index mentor_check_pending on mentor_check (mentor_id) where state = 'pending';
create index mentor_check_failed on mentor_check (mentor_id) where state = 'failed';

-- Certificates of an application. Deleted ones keep their row, so that the same file in the form does not count as
-- new.
create table mentor_certificate (
  mentor_id uuid not null constraint mentor_certificate_mentor references mentor,
  media_id uuid not null constraint mentor_certificate_media references media,
  kind text not null constraint mentor_certificate_kind_known check (kind in ('degree', 'teaching', 'police')),
  sent_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (mentor_id, media_id)
);
create index mentor_certificate_kept on mentor_certificate (kind) where deleted_at is null;

-- New values of a verified mentor's checked facts and public texts. The mentor's row keeps the old ones until an admin
-- approves the change.
create table mentor_change (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint mentor_change_mentor references mentor,
  status text not null default 'waiting' constraint mentor_change_status_known check (status in ('waiting', 'approved', 'declined', 'withdrawn')),
  -- New values by column of `mentor`.
  facts jsonb not null,
  -- Results of the checks it reopened, by kind. They return if the facts stay as they were.
  reopened jsonb not null default '{}',
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid constraint mentor_change_decided_by references account,
  reason text not null default '' constraint mentor_change_reason_length check (length(reason) <= 2000)
);
create unique index mentor_change_waiting_once on mentor_change (mentor_id) where status = 'waiting';

-- History of a mentor's application and checks; rows never change.
create table mentor_event (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint mentor_event_mentor references mentor,
  at timestamptz not null default now(),
  -- `reported`: a safety report that changed no state, because the mentor was suspended already or an admin had
  -- already dismissed a report by the same family.
  kind text not null constraint mentor_event_kind_known check (kind in ('submitted', 'resubmitted', 'review_started', 'verified', 'rejected', 'suspended',
    'restored', 'reported', 'changed', 'check_passed', 'check_failed', 'check_reopened', 'document_deleted', 'document_asked', 'document_given',
    'change_asked', 'change_approved', 'change_declined', 'change_withdrawn')),
  by_account uuid constraint mentor_event_account references account,
  note text not null default '' constraint mentor_event_note_length check (length(note) <= 2000),
  detail jsonb not null default '{}',
  -- The mentor's version after this event: an admin who saves an older version is shown the events since.
  version integer not null default 0
);
create index mentor_event_of_mentor on mentor_event (mentor_id, at desc);

create function mentor_event_version() returns trigger language plpgsql as $$
begin
  select m.version into new.version from mentor m where m.id = new.mentor_id;
  return new;
end $$;
create trigger mentor_event_version before insert on mentor_event for each row execute function mentor_event_version();

-- When a mentor's ranking was lowered or restored, with the figures behind it.
create table mentor_standing (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint mentor_standing_mentor references mentor,
  is_down boolean not null,
  figures jsonb not null,
  at timestamptz not null default now()
);
create index mentor_standing_mentor_id on mentor_standing (mentor_id, id desc);

-- Saved answers of an unfinished application form, with a revision number for each section.
create table application (
  account_id uuid primary key constraint application_account references account,
  answers jsonb not null default '{}',
  revisions jsonb not null default '{}',
  started_at timestamptz not null default now(),
  saved_at timestamptz not null default now()
);

-- Bulk edits of mentor listings: rows are previewed before any of them is applied.
create table bulk_edit (
  id uuid primary key default uuidv7(),
  made_by uuid not null constraint bulk_edit_made_by references account,
  made_at timestamptz not null default now(),
  -- The uploaded file; null when mentors were selected or filtered.
  file_name text constraint bulk_edit_file_length check (length(file_name) between 1 and 200),
  -- Columns of the file that were ignored.
  unread text[] not null default '{}',
  status text not null default 'reading' constraint bulk_edit_status_known check (status in ('reading', 'ready', 'applying', 'applied')),
  good integer not null default 0,
  same integer not null default 0,
  bad integer not null default 0,
  applied integer not null default 0,
  refused integer not null default 0,
  applied_by uuid constraint bulk_edit_applied_by references account,
  applied_at timestamptz
);
create index bulk_edit_by_day on bulk_edit (made_at, id);

create table bulk_edit_row (
  id uuid primary key default uuidv7(),
  bulk_edit_id uuid not null constraint bulk_edit_row_bulk_edit references bulk_edit on delete cascade,
  -- Line in the file, or position in the selection.
  line integer not null,
  mentor_id uuid constraint bulk_edit_row_mentor references mentor,
  -- The file's identifier when no mentor matched it.
  given text not null default '',
  -- The mentor's version at preview; the row is refused if it has changed since.
  version integer,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  problems jsonb not null default '[]',
  state text not null constraint bulk_edit_row_state_known check (state in ('good', 'same', 'bad', 'applied', 'refused'))
);
create unique index bulk_edit_row_mentor_once on bulk_edit_row (bulk_edit_id, mentor_id) where state <> 'bad';
create index bulk_edit_row_by_line on bulk_edit_row (bulk_edit_id, line, id);
create index bulk_edit_row_by_state on bulk_edit_row (bulk_edit_id, state, line, id);

-- Mentors chosen for a family, at a short address. Visits are counted, visitors are not recorded.
create table mentor_link (
  id uuid primary key default uuidv7(),
  token text not null constraint mentor_link_token_unique unique constraint mentor_link_token_shape check (token ~ '^[A-Za-z0-9_-]{10,40}$'),
  name text not null constraint mentor_link_name_length check (length(name) between 1 and 80),
  mentor_ids uuid[] not null constraint mentor_link_size check (cardinality(mentor_ids) between 1 and 500),
  made_by uuid not null constraint mentor_link_made_by references account,
  made_at timestamptz not null default now(),
  opens integer not null default 0,
  -- A link expires at `ends_at` or when an admin ends it.
  ends_at timestamptz,
  ended_at timestamptz,
  ended_by uuid constraint mentor_link_ended_by references account,
  constraint mentor_link_ended_by_somebody check ((ended_at is null) = (ended_by is null))
);
create index mentor_link_by_day on mentor_link (made_at, id);

-- Mentors a family has saved.
create table shortlist (
  family_id uuid not null constraint shortlist_family references family,
  mentor_id uuid not null constraint shortlist_mentor references mentor,
  created_at timestamptz not null default now(),
  primary key (family_id, mentor_id)
);
create index shortlist_mentor_id on shortlist (mentor_id);
