-- widen
create table mentor (
  id uuid primary key default uuidv7(),
  number integer generated always as identity (start with 1001) constraint mentor_number_unique unique,
  slug text not null constraint mentor_slug_unique unique constraint mentor_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  account_id uuid not null constraint mentor_account_unique unique constraint mentor_account references account,
  status text not null default 'draft' constraint mentor_status_known
    check (status in ('draft', 'submitted', 'in_review', 'verified', 'rejected', 'suspended')),
  full_name text not null constraint mentor_name_length check (length(full_name) between 2 and 80),
  email text not null default '',
  gender text not null constraint mentor_gender_known check (gender in ('male', 'female', 'other')),
  age smallint not null constraint mentor_age_range check (age between 18 and 65),
  photo text,
  document text,
  cv text,
  teaching_video text,
  teaching_video_published boolean not null default false,
  highest_qualification text not null default '',
  specialization text not null default '',
  university text not null default '',
  graduation_year smallint,
  qualification_display text not null default '',
  twelfth_stream text,
  twelfth_board text,
  graduation_degree text,
  graduation_college text,
  postgraduation_degree text,
  postgraduation_college text,
  experience text not null constraint mentor_experience_known check (experience in ('fresher', '1-3', '3-5', '5-10', '10+')),
  area text not null default '',
  city text not null,
  state text not null,
  lat double precision,
  lon double precision,
  teaching_range text not null default 'anywhere',
  available_days text[] not null default '{}',
  daily_hours numeric(3, 1) not null default 4 constraint mentor_hours_range check (daily_hours between 1 and 12 and daily_hours * 2 = floor(daily_hours * 2)),
  start_immediately boolean not null default true,
  start_date date,
  teaching_experience text not null default '',
  brief text not null default '',
  admin_brief text not null default '',
  admin_brief_visible boolean not null default false,
  admin_ranking smallint not null default 10 constraint mentor_ranking_range check (admin_ranking between 1 and 99),
  tier text not null default 'silver' constraint mentor_tier_known check (tier in ('gold', 'silver')),
  show_on_website boolean not null default false,
  teaches_online boolean not null default false,
  online_price_paise integer constraint mentor_online_price_positive check (online_price_paise > 0),
  boards text[] not null default '{}',
  languages text[] not null default '{}',
  rating numeric(2, 1) constraint mentor_rating_range check (rating between 1 and 5),
  rating_count integer not null default 0,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table mentor_mode (
  mentor_id uuid not null constraint mentor_mode_mentor references mentor,
  mode text not null constraint mentor_mode_known
    check (mode in ('homeTuition', 'myPlace', 'coachingCenter', 'schoolTeaching', 'counsellor', 'groupClasses')),
  monthly_price_paise integer not null constraint mentor_mode_price_range check (monthly_price_paise between 100000 and 2500000),
  primary key (mentor_id, mode)
);

-- One (level, grade key, subject) a mentor teaches, as chosen in the application.
create table mentor_offer (
  mentor_id uuid not null constraint mentor_offer_mentor references mentor,
  level text not null,
  grade_key text not null,
  subject text not null,
  primary key (mentor_id, grade_key, subject)
);

create table mentor_check (
  mentor_id uuid not null constraint mentor_check_mentor references mentor,
  kind text not null constraint mentor_check_kind_known check (kind in ('identity', 'qualification', 'interview', 'police')),
  state text not null constraint mentor_check_state_known check (state in ('pending', 'passed', 'failed')),
  checker text,
  note text not null default '',
  checked_on date,
  valid_until date,
  evidence text,
  primary key (mentor_id, kind)
);

-- What the list reads: one row for each mentor that families can see, written with every change of the mentor.
-- lat and lon are public: the area's centre or a 300 m grid, never the home.
create table mentor_search (
  mentor_id uuid primary key constraint mentor_search_mentor references mentor,
  ranking smallint not null,
  tier text not null,
  rating numeric(2, 1),
  lat double precision,
  lon double precision,
  range_km double precision not null,
  online boolean not null,
  prices jsonb not null,
  keys text[] not null,
  area text not null,
  city text not null,
  state text not null,
  gender text not null,
  days text[] not null,
  boards text[] not null,
  languages text[] not null,
  name text not null
);
create index mentor_search_keys on mentor_search using gin (keys);
create index mentor_search_place on mentor_search using gist (lat, lon);
create index mentor_search_city on mentor_search (city, ranking);
create index mentor_search_name on mentor_search using gin (name gin_trgm_ops);

-- Great-circle distance in km on a sphere of 6371 km.
create function distance_km(lat1 double precision, lon1 double precision, lat2 double precision, lon2 double precision)
returns double precision language sql immutable parallel safe
return 2 * 6371 * asin(least(1, sqrt(
  power(sin(radians(lat2 - lat1) / 2), 2)
  + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lon2 - lon1) / 2), 2))));
