-- widen
-- A file somebody uploaded. Its bytes are in the store under `store_keys`, from `ready_at` until `erased_at`.
create table media (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint media_account references account,
  preset text not null constraint media_preset_known
    check (preset in ('mentor-photo', 'mentor-document', 'mentor-cv', 'mentor-video', 'chat-photo', 'chat-document')),
  kind text not null constraint media_kind_known check (kind in ('image', 'video', 'raw')),
  format text not null,
  content_type text not null,
  bytes bigint not null constraint media_bytes_positive check (bytes > 0),
  width integer,
  height integer,
  pages smallint,
  -- Of the file as it was sent.
  sha256 bytea not null constraint media_sha256_length check (length(sha256) = 32),
  file_name text not null constraint media_file_name_length check (length(file_name) <= 120),
  store_keys text[] not null,
  -- The browser's name of the upload: sent twice, it is the same file.
  upload_id text,
  is_private boolean not null,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  -- Null while something uses it; after two days without use it is removed.
  unused_since timestamptz default now(),
  deleted_at timestamptz,
  erased_at timestamptz,
  constraint media_upload_once unique (account_id, upload_id)
);
create index media_account_recent on media (account_id, created_at);
create index media_unused on media (unused_since) where deleted_at is null;
create index media_to_erase on media (deleted_at) where deleted_at is not null and erased_at is null;
