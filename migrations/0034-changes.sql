-- widen
-- A class that was given up, or to which somebody did not come, and what that costs by the terms of its booking. A `cancel` is
-- done at once. A `no_show` is what one side says of the other, who may object until `answer_by`; money moves only after that.
-- What a mentor caused counts in its reliability: `done`, or `objected` and decided for the family.
create table lesson_change (
  id uuid primary key default uuidv7(),
  lesson_id uuid not null constraint lesson_change_lesson references lesson,
  mentor_id uuid not null constraint lesson_change_mentor references mentor,
  kind text not null constraint lesson_change_kind_known check (kind in ('cancel', 'no_show')),
  caused_by text not null constraint lesson_change_caused_by_known check (caused_by in ('family', 'mentor')),
  fee_paise integer not null constraint lesson_change_fee_not_negative check (fee_paise >= 0),
  fee_minutes smallint not null constraint lesson_change_fee_minutes_not_negative check (fee_minutes >= 0),
  credit_minutes smallint not null constraint lesson_change_credit_not_negative check (credit_minutes >= 0),
  status text not null default 'open' constraint lesson_change_status_known check (status in ('open', 'done', 'objected', 'withdrawn')),
  made_by uuid not null constraint lesson_change_made_by references account,
  made_at timestamptz not null default now(),
  answer_by timestamptz,
  ended_at timestamptz,
  dispute_id uuid constraint lesson_change_dispute references dispute,
  constraint lesson_change_ended check ((status = 'open') = (ended_at is null)),
  constraint lesson_change_answer check ((kind = 'no_show') = (answer_by is not null)),
  constraint lesson_change_objected check ((status = 'objected') = (dispute_id is not null))
);
create unique index lesson_change_once on lesson_change (lesson_id) where status <> 'withdrawn';
create index lesson_change_due on lesson_change (answer_by) where status = 'open';
create index lesson_change_of_mentor on lesson_change (mentor_id, made_at) where caused_by = 'mentor';

-- While it is set somebody says that the other did not come, and nothing else moves the class: on the row itself, so that
-- whoever waited for its lock sees it.
alter table lesson add column no_show_at timestamptz;
alter table lesson add constraint lesson_no_show_open check (no_show_at is null or status = 'scheduled');

-- Who objects is asked by us: the money is on hold while both sides say different things.
alter table lesson drop constraint lesson_disputed_open;
alter table lesson add constraint lesson_disputed_open
  check (disputed_at is null or (status in ('held', 'missed_by_mentor', 'missed_by_family') and settled_at is null));
alter table dispute drop constraint dispute_reason_known;
alter table dispute add constraint dispute_reason_known
  check (reason in ('not_held', 'shorter', 'other_person', 'other', 'no_show', 'settled'));

-- Another time for one class, proposed by one side. Open ones end by the clock: the class stays where it is.
create table time_proposal (
  id uuid primary key default uuidv7(),
  lesson_id uuid not null constraint time_proposal_lesson references lesson on delete cascade,
  made_by text not null constraint time_proposal_made_by_known check (made_by in ('family', 'mentor')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'open' constraint time_proposal_status_known check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  made_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint time_proposal_ended check ((status = 'open') = (ended_at is null))
);
create unique index time_proposal_open_once on time_proposal (lesson_id) where status = 'open';
