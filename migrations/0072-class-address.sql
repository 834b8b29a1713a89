-- widen
-- Where classes at the family's home take place: kept for each learner, and copied onto order and booking, so that changing
-- it for the learner moves no class that was paid.
alter table learner add column address jsonb constraint learner_address_shape check (address ?& array['house', 'area', 'city']);
alter table payment_order add column address jsonb constraint payment_order_address_shape check (address ?& array['house', 'area', 'city']);
alter table booking add column address jsonb constraint booking_address_shape check (address ?& array['house', 'area', 'city']);

-- Until now the mentor was shown the address of the family's profile.
update booking b set address = jsonb_build_object('house', f.address, 'area', coalesce(f.area, ''), 'city', coalesce(f.city, m.city))
from family f, mentor m
where f.id = b.family_id and m.id = b.mentor_id and f.address is not null
  and b.mode in ('homeTuition', 'counsellor') and b.status in ('pending_schedule', 'scheduled');

-- The admin's list of classes at home that nobody can find.
create index booking_without_address on booking (booked_at)
  where address is null and mode in ('homeTuition', 'counsellor') and status in ('pending_schedule', 'scheduled');
