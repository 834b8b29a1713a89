-- widen
-- Days of a figure whose things changed after they were counted: the job counts each of them again. One day may stand here often, so
-- that nobody who writes waits for the job.
create table figure_again (
  figure text not null constraint figure_again_known check (figure in ('sessions', 'revenue')),
  day date not null
);

-- A class counts as a session while it is held and marked; whoever changes that says which day is wrong.
create function session_counts_again() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'class_record' then
    insert into figure_again values ('sessions', (old.marked_at at time zone 'Asia/Kolkata')::date);
  else
    insert into figure_again select 'sessions', (r.marked_at at time zone 'Asia/Kolkata')::date from class_record r where r.lesson_id = new.id;
  end if;
  return null;
end $$;
create trigger class_record_counts_again after delete on class_record for each row execute function session_counts_again();
create trigger lesson_counts_again after update of status on lesson for each row
  when (old.status is distinct from new.status and (old.status = 'held' or new.status = 'held')) execute function session_counts_again();

-- What was counted wrong until now: sessions that were not held after all, and corrections without a town.
insert into figure_again select distinct 'sessions', (r.marked_at at time zone 'Asia/Kolkata')::date
  from class_record r join lesson l on l.id = r.lesson_id where l.status <> 'held';
insert into figure_again select distinct 'revenue', (j.at at time zone 'Asia/Kolkata')::date from journal j where j.kind = 'correction';
