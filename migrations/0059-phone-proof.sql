-- widen
-- Another number counts with the old one's own word, or where that is lost with a second admin's, a day after the old number was told.
alter table phone_change
  add column confirmed_at timestamptz,
  add column approved_at timestamptz,
  add column approved_by uuid constraint phone_change_approved_by references account,
  add column approval_reason text,
  add constraint phone_change_approved_whole
    check ((approved_by is null) = (approved_at is null) and (approval_reason is null) = (approved_at is null));
