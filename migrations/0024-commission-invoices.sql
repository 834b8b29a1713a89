-- widen

-- One invoice (or credit note, if more was returned than earned) for a mentor's commission of a month. Printed values are frozen in
-- `printed`; the GSTIN is read from the facts. The trigger sets year and number, whatever is inserted.
create table commission_invoice (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint commission_invoice_mentor references mentor,
  month date not null constraint commission_invoice_month_starts check (extract(day from month) = 1),
  facts_id uuid constraint commission_invoice_facts references mentor_tax,
  year text not null default '',
  place integer not null default 0,
  -- At most 16 characters, as required by rule 46 of the GST rules.
  number text not null generated always as ('MC/' || year || '/' || lpad(place::text, greatest(6, length(place::text)), '0')) stored,
  printed jsonb not null,
  issued_at timestamptz not null default now(),
  constraint commission_invoice_place_once unique (year, place),
  constraint commission_invoice_once unique (mentor_id, month)
);
create index commission_invoice_month on commission_invoice (month);

create function commission_invoice_takes_next_number() returns trigger language plpgsql as $$
declare
  day timestamp := new.issued_at at time zone 'Asia/Kolkata';
begin
  new.year := to_char(day - interval '3 months', 'YY') || '-' || to_char(day + interval '9 months', 'YY');
  insert into commission_invoice_series as s (year, last_place) values (new.year, 1)
    on conflict (year) do update set last_place = s.last_place + 1 returning s.last_place into new.place;
  return new;
end $$;
create trigger commission_invoice_number before insert on commission_invoice for each row execute function commission_invoice_takes_next_number();
create trigger commission_invoice_append_only before update or delete on commission_invoice for each row execute function books_are_append_only();
create trigger commission_invoice_no_truncate before truncate on commission_invoice for each statement execute function books_are_append_only();

-- The last number of each financial year, as in `receipt_series`.
create table commission_invoice_series (
  year text primary key,
  last_place integer not null,
  constraint commission_invoice_series_no_gap foreign key (year, last_place) references commission_invoice (year, place) deferrable initially deferred
);
create trigger commission_invoice_series_steps before insert or update on commission_invoice_series for each row execute function receipt_series_counts_up();
create trigger commission_invoice_series_kept before delete on commission_invoice_series for each row execute function books_are_append_only();
create trigger commission_invoice_series_no_truncate before truncate on commission_invoice_series for each statement execute function books_are_append_only();
