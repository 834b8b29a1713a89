-- widen

create table audit (
  id uuid primary key default uuidv7(),
  account_id uuid constraint audit_account references account,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  detail jsonb not null default '{}',
  at timestamptz not null default now()
);
create index audit_subject on audit (subject_kind, subject_id, at desc);
create index audit_at on audit (at desc, id desc);
create index audit_account on audit (account_id, at desc, id desc);
create index audit_action on audit (action, at desc, id desc);

-- Audit entries never change.
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit is append-only' using errcode = 'check_violation', constraint = 'audit_append_only';
end $$;
create trigger audit_append_only before update or delete on audit for each row execute function audit_is_append_only();
create trigger audit_no_truncate before truncate on audit for each statement execute function audit_is_append_only();

-- Daily figures by city, counted by a job, so that the overview does not count lessons. Days before
-- `figures_counted.until` are final. Days are Indian days.
create table figure_day (
  figure text not null constraint figure_day_known
    check (figure in ('users', 'families', 'applications', 'bookings', 'paid', 'revenue', 'sessions', 'calls', 'active_families', 'active_subjects')),
  day date not null,
  city text not null default '',
  value bigint not null,
  primary key (figure, day, city)
);

create table figures_counted (
  one boolean primary key default true constraint figures_counted_one check (one),
  until date not null,
  at timestamptz not null default now()
);

-- Days to recount because rows changed after they were counted. A day may appear several times, so that writers never
-- wait for the job.
create table figure_again (
  figure text not null constraint figure_again_known check (figure in ('sessions', 'revenue')),
  day date not null
);

-- A class counts while it is held and marked; a change of either makes its day due for a recount.
create function session_counts_again() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'class_record' then
    insert into figure_again values ('sessions', (old.marked_at at time zone 'Asia/Kolkata')::date);
  else
    insert into figure_again select 'sessions', (r.marked_at at time zone 'Asia/Kolkata')::date from class_record r where r.lesson_id = new.id;
  end if;
  return null;
end $$;
create trigger lesson_counts_again after update of status on lesson for each row
  when (old.status is distinct from new.status and (old.status = 'held' or new.status = 'held')) execute function session_counts_again();
create trigger class_record_counts_again after delete on class_record for each row execute function session_counts_again();
