-- widen
-- The first mentors of a city, in the order of the landing pages.
create index mentor_landing on mentor (city, admin_ranking, rating desc nulls last, id) where status = 'verified' and show_on_website;
