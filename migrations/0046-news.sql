-- widen
-- What people with an account were told, to read on the site. Kept half a year.
create table news (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint news_account references account,
  side text not null constraint news_side_known check (side in ('family', 'mentor', 'admin')),
  event text not null,
  -- By language: the text is made when it is read.
  data jsonb not null,
  once_key text not null constraint news_once unique,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index news_newest on news (account_id, side, id desc);
create index news_unread on news (account_id, side) where read_at is null;
create index news_created on news (created_at);

alter table message_off drop constraint message_off_channel_known,
  add constraint message_off_channel_known check (channel in ('sms', 'email', 'whatsapp', 'push', 'app'));

alter table outbox
  -- As whom the account is told.
  add column side text constraint outbox_side_known check (side in ('family', 'mentor', 'admin')),
  -- Not sent after this.
  add column useless_at timestamptz,
  -- When an admin had it tried again: its day of patience begins anew.
  add column again_at timestamptz;
create index outbox_given_up on outbox (id desc) where given_up_at is not null;
