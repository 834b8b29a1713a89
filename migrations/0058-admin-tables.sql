-- widen
-- What the admin's lists are sorted by; each of them is walked from where a page begins.
create index mentor_by_applied on mentor ((coalesce(submitted_at, created_at)), id) where status <> 'draft';
create index mentor_by_changed on mentor (updated_at, id) where status <> 'draft';
create index mentor_by_missing on mentor (((coalesce(photo, '') = '')::int + (coalesce(document, '') = '')::int + (coalesce(cv, '') = '')::int
  + (coalesce(teaching_video, '') = '')::int + (coalesce(brief, '') = '')::int), id) where status <> 'draft';
create index call_request_by_name on call_request (name, id);
create index payout_by_amount on payout (batch_id, amount_paise, id);
