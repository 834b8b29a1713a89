-- widen
-- What a mentor writes for the family about a class, whether the family's visit code was typed, and when a phone without network saved it.
-- `saved_at` is by our clock; `clock_off` are the minutes by which the phone's was ahead of it.
alter table class_record add column note text not null default '' constraint class_record_note_length check (length(note) <= 400);
alter table class_record add column homework text not null default '' constraint class_record_homework_length check (length(homework) <= 400);
alter table class_record add column code_at timestamptz;
alter table class_record add column saved_at timestamptz;
alter table class_record add column clock_off integer not null default 0;
alter table class_record add column reminded_at timestamptz;

-- Each wrong code counts once, however often a phone sends it again.
alter table lesson add column wrong_codes text[] not null default '{}' constraint lesson_wrong_codes_few check (cardinality(wrong_codes) <= 3);
