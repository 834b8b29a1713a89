-- widen
-- A row says that a mentor set hours of its own; without one they come from its application.
create table availability (
  mentor_id uuid primary key constraint availability_mentor references mentor,
  version integer not null default 1,
  changed_at timestamptz not null default now()
);

-- Minutes of a day in India's time. A multirange: its stretches cannot overlap.
create table weekly_hours (
  mentor_id uuid not null constraint weekly_hours_mentor references availability,
  weekday smallint not null constraint weekly_hours_weekday_known check (weekday between 1 and 7),
  hours int4multirange not null constraint weekly_hours_in_day check (hours <@ int4range(0, 1440) and not isempty(hours)),
  primary key (mentor_id, weekday)
);

-- A date with other hours than its weekday, or with none.
create table other_hours (
  mentor_id uuid not null constraint other_hours_mentor references mentor,
  date date not null,
  hours int4multirange not null constraint other_hours_in_day check (hours <@ int4range(0, 1440)),
  primary key (mentor_id, date)
);

-- Dates on which a mentor does not teach. The note is the mentor's own. What is taken back stays, to be taken back once.
create table mentor_leave (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint mentor_leave_mentor references mentor,
  from_date date not null,
  to_date date not null,
  note text not null default '' constraint mentor_leave_note_length check (length(note) <= 200),
  made_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint mentor_leave_forward check (to_date >= from_date and to_date - from_date < 366),
  constraint mentor_leave_apart exclude using gist (mentor_id with =, daterange(from_date, to_date, '[]') with &&) where (ended_at is null)
);

-- What the list searches by: weekdays and hours a day, the mentor's own where it set some, else as told in the application.
create function mentor_days(of uuid, told text[]) returns text[] language sql stable parallel safe
return case when exists (select from availability a where a.mentor_id = of)
  then array(select ('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[])[w.weekday] from weekly_hours w
    where w.mentor_id = of order by w.weekday)
  else told end;
create function mentor_daily_hours(of uuid, told numeric) returns numeric language sql stable parallel safe
return case when exists (select from availability a where a.mentor_id = of)
  then coalesce((select max((select sum(upper(r) - lower(r)) from unnest(w.hours) as r)) / 60.0 from weekly_hours w where w.mentor_id = of), 0)
  else told end;
