-- widen
-- What is owed is never more than what was paid for: money that goes back makes the newest credits shorter, or void.
alter table lesson_credit add column voided_at timestamptz,
  add constraint lesson_credit_void_unused check (voided_at is null or used_by is null);
with room as (
  select b.id, greatest(0, b.minutes - coalesce(sum(l.minutes), 0)) as minutes from booking b
    left join lesson l on l.booking_id = b.id and (l.status in ('scheduled', 'held') or l.settled_at is not null)
  where b.refunded_paise > 0 group by b.id),
open as (
  select c.id, c.minutes, room.minutes as room, sum(c.minutes) over (partition by c.booking_id order by c.id) - c.minutes as before
  from lesson_credit c join room on room.id = c.booking_id where c.used_by is null)
update lesson_credit c set minutes = case when open.before < open.room then open.room - open.before else c.minutes end,
    voided_at = case when open.before >= open.room then now() end
  from open where open.id = c.id and open.before + open.minutes > open.room;

-- The payment that paid an order. Of those before, one that came twice has a journal of its own, and refunds are of the one that paid.
alter table payment_order add column paid_by uuid constraint payment_order_paid_by references payment;
update payment_order o set paid_by = (select p.id from payment p
    where p.order_id = o.id and p.status = 'SUCCESS' and p.amount_paise >= o.amount_paise
    order by exists (select from journal j where j.kind = 'correction' and j.subject_id = p.id),
      not exists (select from refund r where r.payment_id = p.id), p.id limit 1)
  where o.status = 'paid';

-- Bookings that minutes taken out of them left complete, and times that no class of a cancelled booking needs.
update booking b set status = 'completed' where status = 'scheduled'
  and exists (select from lesson where booking_id = b.id and status = 'held' and settled_at is not null having b.minutes <= sum(minutes));
update teaching_slot s set status = 'released', held_until = null from booking b
  where b.order_id = s.order_id and b.status = 'cancelled' and s.status <> 'released'
    and not exists (select from lesson l where l.slot_id = s.id and l.status in ('scheduled', 'held'));
