-- widen
-- Only classes of one mode share a time.
alter table teaching_slot add column mode text;
-- The demo's credit pays for one first month, whatever was open at once.
alter table payment_order add column promotion_used boolean not null default false;
create unique index payment_order_promotion_once on payment_order (family_id, learner_id, mentor_id, subject) where promotion_used;
