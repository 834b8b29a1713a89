-- widen

-- A safety case keeps the evidence of both sides against deletion until an admin releases it.
create table evidence_hold (
  case_id uuid primary key constraint evidence_hold_case references support_case,
  placed_at timestamptz not null default now(),
  released_at timestamptz,
  released_by uuid constraint evidence_hold_released_by references account,
  reason text not null default '' constraint evidence_hold_reason_length check (length(reason) <= 600),
  constraint evidence_hold_released check ((released_at is null) = (released_by is null) and (released_at is null) = (reason = ''))
);
create index evidence_hold_open on evidence_hold (case_id) where released_at is null;
insert into evidence_hold (case_id, placed_at) select id, created_at from support_case where kind = 'safety';

-- Whether an account is a side of a safety case whose evidence is kept.
create function account_is_held(of uuid) returns boolean stable language sql
  return exists (select from evidence_hold h join support_case c on c.id = h.case_id
    where h.released_at is null and (c.account_id = of
      or exists (select from family f where f.id = c.family_id and f.account_id = of)
      or exists (select from mentor m where m.id = c.mentor_id and m.account_id = of)));

-- Whether what a family and a mentor share is kept; a case that names one side keeps everything of it.
create function sides_are_held(family uuid, mentor uuid) returns boolean stable language sql
  return exists (select from evidence_hold h join support_case c on c.id = h.case_id
    where h.released_at is null and coalesce(c.family_id, c.mentor_id) is not null
      and (c.family_id is null or c.family_id = family) and (c.mentor_id is null or c.mentor_id = mentor));

-- The last guard: whatever forgets to ask is refused.
create function evidence_is_held() returns trigger language plpgsql as $$
begin
  raise exception '% is evidence of a safety case', tg_table_name using errcode = 'check_violation', constraint = 'evidence_held';
end $$;
create function message_is_held(conversation uuid) returns boolean stable language sql
  return exists (select from conversation c where c.id = conversation and sides_are_held(c.family_id, c.mentor_id));
create function booking_is_held(booking uuid) returns boolean stable language sql
  return exists (select from booking b where b.id = booking and sides_are_held(b.family_id, b.mentor_id));
create trigger message_held_row before delete on message for each row
  when (message_is_held(old.conversation_id)) execute function evidence_is_held();
create trigger message_held_text before update of text, media_id, sent_at on message for each row
  when ((old.text, old.media_id, old.sent_at) is distinct from (new.text, new.media_id, new.sent_at) and message_is_held(old.conversation_id))
  execute function evidence_is_held();
create trigger class_record_held before delete on class_record for each row
  when (booking_is_held(old.booking_id)) execute function evidence_is_held();
create trigger review_held_row before delete on review for each row
  when (sides_are_held(old.family_id, old.mentor_id)) execute function evidence_is_held();
create trigger review_held_words before update of words, stars on review for each row
  when ((old.words, old.stars) is distinct from (new.words, new.stars) and sides_are_held(old.family_id, old.mentor_id))
  execute function evidence_is_held();
-- The bytes of a file stay; its owner may hide it.
create trigger media_held before update of erased_at on media for each row
  when (old.erased_at is null and new.erased_at is not null and account_is_held(old.account_id)) execute function evidence_is_held();

-- The report to the police that the POCSO Act demands of whoever learns of an offence, or why none was needed.
create table police_report (
  case_id uuid primary key constraint police_report_case references support_case,
  outcome text not null constraint police_report_outcome_known check (outcome in ('reported', 'not-needed')),
  reported_by text not null default '' constraint police_report_by_length check (length(reported_by) <= 80),
  reported_at timestamptz,
  place text not null default '' constraint police_report_place_length check (length(place) <= 160),
  reference text not null default '' constraint police_report_reference_length check (length(reference) <= 80),
  reason text not null default '' constraint police_report_reason_length check (length(reason) <= 600),
  recorded_by uuid not null constraint police_report_recorded_by references account,
  recorded_at timestamptz not null default now(),
  constraint police_report_complete check (case outcome
    when 'reported' then reported_at is not null and reported_by <> '' and place <> '' and reference <> '' else reason <> '' end)
);

-- Code of conduct as accepted: the latest version counts, earlier ones stay.
create table conduct_acceptance (
  account_id uuid not null constraint conduct_acceptance_account references account,
  side text not null constraint conduct_acceptance_side_known check (side in ('family', 'mentor')),
  version smallint not null constraint conduct_acceptance_version_positive check (version > 0),
  language text not null constraint conduct_acceptance_language_known check (language in ('en', 'hi')),
  accepted_at timestamptz not null default now(),
  primary key (account_id, side, version)
);

-- Whether an adult was at home during a class at the family's home, as each side says.
create table adult_at_home (
  lesson_id uuid not null constraint adult_at_home_lesson references lesson,
  side text not null constraint adult_at_home_side_known check (side in ('family', 'mentor')),
  is_present boolean not null,
  said_at timestamptz not null default now(),
  primary key (lesson_id, side)
);

-- Seats of a coaching centre; above 50 it takes nobody under 16. Null: not asked yet.
alter table mentor add column centre_seats smallint constraint mentor_centre_seats_range check (centre_seats between 1 and 2000);

alter table mentor_check drop constraint mentor_check_kind_known,
  add constraint mentor_check_kind_known check (kind in ('identity', 'qualification', 'interview', 'police', 'training'));
