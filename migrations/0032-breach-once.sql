-- widen

-- Recording a breach again changes nothing.
create unique index breach_recorded_once on breach (noticed_at, md5(what));
