-- widen

-- Names (hashes) of the secret keys that something here is sealed with. A process without one of them does not start.
create table secret_key (
  name text primary key,
  since timestamptz not null default now()
);

-- Name of the secret key that hashed the code; null for codes made before this column.
alter table recovery_code add column key_name text;
