import { type RawBuilder, sql } from 'kysely'
import type { LessonState } from '#contract/classes/lifecycles.ts'

/** States in which a lesson keeps its booking active, even a cancelled one. */
const openLessonStates: readonly LessonState[] = [
  ...(['scheduled', 'absence_reported', 'held', 'disputed'] as const),
  ...(['missed_by_mentor_disputed', 'missed_by_family_disputed'] as const),
]
// Literals, to match the partial indexes.
const isOpen = sql.raw(`l.state in (${openLessonStates.map((state) => `'${state}'`).join(', ')})`)
const isActive = sql.raw(`b.status in ('pending_schedule', 'scheduled')`)

/** More active bookings would be too many for a page. */
const maxActive = 200

export const learnersOfFamily = (familyId: string) => sql`(select id from learner where family_id = ${familyId})`

/** Ids of a family's active bookings: not over, or with an open lesson. */
const activeOfFamily = (familyId: string) => sql`
  select b.id from booking b where b.family_id = ${familyId} and ${isActive}
  union select b.id from lesson l join booking b on b.id = l.booking_id
    where l.learner_id in ${learnersOfFamily(familyId)} and ${isOpen} and b.family_id = ${familyId}`

/** Ids of what a family's home shows: active bookings, the newest ones, and `also`. */
export const homeOfFamily = (familyId: string, newest: number, also: ReturnType<typeof sql>) => sql`
  (select id from (${activeOfFamily(familyId)}) a order by id desc limit ${maxActive})
  union (select b.id from booking b where b.family_id = ${familyId} order by b.id desc limit ${newest})
  union select b.id from booking b where b.id in (${also}) and b.family_id = ${familyId}`

/** Bookings looked at for reports, as many as a list of them ever showed. */
const reportedAmong = 200

/** Ids of an owner's newest bookings, and of those with a report among the last ones; `owned` is a condition on `b`. */
export const newestAndReported = (owned: RawBuilder<unknown>, newest: number) => sql`
  (select b.id from booking b where ${owned} order by b.id desc limit ${newest})
  union select n.id from (select b.id from booking b where ${owned} order by b.id desc limit ${Math.max(newest, reportedAmong)}) n
    where exists (select from lesson l join dispute d on d.lesson_id = l.id where l.booking_id = n.id and l.status <> 'moved')`

/** Ids of a mentor's active bookings. */
export const activeOfMentor = (mentorId: string) => sql`
  select id from (select b.id from booking b where b.mentor_id = ${mentorId} and ${isActive}
    union select b.id from booking b join lesson l on l.learner_id = b.learner_id and l.booking_id = b.id
      where b.mentor_id = ${mentorId} and b.status in ('completed', 'cancelled') and ${isOpen}) a
  order by id desc limit ${maxActive}`
