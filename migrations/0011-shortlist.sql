-- widen
-- Mentors a family keeps to decide later.
create table shortlist (
  family_id uuid not null constraint shortlist_family references family,
  mentor_id uuid not null constraint shortlist_mentor references mentor,
  created_at timestamptz not null default now(),
  primary key (family_id, mentor_id)
);
create index shortlist_mentor_id on shortlist (mentor_id);
