-- widen
-- Which version of the mentor an event made: who saves against an older one is told what happened since.
alter table mentor_event add column version integer not null default 0;
create function mentor_event_version() returns trigger language plpgsql as $$
begin
  select m.version into new.version from mentor m where m.id = new.mentor_id;
  return new;
end $$;
create trigger mentor_event_version before insert on mentor_event for each row execute function mentor_event_version();

-- The identity document that was deleted after its check. `document` still names it, so that the form knows that there was one; another file is
-- another document.
alter table mentor add column deleted_document text;

-- The admin's list: those who wait first, the longest waiting before the others.
create index mentor_admin_order on mentor ((status not in ('submitted', 'in_review')), (coalesce(submitted_at, created_at)), id);
create index mentor_check_until on mentor_check (valid_until) where state = 'passed' and valid_until is not null;

-- An admin without a secret makes one at the first login: it waits with the challenge until a code confirms it.
alter table admin_user alter column totp_secret drop not null;
alter table otp_challenge add column totp_secret text;
create table recovery_code (
  account_id uuid not null constraint recovery_code_admin references admin_user,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
