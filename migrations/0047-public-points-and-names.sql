-- widen

-- Areas that were adopted got the mean of their mentors' homes, for one mentor the home. Those have no Hindi name, or are
-- at a home; a point that an admin gave later stays.
update place p set lat = round(p.lat::numeric, 2)::float8, lon = round(p.lon::numeric, 2)::float8, version = p.version + 1, changed_at = now()
  from audit a
  where a.action = 'place.added' and a.subject_kind = 'place' and a.subject_id = p.id::text and p.kind = 'area'
    and (a.detail ->> 'lat')::float8 = p.lat and (a.detail ->> 'lon')::float8 = p.lon
    and (a.detail ->> 'nameHi' = a.detail ->> 'name' or exists (select from mentor m
      where round(m.lat::numeric, 4)::float8 = p.lat and round(m.lon::numeric, 4)::float8 = p.lon));

-- The letter of a name that a PAN has: the first of the last word.
create function pan_letter(name text) returns text language sql immutable
  return upper(left((regexp_match(name, '([[:alpha:]]+)[^[:alpha:]]*$'))[1], 1));

-- A bank account and a PAN were compared with one name: under another an admin has to look.
create function mentor_name_changes() returns trigger language plpgsql as $$
begin
  if new.slug like 'former-%' then return null; end if;
  update payout_account set status = 'look'
    where mentor_id = new.id and status = 'proven' and lower(name_at_bank) <> lower(new.full_name);
  update mentor_tax set status = 'look', doubts = array_remove(doubts, 'name') || '{name}'
    where mentor_id = new.id and status = 'given' and holder = 'individual'
      and pan_letter(new.full_name) is distinct from pan_letter(old.full_name);
  return null;
end $$;
create trigger mentor_name_changes after update of full_name on mentor for each row
  when (new.full_name <> old.full_name) execute function mentor_name_changes();

-- The same for accounts of names that changed before, unless an admin decided since.
with renamed as (
  select e.mentor_id as id, max(e.at) as at from mentor_event e
  where e.kind = 'resubmitted' or (e.kind = 'changed' and e.detail -> 'changed' ? 'full_name')
    or (e.kind = 'change_approved' and e.detail -> 'changes' @> '[{"field": "full_name"}]')
  group by e.mentor_id)
update payout_account c set status = 'look' from renamed r join mentor m on m.id = r.id
  where c.mentor_id = r.id and c.status = 'proven' and c.created_at < r.at and lower(c.name_at_bank) <> lower(m.full_name)
    and not exists (select from audit a where a.action = 'payout-account.decide' and a.subject_kind = 'mentor'
      and a.subject_id = r.id::text and a.at > r.at);

-- A mentor's rating counts each family once, by its newest review.
update mentor m set rating = r.rating, rating_count = r.families
  from (select mentor_id, round(avg(stars), 1) as rating, count(*)::int as families
    from (select distinct on (mentor_id, coalesce(family_id, id)) mentor_id, stars from review
      where published_at is not null and hidden_at is null
      order by mentor_id, coalesce(family_id, id), published_at desc, id desc) as newest
    group by mentor_id) as r
  where m.id = r.mentor_id and m.rating_count > r.families;

-- Videos that nobody names any more are not public.
update media set is_private = true where kind = 'video' and unused_since is not null and not is_private;

-- Landing pages: the first mentors of a city, in the order of the list.
create index mentor_search_landing on mentor_search (city, ranking, rating_weighed desc, mentor_id);

-- The next start writes the search list again.
delete from search_state;
