-- widen
-- Whoever found somebody already will find the others: four times the patience.
create or replace function search_page(
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
  -- What an entry does not carry is looked up row by row, so fewer misses are borne.
  v_step integer := case when p_need <> '{}' or p_any is not null or p_priced is not null then 8 else 64 end;
  v_has_price boolean := p_min > 0 or p_max < 2147483647;
  v_is_wide boolean := p_need <> '{}' or p_any is not null or p_priced is not null;
  v_is_filtered boolean := v_has_price or v_is_wide or p_rating > 0 or p_all <> 0 or p_modes <> 0 or p_days <> 0;
  v_idle integer := 0;
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
            ) c where c.fits or c.unfit % v_step = 0
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
      v_idle := v_idle + 1;
      -- Three rankings without anybody who fits: whoever does is rare.
      if v_marks > (case when v_found < 4 then 40 else 160 end) or (v_is_filtered and v_found = 0 and v_idle > 2) then
        id := null;
        return next;
        return;
      end if;
    end loop;
  end loop;
end $$;
