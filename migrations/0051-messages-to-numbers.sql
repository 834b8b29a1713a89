-- widen

-- The download of a person's data reads messages to their number from before they had an account.
create index outbox_to_number on outbox (recipient, created_at) where account_id is null;
