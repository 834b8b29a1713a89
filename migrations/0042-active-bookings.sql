-- widen

-- Homes of the apps read active bookings and open classes, however many are over. The states are those of
-- `openLessonStates` (src/server/classes/bookings/active-rows.ts).
create index booking_active_of_family on booking (family_id) where status in ('pending_schedule', 'scheduled');
create index booking_active_of_mentor on booking (mentor_id) where status in ('pending_schedule', 'scheduled');
create index lesson_open on lesson (learner_id, booking_id)
  where state in ('scheduled', 'absence_reported', 'held', 'disputed', 'missed_by_mentor_disputed', 'missed_by_family_disputed');
create index lesson_settled_of_learner on lesson (learner_id, settled_at) where settled_at is not null;
-- Renewals, guarantees and reviews look at the other bookings of a family with the same mentor.
create index booking_of_pair on booking (family_id, mentor_id, booked_at);
