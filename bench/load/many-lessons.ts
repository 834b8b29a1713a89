import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { firstNames, lastNames } from './many-mentors.ts'

/** Lessons per booking and bookings per mentor: twenty months of families, two at a time. */
const lessonsOfBooking = 12
const bookingsOfMentor = 20
/** A group is three mentors and twenty families; each family has a booking with each mentor. */
const bookingsOfGroup = 3 * bookingsOfMentor

/** The id of the n-th row of a kind. */
export const uuid = (kind: number, nth: RawBuilder<unknown> = sql`i`) =>
  sql`(${`${kind.toString(16).padStart(8, '0')}-0000-7000-8000-`} || lpad(to_hex(${nth}), 12, '0'))::uuid`
const group = sql`(i / ${sql.lit(bookingsOfGroup)})`
/** Within a booking's group: its mentor and its family. */
const place = sql`(i / ${sql.lit(bookingsOfMentor)} % 3)`
const nth = sql`(i % ${sql.lit(bookingsOfMentor)})`
const mentorOf = sql`(i / ${sql.lit(bookingsOfMentor)})`
const familyOf = sql`(${group} * ${sql.lit(bookingsOfMentor)} + ${nth})`
/** The month of a booking, out of ten; the newest is in the future. */
const monthStart = sql`(now() - make_interval(days => (9 - ${nth} % 10) * 30, mins => i % 40000))`

const firstName = (n: RawBuilder<unknown>) => sql`(${firstNames}::text[])[1 + ${n} * 7 % ${sql.lit(firstNames.length)}]`
/** One of 1,296 full names. */
export const nameOfNth = (n: RawBuilder<unknown> = sql`i`) =>
  sql`${firstName(n)} || ' ' || (${lastNames}::text[])[1 + ${n} / ${sql.lit(firstNames.length)} % ${sql.lit(lastNames.length)}]`
/** The number of bookings for this many lessons, in whole groups. */
export const bookingsOf = (lessons: number) => Math.ceil(lessons / lessonsOfBooking / bookingsOfGroup) * bookingsOfGroup
export const familiesOfBookings = (bookings: number) => bookings / 3
export const mentorsOfBookings = (bookings: number) => bookings / bookingsOfMentor

export type Owner = { mentorId: string; familyId: string; mentorAccount: string; familyAccount: string }

const written = [
  'account',
  'mentor',
  'family',
  'learner',
  'payment_order',
  'booking',
  'teaching_slot',
  'lesson',
  'class_record',
  'ledger_account',
  'journal',
  'ledger_entry',
]

/**
 * Adds bookings up to this many lessons: twelve per booking, in one of the last ten months; the newest month is in the
 * future. Held lessons are marked, confirmed and settled. Triggers are disabled, because they check one row at a time.
 */
export async function addManyLessons(pool: Db, from: number, to: number): Promise<void> {
  const [first = 0, last = 0] = [from, to].map(bookingsOf)
  await pool.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    try {
      await addPeople(db, mentorsOfBookings(first), mentorsOfBookings(last))
      await addBookings(db, first, last)
    } finally {
      await sql`set session_replication_role = origin`.execute(db)
    }
    for (const table of written) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  })
}

async function addPeople(db: Db, firstMentor: number, lastMentor: number): Promise<void> {
  const numbers = (first: number, last: number) => sql`generate_series(${first}::int, ${last - 1}::int) as i`
  // A group has twenty families and three mentors.
  const families = numbers((firstMentor / 3) * bookingsOfMentor, (lastMentor / 3) * bookingsOfMentor)
  const mentors = numbers(firstMentor, lastMentor)
  await sql`insert into account (id, phone) select ${uuid(1)}, '6' || lpad(i::text, 9, '0') from ${mentors}`.execute(db)
  await sql`insert into account (id, phone) select ${uuid(2)}, '7' || lpad(i::text, 9, '0') from ${families}`.execute(
    db,
  )
  await sql`insert into mentor (id, slug, account_id, status, full_name, gender, age, experience, city, state)
    select ${uuid(3)}, 'taught-' || i, ${uuid(1)}, 'verified', ${nameOfNth()}, 'female', 30, '1-3', 'Indore', 'Madhya Pradesh' from ${mentors}`.execute(
    db,
  )
  await sql`insert into family (id, account_id, name, city, created_at) select ${uuid(4)}, ${uuid(2)}, ${nameOfNth()}, 'Indore', now() - make_interval(mins => i * 7 % 400000) from ${families}`.execute(
    db,
  )
  await sql`insert into learner (id, family_id, name, grade) select ${uuid(5)}, ${uuid(4)}, ${firstName(sql`i`)}, '9' from ${families}`.execute(
    db,
  )
  await sql`insert into ledger_account (id, kind, owner_id, balance_paise) select ${uuid(6)}, 'mentor_payable', ${uuid(3)}, -1 from ${mentors}`.execute(
    db,
  )
  await sql`insert into ledger_account (kind) values ('commission') on conflict do nothing`.execute(db)
  await sql`insert into ledger_account (id, kind, owner_id, balance_paise) select ${uuid(7)}, 'family_prepaid', ${uuid(4)}, -1 from ${families}`.execute(
    db,
  )
}

