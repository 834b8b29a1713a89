-- widen
-- As in 0015, but a reader that never ends (a backup) makes it give up instead of holding every mentor's change.
create or replace function search_finish() returns void language plpgsql as $$
declare
  v_command text;
  v_tries integer := 0;
begin
  for v_command in
    select format('alter table search_next.%I set (%s)', c.relname, array_to_string(c.reloptions, ', ')) from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname in ('mentor_search', 'search_entry', 'mentor_card') and c.reloptions is not null
    union all
    select format('alter table search_next.%I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'p' and c.relnamespace = 'public'::regnamespace and c.relname in ('mentor_search', 'search_entry', 'mentor_card')
    union all
    select replace(pg_get_indexdef(i.indexrelid), ' ON public.', ' ON search_next.') from pg_index i join pg_class c on c.oid = i.indrelid
    where not i.indisprimary and c.relnamespace = 'public'::regnamespace and c.relname in ('mentor_search', 'search_entry', 'mentor_card')
    union all
    values ('analyze search_next.mentor_search, search_next.search_entry, search_next.mentor_card')
  loop
    execute v_command;
  end loop;
  -- Gives way to whoever reads, rather than holding up everybody behind a slow search.
  perform set_config('lock_timeout', '1500ms', true);
  loop
    begin
      lock table public.mentor_search, public.search_entry, public.mentor_card in access exclusive mode;
      exit;
    exception when lock_not_available or deadlock_detected then
      v_tries := v_tries + 1;
      if v_tries > 200 then raise exception 'the list has been read without a pause for five minutes'; end if;
      perform pg_sleep(0.2);
    end;
  end loop;
  perform set_config('lock_timeout', '0', true);
  drop table public.mentor_search, public.search_entry, public.mentor_card;
  alter table search_next.mentor_search set schema public;
  alter table search_next.search_entry set schema public;
  alter table search_next.mentor_card set schema public;
  drop schema search_next;
  perform set_config('search_path', replace(current_setting('search_path'), 'search_next, ', ''), true);
end $$;
