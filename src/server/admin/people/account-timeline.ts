import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { isOpenTo } from '#server/support/cases/cases.ts'
import { adminNamed, ofClass, sentences, timelineOf } from './timeline-parts.ts'

const seesPayouts = ({ adminRole: role }: Viewer) => sql`${role === 'owner' || role === 'operations'}::boolean`

const bookings = sql`one join booking b on b.family_id = one.family_id or b.mentor_id = one.mentor_id join family f on f.id = b.family_id join mentor m on m.id = b.mentor_id`
const otherSide = sql`case when b.family_id = one.family_id then m.full_name else f.name end`

/** The first booking of order `o`. */
const bookingOf = sql`(select b.id from booking b where b.order_id = o.id order by b.booked_at limit 1)`
/** The state of case `c`, its kind and topic. */
const caseStatus = sql`concat_ws(' ', c.status, c.kind, c.topic)`

/** The last digits of both numbers: "…4210 → …0033". A completed change takes them from the request before it. */
const numbers = sql`(select '…' || right(y.detail ->> 'from', 4) || ' → …' || right(y.detail ->> 'to', 4) from audit y
  where x.action in ('account.phone-asked', 'account.phone-changed') and y.action = 'account.phone-asked'
    and y.subject_kind = 'account' and y.subject_id = x.subject_id and y.id <= x.id order by y.id desc limit 1)`

/**
 * The history of a person as family, mentor and admin, without conversations. Support sees neither payouts nor messages
 * with bank details, which are the value `account`.
 */
export const accountTimeline = (db: Db, id: string, viewer: Viewer) =>
  timelineOf(
    db,
    sql`select a.id, f.id as family_id, m.id as mentor_id from account a left join family f on f.account_id = a.id
      left join mentor m on m.account_id = a.id where a.id = ${id}`,
    [
      {
        kind: 'login',
        at: sql`s.created_at`,
        from: sql`one join session s on s.account_id = one.id`,
        status: sql`case when s.revoked_at is null and s.expires_at > now() then s.user_type else 'ended' end`,
        text: sql`s.user_agent`,
      },
      {
        kind: 'order',
        at: sql`o.created_at`,
        from: sql`one join payment_order o on o.family_id = one.family_id`,
        status: sql`o.status`,
        paise: sql`o.amount_paise`,
        text: sql`o.number`,
        about: bookingOf,
      },
      {
        kind: 'booking',
        at: sql`b.booked_at`,
        from: bookings,
        status: sql`b.status`,
        text: otherSide,
        paise: sql`b.price_paise`,
        minutes: sql`b.minutes`,
        about: sql`b.id`,
      },
      {
        kind: 'refund',
        at: sql`r.created_at`,
        status: sql`r.status`,
        paise: sql`r.amount_paise`,
        text: sentences(sql`o.number`, sql`r.reason`),
        by: adminNamed(sql`r.made_by`),
        from: sql`one join payment_order o on o.family_id = one.family_id join refund r on r.order_id = o.id`,
      },
      {
        kind: 'case',
        at: sql`c.created_at`,
        status: caseStatus,
        text: sql`c.number`,
        about: sql`c.id`,
        from: sql`one join support_case c on c.account_id = one.id and ${isOpenTo(viewer.accountId)}`,
      },
      {
        kind: 'case',
        at: sql`c.created_at`,
        status: caseStatus,
        about: sql`c.id`,
        text: sql`concat_ws(', ', c.number, c.name)`,
        from: sql`one join support_case c on c.mentor_id = one.mentor_id and c.account_id is distinct from one.id and ${isOpenTo(viewer.accountId)}`,
      },
      {
        kind: 'call',
        at: sql`c.created_at`,
        status: sql`c.status`,
        text: sql`concat_ws(' → ', coalesce(nullif(c.name, ''), c.phone), coalesce(m.full_name, 'MentorSetu'))`,
        from: sql`one join call_request c on c.account_id = one.id or c.mentor_id = one.mentor_id left join mentor m on m.id = c.mentor_id`,
      },
      {
        kind: 'review',
        at: sql`v.written_at`,
        text: sql`concat_ws(': ', m.full_name, v.stars::text)`,
        status: sql`case when v.hidden_at is not null then 'hidden' when v.published_at is null then 'waiting' else 'published' end`,
        from: sql`one join review v on v.family_id = one.family_id join mentor m on m.id = v.mentor_id`,
      },
      {
        kind: 'check',
        at: sql`e.at`,
        status: sql`concat_ws(' ', e.kind, e.detail ->> 'check')`,
        by: adminNamed(sql`e.by_account`),
        text: sql`e.note`,
        from: sql`one join mentor_event e on e.mentor_id = one.mentor_id`,
      },
      {
        kind: 'class',
        at: sql`l.starts_at`,
        status: sql`l.status`,
        ...ofClass,
        text: otherSide,
        paise: sql`l.fee_paise`,
        minutes: sql`l.minutes`,
        about: sql`b.id`,
        // Planned classes are not history yet.
        from: sql`${bookings} join lesson l on l.booking_id = b.id and l.starts_at <= now()`,
      },
      {
        kind: 'dispute',
        at: sql`d.created_at`,
        status: sql`d.reason`,
        ...ofClass,
        text: sql`d.words`,
        paise: sql`d.amount_paise`,
        about: sql`b.id`,
        from: sql`${bookings} join lesson l on l.booking_id = b.id join dispute d on d.lesson_id = l.id
          and not exists (select from support_case c where c.id = d.case_id and not ${isOpenTo(viewer.accountId)})`,
      },
      {
        kind: 'verdict',
        at: sql`d.ended_at`,
        status: sql`d.status`,
        ...ofClass,
        text: sql`d.verdict`,
        paise: sql`d.mentor_paise`,
        by: adminNamed(sql`d.decided_by`),
        about: sql`b.id`,
        from: sql`${bookings} join lesson l on l.booking_id = b.id join dispute d on d.lesson_id = l.id
          and not exists (select from support_case c where c.id = d.case_id and not ${isOpenTo(viewer.accountId)})`,
      },
      {
        kind: 'payout',
        at: sql`coalesce(y.ended_at, y.made_at)`,
        status: sql`o.status`,
        paise: sql`o.amount_paise`,
        text: sql`concat_ws(', ', c.hint, nullif(y.reference, ''))`,
        about: sql`y.id`,
        from: sql`one join payout o on o.mentor_id = one.mentor_id join payout_batch y on y.id = o.batch_id join payout_account c on c.id = o.account_id and ${seesPayouts(viewer)}`,
      },
      {
        kind: 'message',
        at: sql`x.created_at`,
        text: sql`x.text`,
        status: sql`concat_ws(', ', x.template, x.channel)`,
        from: sql`one join outbox x on x.account_id = one.id and x.side is not null and (${seesPayouts(viewer)} or x.data ->> 'account' is null)`,
      },
      {
        kind: 'admin',
        at: sql`x.at`,
        status: sql`x.action`,
        text: sentences(numbers, sql`x.detail ->> 'reason'`),
        by: adminNamed(sql`x.account_id`),
        from: sql`one join audit x on x.subject_kind = 'account' and x.subject_id = one.id::text and x.action <> 'account.look'`,
      },
    ],
  )
