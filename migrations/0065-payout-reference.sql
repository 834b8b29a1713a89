-- widen
-- The bank's reference of a paid batch can be corrected; everything else of it stays as it was paid.

create or replace function payout_batch_moves_on() returns trigger language plpgsql as $$
begin
  if (new.id, new.until, new.made_by, new.made_at) <> (old.id, old.until, old.made_by, old.made_at)
    or old.status = 'undone'
    or (old.status = 'paid' and to_jsonb(new) - 'reference' <> to_jsonb(old) - 'reference') then
    raise exception 'a payout batch only moves on' using errcode = 'check_violation', constraint = 'payout_batch_moves_on';
  end if;
  return new;
end $$;
