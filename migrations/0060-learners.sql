-- widen
-- What the admin's list of learners is sorted and looked through by.
create index learner_by_start on learner (created_at, id);
create index learner_by_name on learner (lower(coalesce(name, '')), id);
create index learner_of_grade on learner (grade, created_at, id);
