import { lessonColumns } from '#contract/classes/lifecycles.ts'
import { maxVisitCodeAttempts } from '#contract/classes/limits.ts'
import { instantInIndia, plusMinutes } from '#contract/wire/time.ts'
import { addWrongCode, moveLesson } from '#server/classes/lessons/lessons.ts'
import { databaseNow, type Transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './attendance-rows.ts'
import { lockOwnBooking } from './bookings.ts'
import { isFirstLesson } from './first-lesson-rows.ts'
import { notifyAttendance } from './notifications.ts'
import { settleLesson } from './settlement.ts'
import type { VisitCodes } from './visit-code.ts'

export type Attendance = {
  classBooking: string
  mentor?: string | undefined
  parent?: string | undefined
  lesson?: string | undefined
  date: string
  timeIn: string
  timeOut: string
  duration: string
  topic: string
  code?: string | undefined
  note: string
  homework: string
  adultAtHome?: boolean | undefined
  /** Time of an offline save, by the device clock. */
  savedAt?: string | undefined
}

/** Tolerance for an end time in the future, because clocks differ. */
const clockToleranceMinutes = 15

/**
 * Converts a device time to server time. The device sends its current clock with the request. Future times become now.
 * `clockAheadMinutes` is the number of minutes by which the device is ahead.
 */
export function toServerTime(savedAt: string | undefined, phoneNow: string | undefined, now: Date) {
  const phone = Date.parse(phoneNow ?? '')
  if (savedAt === undefined) return { savedAt: null, clockAheadMinutes: 0 }
  const aheadMs = Number.isNaN(phone) ? 0 : phone - now.getTime()
  const at = Math.min(Date.parse(savedAt) - aheadMs, now.getTime())
  // Clamp to ten years: a larger offset is a wrong device clock.
  const maxMinutes = 10 * 366 * 1440
  const clockAheadMinutes = Math.max(-maxMinutes, Math.min(maxMinutes, Math.round(aheadMs / 60_000)))
  return { savedAt: new Date(at), clockAheadMinutes }
}

/**
 * Marks a lesson, or that of a date, as held: from its planned end on, or earlier with the visit code, which confirms the early
 * end. Resending an offline record returns the same record.
 * @returns the record id, or a refusal: it is returned because throwing would roll back the failed code attempt
 */
export async function markHeld(
  tx: Transaction,
  viewer: Viewer,
  input: Attendance,
  { codes, phoneNow }: { codes: VisitCodes; phoneNow: string | undefined },
): Promise<string | AppError> {
  const booking = await lockOwnBooking(tx, viewer, input.classBooking)
  if ((input.mentor && input.mentor !== booking.mentorId) || (input.parent && input.parent !== booking.familyId))
    throw new AppError('not-found')
  if (input.timeOut <= input.timeIn) throw invalidField('timeOut', 'after timeIn')
  const existing = input.savedAt === undefined ? null : await rows.findSameRecord(tx, booking.id, input)
  if (existing) {
    await tryCode(tx, existing, { mentorId: booking.mentorId }, { code: input.code, codes, at: null })
    return existing
  }
  const lesson = await rows.lessonOnDate(tx, booking.id, input)
  if (!lesson) throw new AppError('no-lesson-that-day')
  if (lessonColumns[lesson.state].status === 'held') throw new AppError('already-marked')
  if (lesson.state === 'absence_reported') throw new AppError('no-show-open')
  // A lesson that began before the suspension is marked as usual, so that it is paid.
  if (lesson.isSuspended && viewer.userType !== 'admin') throw new AppError('mentor-paused')
  const now = await databaseNow(tx)
  const { savedAt, clockAheadMinutes } = toServerTime(input.savedAt, phoneNow, now)
  const markedAt = savedAt ?? now
  if (lesson.startsAt > markedAt) throw new AppError('lesson-not-started')
  const isEarly = lesson.endsAt > markedAt
  if (isEarly && input.code === undefined) throw new AppError('lesson-not-over')
  if (instantInIndia(input.date, input.timeOut) > plusMinutes(markedAt, clockToleranceMinutes))
    throw new AppError('lesson-end-ahead')
  const refusal = isEarly && (await checkEarlyEnd(tx, lesson, input.code, codes))
  if (refusal) return refusal
  await moveLesson(tx, lesson.id, 'mark')
  const recordId = await rows.insertRecord(tx, {
    ...input,
    bookingId: booking.id,
    lessonId: lesson.id,
    savedAt,
    clockAheadMinutes,
  })
  if (input.adultAtHome !== undefined) await rows.setAdultAtHome(tx, lesson.id, 'mentor', input.adultAtHome)
  const attempt = { code: input.code, codes, at: savedAt }
  const outcome = await tryCode(tx, recordId, { mentorId: booking.mentorId }, attempt)
  await notifyAttendance(tx, booking, lesson.id, outcome === 'right' ? 'class-marked-code' : 'class-marked')
  return recordId
}

/** Returns why an early end is refused; null when the code is correct. */
async function checkEarlyEnd(tx: Transaction, lesson: rows.LessonToMark, code: string | undefined, codes: VisitCodes) {
  const { id, wrongCodes } = lesson
  if (wrongCodes.length >= maxVisitCodeAttempts) return new AppError('early-end-blocked')
  if (code === undefined || codes.isCode(id, code)) return null
  const isNew = !wrongCodes.includes(code)
  if (isNew) await addWrongCode(tx, id, code)
  return wrongCodeError(maxVisitCodeAttempts - wrongCodes.length - (isNew ? 1 : 0), 'early-end-blocked')
}

/** Error for a wrong visit code with the attempts left. */
export function wrongCodeError(triesLeft: number, blocked: 'visit-code-blocked' | 'early-end-blocked'): AppError {
  if (triesLeft === 0) return new AppError(blocked)
  return new AppError(triesLeft === 1 ? 'visit-code-wrong-last' : 'visit-code-wrong', { triesLeft })
}

/**
 * Compares a visit code. A correct code confirms for the family but does not settle: the family still has 48 hours to
 * object, because the code is shown at the door. Repeating the same wrong code counts once.
 */
async function tryCode(
  tx: Transaction,
  recordId: string,
  owner: rows.Owner,
  { code, codes, at }: { code: string | undefined; codes: VisitCodes; at: Date | null },
): Promise<'right' | 'wrong' | 'blocked' | null> {
  const record = code === undefined ? null : await rows.lockRecord(tx, recordId, owner)
  if (!record || code === undefined) return null
  if (record.parentTick || record.hasCode) return 'right'
  if (record.state !== 'held') return null
  if (record.wrongCodes.length >= maxVisitCodeAttempts) return 'blocked'
  if (codes.isCode(record.lessonId, code)) {
    await rows.confirmByCode(tx, recordId, at)
    return 'right'
  }
  if (!record.wrongCodes.includes(code)) await addWrongCode(tx, record.lessonId, code)
  return 'wrong'
}

async function lockOwnRecord(tx: Transaction, viewer: Viewer, recordId: string) {
  const owner = { mentorId: orNotFound(viewer.mentorId) }
  return { owner, record: orNotFound(await rows.lockRecord(tx, recordId, owner)) }
}

/** Throws unless the lesson is held and not settled. */
function assertOpen({ state }: rows.Record): void {
  if (lessonColumns[state].disputed) throw new AppError('dispute-open')
  if (state !== 'held') throw new AppError('already-settled')
}

/** Checks the visit code of a marked lesson. @returns whether it was correct; a wrong attempt is stored */
export async function enterCode(tx: Transaction, viewer: Viewer, recordId: string, code: string, codes: VisitCodes) {
  const { record, owner } = await lockOwnRecord(tx, viewer, recordId)
  if (!record.parentTick) assertOpen(record)
  return (await tryCode(tx, recordId, owner, { code, codes, at: null })) === 'right'
}

/** Saves the mentor's note to the family. */
export async function saveNote(
  tx: Transaction,
  viewer: Viewer,
  recordId: string,
  input: { note: string; homework: string },
) {
  const { record } = await lockOwnRecord(tx, viewer, recordId)
  if (!record.isNoteOpen) throw new AppError('note-closed')
  await rows.setNote(tx, recordId, input.note, input.homework)
}

/**
 * The family confirms a lesson or withdraws the confirmation. Confirming settles it at once, except for the first
 * lesson with a mentor, which the guarantee keeps open for 48 hours.
 */
export async function tickRecord(
  tx: Transaction,
  viewer: Viewer,
  recordId: string,
  { parentTick: tick, adultAtHome }: { parentTick: boolean; adultAtHome?: boolean | undefined },
): Promise<void> {
  const record = orNotFound(await rows.lockRecord(tx, recordId, { familyId: orNotFound(viewer.familyId) }))
  if (adultAtHome !== undefined) await rows.setAdultAtHome(tx, record.lessonId, 'family', adultAtHome)
  if (record.parentTick === tick && !(tick && record.byCode && record.state !== 'settled')) return
  assertOpen(record)
  await rows.setParentTick(tx, recordId, tick)
  if (tick && !(await isFirstLesson(tx, record.lessonId))) await settleLesson(tx, record.lessonId)
}
