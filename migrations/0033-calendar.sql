-- widen
-- How often a class was changed, and when last: calendars that follow ours keep the newest of each.
alter table lesson add column changes integer not null default 0, add column changed_at timestamptz not null default now();
create function lesson_counts_changes() returns trigger language plpgsql as $$
begin
  new.changes := old.changes + 1;
  new.changed_at := now();
  return new;
end $$;
create trigger lesson_changed before update of starts_at, ends_at, status on lesson for each row
  when ((old.starts_at, old.ends_at, old.status) is distinct from (new.starts_at, new.ends_at, new.status))
  execute function lesson_counts_changes();

-- The secret address at which somebody's calendar follows ours: one for each account, of which only the hash is kept.
create table calendar_feed (
  account_id uuid primary key constraint calendar_feed_account references account,
  id uuid not null,
  token_hash bytea not null constraint calendar_feed_token_once unique,
  made_at timestamptz not null default now()
);
