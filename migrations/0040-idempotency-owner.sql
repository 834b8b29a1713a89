-- widen

-- The process that works on the request: the number of a lock that it holds while it lives.
alter table idempotency add column owner integer;
