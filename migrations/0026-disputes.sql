-- widen
-- Money of a class under dispute: `dispute` puts it on hold, `dispute_end` gives it back to the family; the journal `lesson`
-- takes it from there when the class settles after all.
alter table journal drop constraint journal_kind_known;
alter table journal add constraint journal_kind_known
  check (kind in ('payment', 'lesson', 'refund', 'refund_settled', 'payout', 'correction', 'dispute', 'dispute_end'));

-- While it is set the class cannot settle: on the row itself, so that whoever waited for its lock sees it.
alter table lesson add column disputed_at timestamptz;
alter table lesson add constraint lesson_disputed_open check (disputed_at is null or (status = 'held' and settled_at is null));

-- A family's word that a class was not as marked; or (`settled`) an admin's decision about a class that was settled before.
create table dispute (
  id uuid primary key default uuidv7(),
  lesson_id uuid not null constraint dispute_lesson references lesson,
  case_id uuid constraint dispute_case_once unique constraint dispute_case references support_case,
  reason text not null constraint dispute_reason_known check (reason in ('not_held', 'shorter', 'other_person', 'other', 'settled')),
  words text not null default '' constraint dispute_words_length check (length(words) <= 600),
  -- What the class cost when it was disputed, and what of that stays with the mentor's side.
  amount_paise integer not null constraint dispute_amount_not_negative check (amount_paise >= 0),
  mentor_paise integer,
  status text not null default 'open' constraint dispute_status_known check (status in ('open', 'withdrawn', 'decided')),
  verdict text not null default '' constraint dispute_verdict_length check (length(verdict) <= 600),
  decided_by uuid constraint dispute_decided_by references account,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint dispute_ended check ((status = 'open') = (ended_at is null)),
  constraint dispute_decided check (case when status = 'decided'
    then mentor_paise between 0 and amount_paise and decided_by is not null and verdict <> '' else mentor_paise is null end),
  constraint dispute_of_family check ((reason = 'settled') = (case_id is null))
);
create index dispute_lesson_id on dispute (lesson_id);
create index dispute_newest on dispute (created_at desc, id desc);
create unique index dispute_open_once on dispute (lesson_id) where status = 'open';

create function dispute_moves_forward() returns trigger language plpgsql as $$
begin
  if old.status <> 'open' or (new.id, new.lesson_id, new.case_id, new.reason, new.words, new.amount_paise, new.created_at)
      is distinct from (old.id, old.lesson_id, old.case_id, old.reason, old.words, old.amount_paise, old.created_at) then
    raise exception 'a dispute only ends' using errcode = 'check_violation', constraint = 'dispute_forward';
  end if;
  return new;
end $$;
create trigger dispute_forward before update on dispute for each row execute function dispute_moves_forward();
create trigger dispute_kept before delete on dispute for each row execute function books_are_append_only();
create trigger dispute_no_truncate before truncate on dispute for each statement execute function books_are_append_only();
