-- widen
-- What became of a message: tried so often, next tried then, or given up with the reason.
alter table outbox
  add column tries int not null default 0,
  add column due_at timestamptz not null default now(),
  add column given_up_at timestamptz,
  add column trouble text,
  add constraint outbox_one_end check (sent_at is null or given_up_at is null);

-- Old news is no news.
update outbox set given_up_at = now(), trouble = 'too old when sending began'
  where sent_at is null and created_at < now() - interval '1 day';

create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null;
