-- widen
-- A review is its family's to change until others read it. Under it stands one word of the mentor.
alter table review add column reply text not null default '' constraint review_reply_length check (length(reply) <= 400);
alter table review add column replied_at timestamptz;
alter table review add column reply_hidden_at timestamptz;
-- Why an admin took the review or the reply away, as both people read it.
alter table review add column hidden_reason text not null default '' constraint review_hidden_reason_length check (length(hidden_reason) <= 600);
-- Set while somebody's report of it waits for an admin.
alter table review add column reported_at timestamptz;
alter table review add constraint review_replied check ((replied_at is null) = (reply = ''));
alter table review add constraint review_reply_published check (replied_at is null or published_at is not null);
alter table review add constraint review_reply_hidden check (reply_hidden_at is null or replied_at is not null);
create index review_waiting on review (written_at) where published_at is null;
create index review_hidden on review (mentor_id) where hidden_at is not null;
-- The admin's list: what was reported, then the newest.
create index review_to_moderate on review ((reported_at is null), id desc);

-- What a mentor says of working with a family: to that family alone, once both wrote or the days are over.
create table family_review (
  booking_id uuid primary key constraint family_review_booking references booking,
  stars smallint not null constraint family_review_stars_range check (stars between 1 and 5),
  words text not null default '' constraint family_review_words_length check (length(words) <= 600),
  written_at timestamptz not null default now(),
  shown_at timestamptz
);
create index family_review_waiting on family_review (written_at) where shown_at is null;

-- Somebody's word that a review, or the reply under it, should not stand there: once for each of the two.
create table review_report (
  review_id uuid not null constraint review_report_review references review,
  about text not null constraint review_report_about_known check (about in ('review', 'reply')),
  case_id uuid not null constraint review_report_case_once unique constraint review_report_case references support_case,
  words text not null constraint review_report_words_length check (length(words) between 1 and 600),
  made_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (review_id, about)
);

-- How each side wants to go on after a demo. Words are the mentor's, and for the admin alone.
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

-- The rating, drawn to the mean while only few families gave it, in hundredths: by this the list sorts. 0 without reviews.
alter table mentor_search add column rating_weighed smallint not null default 0;
