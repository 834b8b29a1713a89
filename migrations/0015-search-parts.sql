-- narrow
-- What docs/decisions/0010-search.md says of lanes, and writing everything anew beside what is read.

-- Mentors by key, city (empty: all cities) and kind, so that who can be in range is counted apart from who teaches online.
drop table search_count;
create table search_count (key integer, city text, kind smallint, n integer not null, primary key (key, city, kind));
delete from search_state;

-- The rating parts entries of one point: without it GiST splits a page of equal points into one entry and all others.
drop index search_entry_near;
drop function search_index();
create index search_entry_near on search_entry using gist (key, lane, pos, rating10) include (mentor_id, reach, home, flags);

-- Words of names as bits 19-30 of flags: most who have another name need no look at their row.
create function search_name_bits(tags integer[]) returns integer language sql immutable parallel safe
return (select coalesce(bit_or(1 << (19 + -t % 12)), 0) from unnest(tags) as t where t < 0);

-- These rows are made of mentors, who are never deleted; adding a reference to a table that is swapped in would wait for every mentor's change.
alter table mentor_search drop constraint mentor_search_mentor;
alter table mentor_card drop constraint mentor_card_mentor;

-- Empty tables in a schema of their own, for writing everything anew while the list is read.
create function search_begin() returns void language plpgsql as $$
declare
  v_table text;
begin
  create schema search_next;
  foreach v_table in array array['mentor_search', 'search_entry', 'mentor_card'] loop
    execute format('create table search_next.%I (like public.%I including defaults)', v_table, v_table);
  end loop;
  perform set_config('search_path', 'search_next, ' || current_setting('search_path'), true);
end $$;

-- Gives the new tables what the old ones have, and takes their place as soon as nobody reads.
create function search_finish() returns void language plpgsql as $$
declare
  v_command text;
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

-- At most 21 mentors after a place in a part of the list (in range or out of it, from a ranking to another), as search_page
-- gives them, when the keys have few entries there: reads them all, which is less than asking each lane.
drop function search_few;
drop function search_page;
create function search_few(
  p_out boolean, p_from integer, p_to integer, p_keys integer[], p_lat double precision, p_lon double precision, p_within double precision,
  p_rating smallint, p_min integer, p_max integer, p_all integer, p_modes integer, p_days integer,
  p_need integer[], p_any integer[], p_priced integer[],
  c_ranking smallint, c_distance double precision, c_rating smallint, c_id uuid)
returns table (id uuid, ranking smallint, distance double precision, rating smallint)
language plpgsql stable rows 21
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_at cube := search_point(p_lat, p_lon);
  v_within double precision := search_chord(p_within);
  v_all cube := cube(array[-1e6, -1e6, -1e6], array[1e6, 1e6, 1e6]::double precision[]);
  v_near cube := case when v_within = 'infinity' then v_all else cube_enlarge(v_at, v_within + 0.01, 3) end;
  v_boxes cube[] := case when p_out then array[v_near, v_all]
    else array[cube_enlarge(v_at, least(v_within, 25) + 0.01, 3), cube_enlarge(v_at, 25.01, 3), v_near, v_all] end;
  v_has_price boolean := p_min > 0 or p_max < 2147483647;
  v_is_wide boolean := p_need <> '{}' or p_any is not null or p_priced is not null;
begin
  return query
  select x.mentor_id, x.ranking, x.d, x.rating10
  from (
    select distinct e.mentor_id, (e.lane % 100)::smallint as ranking, e.d, e.rating10
    from unnest(p_keys) as k(key) cross join unnest(v_boxes) with ordinality as t(box, nth) cross join lateral (
      select f.mentor_id, f.lane, f.reach, f.rating10, f.home, f.flags, f.pos <-> v_at as d from search_entry f
      where f.key = k.key and f.lane between (t.nth * 100 - 100 + p_from)::smallint and (t.nth * 100 - 100 + p_to)::smallint and f.pos <@ t.box
      offset 0 -- else the planner reads the whole index once
    ) e
    where (e.d > e.reach) = p_out
      and (t.nth in (2, 4) or e.d <= v_within)
      and e.rating10 >= p_rating
      and (not v_has_price or p_priced is not null or e.home between p_min and p_max)
      and e.flags & p_all = p_all
      and (p_modes = 0 or e.flags & p_modes <> 0)
      and (p_days = 0 or e.flags & p_days <> 0)
      and (not v_is_wide or search_fits(e.mentor_id, p_need, p_any, p_priced, p_min, p_max))
  ) x
  where c_id is null or (x.ranking, x.d, -x.rating10, x.mentor_id) > (c_ranking, c_distance, -c_rating, c_id)
  order by x.ranking, x.d, x.rating10 desc, x.mentor_id limit 21;
end $$;

