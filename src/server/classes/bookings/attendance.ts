import type { CodeOfClass } from '#contract/classes/attendance.ts'
import { lessonColumns } from '#contract/classes/lifecycles.ts'
import { maxVisitCodeAttempts, visitCodeDays } from '#contract/classes/limits.ts'
import { instantInIndia, plusMinutes } from '#contract/wire/time.ts'
import { addWrongCode, moveLesson } from '#server/classes/lessons/lessons.ts'
import type { Context } from '#server/context.ts'
import { databaseNow, type Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { isFirstLesson } from './answer-rows.ts'
import * as rows from './attendance-rows.ts'
import { lockOwnBooking } from './bookings.ts'
import { notifyAttendance } from './notifications.ts'
import { settleLesson } from './settlement.ts'
import { type CodeOf, visitCodesBy } from './visit-code.ts'

export type Attendance = {
  classBooking: string
  mentor?: string | undefined
  parent?: string | undefined
  date: string
  timeIn: string
  timeOut: string
  duration: string
  topic: string
  code?: string | undefined
  note: string
  homework: string
  /** When a phone without network saved it, by that phone's clock. */
  savedAt?: string | undefined
}

/** Minutes by which a typed end may lie in the future, because watches differ. */
const watchMinutes = 15

/**
 * When a phone saved something, by our clock: the phone says what its clock shows while it sends. An answer in the future is
 * one of now. `clockOff` are the minutes by which the phone is ahead.
 */
export function byOurClock(savedAt: string | undefined, phoneNow: string | undefined, now: Date) {
  const phone = Date.parse(phoneNow ?? '')
  if (savedAt === undefined) return { savedAt: null, clockOff: 0 }
  const aheadMs = Number.isNaN(phone) ? 0 : phone - now.getTime()
  const at = Math.min(Date.parse(savedAt) - aheadMs, now.getTime())
  // No phone saves anything for longer than that; whoever says so is a year off.
  const mostMinutes = 10 * 366 * 1440
  const clockOff = Math.max(-mostMinutes, Math.min(mostMinutes, Math.round(aheadMs / 60_000)))
  return { savedAt: new Date(at), clockOff }
}

/**
 * The mentor marks the class of a date as held: from its planned end on, or earlier with the family's code, which confirms the early end.
 * What a phone saved and sends again is the record it made.
 * @returns the record's id; a refusal that a wrong code was kept for is returned, because throwing it would undo that
 */
export async function markHeld(
  tx: Transaction,
  viewer: Viewer,
  given: Attendance,
  { codeOf, phoneNow }: { codeOf: CodeOf; phoneNow: string | undefined },
): Promise<string | AppError> {
  const booking = await lockOwnBooking(tx, viewer, given.classBooking)
  if ((given.mentor && given.mentor !== booking.mentorId) || (given.parent && given.parent !== booking.familyId))
    throw new AppError('not-found')
  if (given.timeOut <= given.timeIn)
    throw new AppError('bad-request', { fields: [{ field: 'timeOut', problem: 'after timeIn' }] })
  const before = given.savedAt === undefined ? null : await rows.sameRecord(tx, booking.id, given)
  if (before) {
    await tryCode(tx, before, { mentorId: booking.mentorId }, { code: given.code, codeOf, at: null })
    return before
  }
  const lesson = await rows.lessonOnDate(tx, booking.id, given.date, instantInIndia(given.date, given.timeIn))
  if (!lesson) throw new AppError('no-lesson-that-day')
  if (lessonColumns[lesson.state].status === 'held') throw new AppError('already-marked')
  if (lesson.state === 'absence_reported') throw new AppError('no-show-open')
  // What began before is marked as always, so that it is paid.
  if (lesson.isResting && viewer.userType !== 'admin') throw new AppError('mentor-paused')
  const now = await databaseNow(tx)
  const { savedAt, clockOff } = byOurClock(given.savedAt, phoneNow, now)
  const markedAt = savedAt ?? now
  if (lesson.startsAt > markedAt) throw new AppError('lesson-not-started')
  const isEarly = lesson.endsAt > markedAt
  if (isEarly && given.code === undefined) throw new AppError('lesson-not-over')
  if (instantInIndia(given.date, given.timeOut) > plusMinutes(markedAt, watchMinutes))
    throw new AppError('lesson-end-ahead')
  const refusal = isEarly && (await refuseEarlyEnd(tx, lesson, given.code, codeOf))
  if (refusal) return refusal
  await moveLesson(tx, lesson.id, 'mark')
  const recordId = await rows.insertRecord(tx, {
    ...given,
    bookingId: booking.id,
    lessonId: lesson.id,
    savedAt,
    clockOff,
  })
  const tried = { code: given.code, codeOf, at: savedAt }
  const outcome = await tryCode(tx, recordId, { mentorId: booking.mentorId }, tried)
  await notifyAttendance(tx, booking, lesson.id, outcome === 'right' ? 'class-marked-code' : 'class-marked')
  return recordId
}

/** Why a class cannot be marked before its planned end with this code; null when the code is right. */
async function refuseEarlyEnd(tx: Transaction, lesson: rows.LessonToMark, code: string | undefined, codeOf: CodeOf) {
  const { id, wrongCodes } = lesson
  if (wrongCodes.length >= maxVisitCodeAttempts) return new AppError('early-end-blocked')
  if (code === undefined || codeOf(id) === code) return null
  const isNew = !wrongCodes.includes(code)
  if (isNew) await addWrongCode(tx, id, code)
  return wrongCodeError(maxVisitCodeAttempts - wrongCodes.length - (isNew ? 1 : 0), 'early-end-blocked')
}

/** Says that a code was wrong and how often another one may be tried. */
export function wrongCodeError(triesLeft: number, blocked: 'visit-code-blocked' | 'early-end-blocked'): AppError {
  if (triesLeft === 0) return new AppError(blocked)
  return new AppError(triesLeft === 1 ? 'visit-code-wrong-last' : 'visit-code-wrong', { triesLeft })
}

/**
 * Compares a code with the class's own. The right one is the family's yes; it does not settle the class, which stays open to
 * its word for 48 hours: a code is shown at the door. The same wrong code counts once.
 */
async function tryCode(
  tx: Transaction,
  recordId: string,
  owner: rows.Owner,
  { code, codeOf, at }: { code: string | undefined; codeOf: CodeOf; at: Date | null },
): Promise<'right' | 'wrong' | 'blocked' | null> {
  const record = code === undefined ? null : await rows.lockRecord(tx, recordId, owner)
  if (!record || code === undefined) return null
  if (record.parentTick || record.hasCode) return 'right'
  if (record.state !== 'held') return null
  if (record.wrongCodes.length >= maxVisitCodeAttempts) return 'blocked'
  if (codeOf(record.lessonId) === code) {
    await rows.setRightCode(tx, recordId, at)
    return 'right'
  }
  if (!record.wrongCodes.includes(code)) await addWrongCode(tx, record.lessonId, code)
  return 'wrong'
}

async function ownRecord(
  tx: Transaction,
  viewer: Viewer,
  recordId: string,
): Promise<[rows.Record, { mentorId: string }]> {
  const owner = viewer.mentorId ? { mentorId: viewer.mentorId } : null
  const record = owner && (await rows.lockRecord(tx, recordId, owner))
  if (!owner || !record) throw new AppError('not-found')
  return [record, owner]
}

/** Refuses what can only be said of a class that is held and not settled. */
function mustBeOpen({ state }: rows.Record): void {
  if (lessonColumns[state].disputed) throw new AppError('dispute-open')
  if (state !== 'held') throw new AppError('already-settled')
}

/** The mentor types the family's code for a class that is marked. @returns whether it was the right one: a wrong one is kept */
export async function typeCode(tx: Transaction, viewer: Viewer, recordId: string, code: string, codeOf: CodeOf) {
  const [record, owner] = await ownRecord(tx, viewer, recordId)
  if (!record.parentTick) mustBeOpen(record)
  return (await tryCode(tx, recordId, owner, { code, codeOf, at: null })) === 'right'
}

/** What the mentor wants the family to know about a class. */
export async function writeNote(
  tx: Transaction,
  viewer: Viewer,
  recordId: string,
  given: { note: string; homework: string },
) {
  const [record] = await ownRecord(tx, viewer, recordId)
  if (!record.isNoteOpen) throw new AppError('note-closed')
  await rows.setNote(tx, recordId, given.note, given.homework)
}

/**
 * The parent confirms a class or takes the tick back. A tick settles the lesson at once, except the first one with
 * a mentor, which the guarantee keeps open for 48 hours.
 */
export async function tickRecord(tx: Transaction, viewer: Viewer, recordId: string, tick: boolean): Promise<void> {
  const record = viewer.familyId ? await rows.lockRecord(tx, recordId, { familyId: viewer.familyId }) : null
  if (!record) throw new AppError('not-found')
  if (record.parentTick === tick && !(tick && record.byCode && record.state !== 'settled')) return
  mustBeOpen(record)
  await rows.setParentTick(tx, recordId, tick)
  if (tick && !(await isFirstLesson(tx, record.lessonId))) await settleLesson(tx, record.lessonId)
}

/** The codes this family's phone should know. */
export async function codesFor({ db, config }: Context, viewer: Viewer): Promise<CodeOfClass[]> {
  if (!viewer.familyId) return []
  const codeOf = visitCodesBy(config.secretKey)
  return (await rows.lessonsToShow(db, viewer.familyId, visitCodeDays)).map(({ id, startsAt, endsAt, ...one }) => ({
    ...one,
    lesson: id,
    code: codeOf(id),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }))
}
