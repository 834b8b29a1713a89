-- widen

-- One row for each listed mentor, for filters and for orders other than the best match. lat and lon are public: the
-- centre of the area or a 300 m grid, never the home. flags: bits 0-2 gender, 3-4 tier, 5-11 weekdays, 12-18 modes,
-- 19-30 words of the name (search_name_bits). prices by mode in the order of classModes. Search tables have no
-- foreign keys: mentors are never deleted, and adding a reference to a swapped-in table would wait for every change
-- of a mentor.
create table mentor_search (
  mentor_id uuid primary key,
  ranking smallint not null,
  rating10 smallint not null,
  lat double precision,
  lon double precision,
  range_km double precision not null,
  pos cube not null,
  reach double precision not null,
  online boolean not null,
  prices integer[] not null,
  flags integer not null,
  keys integer[] not null,
  tags integer[] not null,
  city text not null,
  name text not null,
  -- Rating in hundredths, weighted towards the mean while there are few reviews; 0 without reviews.
  rating_weighed smallint not null default 0,
  lives integer not null default 0,
  cities integer[] not null default '{}',
  places integer[] not null default '{}'
);
create index mentor_search_tags on mentor_search using gin (tags);

-- One row for each mentor and key. The low 32 bits of a key are a grade, a subject, both or neither; the high bits
-- are the place: 0 for the whole country, a city for mentors who live there or travel there, "online" for mentors who
-- teach online. lane = 100 * kind + ranking; kind 0: at its location, 1: in range everywhere in this city. See
-- docs/decisions/0010-search.md.
create table search_entry (
  mentor_id uuid not null,
  key bigint not null,
  lane smallint not null,
  pos cube not null,
  reach double precision not null,
  rating10 smallint not null,
  home integer,
  flags integer not null,
  lives integer not null default 0,
  primary key (mentor_id, key)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- rating10 separates entries at the same point: without it GiST splits a page of equal points badly.
create index search_entry_near on search_entry using gist (key, lane, pos, rating10) include (mentor_id, reach, home, flags, lives);

-- Lanes in use; empty ones are kept, because they cost one lookup.
create table search_lane (
  key bigint,
  lane smallint,
  primary key (key, lane)
);

-- Number of mentors by key, city (empty: all cities) and kind.
create table search_count (
  key bigint,
  city text,
  kind smallint,
  n integer not null,
  primary key (key, city, kind)
);

-- Number of mentors with a word in their name.
create table search_word (
  word text primary key,
  n integer not null
);

-- Fingerprint of the catalogue, the places and the row format that the search tables were built from. The program
-- rebuilds them at start when it differs.
create table search_state (
  fingerprint text primary key
);

-- The public card of each mentor. json keeps the order of classes, jsonb would not.
create table mentor_card (
  mentor_id uuid primary key,
  card json not null
);

-- Great-circle distance in km on a sphere of radius 6371 km.
create function distance_km(lat1 double precision, lon1 double precision, lat2 double precision, lon2 double precision)
returns double precision language sql immutable parallel safe
return 2 * 6371 * asin(least(1, sqrt(
  power(sin(radians(lat2 - lat1) / 2), 2)
  + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lon2 - lon1) / 2), 2))));

-- A filter value ('k:8:physics', 'gender:female', 'day:monday') as a number. Words of names are negative, so that a
-- collision can only make one rare name match another.
create function search_tag(word text) returns integer language sql immutable parallel safe
return (case when starts_with(word, 'name:') then -1 else 1 end) * (hashtextextended(word, 0) & 2147483647)::integer;

-- A point on a sphere of radius 6371 km: straight-line distance grows with great-circle distance.
create function search_point(lat double precision, lon double precision) returns cube language sql immutable parallel safe
return cube(array[6371 * cos(radians(lat)) * cos(radians(lon)), 6371 * cos(radians(lat)) * sin(radians(lon)), 6371 * sin(radians(lat))]);

-- Great-circle km as straight-line distance; more than half the circumference is infinite.
create function search_chord(km double precision) returns double precision language sql immutable parallel safe
return case when km >= 20015 then 'infinity'::double precision else 2 * 6371 * sin(km / (2 * 6371)) end;

-- Words of a name as bits 19-30 of flags, so that most mentors with other names need no lookup.
create function search_name_bits(tags integer[]) returns integer language sql immutable parallel safe
return (select coalesce(bit_or(1 << (19 + -t % 12)), 0) from unnest(tags) as t where t < 0);

