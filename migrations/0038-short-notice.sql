-- widen
-- The mentor gave this class its time so late that its family never had the hours in which cancelling is free, and the family
-- did not ask for that time: cancelling it, or staying away, costs nothing.
alter table lesson add column is_short_notice boolean not null default false;
