import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/schema.ts'
import { adminNamed, timelineOf } from './timeline-parts.ts'

const bookings = sql`one join booking b on b.family_id = one.family_id or b.mentor_id = one.mentor_id join family f on f.id = b.family_id join mentor m on m.id = b.mentor_id`
const otherSide = sql`case when b.family_id = one.family_id then m.full_name else f.name end`

/** Everything that happened to a person, as family, mentor and admin. Of conversations nothing is told here. */
export const accountTimeline = (db: Kysely<DB>, id: string) =>
  timelineOf(
    db,
    sql`select a.id, f.id as family_id, m.id as mentor_id from account a left join family f on f.account_id = a.id
      left join mentor m on m.account_id = a.id where a.id = ${id}`,
    [
      {
        ...{ kind: 'login', at: sql`s.created_at`, from: sql`one join session s on s.account_id = one.id` },
        ...{ status: sql`case when s.revoked_at is null and s.expires_at > now() then s.user_type else 'ended' end` },
        text: sql`s.user_agent`,
      },
      {
        ...{ kind: 'order', at: sql`o.created_at`, from: sql`one join payment_order o on o.family_id = one.family_id` },
        ...{ status: sql`o.status`, paise: sql`o.amount_paise`, text: sql`o.number` },
      },
      {
        ...{ kind: 'booking', at: sql`b.booked_at`, from: bookings, status: sql`b.status`, text: otherSide },
        ...{ paise: sql`b.price_paise`, minutes: sql`b.minutes`, about: sql`b.id` },
      },
      {
        ...{
          kind: 'refund',
          at: sql`r.created_at`,
          status: sql`r.status`,
          paise: sql`r.amount_paise`,
          text: sql`o.number`,
        },
        from: sql`one join payment_order o on o.family_id = one.family_id join refund r on r.order_id = o.id`,
      },
      {
        ...{ kind: 'case', at: sql`c.created_at`, status: sql`c.status`, text: sql`c.number` },
        ...{ about: sql`c.id`, from: sql`one join support_case c on c.account_id = one.id` },
      },
      {
        ...{ kind: 'call', at: sql`c.created_at`, status: sql`c.status`, text: sql`coalesce(m.full_name, '')` },
        from: sql`one join call_request c on c.account_id = one.id left join mentor m on m.id = c.mentor_id`,
      },
      {
        ...{ kind: 'review', at: sql`v.written_at`, text: sql`concat_ws(': ', m.full_name, v.stars::text)` },
        status: sql`case when v.hidden_at is not null then 'hidden' when v.published_at is null then 'waiting' else 'published' end`,
        from: sql`one join review v on v.family_id = one.family_id join mentor m on m.id = v.mentor_id`,
      },
      {
        ...{ kind: 'admin', at: sql`x.at`, status: sql`x.action`, text: sql`x.detail ->> 'reason'` },
        by: adminNamed(sql`x.account_id`),
        from: sql`one join audit x on x.subject_kind = 'account' and x.subject_id = one.id::text`,
      },
    ],
  )
