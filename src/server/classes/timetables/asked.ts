import { sql } from 'kysely'
import type { AskReason } from '#contract/classes/timetables.ts'
import { sharedModes } from '#contract/reference/catalogue.ts'
import type { Booking } from '#server/classes/bookings/bookings.ts'
import {
  type Dated,
  endOpen,
  holdForProposal,
  insertProposal,
  isOpenLike,
  type Plan,
} from '#server/classes/lessons/lessons.ts'
import { databaseNow, type Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { reasonsToAsk } from './asking.ts'
import { notifyAsked } from './notifications.ts'
import { type Lesson, timesOf } from './rows.ts'
import { isOutsideHours, wishedOf } from './wish-rows.ts'

/** Why the family must confirm these lessons; `had` are the times it already knew. */
export async function reasonsFor(
  tx: Transaction,
  booking: Booking,
  classes: readonly Dated[],
  had: readonly Date[],
): Promise<AskReason[]> {
  const isNew = ({ startsAt }: Dated) => had.every((at) => at.getTime() !== startsAt.getTime())
  const sets = classes.filter(isNew)
  if (sets.length === 0) return []
  return reasonsToAsk({
    ...(await wishedOf(tx, booking.id)),
    sets: sets.map(({ startsAt }) => startsAt),
    has: [...(await timesOf(tx, booking.id)), ...classes.map(({ startsAt }) => startsAt)],
    isOutside: await isOutsideHours(tx, booking.mentorId, sets),
    now: await databaseNow(tx),
  })
}

type What = { ask: boolean } & ({ lesson: Lesson; toAt: Date } | { plan: Plan; toAt?: Date })

/**
 * Applies a mentor's change to a locked booking, or asks the family first: then the change is rolled back, its times
 * are held, and it applies on acceptance. An admin's change always applies at once.
 */
export async function countOrAsk(
  tx: Transaction,
  viewer: Viewer,
  booking: Booking,
  what: What,
  work: () => Promise<Dated[]>,
): Promise<void> {
  const had = await timesOf(tx, booking.id)
  await sql`savepoint counted`.execute(tx)
  const classes = await work()
  const [first] = classes
  const reasons = first && viewer.userType === 'mentor' ? await reasonsFor(tx, booking, classes, had) : []
  const about = 'lesson' in what ? { lesson: what.lesson } : { bookingId: booking.id, plan: what.plan }
  if (!first || reasons.length === 0) return await endOpen(tx, about, 'mentor')
  await sql`rollback to savepoint counted`.execute(tx)
  if (!what.ask) throw new AppError('family-must-confirm', { reasons })
  const asked = { ...about, toAt: what.toAt ?? first.startsAt, reasons }
  if (await isOpenLike(tx, 'mentor', asked)) return
  const made = await insertProposal(tx, 'mentor', asked)
  // Group times can be shared and are not held.
  if (!sharedModes.includes(booking.mode))
    await holdForProposal(tx, { ...made, mentorId: booking.mentorId, mode: booking.mode }, classes)
  await notifyAsked(tx, booking, { ...asked, ...made })
}