async function addBookings(db: Db, first: number, last: number): Promise<void> {
  const numbers = sql`generate_series(${first}::int, ${last - 1}::int) as i`
  await sql`insert into payment_order (id, number, family_id, mentor_id, learner_id, plan, mode, subject, hours, price_paise, amount_paise, terms, gateway,
      status, expires_at, created_at, paid_at)
    select ${uuid(8)}, 'MS-2025-' || lpad(i::text, 7, '0'), ${uuid(4, familyOf)}, ${uuid(3, mentorOf)}, ${uuid(5, familyOf)}, 'monthly', 'homeTuition', 'mathematics',
      1, 450000, 450000, '{}', 'sandbox', 'paid', ${monthStart}, ${monthStart}, ${monthStart} from ${numbers}`.execute(
    db,
  )
  await sql`insert into booking (id, order_id, family_id, mentor_id, learner_id, plan, mode, subject, grade, status, minutes, price_paise, duration_days, terms, schedule_by, booked_at)
    select ${uuid(9)}, ${uuid(8)}, ${uuid(4, familyOf)}, ${uuid(3, mentorOf)}, ${uuid(5, familyOf)}, 'monthly', 'homeTuition', 'mathematics', '9',
      case when ${nth} % 10 = 9 then 'scheduled' else 'completed' end, 1200, 300000 + i % 40 * 10000, 30, '{}', now(), ${monthStart} from ${numbers}`.execute(
    db,
  )
  // Ten months with two bookings per mentor in each, at times that do not overlap for mentor or family.
  await sql`create temporary table planned as
    select i, j, i * ${sql.lit(lessonsOfBooking)} + j as n, s.starts_at, s.starts_at + interval '100 minutes' as ends_at, s.starts_at < now() as is_held
    from ${numbers}, generate_series(0, ${sql.lit(lessonsOfBooking - 1)}) as j, lateral (select date_trunc('day', now()) + make_interval(
      days => (${nth} % 10 - 9) * 30 + floor(j * 2.5)::int + 1, hours => 2 + ${place} * 4 + ${nth} / 10 * 2) as starts_at) s`.execute(
    db,
  )
  const lesson = uuid(11, sql`n`)
  const held = sql`planned where is_held`
  const journal = uuid(14, sql`n`)
  await sql`insert into teaching_slot (id, mentor_id, starts_at, ends_at, mode, status, order_id)
    select ${uuid(10, sql`n`)}, ${uuid(3, mentorOf)}, starts_at, ends_at, 'homeTuition', 'booked', ${uuid(8)} from planned`.execute(
    db,
  )
  await sql`insert into lesson (id, booking_id, slot_id, learner_id, sequence, starts_at, ends_at, minutes, fee_paise, status, settled_at)
    select ${lesson}, ${uuid(9)}, ${uuid(10, sql`n`)}, ${uuid(5, familyOf)}, j + 1, starts_at, ends_at, 100, 37500,
      case when is_held then 'held' else 'scheduled' end, case when is_held then ends_at end from planned`.execute(db)
  await sql`insert into class_record (booking_id, lesson_id, date, time_in, time_out, duration, topic, mentor_tick, parent_tick, marked_at)
    select ${uuid(9)}, ${lesson}, starts_at::date, '09:00', '10:40', '1 h 40 min', 'Fractions', true, true, ends_at from ${held}`.execute(
    db,
  )
  await sql`insert into journal (id, kind, subject_id, at) select ${journal}, 'lesson', ${lesson}, ends_at from ${held}`.execute(
    db,
  )
  await sql`insert into ledger_entry (journal_id, account_id, amount_paise)
    select ${journal}, case side when 1 then ${uuid(6, mentorOf)} when 2 then ${uuid(7, familyOf)} else (select id from ledger_account where kind = 'commission') end,
      (array[-30000, 37500, -7500])[side] from planned, generate_series(1, 3) as side where is_held`.execute(db)
  await sql`drop table planned`.execute(db)
}

/** Mentors and families of the loaded data, evenly spread. */
export function ownersOf(lessons: number, count: number): Owner[] {
  const mentors = Math.ceil(lessons / lessonsOfBooking / bookingsOfGroup) * 3
  const id = (kind: number, n: number) =>
    `${`0000000${kind.toString(16)}`}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
  return Array.from({ length: count }, (_, i) => {
    const mentor = Math.floor((i * mentors) / count)
    const family = Math.floor(mentor / 3) * bookingsOfMentor + (i % bookingsOfMentor)
    return {
      mentorId: id(3, mentor),
      familyId: id(4, family),
      mentorAccount: id(1, mentor),
      familyAccount: id(2, family),
    }
  })
}
