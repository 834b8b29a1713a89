-- widen

-- Entries decide what a month says, so they are guarded instead of the journals that hold them.
drop trigger journal_month_open on journal;
drop function journal_month_is_open();
create function entry_month_is_open() returns trigger language plpgsql as $$
begin
  if exists (select from journal j join month_closing c on c.month = date_trunc('month', j.at at time zone 'Asia/Kolkata')::date
      where j.id = new.journal_id) then
    raise exception 'the month of journal % is closed', new.journal_id using errcode = 'check_violation', constraint = 'ledger_entry_month_open';
  end if;
  return null;
end $$;
create trigger ledger_entry_month_open after insert on ledger_entry for each row execute function entry_month_is_open();