create function search_page(
  p_out boolean, p_from integer, p_to integer, p_found integer, p_step integer, p_keys integer[], p_lat double precision, p_lon double precision, p_within double precision,
  p_rating smallint, p_min integer, p_max integer, p_all integer, p_modes integer, p_days integer,
  p_need integer[], p_any integer[], p_priced integer[],
  c_ranking smallint, c_distance double precision, c_rating smallint, c_id uuid)
returns table (id uuid, ranking smallint, distance double precision, rating smallint)
language plpgsql stable rows 21
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_at cube := search_point(p_lat, p_lon);
  v_within double precision := search_chord(p_within);
  v_all cube := cube(array[-1e6, -1e6, -1e6], array[1e6, 1e6, 1e6]::double precision[]);
  v_near cube := case when v_within = 'infinity' then v_all else cube_enlarge(v_at, v_within + 0.01, 3) end;
  v_reach cube := cube_enlarge(v_at, least(v_within, 25) + 0.01, 3);
  v_boxes cube[] := case when p_out then array[v_near, v_all] else array[v_reach, cube_enlarge(v_at, 25.01, 3), v_near, v_all] end;
  v_lanes integer := case when p_out then 200 else 400 end;
  v_has_price boolean := p_min > 0 or p_max < 2147483647;
  v_is_wide boolean := p_need <> '{}' or p_any is not null or p_priced is not null;
  v_is_filtered boolean := v_has_price or v_is_wide or p_rating > 0 or p_all <> 0 or p_modes <> 0 or p_days <> 0;
  v_idle integer := 0;
  v_goes_on boolean;
  v_found integer := p_found;
  v_rows integer := 0;
  v_marks integer := 0;
  v_row record;
begin
  for ranking in
    select distinct l.lane % 100 from search_lane l
    where l.key = any(p_keys) and l.lane < v_lanes and l.lane % 100 between p_from and p_to order by 1
  loop
    v_goes_on := c_id is not null and c_ranking = ranking;
    continue when c_id is not null and ranking < c_ranking;
    for v_row in
      select x.mentor_id, x.d, x.rating10, bool_or(x.fits) as fits, max(x.n) as n, count(*) filter (where not x.fits) as marks
      from (
        select l.key, l.lane, v_boxes[1 + l.lane / 100] as box, l.lane / 100 in (0, 2) as is_bound from search_lane l
        where l.key = any(p_keys) and l.lane = any(array[ranking, 100 + ranking, 200 + ranking, 300 + ranking]::smallint[])
          and l.lane < v_lanes
      ) l cross join lateral (
        select t.mentor_id, t.d, t.rating10, t.fits, row_number() over (order by t.d, t.rating10 desc, t.mentor_id) as n from (
          select c.mentor_id, c.d, c.rating10, c.fits from (
            select b.*, sum((not b.fits)::integer) over (order by b.d rows unbounded preceding) as unfit from (
              select e.mentor_id, e.rating10, e.pos <-> v_at as d,
                coalesce((e.pos <-> v_at > e.reach) = p_out
                  and (not l.is_bound or e.pos <-> v_at <= v_within)
                  and e.rating10 >= p_rating
                  and (not v_has_price or p_priced is not null or e.home between p_min and p_max)
                  and e.flags & p_all = p_all
                  and (p_modes = 0 or e.flags & p_modes <> 0)
                  and (p_days = 0 or e.flags & p_days <> 0)
                  and (not v_is_wide or search_fits(e.mentor_id, p_need, p_any, p_priced, p_min, p_max)), false) as fits
              from search_entry e
              where e.key = l.key and e.lane = l.lane and e.pos <@ l.box
                and (not v_goes_on or e.pos <-> v_at > c_distance or (e.pos <-> v_at = c_distance
                  and (e.rating10 < c_rating or (e.rating10 = c_rating and e.mentor_id > c_id))))
              order by e.pos <-> v_at
            ) b
          ) c where c.fits or c.unfit % p_step = 0
          order by c.d, c.rating10 desc, c.mentor_id limit 24
        ) t
      ) x
      group by x.mentor_id, x.d, x.rating10 order by x.d, x.rating10 desc, x.mentor_id
    loop
      if v_row.fits then
        id := v_row.mentor_id; distance := v_row.d; rating := v_row.rating10;
        return next;
        v_found := v_found + 1;
        v_rows := v_rows + 1;
        if v_rows = 21 then return; end if;
      end if;
      v_marks := v_marks + v_row.marks;
      if v_row.n = 24 then v_marks := 1000; exit; end if;
    end loop;
    v_idle := v_idle + 1;
    -- Three rankings without anybody who fits: whoever does is rare.
    if v_marks > (case when v_found < 4 then 40 else 160 end) or (v_is_filtered and v_found = 0 and v_idle > 2) then
      id := null;
      return next;
      return;
    end if;
  end loop;
end $$;
