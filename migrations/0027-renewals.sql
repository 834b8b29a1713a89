-- widen
-- The booking that an order goes on from, and when a family would like the classes of a month or package: advice for the mentor,
-- which claims no time.
alter table payment_order add column renews uuid constraint payment_order_renews references booking;
alter table payment_order add column wishes jsonb;
-- A booking goes on in one other, unless that one was given back.
create unique index booking_renews_once on booking (renews) where status <> 'cancelled';

-- Money that went back takes the minutes with it that it would have paid.
update booking b set minutes = greatest(u.minutes + case when b.price_paise - b.refunded_paise > u.paise then 1 else 0 end,
    ceil(b.minutes::numeric * (b.price_paise - b.refunded_paise) / b.price_paise))
  from (select o.id, coalesce(sum(l.minutes), 0) as minutes, coalesce(sum(l.fee_paise), 0) as paise from booking o
    left join lesson l on l.booking_id = o.id and (l.status in ('scheduled', 'held') or l.settled_at is not null) group by o.id) u
  where u.id = b.id and b.refunded_paise between 1 and b.price_paise - 1 and b.status in ('pending_schedule', 'scheduled');
update booking set status = 'cancelled' where refunded_paise = price_paise and status = 'pending_schedule';
