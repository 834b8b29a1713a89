import { type Kysely, sql } from 'kysely'
import type { Plan } from '#contract/classes/plans.ts'
import { centreSeats, mayBeUnder16 } from '#contract/mentors/application-sections.ts'
import type { Replacement } from '#contract/money/replacements.ts'
import type { ClassMode, Subject } from '#contract/reference/catalogue.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

export async function orderOf(db: Db, bookingId: string, familyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('booking')
    .select('order_id as orderId')
    .where('id', '=', bookingId)
    .where('family_id', '=', familyId)
    .executeTakeFirst()
  return row?.orderId ?? null
}

export async function bookingOfLesson(
  db: Db,
  lessonId: string,
  familyId: string,
): Promise<{ bookingId: string; orderId: string } | null> {
  const { rows } = await sql<{ bookingId: string; orderId: string }>`
    select b.id as "bookingId", b.order_id as "orderId" from lesson l join booking b on b.id = l.booking_id
    where l.id = ${lessonId} and b.family_id = ${familyId}`.execute(db)
  return rows[0] ?? null
}

/** Weeks for which a mentor's availability is checked. */
const weeksAhead = 4

/**
 * A booking's class times: from its timetable, else the family's preferences, else its last week of classes. `once`
 * is the preferred time of a single class.
 */
export type LessonTimes = { weekdays: number[]; time: string | null; minutes: number | null; once: Date | null }

export async function lessonTimesOf(db: Db, bookingId: string): Promise<LessonTimes> {
  const { rows } = await sql<LessonTimes>`
    select coalesce(t.weekdays, nullif(array(select array_position(array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], d)
        from jsonb_array_elements_text(w.wishes -> 'days') as d), '{}'), taught.weekdays, '{}') as weekdays,
      coalesce(to_char(t.begins_at, 'HH24:MI'), w.wishes ->> 'time', taught.time) as time, coalesce(t.minutes, taught.minutes) as minutes,
      case when b.replaces is null and o.wished_at > now() then o.wished_at end as once
    from booking b join payment_order o on o.id = b.order_id
      cross join lateral (select case when b.replaces is null then o.wishes else b.wishes end as wishes) w
      left join lateral (select weekdays, begins_at, minutes from timetable where booking_id = b.id order by id desc limit 1) t on true
      left join lateral (
        select array_agg(distinct extract(isodow from at)::int) as weekdays, (array_agg(to_char(at, 'HH24:MI') order by at desc))[1] as time,
          (array_agg(minutes order by at desc))[1] as minutes
        from (select l.starts_at at time zone 'Asia/Kolkata' as at, l.minutes, max(l.starts_at) over () - l.starts_at as ago
          from lesson l where l.booking_id = b.id and b.minutes > l.minutes and l.status in ('scheduled', 'held')) as one
        where ago < interval '7 days' having count(*) > 0) taught on true
    where b.id = ${bookingId}`.execute(db)
  return rows[0] ?? { weekdays: [], time: null, minutes: null, once: null }
}

/** Location of a booking's classes, or of the family's home; null parts are unknown. */
export async function classLocation(db: Db, bookingId: string): Promise<{ area: string | null; city: string | null }> {
  const { rows } = await sql<{ area: string | null; city: string | null }>`
    select coalesce(nullif(b.address ->> 'area', ''), f.area) as area, coalesce(b.address ->> 'city', f.city) as city
    from booking b join family f on f.id = b.family_id where b.id = ${bookingId}`.execute(db)
  return rows[0] ?? { area: null, city: null }
}

const today = sql`(now() at time zone 'Asia/Kolkata')::date`

/**
 * Whether mentor `m` is available at these weekly times (within its set hours, else on its listed days) and has no
 * leave in the next weeks.
 */
const isAvailable = ({ weekdays, time, minutes }: LessonTimes) => sql`(
  not exists (select from unnest(${weekdays}::int[]) as d where case when exists (select from availability a where a.mentor_id = m.id)
    then not exists (select from weekly_hours w where w.mentor_id = m.id and w.weekday = d and (${time}::time is null or w.hours @> int4range(
      (extract(epoch from ${time}::time) / 60)::int, (extract(epoch from ${time}::time) / 60)::int + ${minutes ?? 60}::int)))
    else cardinality(m.available_days) > 0
      and not (array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])[d] = any(m.available_days) end)
  and not exists (select from mentor_leave l where l.mentor_id = m.id and l.ended_at is null
    and l.to_date > ${today} and l.from_date <= ${today} + ${7 * weeksAhead}::int))`

type OfferFilter = {
  mode: ClassMode
  subject: Subject
  plan: Plan
  familyId: string
  learnerId: string
  grade: string | null
}
export type Offer = {
  id: string
  slug: string
  fullName: string
  profilePhoto: string | null
  area: string
  experience: Replacement['experience']
  rating: number | null
  ratingCount: number
  monthlyPaise: number
  isFree: boolean
}

/**
 * Whether mentor `m` has a class or a held slot at one of these times in the next weeks. Shared classes with a free
 * place do not count.
 */
const isBusy = ({ weekdays, time, minutes, once }: LessonTimes, mode: ClassMode) => sql`exists (
  select from (
      select (d::date + ${time}::time) at time zone 'Asia/Kolkata' as at
      from generate_series((now() at time zone 'Asia/Kolkata')::date + 1, (now() at time zone 'Asia/Kolkata')::date + ${7 * weeksAhead}::int, interval '1 day') as d
      where ${time}::text is not null and extract(isodow from d) = any(${weekdays}::int[])
      union all select ${once}::timestamptz where ${once}::timestamptz is not null) as one
    join teaching_slot s on s.mentor_id = m.id and s.during && tstzrange(one.at, one.at + make_interval(mins => ${minutes ?? 60}::int), '[)')
  where s.status = 'booked' and not (s.capacity > 1 and s.mode = ${mode}) or s.status = 'held' and s.held_until > now())`

/**
 * Offers of the given mentors for the same subject and mode, with price and availability. Mentors of an earlier demo
 * are excluded for a demo.
 */
export async function offersOf(
  db: Db,
  ids: readonly string[],
  filter: OfferFilter,
  times: LessonTimes,
): Promise<Offer[]> {
  const { mode, subject, plan, familyId, grade } = filter
  const isTooLarge = sql`(${mode} = 'coachingCenter' and m.centre_seats > ${centreSeats.most16}::int and ${mayBeUnder16(grade)})`
  const isFree = sql`${isAvailable(times)} and not ${isBusy(times, mode)}`
  const { rows } = await sql<Offer>`
    select m.id, m.slug, m.full_name as "fullName", m.photo as "profilePhoto", m.area, m.experience, m.rating::float8 as rating,
      m.rating_count as "ratingCount", price.paise as "monthlyPaise",
      ${isFree} as "isFree"
    from mentor m cross join lateral (
      select case when ${mode} = 'online' then case when m.teaches_online then m.online_price_paise end
        else (select p.monthly_price_paise from mentor_mode p where p.mentor_id = m.id and p.mode = ${mode}) end as paise) price
    where m.id = any(${[...ids]}::uuid[]) and m.is_listed and price.paise > 0 and not coalesce(${isTooLarge}, false)
      and m.account_id <> (select account_id from family where id = ${familyId})
      and exists (select from mentor_offer o where o.mentor_id = m.id and o.subject = subject_now(${subject}))
      and not (${plan} = 'demo' and exists (select from booking d where d.family_id = ${familyId}
        and d.mentor_id = m.id and d.plan = 'demo' and d.status <> 'cancelled'))`.execute(db)
  return rows
}
