-- widen
-- How many mentors a state has is counted up to a number, along this order.
drop index mentor_of_state;
create index mentor_of_state on mentor (lower(state), lower(city), lower(area));
