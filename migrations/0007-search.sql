-- narrow
-- What the list reads (docs/decisions/0010-search.md). Everything here is derived from the mentor's own rows and is
-- written by projectMentors; the program writes it anew at its start when `search_state` is not its own.
create extension if not exists cube;
drop table mentor_search;

-- Filters as numbers: 'k:8:physics', 'gender:female', 'day:monday', … Words of names are negative, so that a clash
-- can only make one rare name find another.
create function search_tag(word text) returns integer language sql immutable parallel safe
return (case when starts_with(word, 'name:') then -1 else 1 end) * (hashtextextended(word, 0) & 2147483647)::integer;

-- A point of the earth as a ball of 6371 km: the straight line between two points grows with their great circle.
create function search_point(lat double precision, lon double precision) returns cube language sql immutable parallel safe
return cube(array[6371 * cos(radians(lat)) * cos(radians(lon)), 6371 * cos(radians(lat)) * sin(radians(lon)), 6371 * sin(radians(lat))]);

-- Great-circle km as such a straight line; further than half around the earth is everywhere.
create function search_chord(km double precision) returns double precision language sql immutable parallel safe
return case when km >= 20015 then 'infinity'::double precision else 2 * 6371 * sin(km / (2 * 6371)) end;

-- One row for each mentor that families see. lat and lon are public: the area's middle or a 300 m grid, never the home.
-- flags: bits 0-2 gender, 3-4 tier, 5-11 weekdays, 12-18 modes; prices by mode in the order of classModes.
create table mentor_search (
  mentor_id uuid primary key constraint mentor_search_mentor references mentor,
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
  name text not null
);
create index mentor_search_tags on mentor_search using gin (tags);

-- The same mentor once for each class, subject, pair of both and for none of them. lane = 100 * kind + ranking, kinds:
-- 0 at places, 1 online too, 2 anywhere, 3 anywhere and online.
create table search_entry (
  mentor_id uuid not null,
  key integer not null,
  lane smallint not null,
  pos cube not null,
  reach double precision not null,
  rating10 smallint not null,
  home integer,
  flags integer not null,
  primary key (mentor_id, key)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create function search_index() returns void language sql
as 'create index search_entry_near on search_entry using gist (key, lane, pos) include (mentor_id, rating10, reach, home, flags)';
select search_index();

-- Lanes in use; one that became empty costs a look and is kept.
create table search_lane (key integer, lane smallint, primary key (key, lane));
-- How many mentors of a city, online or not, have a key; and how many have a word in their name.
create table search_count (key integer, city text, online boolean, n integer not null, primary key (key, city, online));
create table search_word (word text primary key, n integer not null);
-- Whose projection this is: catalogue, gazetteer and shape of the rows.
create table search_state (fingerprint text primary key);

-- What the list shows of each mentor: public fields only. json, not jsonb: the order of classes is kept.
create table mentor_card (
  mentor_id uuid primary key constraint mentor_card_mentor references mentor,
  card json not null
);

create index mentor_full_name on mentor (lower(full_name));

-- Filters that entries do not carry.
create function search_fits(p_mentor uuid, p_need integer[], p_any integer[], p_priced integer[], p_min integer, p_max integer)
returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from mentor_search s where s.mentor_id = p_mentor and s.tags @> p_need
    and (p_any is null or s.tags && p_any)
    and (p_priced is null or (select min(s.prices[i]) from unnest(p_priced) as i) between p_min and p_max));
end $$;

-- At most 21 mentors after a place in the order (in range first, ranking, distance, rating, id): for each ranking, the
-- nearest of each kind. So that a filter few mentors pass does not walk through everybody, every 128th row that does
-- not fit is kept as a mark; too many marks end the search with a row without an id, and what came before is exact.
create function search_page(
  p_keys integer[], p_lat double precision, p_lon double precision, p_within double precision,
  p_rating smallint, p_min integer, p_max integer, p_all integer, p_modes integer, p_days integer,
  p_need integer[], p_any integer[], p_priced integer[],
  c_out boolean, c_ranking smallint, c_distance double precision, c_rating smallint, c_id uuid)
returns table (id uuid, is_out boolean, ranking smallint, distance double precision, rating smallint)
language plpgsql stable rows 21
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_at cube := search_point(p_lat, p_lon);
  v_within double precision := search_chord(p_within);
  v_all cube := cube(array[-1e6, -1e6, -1e6], array[1e6, 1e6, 1e6]::double precision[]);
  v_near cube := case when v_within = 'infinity' then v_all else cube_enlarge(v_at, v_within + 0.01, 3) end;
  v_reach cube := cube_enlarge(v_at, least(v_within, 25) + 0.01, 3);
  v_boxes cube[];
  v_has_price boolean := p_min > 0 or p_max < 2147483647;
  v_is_wide boolean := p_need <> '{}' or p_any is not null or p_priced is not null;
  v_goes_on boolean;
  v_found integer := 0;
  v_marks integer := 0;
  v_row record;
