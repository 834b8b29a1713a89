-- widen

-- Mail to a number or address that somebody gave belongs to their account. It has no side, so that their preferences for
-- notifications do not apply.
update outbox o set account_id = c.account_id from support_case c
  where o.account_id is null and o.data ->> 'number' like 'CASE-%' and o.data ->> 'number' = c.number;
update outbox o set account_id = f.account_id from family f
  where o.account_id is null and o.template = 'receipt' and o.data ->> 'family' = f.id::text;
update outbox o set account_id = c.account_id from phone_change c
  where o.account_id is null and o.template = 'phone-changed' and split_part(o.once_key, ':', 2) = c.id::text;

-- JSON with a pattern replaced in its texts: never in its keys, addresses or ids.
create function redacted(data jsonb, pattern text) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(data)
    when 'object' then (select coalesce(jsonb_object_agg(key, redacted(value, pattern)), '{}') from jsonb_each(data))
    when 'array' then (select coalesce(jsonb_agg(redacted(value, pattern) order by nth), '[]')
      from jsonb_array_elements(data) with ordinality as x (value, nth))
    when 'string' then case when data #>> '{}' ~ '^(https?://|[0-9a-f]{8}-)' then data
      else to_jsonb(regexp_replace(data #>> '{}', pattern, '…', 'g')) end
    else data end;
end $$;
