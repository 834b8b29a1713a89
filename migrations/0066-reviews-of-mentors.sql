-- widen
-- The reviews of a mentor, hidden and waiting ones too.
create index review_of_mentor on review (mentor_id);
