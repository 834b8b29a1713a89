import type { SkipPreview } from '#contract/classes/skipped-classes.ts'
import { lockBooking, lockBookingOf, lockCalendarAndReleaseHold } from '#server/classes/bookings/bookings.ts'
import { endWithCredit } from '#server/classes/lessons/lessons.ts'
import type { Context } from '#server/context.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { weekdayText } from '#server/platform/figures.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { lockLesson } from './locked-rows.ts'
import * as rows from './skipped-rows.ts'

/** Groups lessons by family, in order. */
function byFamily(lessons: readonly rows.SuspendedLesson[]) {
  const families = new Map<string, [rows.SuspendedLesson, ...rows.SuspendedLesson[]]>()
  for (const one of lessons) {
    const before = families.get(one.familyAccount)
    if (before) before.push(one)
    else families.set(one.familyAccount, [one])
  }
  return families
}

async function mentorOf(db: Context['db'], id: string): Promise<rows.MentorRow> {
  return orNotFound(await rows.mentorById(db, id))
}

/** Preview of skipping the lessons of a suspended mentor. */
export async function previewSkip({ db }: Context, id: string, until: string | null): Promise<SkipPreview> {
  const { name, isPaused } = await mentorOf(db, id)
  const lessons = await rows.suspendedLessons(db, id, until)
  const families = [...byFamily(lessons)].map(([account, own]) => ({
    account,
    name: own[0].familyName,
    classes: own.length,
    from: own[0].startsAt.toISOString(),
    to: (own.at(-1) ?? own[0]).startsAt.toISOString(),
  }))
  return { mentor: { _id: id, name, isPaused }, classes: lessons.length, families }
}

const periodValues = (mentor: string, own: readonly [rows.SuspendedLesson, ...rows.SuspendedLesson[]]) =>
  inBothLanguages((language) => ({
    mentor,
    count: String(own.length),
    from: weekdayText(own[0].startsAt, language),
    to: weekdayText((own.at(-1) ?? own[0]).startsAt, language),
  }))

type SkipInput = { until: string | null; classes: number; reason: string }

/** Skips the planned lessons of a suspended mentor: all minutes are credited, and each side gets one notification. */
export async function skipSuspendedLessons(
  { db }: Context,
  viewer: Viewer,
  id: string,
  { until, classes: expected, reason }: SkipInput,
) {
  return await transaction(db, async (tx) => {
    const mentor = await mentorOf(tx, id)
    if (!mentor.isPaused) throw new AppError('mentor-not-paused')
    const lessons = await lockSuspendedLessons(tx, id, until)
    const families = byFamily(lessons)
    if (lessons.length !== expected)
      throw new AppError('left-out-changed', { classes: lessons.length, families: families.size })
    for (const one of lessons) await endWithCredit(tx, one, 'pause', 'cancel')
    for (const [accountId, own] of families) {
      const values = periodValues(mentor.name, own)
      const message = { accountId, onceKey: own[0].id, values, classAt: [own[0].startsAt] }
      await notify(tx, { event: 'classes-left-out', side: 'family', ...message })
    }
    const [first, ...others] = lessons
    if (!first) throw new AppError('left-out-changed', { classes: 0, families: 0 })
    const message = {
      accountId: mentor.accountId,
      onceKey: first.id,
      values: periodValues(mentor.name, [first, ...others]),
      classAt: [first.startsAt],
    }
    await notify(tx, { event: 'classes-left-out-mentor', side: 'mentor', ...message })
    const detail = { classes: lessons.length, families: families.size, until, reason }
    await writeAudit(tx, viewer, 'mentor.left-out', { kind: 'mentor', id, detail })
    return { classes: lessons.length, families: families.size }
  })
}

/** Locks the lessons after their bookings and the mentor's calendar. No new ones can be planned during a suspension. */
async function lockSuspendedLessons(
  tx: Transaction,
  id: string,
  until: string | null,
): Promise<rows.SuspendedLesson[]> {
  const bookings = new Set((await rows.suspendedLessons(tx, id, until)).map((one) => one.bookingId))
  for (const bookingId of [...bookings].sort()) {
    const booking = await lockBooking(tx, bookingId)
    if (booking && (await lockCalendarAndReleaseHold(tx, booking))) throw new AppError('mentor-not-paused')
  }
  return (await rows.suspendedLessons(tx, id, until)).filter((one) => bookings.has(one.bookingId))
}

/** Skips lessons that fell into a past suspension, because they were not held. Idempotent. */
export async function skipPastSuspension({ db }: Context, mentorId: string): Promise<void> {
  for (const lessonId of await rows.lessonsOfPastSuspension(db, mentorId)) {
    await transaction(db, async (tx) => {
      const booking = await lockBookingOf(tx, lessonId)
      if (!booking) return
      await lockCalendarAndReleaseHold(tx, booking)
      const lesson = await lockLesson(tx, lessonId)
      if (lesson?.state === 'scheduled') await endWithCredit(tx, lesson, 'pause', 'cancel')
    })
  }
}
