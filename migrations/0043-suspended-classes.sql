-- widen

-- Whether a class is on hold: its mentor was suspended when it began, or is suspended now. It stays so after the
-- suspension, until the job `lessons.rested` has skipped it.
create or replace function lesson_rests(booking uuid, starts timestamptz) returns boolean language sql stable as $$
  select coalesce((select e.kind = 'suspended' from booking b join mentor_event e on e.mentor_id = b.mentor_id
    where b.id = booking and e.kind in ('suspended', 'restored') and e.at <= starts
    order by e.at desc, e.id desc limit 1), false)
$$;
