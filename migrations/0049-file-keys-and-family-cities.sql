-- widen

-- Names (hashes) of the file keys that stored files are encrypted with. A process without one of them does not start.
create table file_key (
  name text primary key,
  since timestamptz not null default now()
);

-- A family adds its city after its first login, often after that day was counted.
alter table figure_again drop constraint figure_again_known,
  add constraint figure_again_known check (figure in ('sessions', 'revenue', 'families'));
create function family_counts_again() returns trigger language plpgsql as $$
begin
  insert into figure_again values ('families', (new.created_at at time zone 'Asia/Kolkata')::date);
  return null;
end $$;
create trigger family_counts_again after update of city on family for each row
  when (old.city is distinct from new.city) execute function family_counts_again();
insert into figure_again select distinct 'families', (created_at at time zone 'Asia/Kolkata')::date from family where city <> '';