-- Creates empty tables in a separate schema, so that everything can be rebuilt while the list is read.
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

-- Indexes the rebuilt tables and swaps them in once nobody reads the old ones. Gives up after five minutes, because a
-- reader that never ends (a backup) would block every change of a mentor.
create function search_finish() returns void language plpgsql as $$
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

-- Filters that search_entry does not hold. p_without is a place the mentor must not be tagged with.
create function search_fits(p_mentor uuid, p_need integer[], p_any integer[], p_priced integer[], p_min integer, p_max integer, p_without integer)
returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from mentor_search s where s.mentor_id = p_mentor and s.tags @> p_need
    and (p_any is null or s.tags && p_any)
    and (p_without is null or not p_without = any(s.tags))
    and (p_priced is null or (select min(s.prices[i]) from unnest(p_priced) as i) between p_min and p_max));
end $$;

-- Up to 21 mentors after a cursor in one section of the list, by reading every matching entry; for keys with few
-- entries. A section is: in range (p_in), out of range, or both (null); farther than p_beyond and within p_within km;
-- and a span of rankings.
create function search_few(
  p_in boolean, p_beyond double precision, p_within double precision, p_from integer, p_to integer,
  p_keys bigint[], p_lat double precision, p_lon double precision,
  p_rating smallint, p_min integer, p_max integer, p_all integer, p_modes integer, p_days integer,
  p_need integer[], p_any integer[], p_priced integer[], p_without integer,
  c_ranking smallint, c_distance double precision, c_rating smallint, c_id uuid)
returns table (id uuid, ranking smallint, distance double precision, rating smallint)
language plpgsql stable rows 21
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_at cube := search_point(p_lat, p_lon);
  v_within double precision := search_chord(p_within);
  v_beyond double precision := coalesce(search_chord(p_beyond), -1);
  v_all cube := cube(array[-1e6, -1e6, -1e6], array[1e6, 1e6, 1e6]::double precision[]);
  v_near cube := case when v_within = 'infinity' then v_all else cube_enlarge(v_at, v_within + 0.01, 3) end;
  v_boxes cube[] := case when p_in then array[cube_enlarge(v_at, least(v_within, 25) + 0.01, 3), v_near] else array[v_near] end;
  v_has_price boolean := p_min > 0 or p_max < 2147483647;
  v_is_wide boolean := p_need <> '{}' or p_any is not null or p_priced is not null or p_without is not null;
begin
  return query
  select x.mentor_id, x.ranking, x.d, x.rating10
  from (
    select distinct e.mentor_id, (e.lane % 100)::smallint as ranking, e.d, e.rating10
    from unnest(p_keys) as k(key) cross join unnest(v_boxes) with ordinality as t(box, nth) cross join lateral (
      select f.mentor_id, f.lane, f.reach, f.rating10, f.home, f.flags, f.lives, f.pos <-> v_at as d from search_entry f
      where f.key = k.key and f.lane between (t.nth * 100 - 100 + p_from)::smallint and (t.nth * 100 - 100 + p_to)::smallint and f.pos <@ t.box
      offset 0 -- else the planner reads the whole index once
    ) e
    where (p_in is null or (e.d <= e.reach) = p_in)
      and e.d <= v_within and e.d > v_beyond
      and e.rating10 >= p_rating
      and (not v_has_price or p_priced is not null or e.home between p_min and p_max)
      and e.flags & p_all = p_all
      and (p_modes = 0 or e.flags & p_modes <> 0)
      and (p_days = 0 or e.flags & p_days <> 0)
      and (p_without is null or e.lives <> p_without)
      and (not v_is_wide or search_fits(e.mentor_id, p_need, p_any, p_priced, p_min, p_max, p_without))
  ) x
  where c_id is null or (x.ranking, x.d, -x.rating10, x.mentor_id) > (c_ranking, c_distance, -c_rating, c_id)
  order by x.ranking, x.d, x.rating10 desc, x.mentor_id limit 21;
end $$;

-- The same by walking the lanes in order. Every p_step-th row that does not match is counted as a miss; too many
-- misses end the search with a row without an id. Rows before it are exact.
create function search_page(
  p_in boolean, p_beyond double precision, p_within double precision, p_from integer, p_to integer, p_found integer, p_step integer,
  p_keys bigint[], p_lat double precision, p_lon double precision,
  p_rating smallint, p_min integer, p_max integer, p_all integer, p_modes integer, p_days integer,
  p_need integer[], p_any integer[], p_priced integer[], p_without integer,
  c_ranking smallint, c_distance double precision, c_rating smallint, c_id uuid)
