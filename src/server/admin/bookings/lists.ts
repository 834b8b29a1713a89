import { type RawBuilder, sql } from 'kysely'
import type { ListedBooking, ListedClass } from '#contract/classes/admin-bookings.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { bookingsMatching, citiesMatching } from '#server/admin/search/search.ts'
import { isWithoutAddress } from '#server/classes/bookings/bookings.ts'
import { balanceFigure } from '#server/classes/lessons/lessons.ts'
import type { Db } from '#server/platform/database.ts'
import { isAmong, type Listing } from '#server/platform/listing.ts'
import { parseSearchTerm } from '#server/platform/search-term.ts'

type Filter = {
  q?: string | undefined
  status?: string | undefined
  from?: string | undefined
  to?: string | undefined
  city?: string | undefined
  mode?: string | undefined
  subject?: string | undefined
  plan?: string | undefined
}
/** Database rows; times are Dates, amounts are paise. */
export type ClassRow = Omit<ListedClass, 'startsAt' | 'fee'> & { startsAt: Date; feePaise: number }
export type BookingRow = Omit<ListedBooking, 'bookedAt' | 'price' | 'refunded'> & {
  bookedAt: Date
  pricePaise: number
  refundedPaise: number
}

const dayMs = 86_400_000
/** Over, but attendance has not been marked. */
const unmarked = sql`(l.state = 'scheduled' and l.starts_at < now() and l.ends_at < now())`
/** Classes that need attention. Read in order of time through an index, because few classes match. */
const needing: Record<string, RawBuilder<unknown>> & { disputed: RawBuilder<unknown> } = {
  unmarked,
  disputed: sql`l.disputed_at is not null`,
}
/** The next class of booking `b`. */
const next = sql`select l.id, l.starts_at, l.starts_at at time zone 'Asia/Kolkata' as at from lesson l
  where l.booking_id = b.id and l.status = 'scheduled' and l.starts_at > now() order by l.starts_at limit 1`

/** The family's preferred times for booking `b` of order `o`. A replacement has its own. */
const wishes = sql`(case when b.replaces is null then o.wishes else b.wishes end)`

/**
 * The next class of booking `b` is at another time than the family asked for, and the family has not agreed to it: not at the
 * chosen time of a demo or single class, or outside the preferred days, hour or start of a month.
 */
const isAgainstWish = sql<boolean>`(b.status = 'scheduled' and exists (
  select from (${next}) n where (
      (b.replaces is null and o.wished_at <> n.starts_at
        and not exists (select from lesson h where h.booking_id = b.id and (h.status = 'held' or h.settled_at is not null)))
      or not ${wishes} -> 'days' ? to_char(n.at, 'FMday')
      or ${wishes} ->> 'time' <> to_char(n.at, 'HH24:MI')
      or (${wishes} ->> 'date')::date > n.at::date)
    and not exists (select from time_proposal p where p.status = 'accepted'
      and (p.booking_id = b.id or p.lesson_id = n.id and p.to_at = n.starts_at))))`

const needingBookings: Record<string, RawBuilder<unknown>> = {
  no_address: isWithoutAddress,
  against_wish: isAgainstWish,
}

const ofBooking = sql`b.id as booking, b.subject, b.mode, b.plan, o.number as "order", m.city, coalesce(b.student_name, p.name) as learner,
  json_build_object('_id', m.id, 'name', m.full_name) as mentor, json_build_object('_id', a.id, 'name', f.name, 'phone', a.phone) as family`
// Each join adds at most one row, so PostgreSQL drops the joins a query does not use.
const people = sql`left join mentor m on m.id = b.mentor_id left join family f on f.id = b.family_id left join account a on a.id = f.account_id
  left join learner p on p.id = b.learner_id left join payment_order o on o.id = b.order_id`

