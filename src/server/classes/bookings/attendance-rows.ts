import { sql } from 'kysely'
import type { LessonState } from '#contract/classes/lifecycles.ts'
import { lessonNote } from '#contract/classes/limits.ts'
import { homeModes, type Subject } from '#contract/reference/catalogue.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { moveLesson } from '#server/classes/lessons/lessons.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { learnersOfFamily } from './active-rows.ts'
import { isSuspended } from './suspended-rows.ts'

export type LessonToMark = {
  id: string
  state: LessonState
  startsAt: Date
  endsAt: Date
  wrongCodes: string[]
  isSuspended: boolean
}

type LessonTime = { lesson?: string | undefined; date: string; timeIn: string; timeOut: string }

/**
 * Locks the booking's `lesson`, which must be on that date in India; if it was planned anew since, the one that took its
 * time. Without an id, of several on that date one that overlaps
 * the times, whatever its state, else a scheduled one; of several of these the nearest.
 */
export async function lessonOnDate(tx: Transaction, bookingId: string, { lesson, date, timeIn, timeOut }: LessonTime) {
  const from = instantInIndia(date, timeIn)
  const isMeant = sql`during && tstzrange(${from}, ${instantInIndia(date, timeOut)}, '[)')`
  const { rows } = await sql<LessonToMark>`
    select id, state, starts_at as "startsAt", ends_at as "endsAt", wrong_codes as "wrongCodes",
      ${isSuspended('lesson')} as "isSuspended" from lesson where booking_id = ${bookingId} and status in ('scheduled', 'held')
      and (starts_at at time zone 'Asia/Kolkata')::date = ${date}::date and (id = coalesce(${lesson ?? null}::uuid, id)
        or ${isMeant} and not exists (select from lesson where id = ${lesson ?? null}::uuid))
    order by ${isMeant} desc, ${isMeant} or status = 'scheduled' desc, abs(extract(epoch from starts_at - ${from}::timestamptz))
    limit 1 for update`.execute(tx)
  return rows[0] ?? null
}

type MarkedTimes = { date: string; timeIn: string; timeOut: string; duration: string; topic: string }
type NewRecord = MarkedTimes & {
  bookingId: string
  lessonId: string
  note: string
  homework: string
  savedAt: Date | null
  clockAheadMinutes: number
}

