-- widen
-- What admins changed of the states, cities and areas that the program brings along, and those they added. A row stands for the whole place.
create table place (
  id uuid primary key default uuidv7(),
  kind text not null constraint place_kind_known check (kind in ('state', 'city', 'area')),
  -- The state of a city, the city of an area. It may be one that has no row.
  parent uuid constraint place_parent_given check ((parent is null) = (kind = 'state')),
  name text not null constraint place_name_length check (length(name) between 2 and 60),
  name_hi text not null constraint place_name_hi_length check (length(name_hi) between 1 and 60),
  aliases text[] not null default '{}',
  lat float8 constraint place_lat_in_india check (lat between 6 and 38),
  lon float8 constraint place_lon_in_india check (lon between 68 and 98),
  status text not null default 'shown' constraint place_status_known check (status in ('shown', 'hidden', 'removed')),
  version int not null default 1,
  changed_at timestamptz not null default now(),
  constraint place_point_given check (kind = 'state' or (lat is not null and lon is not null))
);
create unique index place_name_once on place (kind, coalesce(parent, '00000000-0000-0000-0000-000000000000'), lower(name)) where status <> 'removed';

-- How many are in an area.
drop index mentor_of_city;
create index mentor_of_area on mentor (lower(city), lower(area));
create index family_of_area on family (lower(city), lower(area));
create index mentor_of_state on mentor (lower(state));