begin
  foreach is_out in array array[false, true] loop
    continue when c_id is not null and c_out and not is_out;
    v_boxes := case when is_out then array[v_near, v_all] else array[v_reach, cube_enlarge(v_at, 25.01, 3), v_near, v_all] end;
    for ranking in
      select distinct l.lane % 100 from search_lane l where l.key = any(p_keys) and l.lane < case when is_out then 200 else 400 end order by 1
    loop
      v_goes_on := c_id is not null and c_out = is_out and c_ranking = ranking;
      continue when c_id is not null and c_out = is_out and ranking < c_ranking;
      for v_row in
        select x.mentor_id, x.d, x.rating10, bool_or(x.fits) as fits, max(x.n) as n, count(*) filter (where not x.fits) as marks
        from (
          select l.key, l.lane, v_boxes[1 + l.lane / 100] as box, l.lane / 100 in (0, 2) as is_bound from search_lane l
          where l.key = any(p_keys) and l.lane = any(array[ranking, 100 + ranking, 200 + ranking, 300 + ranking]::smallint[])
            and l.lane < case when is_out then 200 else 400 end
        ) l cross join lateral (
          select t.mentor_id, t.d, t.rating10, t.fits, row_number() over (order by t.d, t.rating10 desc, t.mentor_id) as n from (
            select c.mentor_id, c.d, c.rating10, c.fits from (
              select b.*, sum((not b.fits)::integer) over (order by b.d rows unbounded preceding) as unfit from (
                select e.mentor_id, e.rating10, e.pos <-> v_at as d,
                  coalesce((e.pos <-> v_at > e.reach) = is_out
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
            ) c where c.fits or c.unfit % 128 = 0
            order by c.d, c.rating10 desc, c.mentor_id limit 24
          ) t
        ) x
        group by x.mentor_id, x.d, x.rating10 order by x.d, x.rating10 desc, x.mentor_id
      loop
        if v_row.fits then
          id := v_row.mentor_id; distance := v_row.d; rating := v_row.rating10;
          return next;
          v_found := v_found + 1;
          if v_found = 21 then return; end if;
        end if;
        v_marks := v_marks + v_row.marks;
        if v_row.n = 24 then v_marks := 1000; exit; end if;
      end loop;
      if v_marks > 40 then
        id := null;
        return next;
        return;
      end if;
    end loop;
  end loop;
end $$;

-- How many mentors fit, counted up to 201; null when that would take reading too many that do not.
create function search_total(
  p_keys integer[], p_lat double precision, p_lon double precision, p_within double precision,
  p_rating smallint, p_min integer, p_max integer, p_all integer, p_modes integer, p_days integer,
  p_need integer[], p_any integer[], p_priced integer[])
returns integer language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_at cube := search_point(p_lat, p_lon);
  v_within double precision := search_chord(p_within);
  v_all cube := cube(array[-1e6, -1e6, -1e6], array[1e6, 1e6, 1e6]::double precision[]);
  v_near cube := case when v_within = 'infinity' then v_all else cube_enlarge(v_at, v_within + 0.01, 3) end;
  v_has_price boolean := p_min > 0 or p_max < 2147483647;
  v_is_wide boolean := p_need <> '{}' or p_any is not null or p_priced is not null;
  v_found integer;
  v_is_cut boolean;
begin
  select count(distinct x.mentor_id) filter (where x.fits), coalesce(bool_or(x.n = 201), false) into v_found, v_is_cut
  from (
    select l.key, l.kind, case when l.kind in (0, 2) then v_near else v_all end as box
    from (select distinct l.key, l.lane / 100 as kind from search_lane l where l.key = any(p_keys)) l
  ) l cross join lateral (
    select c.mentor_id, c.fits, row_number() over () as n from (
      select b.*, sum((not b.fits)::integer) over (rows unbounded preceding) as unfit from (
        select e.mentor_id,
          coalesce((l.kind in (1, 3) or e.pos <-> v_at <= v_within)
            and e.rating10 >= p_rating
            and (not v_has_price or p_priced is not null or e.home between p_min and p_max)
            and e.flags & p_all = p_all
            and (p_modes = 0 or e.flags & p_modes <> 0)
            and (p_days = 0 or e.flags & p_days <> 0)
            and (not v_is_wide or search_fits(e.mentor_id, p_need, p_any, p_priced, p_min, p_max)), false) as fits
        from search_entry e
        where e.key = l.key and e.lane between l.kind * 100 and l.kind * 100 + 99 and e.pos <@ l.box
      ) b
    ) c where c.fits or c.unfit % 64 = 0 limit 201
  ) x;
  return case when v_found > 200 then 201 when v_is_cut then null else v_found end;
end $$;

-- The 1000 nearest of each kind: what another order than the best one sorts when there are very many.
create function search_nearest(p_keys integer[], p_lat double precision, p_lon double precision, p_within double precision)
returns setof uuid language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_at cube := search_point(p_lat, p_lon);
  v_within double precision := search_chord(p_within);
  v_all cube := cube(array[-1e6, -1e6, -1e6], array[1e6, 1e6, 1e6]::double precision[]);
  v_near cube := case when v_within = 'infinity' then v_all else cube_enlarge(v_at, v_within + 0.01, 3) end;
begin
  return query
  select distinct e.mentor_id
  from (
    select l.key, l.kind, case when l.kind in (0, 2) then v_near else v_all end as box
    from (select distinct l.key, l.lane / 100 as kind from search_lane l where l.key = any(p_keys)) l
  ) l cross join lateral (
    select e.mentor_id from search_entry e
    where e.key = l.key and e.lane between l.kind * 100 and l.kind * 100 + 99 and e.pos <@ l.box
    order by e.pos <-> v_at limit 1000
  ) e;
end $$;
