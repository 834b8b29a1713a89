import { sql } from 'kysely'
import type { ClassMode, Subject } from '#contract/reference/catalogue.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Hours, TimeRange } from './free-times.ts'

type Row = Pick<Hours, 'begins' | 'days' | 'leave'> & {
  id: string
  week: [weekday: number, from: number, to: number][]
  taken: { startsAt: string; endsAt: string; mode: ClassMode; room: number }[]
}

/** Slots that `familyId` holds during payment, and those without a lesson of the mentor's `bookingId`, do not count as busy. */
export type HoldOwner = { familyId?: string; bookingId?: string }
type HoursQuery = { ids: readonly string[]; from: string; until: string; isPublic: boolean } & HoldOwner

const rangeColumn = sql`(select coalesce(jsonb_agg(jsonb_build_array(lower(r), upper(r))), '[]') from unnest(o.hours) as r)`

/** Hours and busy times of several mentors between two dates in India, in one query. */
export async function hoursOf(
  db: Db,
  { ids, from, until, isPublic, familyId, bookingId }: HoursQuery,
): Promise<Map<string, Hours>> {
  const { rows } = await sql<Row>`
    with piece as (select tstzrange(${from}::date::timestamp at time zone 'Asia/Kolkata',
      (${until}::date + 1)::timestamp at time zone 'Asia/Kolkata') as during)
    select m.id, case when not m.start_immediately then to_char(m.start_date, 'YYYY-MM-DD') end as begins,
      (select coalesce(jsonb_agg(jsonb_build_array(w.weekday, lower(r), upper(r))), '[]')
        from weekly_hours w cross join lateral unnest(w.hours) as r where w.mentor_id = m.id) as week,
      (select coalesce(jsonb_object_agg(o.date, ${rangeColumn}), '{}') from other_hours o
        where o.mentor_id = m.id and o.date between ${from}::date and ${until}::date) as days,
      (select coalesce(jsonb_agg(jsonb_build_object('from', l.from_date, 'to', l.to_date)), '[]') from mentor_leave l
        where l.mentor_id = m.id and l.ended_at is null and l.to_date >= ${from}::date and l.from_date <= ${until}::date) as leave,
      (select coalesce(jsonb_agg(jsonb_build_object('startsAt', s.starts_at, 'endsAt', s.ends_at, 'mode', s.mode,
          'room', case when s.capacity > 1 and s.status = 'booked' then s.capacity - (select count(*) from lesson l
            where l.slot_id = s.id and l.status in ('scheduled', 'held')) else 0 end)), '[]')
        from teaching_slot s where s.mentor_id = m.id and s.during && piece.during and s.status in ('held', 'booked')
          and (s.status = 'booked' or (s.status = 'held' and s.held_until > now() and not exists (
            select from payment_order o where o.id = s.order_id and o.family_id = ${familyId ?? null}::uuid)))
          and not exists (select from booking b where b.id = ${bookingId ?? null}::uuid and b.order_id = s.order_id and b.mentor_id = m.id
            and not exists (select from lesson l where l.slot_id = s.id and l.status in ('scheduled', 'held')))) as taken
    from mentor m, piece where m.id = any(${[...ids]}::uuid[]) and (not ${isPublic} or m.is_listed)`.execute(db)
  return new Map(rows.map((row) => [row.id, toHours(row)]))
}

function toHours({ begins, week, days, leave, taken }: Row): Hours {
  const byWeekday: Record<number, TimeRange[]> = {}
  for (const [weekday, from, to] of week) byWeekday[weekday] = [...(byWeekday[weekday] ?? []), [from, to]]
  return {
    begins,
    days,
    leave,
    week: byWeekday,
    busy: taken.map((one) => ({ ...one, startsAt: new Date(one.startsAt), endsAt: new Date(one.endsAt) })),
  }
}

