-- widen

-- Which version of the reader looked at a stored document last, and what it found. Null: not yet.
alter table media add column scanned_with smallint,
  add column scan_result text constraint media_scan_result_known check (scan_result in ('clean', 'number', 'unread')),
  add constraint media_scanned_together check ((scanned_with is null) = (scan_result is null));
create index media_documents on media (created_at, id)
  where ready_at is not null and deleted_at is null and preset in ('mentor-document', 'mentor-cv', 'mentor-certificate');
