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
