-- widen
-- How the time of an order counts: a wish for the mentor, a free time that is booked with the payment, or one the mentor confirms first.
alter table payment_order
  add column wished_as text not null default 'wish' constraint payment_order_wished_as_known check (wished_as in ('wish', 'booking', 'request')),
  add constraint payment_order_wished_time check (wished_as = 'wish' or wished_at is not null);

-- A free time a family picked that is no class (yet): requested until `confirm_by`, taken by another class, or not confirmed in time.
alter table booking
  add column picked_at timestamptz,
  add column picked_state text constraint booking_picked_state_known check (picked_state in ('requested', 'taken', 'lapsed')),
  add column confirm_by timestamptz,
  add constraint booking_picked_whole check ((picked_state is null) = (picked_at is null)),
  add constraint booking_picked_confirm check ((picked_state is not distinct from 'requested') = (confirm_by is not null));
create index booking_confirm_by on booking (confirm_by) where confirm_by is not null;

alter table availability add column confirms_first boolean not null default false;
