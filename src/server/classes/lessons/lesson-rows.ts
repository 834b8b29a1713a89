import { type RawBuilder, sql } from 'kysely'
import { type LessonState, lessonColumns, lessonLifecycle } from '#contract/classes/lifecycles.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Cause, insertCredit } from './credits.ts'
import { releaseMoves } from './proposals.ts'
import { releaseEmptySlots, releaseSlotIfEmpty } from './slots.ts'

type LessonMove = keyof typeof lessonLifecycle.moves

/** The time whose rates price lesson `l`: its start, or an earlier charge, so that later rates do not change what was charged. */
export const pricedAt = sql<Date>`least(l.starts_at, coalesce(l.settled_at, now()))`

type Locked = {
  state: LessonState
  slotId: string
  bookingId: string
  pricedAt: Date
  startsAt: Date
  endsAt: Date
  minutes: number
  feePaise: number
}

/** Locks a lesson; requires the booking lock. Null when a new timetable replaced it. */
async function lockState(tx: Transaction, id: string): Promise<Locked | null> {
  const lesson = await tx
    .selectFrom('lesson as l')
    .select(['state', 'slot_id as slotId', 'booking_id as bookingId', 'starts_at as startsAt', 'ends_at as endsAt'])
    .select(['minutes', 'fee_paise as feePaise', pricedAt.as('pricedAt')])
    .where('id', '=', id)
    .forUpdate()
    .$castTo<Locked>()
    .executeTakeFirst()
  return lesson ?? null
}

/** Column assignments of a state; timestamps already set are preserved. */
function columnsOf(state: LessonState): RawBuilder<unknown> {
  const { status, settled, disputed, absenceReported } = lessonColumns[state]
  const time = (column: string, isSet: true | undefined) =>
    isSet ? sql`${sql.ref(column)} = coalesce(${sql.ref(column)}, now())` : sql`${sql.ref(column)} = null`
  return sql`status = ${status}, ${time('settled_at', settled)}, ${time('disputed_at', disputed)}, ${time('no_show_at', absenceReported)}`
}

/**
 * Applies a lifecycle move to a lesson whose booking is locked; repeating a move changes nothing.
 * @returns the lesson before the move
 * @throws AppError `lesson-over` when the lifecycle has no such move from its state
 */
export async function moveLesson(tx: Transaction, id: string, move: LessonMove): Promise<Locked> {
  const lesson = await lockState(tx, id)
  const state = lesson && lessonLifecycle.next(lesson.state, move)
  if (!lesson || !state) throw new AppError('lesson-over')
  if (state !== lesson.state) await sql`update lesson set ${columnsOf(state)} where id = ${id}`.execute(tx)
  return lesson
}

/** Settles a lesson. @returns null when it is settled, disputed, or not over */
export async function settleIfDue(tx: Transaction, id: string): Promise<Locked | null> {
  const lesson = await lockState(tx, id)
  if (!lesson || !lessonLifecycle.from('settle').includes(lesson.state)) return null
  return await moveLesson(tx, id, 'settle')
}

/** Sets a lesson's fee and the minutes of the plan it uses. */
export const setWorth = (tx: Transaction, id: string, feePaise: number, minutes: number) =>
  tx.updateTable('lesson').set({ fee_paise: feePaise, minutes }).where('id', '=', id).execute()

/** Voids a lesson: its slot is released, its fee and minutes return to the family. */
export async function voidLesson(tx: Transaction, id: string, move: 'void' | 'waiveCharge'): Promise<void> {
  const { slotId } = await moveLesson(tx, id, move)
  await releaseSlotIfEmpty(tx, slotId)
}

/**
 * Sets the worth of a lesson after an appeal and reinstates an unpaid one: as held when its mentor marked it and the learner has
 * no other lesson at that time.
 */
export async function reinstateLesson(tx: Transaction, id: string, feePaise: number, minutes: number): Promise<void> {
  const lesson = await lockState(tx, id)
  if (lesson && lessonColumns[lesson.state].settled === undefined) {
    const { rows } =
      await sql`select from lesson l where l.id = ${id} and exists (select from class_record r where r.lesson_id = l.id)
      and not exists (select from lesson o where o.learner_id = l.learner_id and o.id <> l.id and o.status in ('scheduled', 'held') and o.during && l.during)`.execute(
        tx,
      )
    await moveLesson(tx, id, rows.length > 0 ? 'reinstate' : 'reinstateUnmarked')
  }
  await setWorth(tx, id, feePaise, minutes)
}

/**
 * Ends a lesson that does not take place: its slot is released and `minutes` are credited, including a credit it had used. The
 * credit of a finished booking is void, because its money is refundable.
 */
export async function endWithCredit(
  tx: Transaction,
  { id, minutes }: { id: string; minutes: number },
  cause: Cause,
  move: 'cancel' | 'missByFamily' | 'missByMentor',
): Promise<void> {
  const { slotId, bookingId } = await moveLesson(tx, id, move)
  await releaseEmptySlots(tx, [slotId])
  await releaseMoves(tx, sql`select ${id}::uuid`)
  if (minutes > 0) await insertCredit(tx, { bookingId, lessonId: id, minutes, cause })
}

/** Cancels lessons `l` that match a condition. @returns the affected slots, which the caller releases */
async function cancelWhere(tx: Transaction, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ slotId: string }>`
    update lesson l set ${columnsOf(lessonLifecycle.target('cancel'))}
    where ${condition} and l.state = any(${lessonLifecycle.from('cancel')}) returning l.slot_id as "slotId"`.execute(tx)
  return rows.map((row) => row.slotId)
}

/** Cancels the lessons of a booking that have not begun; begun and unconfirmed ones stay. */
export const cancelUpcoming = (tx: Transaction, bookingId: string): Promise<string[]> =>
  cancelWhere(tx, sql`l.booking_id = ${bookingId} and l.state = 'scheduled' and l.starts_at > now()`)

/** Cancels the remaining lessons of a booking that ends, including those on hold during a suspension. */
export const cancelRemaining = (tx: Transaction, bookingId: string): Promise<string[]> =>
  cancelWhere(
    tx,
    sql`l.booking_id = ${bookingId} and ((l.state = 'scheduled' and l.starts_at > now()) or lesson_rests(l.booking_id, l.starts_at))`,
  )

/** Stores a failed visit code attempt. */
export const addWrongCode = (tx: Transaction, id: string, code: string) =>
  sql`update lesson set wrong_codes = array_append(wrong_codes, ${code}) where id = ${id}`.execute(tx)