returns table (id uuid, ranking smallint, distance double precision, rating smallint)
language plpgsql stable rows 21
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_at cube := search_point(p_lat, p_lon);
  v_within double precision := search_chord(p_within);
  v_beyond double precision := coalesce(search_chord(p_beyond), -1);
  v_all cube := cube(array[-1e6, -1e6, -1e6], array[1e6, 1e6, 1e6]::double precision[]);
  v_near cube := case when v_within = 'infinity' then v_all else cube_enlarge(v_at, v_within + 0.01, 3) end;
  v_boxes cube[] := case when p_in then array[cube_enlarge(v_at, least(v_within, 25) + 0.01, 3), v_near] else array[v_near] end;
  v_lanes integer := 100 * cardinality(v_boxes);
  v_has_price boolean := p_min > 0 or p_max < 2147483647;
  v_is_filtered boolean := v_has_price or p_rating > 0 or p_all <> 0 or p_modes <> 0 or p_days <> 0
    or p_need <> '{}' or p_any is not null or p_priced is not null;
  v_is_wide boolean := p_need <> '{}' or p_any is not null or p_priced is not null or p_without is not null;
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
        select l.key, l.lane, v_boxes[1 + l.lane / 100] as box from search_lane l
        where l.key = any(p_keys) and l.lane = any(array[ranking, 100 + ranking]::smallint[]) and l.lane < v_lanes
      ) l cross join lateral (
        select t.mentor_id, t.d, t.rating10, t.fits, row_number() over (order by t.d, t.rating10 desc, t.mentor_id) as n from (
          select c.mentor_id, c.d, c.rating10, c.fits from (
            select b.*, sum((not b.fits)::integer) over (order by b.d rows unbounded preceding) as unfit from (
              select e.mentor_id, e.rating10, e.pos <-> v_at as d,
                coalesce((p_in is null or (e.pos <-> v_at <= e.reach) = p_in)
                  and e.pos <-> v_at <= v_within and e.pos <-> v_at > v_beyond
                  and e.rating10 >= p_rating
                  and (not v_has_price or p_priced is not null or e.home between p_min and p_max)
                  and e.flags & p_all = p_all
                  and (p_modes = 0 or e.flags & p_modes <> 0)
                  and (p_days = 0 or e.flags & p_days <> 0)
                  and (p_without is null or e.lives <> p_without)
                  and (not v_is_wide or search_fits(e.mentor_id, p_need, p_any, p_priced, p_min, p_max, p_without)), false) as fits
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

-- All sections of a page in one call, in order. tier: position of the section; place: the place of its keys. Ends
-- with a row without an id when matches are rare, and the caller searches by tags instead.
create function search_parts(
  p_parts jsonb, p_limit integer, p_keys integer[], p_lat double precision, p_lon double precision,
  p_rating smallint, p_min integer, p_max integer, p_all integer, p_days integer,
  p_need integer[], p_any integer[], p_priced integer[],
  c_tier smallint, c_ranking smallint, c_distance double precision, c_rating smallint, c_id uuid)
returns table (id uuid, tier smallint, ranking smallint, distance double precision, rating smallint)
language plpgsql stable rows 21 as $$
declare
  v_found integer := 0;
  v_rows integer;
  v_row record;
  v_part record;
  v_keys bigint[];
  v_need integer[];
  -- The last row, as far as it bounds the part that is read.
  k_ranking smallint;
  k_distance double precision;
  k_rating smallint;
  k_id uuid;
begin
  for v_part in
    select * from jsonb_to_recordset(p_parts) as p(tier smallint, "in" boolean, beyond double precision, within double precision, place integer,
      need integer, without integer, modes integer, "from" integer, "to" integer, few boolean, step integer)
  loop
    v_keys := array(select (v_part.place::bigint << 32) + k from unnest(p_keys) as k);
    v_need := case when v_part.need is null then p_need else p_need || v_part.need end;
    tier := v_part.tier;
    loop
      exit when v_found > p_limit or (c_id is not null and (c_tier, c_ranking) > (v_part.tier, v_part."to"));
      if c_tier = v_part.tier then
        k_ranking := c_ranking; k_distance := c_distance; k_rating := c_rating; k_id := c_id;
      else
        k_id := null;
      end if;
      v_rows := 0;
      for v_row in
        select f.* from search_few(v_part."in", v_part.beyond, v_part.within, v_part."from", v_part."to", v_keys, p_lat, p_lon,
          p_rating, p_min, p_max, p_all, v_part.modes, p_days, v_need, p_any, p_priced, v_part.without, k_ranking, k_distance, k_rating, k_id) f
        where v_part.few
        union all
        select f.* from search_page(v_part."in", v_part.beyond, v_part.within, v_part."from", v_part."to", v_found, v_part.step, v_keys, p_lat, p_lon,
          p_rating, p_min, p_max, p_all, v_part.modes, p_days, v_need, p_any, p_priced, v_part.without, k_ranking, k_distance, k_rating, k_id) f
        where not v_part.few
      loop
        id := v_row.id; ranking := v_row.ranking; distance := v_row.distance; rating := v_row.rating;
        return next;
        if id is null then return; end if;
        c_tier := tier; c_ranking := ranking; c_distance := distance; c_rating := rating; c_id := id;
        v_rows := v_rows + 1;
        v_found := v_found + 1;
      end loop;
      exit when v_rows < 21;
    end loop;
  end loop;
end $$;

-- Number of matching mentors, at most 201; null when too many entries that do not match would have to be read.
create function search_total(
  p_keys bigint[], p_lat double precision, p_lon double precision, p_beyond double precision, p_within double precision,
  p_rating smallint, p_min integer, p_max integer, p_all integer, p_modes integer, p_days integer,
  p_need integer[], p_any integer[], p_priced integer[], p_without integer)
returns integer language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_at cube := search_point(p_lat, p_lon);
  v_within double precision := search_chord(p_within);
  v_beyond double precision := coalesce(search_chord(p_beyond), -1);
  v_near cube := case when v_within = 'infinity' then cube(array[-1e6, -1e6, -1e6], array[1e6, 1e6, 1e6]::double precision[])
    else cube_enlarge(v_at, v_within + 0.01, 3) end;
  v_has_price boolean := p_min > 0 or p_max < 2147483647;
  v_is_wide boolean := p_need <> '{}' or p_any is not null or p_priced is not null or p_without is not null;
  v_found integer;
  v_is_cut boolean;
begin
  select count(distinct x.mentor_id) filter (where x.fits), coalesce(bool_or(x.n = 201), false) into v_found, v_is_cut
  from (
    select distinct l.key, l.lane / 100 as kind from search_lane l where l.key = any(p_keys)
  ) l cross join lateral (
    select c.mentor_id, c.fits, row_number() over () as n from (
      select b.*, sum((not b.fits)::integer) over (rows unbounded preceding) as unfit from (
        select e.mentor_id,
          coalesce(e.pos <-> v_at <= v_within and e.pos <-> v_at > v_beyond
            and e.rating10 >= p_rating
            and (not v_has_price or p_priced is not null or e.home between p_min and p_max)
            and e.flags & p_all = p_all
            and (p_modes = 0 or e.flags & p_modes <> 0)
            and (p_days = 0 or e.flags & p_days <> 0)
            and (p_without is null or e.lives <> p_without)
            and (not v_is_wide or search_fits(e.mentor_id, p_need, p_any, p_priced, p_min, p_max, p_without)), false) as fits
        from search_entry e
        where e.key = l.key and e.lane between l.kind * 100 and l.kind * 100 + 99 and e.pos <@ v_near
      ) b
    ) c where c.fits or c.unfit % 64 = 0 limit 201
  ) x;
  return case when v_found > 200 then 201 when v_is_cut then null else v_found end;
end $$;

-- The 1000 nearest of each kind, which is what orders other than the best match sort when there are very many.
create function search_nearest(p_keys bigint[], p_lat double precision, p_lon double precision, p_within double precision)
returns setof uuid language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_at cube := search_point(p_lat, p_lon);
  v_within double precision := search_chord(p_within);
  v_near cube := case when v_within = 'infinity' then cube(array[-1e6, -1e6, -1e6], array[1e6, 1e6, 1e6]::double precision[])
    else cube_enlarge(v_at, v_within + 0.01, 3) end;
begin
  return query
  select distinct e.mentor_id
  from (
    select distinct l.key, l.lane / 100 as kind from search_lane l where l.key = any(p_keys)
  ) l cross join lateral (
    select e.mentor_id from search_entry e
    where e.key = l.key and e.lane between l.kind * 100 and l.kind * 100 + 99 and e.pos <@ v_near
    order by e.pos <-> v_at limit 1000
  ) e;
end $$;
