-- widen

-- Changes to the built-in catalogue. A row replaces the whole entry. Entries are never deleted, so that anything that
-- refers to one still finds its name.
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

-- Changes to the built-in states, cities and areas, and places added by admins. A row replaces the whole place.
create table place (
  id uuid primary key default uuidv7(),
  kind text not null constraint place_kind_known check (kind in ('state', 'city', 'area')),
  -- The state of a city or the city of an area; it may be a built-in place without a row.
  parent uuid constraint place_parent_given check ((parent is null) = (kind = 'state')),
  name text not null constraint place_name_length check (length(name) between 2 and 60),
  name_hi text not null constraint place_name_hi_length check (length(name_hi) between 1 and 60),
  aliases text[] not null default '{}',
  lat float8 constraint place_lat_in_india check (lat between 6 and 38),
  lon float8 constraint place_lon_in_india check (lon between 68 and 98),
  status text not null default 'shown' constraint place_status_known check (status in ('shown', 'hidden', 'removed')),
  version int not null default 1,
  changed_at timestamptz not null default now(),
  constraint place_point_given check (kind = 'state' or (lat is not null and lon is not null))
);
create unique index place_name_once on place (kind, coalesce(parent, '00000000-0000-0000-0000-000000000000'), lower(name)) where status <> 'removed';

-- Uploaded files. The bytes are in storage under `store_keys` from `ready_at` until `erased_at`.
create table media (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint media_account references account,
  preset text not null constraint media_preset_known check (preset in ('mentor-photo', 'mentor-document', 'mentor-cv', 'mentor-certificate', 'mentor-video',
    'chat-photo', 'chat-document')),
  kind text not null constraint media_kind_known check (kind in ('image', 'video', 'raw')),
  format text not null,
  content_type text not null,
  bytes bigint not null constraint media_bytes_positive check (bytes > 0),
  width integer,
  height integer,
  pages smallint,
  -- Hash of the file as uploaded.
  sha256 bytea not null constraint media_sha256_length check (length(sha256) = 32),
  file_name text not null constraint media_file_name_length check (length(file_name) <= 120),
  store_keys text[] not null,
  -- Chosen by the browser, so that a repeated upload is the same file.
  upload_id text,
  is_private boolean not null,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  -- Null while the file is in use; unused files are removed after two days.
  unused_since timestamptz default now(),
  deleted_at timestamptz,
  erased_at timestamptz,
  constraint media_upload_once unique (account_id, upload_id)
);
create index media_account_recent on media (account_id, created_at);
create index media_unused on media (unused_since) where deleted_at is null;
create index media_to_erase on media (deleted_at) where deleted_at is not null and erased_at is null;

-- Links to documents that were opened: each works once.
create table used_link (
  signature text primary key,
  used_at timestamptz not null default now()
);

-- Follows merged subjects to the current one. Older rows keep the original key.
create function subject_now(slug text) returns text language sql stable parallel safe as $$
  with recursive one(key, steps) as (
    select slug, 0
    union all
    select e.into_key, one.steps + 1 from one join catalogue_entry e on e.kind = 'subject' and e.key = one.key
    where e.into_key is not null and one.steps < 100)
  select key from one order by steps desc limit 1
$$;
