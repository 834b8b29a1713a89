import { randomUUID } from 'node:crypto'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import { maxRequestsPerDay, noticedBy } from '#contract/classes/limits.ts'
import { homeModes, subjects } from '#contract/reference/catalogue.ts'
import { assertWithinReach } from '#server/mentors/search/mentors.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { saveAddress } from '#server/people/profiles/profiles.ts'
import { databaseNow, type Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './address-rows.ts'
import { learnerLabels } from './learner-labels.ts'
import { lockBooking } from './locked-rows.ts'

/** Changes the class address of a family's booking, saves it for the learner's next one and notifies the mentor, who must travel there. */
export async function changeAddress(
  tx: Transaction,
  viewer: Viewer,
  bookingId: string,
  address: ClassAddress,
): Promise<void> {
  const booking = await lockBooking(tx, bookingId)
  if (!booking || booking.familyId !== viewer.familyId) throw new AppError('not-found')
  const isGoingOn = booking.status === 'pending_schedule' || booking.status === 'scheduled'
  if (!isGoingOn || !homeModes.includes(booking.mode)) throw new AppError('address-fixed')
  await assertWithinReach(tx, booking.mentorId, address)
  const changed = await rows.setAddress(tx, bookingId, address)
  if (!changed) return
  // A family must not send the mentor elsewhere and then report an absence.
  const next = await rows.nextStart(tx, bookingId)
  if (!changed.isFirst && next && next < noticedBy(await databaseNow(tx))) throw new AppError('address-too-late')
  if ((await rows.changesToday(tx, bookingId, booking.mentorAccount)) >= maxRequestsPerDay)
    throw new AppError('changed-too-often')
  await saveAddress(tx, booking.learnerId, address)
  const pupil = await learnerLabels(tx, bookingId)
  const values = inBothLanguages((language, i) => ({ ...pupil[language], subject: subjects[booking.subject][i] }))
  const onceKey = `${bookingId}:${randomUUID()}`
  await notify(tx, {
    event: 'address-changed',
    accountId: booking.mentorAccount,
    side: 'mentor',
    onceKey,
    values,
    classAt: [next],
  })
}
