-- widen

-- A family's review of a mentor, one for a booking, shown without the name. Nobody else can read it while
-- `published_at` is null; `hidden_at` is set when an admin removes it.
create table review (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint review_mentor references mentor,
  booking_id uuid constraint review_booking_once unique constraint review_booking references booking,
  family_id uuid constraint review_family references family,
  writer text not null default 'parent' constraint review_writer_known check (writer in ('parent', 'grandparent', 'student')),
  grade text,
  area text not null default '',
  city text not null default '',
  stars smallint not null constraint review_stars_range check (stars between 1 and 5),
  words text not null default '' constraint review_words_length check (length(words) <= 1000),
  lessons_held integer not null constraint review_lessons_not_negative check (lessons_held >= 0),
  written_at timestamptz not null default now(),
  published_at timestamptz,
  hidden_at timestamptz,
  is_demo boolean not null default false,
  -- The mentor's reply to a published review.
  reply text not null default '' constraint review_reply_length check (length(reply) <= 400),
  replied_at timestamptz,
  reply_hidden_at timestamptz,
  -- Why an admin removed the review or the reply, as shown to both sides.
  hidden_reason text not null default '' constraint review_hidden_reason_length check (length(hidden_reason) <= 600),
  -- Set while a report of it awaits an admin.
  reported_at timestamptz,
  -- When the family allowed a quote on the home page with its first name; null if it did not.
  home_consent_at timestamptz,
  constraint review_of_booking check (booking_id is not null or is_demo),
  constraint review_published_after check (published_at >= written_at),
  constraint review_replied check ((replied_at is null) = (reply = '')),
  constraint review_reply_published check (replied_at is null or published_at is not null),
  constraint review_reply_hidden check (reply_hidden_at is null or replied_at is not null)
);
-- Published reviews of a mentor, newest first, with the stars its rating is made of.
create index review_shown on review (mentor_id, published_at, id) include (stars) where published_at is not null and hidden_at is null;
create index review_family_id on review (family_id) where family_id is not null;
-- Reviews long and good enough for the home page, newest first.
create index review_quotable on review (published_at, id)
  where published_at is not null and hidden_at is null and stars >= 4 and length(words) between 60 and 280;
create index review_waiting on review (written_at) where published_at is null;
create index review_hidden on review (mentor_id) where hidden_at is not null;
-- Reported ones first, oldest first; then the rest, newest first.
create index review_due on review ((
  case when reported_at is not null then reported_at - timestamptz '2000-01-01 00:00+00'
  else interval '400000 days' - (written_at - timestamptz '2000-01-01 00:00+00') end), id);
create index review_by_day on review (written_at, id);
create index review_by_stars on review (stars, id);
create index review_reported on review (reported_at) where reported_at is not null;
create index review_taken_away on review (written_at) where hidden_at is not null or reply_hidden_at is not null;
-- All reviews of a mentor, including hidden and pending ones.
create index review_of_mentor on review (mentor_id);

-- A mentor's feedback about a family, shown to that family once both sides have written or the time is over.
create table family_review (
  booking_id uuid primary key constraint family_review_booking references booking,
  stars smallint not null constraint family_review_stars_range check (stars between 1 and 5),
  words text not null default '' constraint family_review_words_length check (length(words) <= 600),
  written_at timestamptz not null default now(),
  shown_at timestamptz
);
create index family_review_waiting on family_review (written_at) where shown_at is null;

-- Reports of a review or its reply, at most one for each.
create table review_report (
  review_id uuid not null constraint review_report_review references review,
  about text not null constraint review_report_about_known check (about in ('review', 'reply')),
  case_id uuid not null constraint review_report_case_once unique constraint review_report_case references support_case,
  words text not null constraint review_report_words_length check (length(words) between 1 and 600),
  made_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (review_id, about)
);

-- How each side wants to continue after a demo. The mentor's words are for admins only.
create table demo_outcome (
  booking_id uuid not null constraint demo_outcome_booking references booking,
  side text not null constraint demo_outcome_side_known check (side in ('family', 'mentor')),
  answer text not null,
  words text not null default '' constraint demo_outcome_words_length check (length(words) <= 400),
  answered_at timestamptz not null default now(),
  primary key (booking_id, side),
  constraint demo_outcome_answer_known check (answer = 'skipped' or case side
    when 'family' then answer in ('going_on', 'not_now', 'another_mentor') else answer in ('would_take', 'would_not') end)
);
create index demo_outcome_newest on demo_outcome (answered_at desc, booking_id, side);

-- Conversations between a family and a mentor. `last_seq` numbers the messages without gaps, under the lock of this
-- row. `…_delivered` and `…_read` are the numbers of the last message delivered to and read by a side.
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
  -- A side that has blocked the conversation; the other side only sees that it is closed.
  family_blocked_at timestamptz,
  mentor_blocked_at timestamptz,
  -- The last message each side was notified of while away.
  family_told integer not null default 0,
  mentor_told integer not null default 0,
  created_at timestamptz not null default now(),
  constraint conversation_once unique (family_id, mentor_id),
  constraint conversation_marks check (greatest(family_delivered, family_read, mentor_delivered, mentor_read, family_told, mentor_told) <= last_seq)
);
create index conversation_family_last on conversation (family_id, last_at desc);
create index conversation_mentor_last on conversation (mentor_id, last_at desc);
-- Conversations with undelivered messages: few at any time.
create index conversation_family_waiting on conversation (family_id) where last_seq > family_delivered and family_told <= family_delivered;
create index conversation_mentor_waiting on conversation (mentor_id) where last_seq > mentor_delivered and mentor_told <= mentor_delivered;

-- `seq` has no gaps.
create table message (
  conversation_id uuid not null constraint message_conversation references conversation,
  seq integer not null constraint message_seq_positive check (seq > 0),
  id uuid not null default uuidv7() constraint message_id_unique unique,
  sender text not null constraint message_sender_known check (sender in ('family', 'mentor')),
  -- Chosen by the sending device, so that a repeated message is stored once.
  client_id uuid not null,
  text text not null constraint message_text_length check (length(text) <= 4000),
  -- As shown before a booking: null where nothing is masked. Rows of an older version are masked again when they are read.
  masked_text text,
  masked_file_name text,
  masking_version smallint not null default 0,
  reply_to integer,
  media_id uuid constraint message_media references media constraint message_media_once unique,
  sent_at timestamptz not null default clock_timestamp(),
  primary key (conversation_id, seq),
  constraint message_client_once unique (conversation_id, sender, client_id),
  constraint message_not_empty check (text <> '' or media_id is not null),
  constraint message_reply_earlier check (reply_to < seq)
);
-- Neighbouring messages of the same sender decide whether a number is masked.
create index message_of_sender on message (conversation_id, sender, seq);

-- Reports of a conversation or of one message: the case that lets an admin read it.
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

-- Live connections by process, for "online". Rows of a process that stopped its heartbeat do not count.
create unlogged table presence (
  party_id uuid not null,
  process_id uuid not null,
  connections integer not null constraint presence_connections_positive check (connections > 0),
  beat_at timestamptz not null default now(),
  primary key (party_id, process_id)
);
