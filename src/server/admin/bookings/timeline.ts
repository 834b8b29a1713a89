import { sql } from 'kysely'
import { adminNamed, ofClass, sentences, timelineOf, whoIs } from '#server/admin/people/people.ts'
import type { Db } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { isOpenTo } from '#server/support/cases/cases.ts'

const lessons = sql`one join lesson l on l.booking_id = one.id`
const records = sql`${lessons} join class_record r on r.lesson_id = l.id`
const refunds = sql`one join refund r on r.order_id = one.order_id`
const disputes = sql`${lessons} join dispute d on d.lesson_id = l.id`
/** Without those about the viewer. */
const openDisputes = ({ accountId }: Viewer) =>
  sql`${disputes} and not exists (select from support_case c where c.id = d.case_id and not ${isOpenTo(accountId)})`

/** The ids a message's idempotency key may begin with. */
const subjects = sql`select one.id from one union select order_id from one union select id from payment where order_id in (select order_id from one)
  union select l.id from ${lessons} union select c.id from ${lessons} join lesson_change c on c.lesson_id = l.id
  union select p.id from ${lessons} join time_proposal p on p.lesson_id = l.id
  union select p.id from one join time_proposal p on p.booking_id = one.id union select r.id from ${refunds}
  union select d.id from ${disputes} union select d.case_id from ${disputes}
  union select v.id from one join review v on v.booking_id = one.id`

