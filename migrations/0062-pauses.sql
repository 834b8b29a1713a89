-- widen
-- A class that was left out because its mentor is paused counts for nobody.
alter table lesson_credit drop constraint lesson_credit_cause_known,
  add constraint lesson_credit_cause_known check (cause in ('family', 'mentor', 'holiday', 'pause'));

-- `reported`: a report of safety that changed no state, because the mentor was paused already or an admin had judged the same family's word.
alter table mentor_event drop constraint mentor_event_kind_known,
  add constraint mentor_event_kind_known check (kind in ('submitted', 'resubmitted', 'review_started', 'verified', 'rejected', 'suspended',
    'restored', 'reported', 'changed', 'check_passed', 'check_failed', 'check_reopened', 'document_deleted', 'document_asked', 'document_given'));

alter table case_event drop constraint case_event_kind_known,
  add constraint case_event_kind_known check (kind in ('take', 'give', 'priority', 'note', 'answer', 'resolve', 'reopen', 'appeal', 'pause',
    'unpause', 'concerns', 'overdue'));

-- The cases about one mentor, the newest first.
create index support_case_mentor_id on support_case (mentor_id, created_at desc) where mentor_id is not null;
