-- widen
-- What the admin's older lists are sorted, counted and looked through by, however much there is.
create index mentor_count_by_status on mentor (status);
create index mentor_check_failed on mentor_check (mentor_id) where state = 'failed';
create index account_phone_parts on account using gin (phone gin_trgm_ops);
create index call_request_parts on call_request using gin (name gin_trgm_ops, phone gin_trgm_ops, mentor_phone gin_trgm_ops);
create index call_request_by_day on call_request (created_at, id);
create index refund_by_status on refund (status, created_at, id);
create index refund_by_amount on refund (amount_paise, id);
-- What waits first, in the order it came; then what ended, newest first.
create index dispute_due on dispute ((case when status = 'open' then created_at - timestamptz '2000-01-01 00:00+00' else interval '400000 days' - (created_at - timestamptz '2000-01-01 00:00+00') end), id);
create index dispute_by_amount on dispute (amount_paise, id);
create index dispute_held on dispute (amount_paise) where status = 'open';
create index review_due on review ((case when reported_at is not null then reported_at - timestamptz '2000-01-01 00:00+00' else interval '400000 days' - (written_at - timestamptz '2000-01-01 00:00+00') end), id);
create index review_by_day on review (written_at, id);
create index review_by_stars on review (stars, id);
create index review_reported on review (reported_at) where reported_at is not null;
create index review_taken_away on review (written_at) where hidden_at is not null or reply_hidden_at is not null;
drop index review_to_moderate;
-- Without what people turned off themselves.
create index outbox_undelivered on outbox (created_at, id) include (channel) where given_up_at is not null and trouble is distinct from 'turned off by the person';
create index outbox_undelivered_to on outbox (recipient, created_at, id) where given_up_at is not null and trouble is distinct from 'turned off by the person';
create index outbox_unsent on outbox (created_at, id) where sent_at is null and given_up_at is null;
drop index outbox_given_up;

-- Counted with the figures of the overview: there are too many to count them each time.
alter table figures_counted add column mentors int;
-- What a batch that ended came to.
alter table payout_batch add column paise bigint, add column mentors int;
update payout_batch b set (paise, mentors) = (select coalesce(sum(o.amount_paise), 0)::int8, count(*)::int from payout o
  where o.batch_id = b.id and o.status <> 'left_out' and o.left_out_reason is null) where b.status <> 'open';
create index payout_open on payout (mentor_id) where status = 'open';
create index payout_batch_by_day on payout_batch (made_at, id);
