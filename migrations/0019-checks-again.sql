-- widen
-- Since when a mentor is asked for another identity document: the one that was checked is deleted, and the identity must be checked again.
alter table mentor add column document_asked_at timestamptz;

alter table mentor_event drop constraint mentor_event_kind_known,
  add constraint mentor_event_kind_known check (kind in ('submitted', 'resubmitted', 'review_started', 'verified', 'rejected',
    'suspended', 'restored', 'changed', 'check_passed', 'check_failed', 'check_reopened', 'document_deleted', 'document_asked', 'document_given'));

-- Among all checks those that nobody made yet are few.
create index mentor_check_pending on mentor_check (mentor_id) where state = 'pending';