/** Whether a mentor has hours in the week, or on single dates of the coming `days`, as a value of a statement. */
export const hasHours = (mentorId: string, days: number) => sql<boolean>`(
  exists (select from weekly_hours w where w.mentor_id = ${mentorId} and not isempty(w.hours))
  or exists (select from other_hours o where o.mentor_id = ${mentorId} and not isempty(o.hours)
    and o.date - (now() at time zone 'Asia/Kolkata')::date between 0 and ${days}::int))`

/** Version of the hours (0 before the first save) and the confirm-first setting. */
export async function settingsOf(db: Db, mentorId: string): Promise<{ version: number; confirmsFirst: boolean }> {
  const row = await db
    .selectFrom('availability')
    .select(['version', 'confirms_first as confirmsFirst'])
    .where('mentor_id', '=', mentorId)
    .executeTakeFirst()
  return row ?? { version: 0, confirmsFirst: false }
}

const rangesOf = (hours: readonly TimeRange[]) => `{${hours.map(([from, to]) => `[${from},${to})`).join()}}`

export async function writeWeek(
  tx: Transaction,
  mentorId: string,
  { week, confirmsFirst }: { week: Hours['week']; confirmsFirst: boolean },
): Promise<void> {
  await sql`insert into availability (mentor_id, confirms_first) values (${mentorId}, ${confirmsFirst})
    on conflict (mentor_id) do update set version = availability.version + 1, changed_at = now(), confirms_first = ${confirmsFirst}`.execute(
    tx,
  )
  await tx.deleteFrom('weekly_hours').where('mentor_id', '=', mentorId).execute()
  const workingDays = Object.entries(week).filter(([, hours]) => hours.length > 0)
  await sql`insert into weekly_hours (mentor_id, weekday, hours)
    select ${mentorId}, w.weekday, w.hours::int4multirange from unnest(${workingDays.map(([day]) => Number(day))}::smallint[],
      ${workingDays.map(([, hours]) => rangesOf(hours))}::text[]) as w(weekday, hours)`.execute(tx)
}

/** Sets or removes the hours of a date, and deletes exceptions of past dates. Returns whether it changes anything. */
export async function writeDay(
  tx: Transaction,
  mentorId: string,
  date: string,
  hours: readonly TimeRange[] | null,
  today: string,
): Promise<boolean> {
  await sql`delete from other_hours where mentor_id = ${mentorId} and date < ${today}::date`.execute(tx)
  const write = hours
    ? sql`insert into other_hours as o (mentor_id, date, hours) values (${mentorId}, ${date}, ${rangesOf(hours)}::int4multirange)
        on conflict (mentor_id, date) do update set hours = excluded.hours where o.hours <> excluded.hours returning date`
    : sql`delete from other_hours where mentor_id = ${mentorId} and date = ${date} returning date`
  return (await write.execute(tx)).rows.length > 0
}

type LeaveRow = { id: string; from: string; to: string; note: string; classCount: number }
const leaveColumns = sql`v.id, to_char(v.from_date, 'YYYY-MM-DD') as from, to_char(v.to_date, 'YYYY-MM-DD') as to, v.note,
  (select count(*)::int from booking b join lesson l on l.booking_id = b.id where b.mentor_id = v.mentor_id and l.status = 'scheduled'
    and l.starts_at > now() and (l.starts_at at time zone 'Asia/Kolkata')::date between v.from_date and v.to_date) as "classCount"`

/** Current and upcoming leave. */
export async function leaveFrom(db: Db, mentorId: string, today: string): Promise<LeaveRow[]> {
  const { rows } = await sql<LeaveRow>`select ${leaveColumns} from mentor_leave v
    where v.mentor_id = ${mentorId} and v.ended_at is null and v.to_date >= ${today}::date order by v.from_date`.execute(
    db,
  )
  return rows
}

export async function leaveById(db: Db, mentorId: string, id: string): Promise<LeaveRow | null> {
  const { rows } = await sql<LeaveRow>`select ${leaveColumns} from mentor_leave v
    where v.id = ${id} and v.mentor_id = ${mentorId} and v.ended_at is null`.execute(db)
  return rows[0] ?? null
}

