-- widen
-- Money that goes back to a family, one row for each try to send it. `asked`: by the family; `made`: by an admin; `owed`: money
-- that bought nothing or came twice, which is in the books as owed already. What failed is sent again by a row of its own.
create table refund (
  id uuid primary key default uuidv7(),
  order_id uuid not null constraint refund_order references payment_order,
  payment_id uuid not null constraint refund_payment references payment,
  kind text not null constraint refund_kind_known check (kind in ('asked', 'made', 'owed')),
  amount_paise integer not null constraint refund_amount_positive check (amount_paise > 0),
  ends_booking boolean not null default false,
  reason text not null default '' constraint refund_reason_length check (length(reason) <= 600),
  status text not null default 'requested'
    constraint refund_status_known check (status in ('requested', 'approved', 'sent', 'settled', 'failed', 'declined')),
  decline_reason text not null default '' constraint refund_decline_reason_length check (length(decline_reason) <= 600),
  again_for uuid constraint refund_again_once unique constraint refund_again references refund,
  made_by uuid constraint refund_made_by references account,
  decided_by uuid constraint refund_decided_by references account,
  gateway_refund_id text,
  bank_reference text not null default '',
  message text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  sent_at timestamptz,
  ended_at timestamptz,
  constraint refund_declined_why check (status <> 'declined' or decline_reason <> '')
);
create index refund_order_id on refund (order_id);
create index refund_payment_id on refund (payment_id);
create index refund_newest on refund (created_at desc, id desc);
create unique index refund_asked_once on refund (order_id) where status = 'requested';
create unique index refund_owed_once on refund (payment_id) where kind = 'owed' and again_for is null;

create table refund_event (
  id uuid primary key default uuidv7(),
  refund_id uuid not null constraint refund_event_refund references refund,
  status text not null,
  account_id uuid constraint refund_event_account references account,
  at timestamptz not null default now()
);
create index refund_event_refund_id on refund_event (refund_id, id);

-- All that is on its way back along a payment, or went, is never above it. The order's lock puts new refunds in a row.
create function refund_fits_payment() returns trigger language plpgsql as $$
declare
  paid integer;
  back bigint;
begin
  perform 1 from payment_order where id = new.order_id for no key update;
  select p.amount_paise into paid from payment p where p.id = new.payment_id and p.order_id = new.order_id and p.status = 'SUCCESS';
  select coalesce(sum(r.amount_paise), 0) into back from refund r
    where r.payment_id = new.payment_id and r.status <> 'declined' and r.id is distinct from new.again_for
      and not exists (select from refund s where s.again_for = r.id);
  if paid is null or back + new.amount_paise > paid then
    raise exception 'refunds of payment % are above it', new.payment_id using errcode = 'check_violation', constraint = 'refund_within_payment';
  end if;
  if new.again_for is not null and not exists (select from refund r where r.id = new.again_for and r.status = 'failed'
      and (r.order_id, r.payment_id, r.kind, r.amount_paise) = (new.order_id, new.payment_id, new.kind, new.amount_paise)) then
    raise exception 'only what failed is sent again' using errcode = 'check_violation', constraint = 'refund_again_as_it_was';
  end if;
  return new;
end $$;
create trigger refund_within_payment before insert on refund for each row execute function refund_fits_payment();

create function refund_moves_forward() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_id, new.payment_id, new.kind, new.amount_paise, new.ends_booking, new.reason, new.again_for, new.made_by)
      is distinct from (old.id, old.order_id, old.payment_id, old.kind, old.amount_paise, old.ends_booking, old.reason, old.again_for, old.made_by)
    or (new.status <> old.status and (old.status, new.status) not in (('requested', 'approved'), ('requested', 'declined'),
      ('approved', 'sent'), ('sent', 'settled'), ('sent', 'failed'))) then
    raise exception 'a refund only moves forward' using errcode = 'check_violation', constraint = 'refund_forward';
  end if;
  return new;
end $$;
create trigger refund_forward before update on refund for each row execute function refund_moves_forward();

create function refund_writes_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.status = old.status then return null; end if;
  end if;
  insert into refund_event (refund_id, status, account_id) values (new.id, new.status,
    case when new.status = 'requested' then new.made_by when new.status in ('approved', 'declined') then new.decided_by end);
  return null;
end $$;
create trigger refund_history after insert or update on refund for each row execute function refund_writes_history();

create trigger refund_kept before delete on refund for each row execute function books_are_append_only();
create trigger refund_no_truncate before truncate on refund for each statement execute function books_are_append_only();
create trigger refund_event_append_only before update or delete on refund_event for each row execute function books_are_append_only();
create trigger refund_event_no_truncate before truncate on refund_event for each statement execute function books_are_append_only();

-- `refund`: owed from now on; `refund_settled`: left the gateway.
alter table journal drop constraint journal_kind_known;
alter table journal add constraint journal_kind_known
  check (kind in ('payment', 'lesson', 'refund', 'refund_settled', 'payout', 'correction'));

-- What of a booking's price went back, its demo credit included.
alter table booking add column refunded_paise integer not null default 0
  constraint booking_refunded_range check (refunded_paise between 0 and price_paise);

-- Owed since before there were refunds.
insert into refund (order_id, payment_id, kind, amount_paise, status, decided_at)
  select o.id, p.id, 'owed', -e.amount_paise, 'approved', now()
  from journal j join payment_order o on o.id = j.subject_id join ledger_entry e on e.journal_id = j.id
    join ledger_account a on a.id = e.account_id and a.kind = 'refunds_payable'
    cross join lateral (select id from payment where order_id = o.id and status = 'SUCCESS' and amount_paise >= o.amount_paise order by id limit 1) p
  where j.kind = 'payment'
  union all
  select p.order_id, p.id, 'owed', -e.amount_paise, 'approved', now()
  from journal j join payment p on p.id = j.subject_id join ledger_entry e on e.journal_id = j.id
    join ledger_account a on a.id = e.account_id and a.kind = 'refunds_payable'
  where j.kind = 'correction';

-- Demo orders stood in our books only, so the sandbox could send nothing back for them.
with orders as (
  insert into sandbox_order (order_id, session_id, amount_paise, customer, return_url, notify_url, status, expires_at, created_at)
  select o.id, o.payment_session_id, o.amount_paise, '{}', 'http://localhost/payment-status?order_id={order_id}',
    'http://localhost/api/payment/webhook', 'PAID', o.expires_at, o.created_at
  from payment_order o where o.gateway = 'sandbox' and o.status = 'paid' and o.payment_session_id like 'session\_demo\_%'
  on conflict do nothing returning order_id),
paid as (
  insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference, created_at)
  select p.order_id::text, 'SUCCESS', p.amount_paise, p.message, p.bank_reference, p.seen_at
  from payment p join orders s on s.order_id = p.order_id::text where p.gateway_payment_id like 'demo-%'
  returning id, order_id)
update payment p set gateway_payment_id = paid.id::text from paid where p.order_id = paid.order_id::uuid;
