-- widen
-- What a family was told it paid, one for each order that bought something. Everything printed is frozen in `printed`; the
-- words around it come from the program. Year and place are given by the database, whatever the writer says.
create table receipt (
  order_id uuid primary key constraint receipt_order references payment_order,
  year text not null default '',
  place integer not null default 0,
  -- 16 letters at most, as rule 46 of the GST rules asks.
  number text not null generated always as ('MS/' || year || '/' || lpad(place::text, greatest(6, length(place::text)), '0')) stored,
  language text not null constraint receipt_language_known check (language in ('en', 'hi')),
  printed jsonb not null,
  issued_at timestamptz not null default now(),
  constraint receipt_place_once unique (year, place)
);

-- The last number of each financial year, April to March. Its row is locked until the transaction of the receipt ends, so
-- that one that rolls back leaves no gap; the deferred key says that the last number taken is on a receipt.
create table receipt_series (
  year text primary key,
  last_place integer not null,
  constraint receipt_series_no_gap foreign key (year, last_place) references receipt (year, place) deferrable initially deferred
);

create function receipt_takes_next_number() returns trigger language plpgsql as $$
declare
  day timestamp := new.issued_at at time zone 'Asia/Kolkata';
begin
  new.year := to_char(day - interval '3 months', 'YY') || '-' || to_char(day + interval '9 months', 'YY');
  insert into receipt_series as s (year, last_place) values (new.year, 1)
    on conflict (year) do update set last_place = s.last_place + 1 returning s.last_place into new.place;
  return new;
end $$;
create trigger receipt_number before insert on receipt for each row execute function receipt_takes_next_number();

create function receipt_series_counts_up() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.last_place = 1 then return new; end if;
  if tg_op = 'UPDATE' and new.year = old.year and new.last_place = old.last_place + 1 then return new; end if;
  raise exception 'receipt_series counts up by one' using errcode = 'check_violation', constraint = 'receipt_series_counts_up';
end $$;
create trigger receipt_series_steps before insert or update on receipt_series for each row execute function receipt_series_counts_up();

create trigger receipt_append_only before update or delete on receipt for each row execute function books_are_append_only();
create trigger receipt_no_truncate before truncate on receipt for each statement execute function books_are_append_only();
create trigger receipt_series_kept before delete on receipt_series for each row execute function books_are_append_only();
create trigger receipt_series_no_truncate before truncate on receipt_series for each statement execute function books_are_append_only();