export async function insertRecord(tx: Transaction, one: NewRecord): Promise<string> {
  const { date, duration, topic, note, homework } = one
  const { id } = await tx
    .insertInto('class_record')
    .values({
      booking_id: one.bookingId,
      lesson_id: one.lessonId,
      date,
      time_in: one.timeIn,
      time_out: one.timeOut,
      duration,
      topic,
      mentor_tick: true,
      note,
      homework,
      saved_at: one.savedAt,
      clock_off: one.clockAheadMinutes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds an identical record. */
export async function findSameRecord(tx: Transaction, bookingId: string, one: MarkedTimes): Promise<string | null> {
  const row = await tx
    .selectFrom('class_record')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('date', '=', one.date)
    .where('time_in', '=', one.timeIn)
    .where('time_out', '=', one.timeOut)
    .where('duration', '=', one.duration)
    .where('topic', '=', one.topic)
    .executeTakeFirst()
  return row?.id ?? null
}

export type Record = {
  id: string
  lessonId: string
  parentTick: boolean
  byCode: boolean | null
  hasCode: boolean
  wrongCodes: string[]
  state: LessonState
  isNoteOpen: boolean
}

export type Owner = { familyId: string } | { mentorId: string }

/** Locks a record and its lesson after their booking; null when it belongs to another family or mentor. */
export async function lockRecord(tx: Transaction, id: string, owner: Owner): Promise<Record | null> {
  const ownerCondition =
    'familyId' in owner ? sql`b.family_id = ${owner.familyId}` : sql`b.mentor_id = ${owner.mentorId}`
  await sql`select b.id from booking b where b.id = (select booking_id from class_record where id = ${id}) and ${ownerCondition} for update`.execute(
    tx,
  )
  const { rows } = await sql<Record>`
    select r.id, r.lesson_id as "lessonId", r.parent_tick as "parentTick", r.parent_tick and r.parent_ticked_at = r.code_at as "byCode",
      r.code_at is not null as "hasCode", l.wrong_codes as "wrongCodes", l.state, r.marked_at > now() - make_interval(days => ${lessonNote.days}) as "isNoteOpen"
    from class_record r join lesson l on l.id = r.lesson_id join booking b on b.id = r.booking_id
    where r.id = ${id} and ${ownerCondition} for update of l, r`.execute(tx)
  return rows[0] ?? null
}

export const setParentTick = (tx: Transaction, recordId: string, tick: boolean) =>
  tx
    .updateTable('class_record')
    .set({ parent_tick: tick, parent_ticked_at: tick ? sql`now()` : null })
    .where('id', '=', recordId)
    .execute()

/** A correct visit code confirms the lesson for the family. */
export const confirmByCode = (tx: Transaction, recordId: string, at: Date | null) =>
  sql`update class_record set parent_tick = true, parent_ticked_at = coalesce(${at}, now()), code_at = coalesce(${at}, now()) where id = ${recordId}`.execute(
    tx,
  )

/**
 * Keeps whether an adult was at home, as a side says, for a class at the home of a learner who may be under 18. Once the class is
 * settled, what was said stays.
 */
export const setAdultAtHome = (tx: Transaction, lessonId: string, side: 'family' | 'mentor', isPresent: boolean) =>
  sql`insert into adult_at_home (lesson_id, side, is_present)
    select l.id, ${side}, ${isPresent} from lesson l join booking b on b.id = l.booking_id join learner p on p.id = b.learner_id
    where l.id = ${lessonId} and b.mode = any(${[...homeModes]}) and coalesce(b.grade, p.grade, '1') ~ '^[0-9]+$' and not p.is_adult
    on conflict (lesson_id, side) do update set is_present = excluded.is_present, said_at = now()
      where (select l.settled_at is null from lesson l where l.id = excluded.lesson_id)`.execute(tx)

export const setNote = (tx: Transaction, recordId: string, note: string, homework: string) =>
  tx.updateTable('class_record').set({ note, homework }).where('id', '=', recordId).execute()

export type LessonWithCode = {
  id: string
  startsAt: Date
  endsAt: Date
  subject: Subject
  student: string | null
  mentorName: string
}

/** A family's unmarked lessons of the last day and the next `days` days. */
export const unmarkedLessons = (familyId: string, days: number) => sql<LessonWithCode>`
    select l.id, l.starts_at as "startsAt", l.ends_at as "endsAt", b.subject, coalesce(b.student_name, p.name) as student, m.full_name as "mentorName"
    from lesson l join booking b on b.id = l.booking_id join learner p on p.id = b.learner_id join mentor m on m.id = b.mentor_id
    where l.learner_id in ${learnersOfFamily(familyId)} and b.family_id = ${familyId} and l.state = 'scheduled'
      and l.starts_at > now() - interval '1 day' and l.starts_at < now() + make_interval(days => ${days})
    order by l.starts_at`

/** Unanswered records within `left` hours of automatic confirmation. */
export async function recordsToRemind(db: Db, hours: number, left: number) {
  const { rows } = await sql<{ recordId: string; bookingId: string }>`
    select r.id as "recordId", r.booking_id as "bookingId" from lesson l join class_record r on r.lesson_id = l.id
    where l.state = 'held' and not r.parent_tick and r.reminded_at is null
      and greatest(l.ends_at, r.marked_at) <= now() - make_interval(hours => ${hours - left})
      and greatest(l.ends_at, r.marked_at) > now() - make_interval(hours => ${hours})
    order by l.ends_at limit 500`.execute(db)
  return rows
}

/** Marks the reminder as sent and returns the lesson id; null when it was answered or sent before. */
export async function claimReminder(tx: Transaction, recordId: string): Promise<string | null> {
  const { rows } = await sql<{ lessonId: string }>`
    update class_record r set reminded_at = now() from lesson l
    where r.id = ${recordId} and l.id = r.lesson_id and not r.parent_tick and r.reminded_at is null
      and l.state = 'held'
    returning r.lesson_id as "lessonId"`.execute(tx)
  return rows[0]?.lessonId ?? null
}

/** Sets the family's tick; a lesson without a record has none. */
export const setTick = (tx: Transaction, lessonId: string, tick: boolean) =>
  tx
    .updateTable('class_record')
    .set({ parent_tick: tick, parent_ticked_at: tick ? sql`now()` : null })
    .where('lesson_id', '=', lessonId)
    .execute()

/** A lesson and its record, if any, locked after its booking. */
export async function lockMarked(tx: Transaction, lessonId: string) {
  const { rows } = await sql<{
    state: LessonState
    startsAt: Date
    endsAt: Date
    isConfirmed: boolean
    timeIn: string | null
    timeOut: string | null
    topic: string | null
  }>`
    select l.state, l.starts_at as "startsAt", l.ends_at as "endsAt", coalesce(r.parent_tick, false) as "isConfirmed",
      to_char(r.time_in, 'HH24:MI') as "timeIn", to_char(r.time_out, 'HH24:MI') as "timeOut", r.topic
    from lesson l left join class_record r on r.lesson_id = l.id where l.id = ${lessonId} for update of l`.execute(tx)
  return rows[0] ?? null
}

/** Deletes the record and reopens the lesson for marking. @returns the deleted columns */
export async function removeRecord(tx: Transaction, lessonId: string): Promise<object> {
  const { rows } = await sql<{ record: object }>`
    delete from class_record r where lesson_id = ${lessonId} returning jsonb_strip_nulls(to_jsonb(r) - 'id' - 'booking_id' - 'lesson_id') as record`.execute(
    tx,
  )
  await moveLesson(tx, lessonId, 'unmark')
  return rows[0]?.record ?? {}
}
