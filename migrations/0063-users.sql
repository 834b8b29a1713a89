-- widen
-- People with an account, each once: who is family and mentor counts as one.
alter table figure_day drop constraint figure_day_known;
alter table figure_day add constraint figure_day_known
  check (figure in ('users', 'families', 'applications', 'bookings', 'paid', 'revenue', 'sessions', 'calls', 'active_families', 'active_subjects'));
-- By what the job reads of a day, and the list of mentors by who joined.
create index mentor_by_joined on mentor (created_at, id) where status <> 'draft';
