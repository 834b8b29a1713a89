-- widen
-- What a subject is part of now: rows of before keep what it was called, and two names of one subject are one.
create function subject_now(slug text) returns text language sql stable parallel safe as $$
  with recursive one(key, steps) as (
    select slug, 0
    union all
    select e.into_key, one.steps + 1 from one join catalogue_entry e on e.kind = 'subject' and e.key = one.key
    where e.into_key is not null and one.steps < 100)
  select key from one order by steps desc limit 1
$$;
