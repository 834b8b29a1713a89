-- widen

-- Consents as given: which text in which language, and when they were withdrawn. Rows are never changed otherwise.
create table consent (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint consent_account references account,
  kind text not null constraint consent_kind_known check (kind in ('account', 'documents', 'child')),
  version smallint not null constraint consent_version_positive check (version > 0),
  language text not null constraint consent_language_known check (language in ('en', 'hi')),
  -- The text as shown.
  shown text not null constraint consent_shown_length check (length(shown) between 1 and 4000),
  -- Who agrees for a child; the name goes when the account is erased.
  parent_name text constraint consent_parent_name_length check (length(parent_name) between 1 and 80),
  relation text constraint consent_relation_known check (relation in ('mother', 'father', 'guardian')),
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  constraint consent_relation_of_child check ((kind = 'child') = (relation is not null) and (kind = 'child' or parent_name is null)),
  constraint consent_withdrawn_after check (withdrawn_at >= given_at)
);
create unique index consent_given_once on consent (account_id, kind, version) where withdrawn_at is null;
create index consent_of_account on consent (account_id, kind, given_at);

create function consent_is_kept() returns trigger language plpgsql as $$
begin
  -- Rows follow an account that becomes part of another.
  if tg_op = 'UPDATE' and (to_jsonb(new) - '{withdrawn_at,parent_name,account_id}'::text[]) = (to_jsonb(old) - '{withdrawn_at,parent_name,account_id}'::text[])
    and (old.withdrawn_at is null or new.withdrawn_at = old.withdrawn_at)
    and (new.parent_name is null or new.parent_name = old.parent_name) then
    return new;
  end if;
  raise exception 'consent is append-only' using errcode = 'check_violation', constraint = 'consent_append_only';
end $$;
create trigger consent_append_only before update or delete on consent for each row execute function consent_is_kept();

-- An adult learner is the account holder and agrees for themselves.
alter table learner add column is_adult boolean not null default false;

-- Who may use the rights of the account after its holder's death or incapacity.
create table nominee (
  account_id uuid primary key constraint nominee_account references account,
  name text not null constraint nominee_name_length check (length(name) between 1 and 80),
  relation text not null constraint nominee_relation_length check (length(relation) between 1 and 40),
  contact text not null constraint nominee_contact_length check (length(contact) between 1 and 120),
  named_at timestamptz not null default now()
);