/** The history of a booking, starting with its order. */
export const bookingTimeline = (db: Db, id: string, viewer: Viewer) =>
  timelineOf(
    db,
    sql`select b.*, f.account_id as family_account, m.account_id as mentor_account
      from booking b join family f on f.id = b.family_id join mentor m on m.id = b.mentor_id where b.id = ${id}`,
    [
      {
        kind: 'order',
        at: sql`o.created_at`,
        from: sql`one join payment_order o on o.id = one.order_id`,
        by: sql`'family'`,
        status: sql`o.status`,
        paise: sql`o.amount_paise`,
        text: sql`o.number`,
      },
      {
        kind: 'payment',
        at: sql`p.seen_at`,
        from: sql`one join payment p on p.order_id = one.order_id`,
        status: sql`p.status`,
        paise: sql`p.amount_paise`,
        text: sql`concat_ws(', ', nullif(p.method, ''), p.gateway_payment_id, nullif(p.bank_reference, ''), nullif(p.message, ''))`,
      },
      {
        kind: 'receipt',
        at: sql`r.issued_at`,
        from: sql`one join receipt r on r.order_id = one.order_id`,
        text: sql`r.number`,
      },
      {
        kind: 'booking',
        at: sql`one.booked_at`,
        from: sql`one`,
        paise: sql`one.price_paise`,
        minutes: sql`one.minutes`,
      },
      {
        kind: 'replacement',
        at: sql`n.booked_at`,
        status: sql`'to'`,
        about: sql`n.id`,
        text: sql`m.full_name`,
        from: sql`one join booking n on n.replaces = one.id join mentor m on m.id = n.mentor_id`,
      },
      {
        kind: 'replacement',
        at: sql`one.booked_at`,
        status: sql`'from'`,
        about: sql`n.id`,
        text: sql`m.full_name`,
        from: sql`one join booking n on n.id = one.replaces join mentor m on m.id = n.mentor_id`,
      },
      {
        kind: 'timetable',
        at: sql`t.made_at`,
        from: sql`one join timetable t on t.booking_id = one.id`,
        by: whoIs(sql`t.made_by`),
        minutes: sql`t.minutes`,
        classAt: sql`t.from_date + t.begins_at`,
        text: sql`t.place`,
      },
      {
        kind: 'corrected',
        at: sql`c.made_at`,
        by: whoIs(sql`c.made_by`),
        from: sql`one join booking_correction c on c.booking_id = one.id`,
        text: sql`(select string_agg(concat_ws(' → ', coalesce(c.before ->> k, '-'), coalesce(c.after ->> k, '-')), '; ' order by k)
          from jsonb_object_keys(c.after) as k)`,
      },
      {
        // Planned classes are not history yet.
        kind: 'class',
        at: sql`l.starts_at`,
        from: sql`${lessons} and l.starts_at <= now()`,
        status: sql`l.status`,
        ...ofClass,
        paise: sql`l.fee_paise`,
        minutes: sql`l.minutes`,
      },
      {
        kind: 'marked',
        at: sql`r.marked_at`,
        from: records,
        by: sql`'mentor'`,
        ...ofClass,
        status: sql`case when r.code_at is not null then 'code' when cardinality(l.wrong_codes) > 0 then 'wrong-code' end`,
        text: sentences(
          sql`to_char(r.time_in, 'HH24:MI') || ' - ' || to_char(r.time_out, 'HH24:MI')`,
          ...[sql`r.topic`, sql`r.note`, sql`r.homework`],
        ),
      },
      {
        kind: 'confirmed',
        at: sql`r.parent_ticked_at`,
        from: sql`${records} and r.parent_tick`,
        by: sql`'family'`,
        ...ofClass,
        status: sql`case when r.parent_ticked_at = r.code_at then 'code' end`,
      },
      {
        kind: 'settled',
        at: sql`l.settled_at`,
        from: lessons,
        paise: sql`l.fee_paise`,
        ...ofClass,
      },
      {
        kind: 'cancelled',
        at: sql`c.made_at`,
        by: whoIs(sql`c.made_by`),
        ...ofClass,
        status: sql`c.caused_by`,
        paise: sql`c.fee_paise`,
        minutes: sql`c.credit_minutes`,
        from: sql`${lessons} join lesson_change c on c.lesson_id = l.id and c.kind = 'cancel'`,
      },
      {
        kind: 'no_show',
        at: sql`c.made_at`,
        by: whoIs(sql`c.made_by`),
        ...ofClass,
        status: sql`c.status`,
        paise: sql`c.fee_paise`,
        minutes: sql`c.credit_minutes`,
        from: sql`${lessons} join lesson_change c on c.lesson_id = l.id and c.kind = 'no_show'`,
      },
      {
        kind: 'proposal',
        at: sql`p.made_at`,
        by: sql`p.made_by`,
        status: sql`p.status`,
        lesson: sql`l.id`,
        classAt: sql`p.from_at`,
        toAt: sql`p.to_at`,
        from: sql`${lessons} join time_proposal p on p.lesson_id = l.id`,
      },
      {
        kind: 'proposal',
        at: sql`p.made_at`,
        by: sql`p.made_by`,
        status: sql`p.status`,
        toAt: sql`p.to_at`,
        from: sql`one join time_proposal p on p.booking_id = one.id`,
      },
      {
        kind: 'credit',
        at: sql`uuid_extract_timestamp(c.id)`,
        ...ofClass,
        by: sql`case when c.cause not in ('holiday', 'pause') then c.cause end`,
        minutes: sql`c.minutes`,
        status: sql`case when c.voided_at is not null then 'voided' when c.used_by is not null then 'used' else 'open' end`,
        from: sql`${lessons} join lesson_credit c on c.lesson_id = l.id`,
      },
      {
        kind: 'refund',
        at: sql`e.at`,
        by: whoIs(sql`e.account_id`),
        status: sql`e.status`,
        about: sql`r.id`,
        paise: sql`r.amount_paise`,
        text: sentences(sql`r.reason`, sql`r.decline_reason`),
        from: sql`${refunds} join refund_event e on e.refund_id = r.id`,
      },
      {
        kind: 'dispute',
        at: sql`d.created_at`,
        from: openDisputes(viewer),
        ...ofClass,
        status: sql`d.reason`,
        paise: sql`d.amount_paise`,
        text: sql`d.words`,
        by: sql`case when d.reason in ('settled', 'no_show') then null else 'family' end`,
      },
      {
        kind: 'verdict',
        at: sql`d.ended_at`,
        from: openDisputes(viewer),
        ...ofClass,
        status: sql`d.status`,
        paise: sql`d.mentor_paise`,
        text: sql`d.verdict`,
        by: adminNamed(sql`d.decided_by`),
      },
      {
        kind: 'message',
        at: sql`x.created_at`,
        status: sql`concat_ws(', ', x.template, x.channel)`,
        text: sql`x.text`,
        by: whoIs(sql`x.account_id`),
        from: sql`one join outbox x on x.account_id in (one.family_account, one.mentor_account) and x.side is not null and x.created_at >= one.booked_at - interval '1 hour'
          and substring(x.once_key from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}') in (select id::text from (${subjects}) as s)`,
      },
      {
        kind: 'admin',
        at: sql`x.at`,
        status: sql`x.action`,
        text: sql`x.detail ->> 'reason'`,
        by: adminNamed(sql`x.account_id`),
        from: sql`one join audit x on x.subject_kind = 'booking' and x.subject_id = one.id::text`,
      },
    ],
  )
