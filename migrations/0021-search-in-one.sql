-- widen
-- All parts of a page of the list in one call: each call of its own costs as much as the reading of a part.
-- A part is one half of the list (in range or out of it) and its rankings from and to, read at once (few) or lane by lane.
-- It ends with a row without id when whoever fits is rare: then the rest is made from the tags.
create function search_parts(
  p_outs boolean[], p_froms integer[], p_tos integer[], p_few boolean[], p_limit integer, p_step integer,
  p_keys integer[], p_lat double precision, p_lon double precision, p_within double precision,
  p_rating smallint, p_min integer, p_max integer, p_all integer, p_modes integer, p_days integer,
  p_need integer[], p_any integer[], p_priced integer[],
  c_out boolean, c_ranking smallint, c_distance double precision, c_rating smallint, c_id uuid)
returns table (id uuid, is_out boolean, ranking smallint, distance double precision, rating smallint)
language plpgsql stable rows 21 as $$
declare
  v_found integer := 0;
  v_rows integer;
  v_row record;
  -- The last row, as far as it bounds the part that is read.
  k_ranking smallint;
  k_distance double precision;
  k_rating smallint;
  k_id uuid;
begin
  for part in 1..cardinality(p_outs) loop
    loop
      exit when v_found > p_limit or (c_id is not null and (c_out, c_ranking) > (p_outs[part], p_tos[part]));
      if c_out = p_outs[part] then
        k_ranking := c_ranking; k_distance := c_distance; k_rating := c_rating; k_id := c_id;
      else
        k_id := null;
      end if;
      is_out := p_outs[part];
      v_rows := 0;
      for v_row in
        select f.* from search_few(is_out, p_froms[part], p_tos[part], p_keys, p_lat, p_lon, p_within,
          p_rating, p_min, p_max, p_all, p_modes, p_days, p_need, p_any, p_priced, k_ranking, k_distance, k_rating, k_id) f
        where p_few[part]
        union all
        select f.* from search_page(is_out, p_froms[part], p_tos[part], v_found, p_step, p_keys, p_lat, p_lon, p_within,
          p_rating, p_min, p_max, p_all, p_modes, p_days, p_need, p_any, p_priced, k_ranking, k_distance, k_rating, k_id) f
        where not p_few[part]
      loop
        id := v_row.id; ranking := v_row.ranking; distance := v_row.distance; rating := v_row.rating;
        return next;
        if id is null then return; end if;
        c_out := is_out; c_ranking := ranking; c_distance := distance; c_rating := rating; c_id := id;
        v_rows := v_rows + 1;
        v_found := v_found + 1;
      end loop;
      exit when v_rows < 21;
    end loop;
  end loop;
end $$;