/** Inserts leave, or updates the note of the same dates. Overlapping leave violates `mentor_leave_apart`. */
export async function insertLeave(tx: Transaction, mentorId: string, one: { from: string; to: string; note: string }) {
  const { from, to, note } = one
  const existing = await tx
    .updateTable('mentor_leave')
    .set({ note })
    .where('mentor_id', '=', mentorId)
    .where('ended_at', 'is', null)
    .where('from_date', '=', from)
    .where('to_date', '=', to)
    .returning('id')
    .executeTakeFirst()
  if (existing) return { ...existing, isNew: false }
  const inserted = await tx
    .insertInto('mentor_leave')
    .values({ mentor_id: mentorId, from_date: from, to_date: to, note })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...inserted, isNew: true }
}

/** Ends leave. Returns whether it was in force; null for none of this mentor. */
export async function endLeave(tx: Transaction, mentorId: string, id: string): Promise<boolean | null> {
  const { rows } = await sql<{ isChanged: boolean }>`
    update mentor_leave set ended_at = coalesce(mentor_leave.ended_at, now()) where id = ${id} and mentor_id = ${mentorId}
    returning old.ended_at is null as "isChanged"`.execute(tx)
  return rows[0]?.isChanged ?? null
}

export type LeaveLessonRow = {
  id: string
  booking: string
  learnerId: string
  subject: Subject
  studentName: string | null
  learnerName: string | null
  mode: ClassMode
  startsAt: Date
  minutes: number
  proposal: { madeBy: 'family' | 'mentor'; startsAt: string } | null
}

/** First upcoming lessons of a mentor between two dates in India. */
export async function lessonsIn(db: Db, mentorId: string, one: { from: string; to: string }, limit: number) {
  const { rows } = await sql<LeaveLessonRow>`
    select l.id, b.id as booking, b.learner_id as "learnerId", b.subject, b.student_name as "studentName", p.name as "learnerName", b.mode,
      l.starts_at as "startsAt", l.minutes, (select jsonb_build_object('madeBy', t.made_by, 'startsAt', t.to_at) from time_proposal t
        where t.lesson_id = l.id and t.status = 'open' and t.from_at = l.starts_at and t.expires_at > now()) as proposal
    from booking b join lesson l on l.booking_id = b.id join learner p on p.id = b.learner_id
    where b.mentor_id = ${mentorId} and l.status = 'scheduled' and l.starts_at > now()
      and (l.starts_at at time zone 'Asia/Kolkata')::date between ${one.from}::date and ${one.to}::date
    order by l.starts_at, l.id limit ${limit}`.execute(db)
  return rows
}

export type LearnerBusyTime = { learnerId: string; startsAt: Date; endsAt: Date }

/** Times of the learners' lessons with any mentor, from a date in India on. */
export async function learnerBusyTimes(
  db: Db,
  ids: readonly string[],
  from: string,
  days: number,
): Promise<LearnerBusyTime[]> {
  const { rows } = await sql<LearnerBusyTime>`
    select learner_id as "learnerId", starts_at as "startsAt", ends_at as "endsAt" from lesson
    where learner_id = any(${[...ids]}::uuid[]) and status in ('scheduled', 'held')
      and during && tstzrange(${from}::date::timestamp at time zone 'Asia/Kolkata', (${from}::date + ${days}::int)::timestamp at time zone 'Asia/Kolkata')`.execute(
    db,
  )
  return rows
}

/** Times of open proposals for a mentor's lessons. */
export async function proposedTimes(db: Db, mentorId: string): Promise<{ startsAt: Date; endsAt: Date }[]> {
  const { rows } = await sql<{ startsAt: Date; endsAt: Date }>`
    select t.to_at as "startsAt", t.to_at + make_interval(mins => l.minutes) as "endsAt"
    from booking b join lesson l on l.booking_id = b.id join time_proposal t on t.lesson_id = l.id
    where b.mentor_id = ${mentorId} and l.status = 'scheduled' and t.status = 'open' and t.from_at = l.starts_at and t.expires_at > now()`.execute(
    db,
  )
  return rows
}
