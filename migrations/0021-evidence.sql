-- narrow

-- Safety cases that are open, or were closed within the last year, keep the evidence of both sides.
create or replace function account_is_held(of uuid) returns boolean stable language sql
  return exists (select from support_case c where c.kind = 'safety' and (c.status <> 'resolved' or c.resolved_at > now() - interval '1 year')
    and (c.account_id = of
      or exists (select from family f where f.id = c.family_id and f.account_id = of)
      or exists (select from mentor m where m.id = c.mentor_id and m.account_id = of)));
create or replace function sides_are_held(family uuid, mentor uuid) returns boolean stable language sql
  return exists (select from support_case c where c.kind = 'safety' and (c.status <> 'resolved' or c.resolved_at > now() - interval '1 year')
    and coalesce(c.family_id, c.mentor_id) is not null
    and (c.family_id is null or c.family_id = family) and (c.mentor_id is null or c.mentor_id = mentor));
drop table evidence_hold;

-- Attendance and reviews as they were before a change or deletion. Refusing the change would tell the reported side.
create table evidence_copy (
  id uuid primary key default uuidv7(),
  source text not null constraint evidence_copy_source_known check (source in ('class_record', 'review')),
  family_id uuid constraint evidence_copy_family references family,
  mentor_id uuid not null constraint evidence_copy_mentor references mentor,
  content jsonb not null,
  copied_at timestamptz not null default now()
);
create index evidence_copy_mentor_id on evidence_copy (mentor_id);

create function copy_evidence() returns trigger language plpgsql as $$
declare content jsonb := to_jsonb(old);
begin
  insert into evidence_copy (source, family_id, mentor_id, content)
    select tg_table_name, coalesce((content ->> 'family_id')::uuid, b.family_id), coalesce((content ->> 'mentor_id')::uuid, b.mentor_id), content
    from (select (content ->> 'booking_id')::uuid as booking) o left join booking b on b.id = o.booking;
  return null;
end $$;
drop trigger class_record_held on class_record;
create trigger class_record_evidence after delete on class_record for each row
  when (booking_is_held(old.booking_id)) execute function copy_evidence();
drop trigger review_held_row on review;
create trigger review_evidence after delete on review for each row
  when (sides_are_held(old.family_id, old.mentor_id)) execute function copy_evidence();
drop trigger review_held_words on review;
create trigger review_evidence_words after update of words, stars on review for each row
  when ((old.words, old.stars) is distinct from (new.words, new.stars) and sides_are_held(old.family_id, old.mentor_id))
  execute function copy_evidence();
