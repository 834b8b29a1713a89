-- widen
-- A link to chosen mentors ends by the clock, as was chosen when it was made, or when an admin ends it.
alter table mentor_link
  add column ends_at timestamptz,
  add column ended_at timestamptz,
  add column ended_by uuid constraint mentor_link_ended_by references account,
  add constraint mentor_link_ended_by_somebody check ((ended_at is null) = (ended_by is null));
