-- widen
-- What was written down about admins stays as it was written.
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit is append-only' using errcode = 'check_violation', constraint = 'audit_append_only';
end $$;
create trigger audit_append_only before update or delete on audit for each row execute function audit_is_append_only();
create trigger audit_no_truncate before truncate on audit for each statement execute function audit_is_append_only();
create index audit_at on audit (at desc, id desc);
create index audit_account on audit (account_id, at desc, id desc);
create index audit_action on audit (action, at desc, id desc);

-- What happened on a day (in India) in a town, counted by a job: the overview never counts lessons. Days before `figures_counted.until` are final.
create table figure_day (
  figure text not null constraint figure_day_known
    check (figure in ('families', 'applications', 'bookings', 'paid', 'revenue', 'sessions', 'calls', 'active_families', 'active_subjects')),
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
-- By what the job reads of a day.
create index booking_booked_at on booking (booked_at);
create index payment_order_paid_at on payment_order (paid_at) where paid_at is not null;
create index class_record_marked_at on class_record (marked_at);
create index journal_at on journal (at);
create index family_created_at on family (created_at);
