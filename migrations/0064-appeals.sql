-- widen
-- A disputed class can be decided anew after an appeal: `appealed` is a decision of its own about the same case. What of the
-- mentor's part the family's money did not suffice for is ours to pay.
alter table dispute
  drop constraint dispute_reason_known,
  add constraint dispute_reason_known
    check (reason in ('not_held', 'shorter', 'other_person', 'other', 'no_show', 'settled', 'appealed')),
  add column ours_paise integer not null default 0,
  add constraint dispute_ours check (ours_paise between 0 and coalesce(mentor_paise, 0)),
  drop constraint dispute_case_once;
create unique index dispute_case_once on dispute (case_id) where reason <> 'appealed';
create index dispute_of_case on dispute (case_id) where case_id is not null;
-- A class that only we pay for uses nothing of its plan.
alter table lesson
  drop constraint lesson_minutes_positive,
  add constraint lesson_minutes_positive check (minutes > 0 or (minutes = 0 and settled_at is not null));

-- For which case money went back.
alter table refund add column case_id uuid constraint refund_case references support_case;
update refund r set case_id = c.id from support_case c, payment_order o
where c.number = substring(r.reason from '^CASE-[0-9]{4}-[0-9]{6,}') and o.id = r.order_id
  and (o.family_id = coalesce(c.family_id, (select f.id from family f where f.account_id = c.account_id and c.mentor_id is null))
    or o.id = (select b.order_id from dispute d join lesson l on l.id = d.lesson_id join booking b on b.id = l.booking_id where d.case_id = c.id));

-- What families asked for and nobody decided so far is a case too.
create temporary table asked on commit drop as
  select r.id as refund_id, uuidv7() as case_id, r.order_id, r.reason, r.created_at from refund r where r.status = 'requested' and r.case_id is null;
insert into support_case (id, kind, topic, text, name, phone, language, account_id, family_id, mentor_id, answer_by, settle_by, created_at)
  select k.case_id, 'refund', 'refund', coalesce(nullif(k.reason, ''), 'refund'), coalesce(nullif(f.name, ''), 'Family'), a.phone, a.language, a.id, f.id, o.mentor_id,
    greatest(k.created_at, now()) + interval '1 day', greatest(k.created_at, now()) + interval '1 month', k.created_at
  from asked k join payment_order o on o.id = k.order_id join family f on f.id = o.family_id join account a on a.id = f.account_id;
update refund r set case_id = k.case_id from asked k where k.refund_id = r.id;
create index support_case_family_id on support_case (family_id) where family_id is not null;
create index refund_case_id on refund (case_id) where case_id is not null;

create or replace function refund_moves_forward() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_id, new.payment_id, new.kind, new.amount_paise, new.ends_booking, new.reason, new.again_for, new.made_by, new.case_id)
      is distinct from (old.id, old.order_id, old.payment_id, old.kind, old.amount_paise, old.ends_booking, old.reason, old.again_for, old.made_by, old.case_id)
    or (new.status <> old.status and (old.status, new.status) not in (('requested', 'approved'), ('requested', 'declined'),
      ('approved', 'sent'), ('sent', 'settled'), ('sent', 'failed'))) then
    raise exception 'a refund only moves forward' using errcode = 'check_violation', constraint = 'refund_forward';
  end if;
  return new;
end $$;
