-- widen
-- What a family and a mentor write to each other. `last_seq` numbers the messages of a conversation without gaps, under the lock of its row.
-- `…_delivered` and `…_read` are how far a side has got: the number of the last message that reached one of its devices, or its eyes.
create table conversation (
  id uuid primary key default uuidv7(),
  family_id uuid not null constraint conversation_family references family,
  mentor_id uuid not null constraint conversation_mentor references mentor,
  last_seq integer not null default 0,
  last_at timestamptz not null default now(),
  family_delivered integer not null default 0,
  family_read integer not null default 0,
  mentor_delivered integer not null default 0,
  mentor_read integer not null default 0,
  -- Who wants no messages any more; the other side is only told that writing is over.
  family_blocked_at timestamptz,
  mentor_blocked_at timestamptz,
  -- How far each side has been told of what waits for it while it was away.
  family_told integer not null default 0,
  mentor_told integer not null default 0,
  created_at timestamptz not null default now(),
  constraint conversation_once unique (family_id, mentor_id),
  constraint conversation_marks check (greatest(family_delivered, family_read, mentor_delivered, mentor_read, family_told, mentor_told) <= last_seq)
);
create index conversation_family_last on conversation (family_id, last_at desc);
create index conversation_mentor_last on conversation (mentor_id, last_at desc);
-- Whom something may wait for: few at any time.
create index conversation_family_waiting on conversation (family_id) where last_seq > family_delivered and family_told <= family_delivered;
create index conversation_mentor_waiting on conversation (mentor_id) where last_seq > mentor_delivered and mentor_told <= mentor_delivered;

create table message (
  conversation_id uuid not null constraint message_conversation references conversation,
  seq integer not null constraint message_seq_positive check (seq > 0),
  id uuid not null default uuidv7() constraint message_id_unique unique,
  sender text not null constraint message_sender_known check (sender in ('family', 'mentor')),
  -- The sending device's name of the message: sent twice, it is one.
  client_id uuid not null,
  text text not null constraint message_text_length check (length(text) <= 4000),
  reply_to integer,
  media_id uuid constraint message_media references media constraint message_media_once unique,
  sent_at timestamptz not null default clock_timestamp(),
  primary key (conversation_id, seq),
  constraint message_client_once unique (conversation_id, sender, client_id),
  constraint message_not_empty check (text <> '' or media_id is not null),
  constraint message_reply_earlier check (reply_to < seq)
);
-- What one side wrote next to a message decides whether a number in it is shown: read for each message, however long the conversation is.
create index message_of_sender on message (conversation_id, sender, seq);

-- What somebody said about a conversation, or about one message of it: the case through which an admin may read it.
create table chat_report (
  case_id uuid primary key constraint chat_report_case references support_case,
  conversation_id uuid not null constraint chat_report_conversation references conversation,
  reporter text not null constraint chat_report_reporter_known check (reporter in ('family', 'mentor')),
  reason text not null,
  seq integer,
  made_at timestamptz not null default now(),
  constraint chat_report_message foreign key (conversation_id, seq) references message
);
create index chat_report_conversation_made on chat_report (conversation_id, made_at);

-- Which processes hold connections of whom, for "online". A process writes its beat; rows of one that died stop counting.
create unlogged table presence (
  party_id uuid not null,
  process_id uuid not null,
  connections integer not null constraint presence_connections_positive check (connections > 0),
  beat_at timestamptz not null default now(),
  primary key (party_id, process_id)
);

-- Whoever ended a session, or uses it in another role now, must not go on hearing what it heard: every process closes its connections.
create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('end', new.id)::text);
  return null;
end $$;
create trigger session_end_told after update of revoked_at, user_type on session for each row
  when (old.revoked_at is distinct from new.revoked_at or old.user_type is distinct from new.user_type)
  execute function tell_session_end();