/** Conditions on booking `b`, its mentor `m` and the row's time `at`. */
function conditionsOf({ from, to, city, mode, subject, plan }: Filter, at: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    ...(from ? [sql`${at} >= ${instantInIndia(from, '00:00')}`] : []),
    ...(to ? [sql`${at} < ${new Date(instantInIndia(to, '00:00').getTime() + dayMs)}`] : []),
    ...(city ? [sql`lower(m.city) = any(${citiesMatching(city)})`] : []),
    ...(mode ? [sql`b.mode = ${mode}`] : []),
    ...(subject ? [sql`b.subject = ${subject}`] : []),
    ...(plan ? [sql`b.plan = ${plan}`] : []),
  ]
}

const all = (conditions: RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
const nameOf = (list: string, f: Filter) =>
  `${list} ${JSON.stringify([f.q, f.status, f.from, f.to, f.city, f.mode, f.subject, f.plan])}`

/** Classes with a date, filtered. */
export async function classList(db: Db, filter: Filter): Promise<Listing<'date' | 'fee'>> {
  const { q, status } = filter
  const state = needing[status ?? '']
  return {
    name: nameOf('classes', filter),
    columns: sql`l.id as "_id", l.starts_at as "startsAt", l.minutes, l.fee_paise as "feePaise", l.status,
      l.settled_at is not null as "isSettled", ${unmarked} as "isUnmarked", l.disputed_at is not null as "isDisputed",
      coalesce(r.mentor_tick, false) as "mentorTick", coalesce(r.parent_tick, false) as "parentTick", ${ofBooking}`,
    from: sql`lesson l left join booking b on b.id = l.booking_id left join class_record r on r.lesson_id = l.id ${people}`,
    where: all([
      ...(q ? [await isAmong(db, sql`l.booking_id`, bookingsMatching(parseSearchTerm(q)))] : []),
      ...(state
        ? [await isAmong(db, sql`l.id`, sql`select l.id from lesson l where ${state} order by l.starts_at`)]
        : []),
      ...(status && !state ? [sql`l.status = ${status}`] : []),
      ...conditionsOf(filter, sql`l.starts_at`),
    ]),
    id: sql`l.id`,
    sorts: { date: { by: sql`l.starts_at`, type: 'timestamptz' }, fee: { by: sql`l.fee_paise`, type: 'bigint' } },
  }
}

const classesOf = (statuses: string) =>
  sql`(select count(*)::int from lesson l where l.booking_id = b.id and l.status in (${sql.raw(statuses)}))`

/** Bookings, filtered. */
export async function bookingList(db: Db, filter: Filter): Promise<Listing<'date' | 'fee'>> {
  const { q, status } = filter
  const state = needing[status ?? '']
  const ofBookings = needingBookings[status ?? '']
  return {
    name: nameOf('bookings', filter),
    columns: bookingColumns,
    from: bookingTables,
    where: all([
      ...(q ? [await isAmong(db, sql`b.id`, bookingsMatching(parseSearchTerm(q)))] : []),
      ...(state
        ? [await isAmong(db, sql`b.id`, sql`select l.booking_id from lesson l where ${state} order by l.starts_at`)]
        : []),
      ...(ofBookings ? [ofBookings] : []),
      ...(status && !state && !ofBookings ? [sql`b.status = ${status}`] : []),
      ...conditionsOf(filter, sql`b.booked_at`),
    ]),
    id: sql`b.id`,
    sorts: { date: { by: sql`b.booked_at`, type: 'timestamptz' }, fee: { by: sql`b.price_paise`, type: 'bigint' } },
  }
}
export const bookingColumns = sql`b.id as "_id", b.booked_at as "bookedAt", b.minutes, b.price_paise as "pricePaise",
  b.refunded_paise as "refundedPaise", b.status, ${classesOf("'held'")} as "classesHeld", ${classesOf("'held', 'scheduled'")} as "classesPlanned",
  ${balanceFigure('begun_minutes', sql`b.id`)} as "begunMinutes", ${balanceFigure('owed_minutes', sql`b.id`)} as "owedMinutes",
  exists (select from lesson l where l.booking_id = b.id and ${needing.disputed}) as "isDisputed",
  ${isWithoutAddress} as "needsAddress", ${isAgainstWish} as "isAgainstWish", ${ofBooking}`
export const bookingTables = sql`booking b ${people}`
