-- widen

-- A new timetable deletes the classes it replaces, and each of them is looked for in every table that refers to it.
create index transfer_of_lesson on transfer (lesson_id) where lesson_id is not null;
