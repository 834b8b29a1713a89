-- narrow
-- Place is a filter (docs/decisions/0010-search.md). A key is the place's number above the class and subject's: 0 for the
-- whole country, a city for those who live there or come there, "online" for those who teach online. Kinds are 0 at places,
-- 1 in range everywhere in this city; nobody is near for teaching online.
alter table mentor_search add column lives integer not null default 0, add column cities integer[] not null default '{}',
  add column places integer[] not null default '{}';
alter table search_entry alter column key type bigint, add column lives integer not null default 0;
alter table search_lane alter column key type bigint;
alter table search_count alter column key type bigint;
delete from search_state;

drop index search_entry_near;
create index search_entry_near on search_entry using gist (key, lane, pos, rating10) include (mentor_id, reach, home, flags, lives);

drop function search_parts;
drop function search_few;
drop function search_page;
drop function search_total;
drop function search_nearest;
drop function search_fits;

-- Filters that entries do not carry; p_without is a place where the mentor is not asked for.
create function search_fits(p_mentor uuid, p_need integer[], p_any integer[], p_priced integer[], p_min integer, p_max integer, p_without integer)
returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from mentor_search s where s.mentor_id = p_mentor and s.tags @> p_need
    and (p_any is null or s.tags && p_any)
    and (p_without is null or not p_without = any(s.tags))
    and (p_priced is null or (select min(s.prices[i]) from unnest(p_priced) as i) between p_min and p_max));
end $$;

-- At most 21 mentors after a place in a part of the list, when its keys have few entries: reads them all. A part is who is in range
-- (p_in), who is out of it, or both (null), further away than p_beyond and within p_within km, from a ranking to another.
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

-- The same, asking the lanes one by one. Every p_step-th row that does not fit is a mark; too many of them end the search with
-- a row without an id, and what came before is exact.
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

-- All parts of a page of the list in one call, in their order: tier is a part's place in it, `place` the place of its keys. It ends
-- with a row without id when whoever fits is rare: then the rest is made from the tags.
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

-- How many mentors fit, counted up to 201; null when that would take reading too many that do not.
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

-- The 1000 nearest of each kind: what another order than the best one sorts when there are very many.
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
