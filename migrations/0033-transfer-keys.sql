-- widen

-- The idempotency key after an admin had a stuck transfer sent again; null while the id is the key.
alter table transfer add column retry_key uuid constraint transfer_retry_key_once unique;
-- What the gateway calls the mentor, where it does not take our id.
alter table payee add column reference text not null default '';
