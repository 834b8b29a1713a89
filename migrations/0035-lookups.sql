-- widen
-- Times are looked up by the order that holds them, and whoever takes a class out asks what was said about it.
create index teaching_slot_order_id on teaching_slot (order_id) where order_id is not null;
create index lesson_change_lesson_id on lesson_change (lesson_id);
create index time_proposal_lesson_id on time_proposal (lesson_id);
