-- widen

-- A closed month takes no more journals, so that what the accountant was given stays true.
create table month_closing (
  month date primary key constraint month_closing_first_day check (extract(day from month) = 1),
  closed_by uuid not null constraint month_closing_closed_by references account,
  closed_at timestamptz not null default now()
);
create trigger month_closing_append_only before update or delete on month_closing for each row execute function books_are_append_only();
create trigger month_closing_no_truncate before truncate on month_closing for each statement execute function books_are_append_only();

create function journal_month_is_open() returns trigger language plpgsql as $$
begin
  if exists (select from month_closing where month = date_trunc('month', new.at at time zone 'Asia/Kolkata')::date) then
    raise exception 'the month of % is closed', new.at using errcode = 'check_violation', constraint = 'journal_month_open';
  end if;
  return new;
end $$;
create trigger journal_month_open before insert on journal for each row execute function journal_month_is_open();

-- The admin who looks into it.
alter table gateway_discrepancy add column owner_id uuid constraint gateway_discrepancy_owner references account;
