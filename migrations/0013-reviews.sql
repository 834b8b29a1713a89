-- widen
-- What a family says of a mentor: one for a booking. Shown as a kind of person, never as a name. `published_at` is
-- null as long as nobody else may read it; `hidden_at` is set when an admin takes it away.
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
  constraint review_of_booking check (booking_id is not null or is_demo),
  constraint review_published_after check (published_at >= written_at)
);
-- Those of one mentor, the newest first, with the stars that its rating is made of.
create index review_shown on review (mentor_id, published_at, id) include (stars) where published_at is not null and hidden_at is null;
create index review_family_id on review (family_id) where family_id is not null;
-- What the home page may quote, the newest first.
create index review_quotable on review (published_at, id)
  where published_at is not null and hidden_at is null and stars >= 4 and length(words) between 60 and 280;
