-- widen
-- Names in other letters than Latin, found by the beginnings of their words: trigrams know only ASCII letters in this collation.
create index family_name_words on family using gin (to_tsvector('simple', name)) where name ~ '[^ -~]';
create index learner_name_words on learner using gin (to_tsvector('simple', name)) where name ~ '[^ -~]';
create index mentor_name_words on mentor using gin (to_tsvector('simple', full_name)) where full_name ~ '[^ -~]';
create index support_case_name_words on support_case using gin (to_tsvector('simple', name)) where name ~ '[^ -~]';
