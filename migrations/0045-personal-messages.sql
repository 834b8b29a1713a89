-- widen

-- Mail to a number or address that somebody gave belongs to their account. It has no side, so that their preferences for
-- notifications do not apply.
update outbox o set account_id = c.account_id from support_case c
  where o.account_id is null and o.data ->> 'number' like 'CASE-%' and o.data ->> 'number' = c.number;
update outbox o set account_id = f.account_id from family f
  where o.account_id is null and o.template = 'receipt' and o.data ->> 'family' = f.id::text;
update outbox o set account_id = c.account_id from phone_change c
  where o.account_id is null and o.template = 'phone-changed' and split_part(o.once_key, ':', 2) = c.id::text;
