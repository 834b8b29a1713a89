import { type RawBuilder, sql } from 'kysely'
import type { Plan } from '#contract/classes/plans.ts'
import { centreSeats, mayBeUnder16 } from '#contract/mentors/application-sections.ts'
import type { Replacement } from '#contract/money/replacements.ts'
import type { ClassMode, Subject } from '#contract/reference/catalogue.ts'
import type { Db } from '#server/platform/database.ts'

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
 * A booking's class times by weekday (Monday is 1): from its timetable, else the family's preferences, else its last week of
 * classes. `once` is the preferred time of a single class.
 */
export type LessonTimes = {
  slots: { weekday: number; time: string | null }[]
  minutes: number | null
  once: Date | null
}

export async function lessonTimesOf(db: Db, bookingId: string): Promise<LessonTimes> {
  const { rows } = await sql<LessonTimes>`
    select coalesce(planned.slots, wished.slots, taught.slots, '[]') as slots, coalesce(planned.minutes, taught.minutes) as minutes,
      case when b.replaces is null and o.wished_at > now() then o.wished_at end as once
    from booking b join payment_order o on o.id = b.order_id
      left join lateral (
        select t.minutes, (select jsonb_agg(jsonb_build_object('weekday', d, 'time', to_char(t.begins_at, 'HH24:MI')) order by d) from unnest(t.weekdays) as d) as slots
        from timetable t where t.booking_id = b.id order by t.id desc limit 1) planned on true
      left join lateral (
        select (array_agg(minutes order by at desc))[1] as minutes,
          (array_agg(to_char(at, 'HH24:MI') order by at desc))[1] as time,
          jsonb_agg(jsonb_build_object('weekday', weekday, 'time', to_char(at, 'HH24:MI')) order by weekday) as slots
        from (select distinct on (weekday) weekday, at, minutes
          from (select extract(isodow from at)::int as weekday, at, minutes, max(at) over () - at as ago
            from (select l.starts_at at time zone 'Asia/Kolkata' as at, l.minutes from lesson l
              where l.booking_id = b.id and b.minutes > l.minutes and l.status in ('scheduled', 'held')) as lessons) as recent
          where ago < interval '7 days' order by weekday, at desc) as last_week
        having count(*) > 0) taught on true
      cross join lateral (
        select jsonb_agg(jsonb_build_object('weekday', array_position(array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], d),
          'time', coalesce(w.wishes ->> 'time', taught.time)) order by array_position(array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], d)) as slots
        from (select case when b.replaces is null then o.wishes else b.wishes end as wishes) w cross join jsonb_array_elements_text(w.wishes -> 'days') as d) wished
    where b.id = ${bookingId}`.execute(db)
  return rows[0] ?? { slots: [], minutes: null, once: null }
}

/** Location of a booking's classes, or of the family's home; null parts are unknown. */
export async function classLocation(db: Db, bookingId: string): Promise<{ area: string | null; city: string | null }> {
  const { rows } = await sql<{ area: string | null; city: string | null }>`
    select coalesce(nullif(b.address ->> 'area', ''), f.area) as area, coalesce(b.address ->> 'city', f.city) as city
    from booking b join family f on f.id = b.family_id where b.id = ${bookingId}`.execute(db)
  return rows[0] ?? { area: null, city: null }
}

const today = sql`(now() at time zone 'Asia/Kolkata')::date`

/** Whether mentor `m` has leave in the next weeks. */
const isAway = sql`exists (select from mentor_leave l where l.mentor_id = m.id and l.ended_at is null
  and l.to_date > ${today} and l.from_date <= ${today} + ${7 * weeksAhead}::int)`

/** Whether mentor `m` does not teach on a weekday at a time: by its set hours, else by its listed days. */
const isClosed = ({
  minutes,
}: LessonTimes) => sql`(case when exists (select from availability a where a.mentor_id = m.id)
  then not exists (select from weekly_hours w where w.mentor_id = m.id and w.weekday = slot.weekday and (slot.time is null or w.hours @> int4range(
    (extract(epoch from slot.time) / 60)::int, (extract(epoch from slot.time) / 60)::int + ${minutes ?? 60}::int)))
  else cardinality(m.available_days) > 0
    and not (array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])[slot.weekday] = any(m.available_days) end)`

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
  isAway: boolean
  /** Weekdays of the booking at whose time the mentor is not free. */
  busyDays: number[]
}

/** Whether mentor `m` has a class or a held slot at one of these instants. Shared classes with a free place do not count. */
const isBusy = (instants: RawBuilder<unknown>, { minutes }: LessonTimes, mode: ClassMode) => sql`exists (
  select from (${instants}) as one
    join teaching_slot s on s.mentor_id = m.id and s.during && tstzrange(one.at, one.at + make_interval(mins => ${minutes ?? 60}::int), '[)')
  where s.status = 'booked' and not (s.capacity > 1 and s.mode = ${mode}) or s.status = 'held' and s.held_until > now())`

/** Instants of `slot` in the next weeks. */
const instantsAhead = sql`select (d::date + slot.time) at time zone 'Asia/Kolkata' as at
  from generate_series(${today} + 1, ${today} + ${7 * weeksAhead}::int, interval '1 day') as d
  where slot.time is not null and extract(isodow from d) = slot.weekday`

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
  const isTooLarge = sql`(${mode} = 'coachingCenter' and m.centre_seats > ${centreSeats.maxWithUnder16}::int and ${mayBeUnder16(grade)})`
  const busyDays = sql`array(select slot.weekday from jsonb_to_recordset(${JSON.stringify(times.slots)}::jsonb) as slot(weekday int, time time)
    where ${isClosed(times)} or ${isBusy(instantsAhead, times, mode)} order by 1)`
  const isBusyOnce =
    times.once === null ? sql`false` : isBusy(sql`select ${times.once}::timestamptz as at`, times, mode)
  const { rows } = await sql<Offer>`
    select m.id, m.slug, m.full_name as "fullName", m.photo as "profilePhoto", m.area, m.experience, m.rating::float8 as rating,
      m.rating_count as "ratingCount", price.paise as "monthlyPaise",
      busy.days as "busyDays",
      one.has_time and not ${isAway} as "isFree", one.has_time and ${isAway} as "isAway"
    from mentor m cross join lateral (select ${busyDays} as days) busy
      cross join lateral (select cardinality(busy.days) = 0 and not ${isBusyOnce} as has_time) one cross join lateral (
      select case when ${mode} = 'online' then case when m.teaches_online then m.online_price_paise end
        else (select p.monthly_price_paise from mentor_mode p where p.mentor_id = m.id and p.mode = ${mode}) end as paise) price
    where m.id = any(${[...ids]}::uuid[]) and m.is_listed and price.paise > 0 and not coalesce(${isTooLarge}, false)
      and m.account_id <> (select account_id from family where id = ${familyId})
      and exists (select from mentor_offer o where o.mentor_id = m.id and o.subject = subject_now(${subject}))
      and not (${plan} = 'demo' and exists (select from booking d where d.family_id = ${familyId}
        and d.mentor_id = m.id and d.plan = 'demo' and d.status <> 'cancelled'))`.execute(db)
  return rows
}
