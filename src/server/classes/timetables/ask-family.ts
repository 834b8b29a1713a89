import { sql } from 'kysely'
import type { ConfirmationReason } from '#contract/classes/timetables.ts'
import { sharedModes } from '#contract/reference/catalogue.ts'
import type { Booking } from '#server/classes/bookings/bookings.ts'
import {
  closeOpenProposals,
  type DatedLesson,
  hasOpenProposal,
  holdForProposal,
  insertProposal,
  type Plan,
} from '#server/classes/lessons/lessons.ts'
import { databaseNow, type Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { confirmationReasons } from './confirmation-reasons.ts'
import { notifyAsked } from './notifications.ts'
import { isOutsideHours, preferenceOf } from './preference-rows.ts'
import { type Lesson, lessonTimesOf } from './rows.ts'

/** Lessons of a change, and the times before it of those it replaced. */
export type Applied = { classes: readonly DatedLesson[]; had?: readonly Date[] }

/** Why the family must confirm these lessons. */
export async function reasonsToConfirm(
  tx: Transaction,
  booking: Booking,
  { classes, had = [] }: Applied,
): Promise<ConfirmationReason[]> {
  const known = new Set(had.map(Number))
  const sets = classes.filter(({ startsAt }) => !known.has(startsAt.getTime()))
  if (sets.length === 0) return []
  const [preferred, isOutside, now] = await Promise.all([
    preferenceOf(tx, booking.id),
    isOutsideHours(tx, booking.mentorId, sets),
    databaseNow(tx),
  ])
  return confirmationReasons({
    ...preferred,
    newTimes: sets.map(({ startsAt }) => startsAt),
    allTimes: [
      ...(preferred.preference ? await lessonTimesOf(tx, booking.id) : []),
      ...classes.map(({ startsAt }) => startsAt),
    ],
    isOutside,
    now,
  })
}

type Change = { ask: boolean } & ({ lesson: Lesson; toAt: Date } | { plan: Plan; toAt?: Date })

/**
 * Applies a mentor's change to a locked booking, or asks the family first: then the change is rolled back, its times
 * are held, and it applies on acceptance. An admin's change always applies at once.
 */
export async function applyOrAsk(
  tx: Transaction,
  viewer: Viewer,
  booking: Booking,
  change: Change,
  apply: () => Promise<Applied>,
): Promise<void> {
  const [, applied] = await Promise.all([sql`savepoint counted`.execute(tx), apply()])
  const { classes } = applied
  const [first] = classes
  const reasons = first && viewer.userType === 'mentor' ? await reasonsToConfirm(tx, booking, applied) : []
  // A mentor must not move a class away instead of cancelling it late.
  if (viewer.userType === 'mentor' && 'lesson' in change && change.lesson.isLate) reasons.push('late')
  const subject = 'lesson' in change ? { lesson: change.lesson } : { bookingId: booking.id, plan: change.plan }
  if (!first || reasons.length === 0) return await closeOpenProposals(tx, subject, 'mentor')
  await sql`rollback to savepoint counted`.execute(tx)
  if (!change.ask) throw new AppError('family-must-confirm', { reasons })
  const asked = { ...subject, toAt: change.toAt ?? first.startsAt, reasons }
  if (await hasOpenProposal(tx, 'mentor', asked)) return
  const created = await insertProposal(tx, 'mentor', asked)
  // Group times can be shared and are not held.
  if (!sharedModes.includes(booking.mode))
    await holdForProposal(tx, { ...created, mentorId: booking.mentorId, mode: booking.mode }, classes)
  await notifyAsked(tx, booking, { ...asked, ...created })
}
