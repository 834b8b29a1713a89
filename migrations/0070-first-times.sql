-- widen
-- A time a mentor sets may need the family's yes before it counts: of one class that has a time already (`lesson_id`), or of what is
-- still to be planned of a booking, one class or weekly ones (`plan`). Its times are held for it meanwhile. `counter_at`: when the
-- family would like it instead.
alter table time_proposal
  alter column lesson_id drop not null,
  alter column from_at drop not null,
  add column booking_id uuid constraint time_proposal_booking references booking,
  add column plan jsonb,
  add column reasons text[] not null default '{}',
  add column counter_at timestamptz,
  add constraint time_proposal_of check ((lesson_id is null) <> (booking_id is null)),
  add constraint time_proposal_from check ((lesson_id is null) = (from_at is null)),
  add constraint time_proposal_planned check ((booking_id is null) = (plan is null)),
  add constraint time_proposal_counter check (counter_at is null or status = 'declined');
create index time_proposal_of_booking on time_proposal (booking_id);
create unique index time_proposal_plan_once on time_proposal (booking_id) where status = 'open';
create index time_proposal_due on time_proposal (expires_at) where status = 'open';

alter table teaching_slot add column proposal_id uuid constraint teaching_slot_proposal references time_proposal on delete set null;
create index teaching_slot_of_proposal on teaching_slot (proposal_id) where proposal_id is not null;
