-- widen
-- The mentor gave this class its time so late that its family never had the hours in which cancelling is free, and the family
-- did not ask for that time: it may be cancelled for nothing until it begins.
alter table lesson add column is_short_notice boolean not null default false;
