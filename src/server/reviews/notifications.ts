import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import { subjects } from '#contract/reference/catalogue.ts'
import type { Booking } from '#server/classes/bookings/bookings.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { dayText } from '#server/platform/figures.ts'
import type { LockedReview } from './writing-rows.ts'

/** Notifies each side that it can read the other's review. */
export async function notifyPublished(
  tx: Transaction,
  booking: Booking,
  { hasReview, hasFamilyReview }: Record<'hasReview' | 'hasFamilyReview', boolean>,
) {
  const { familyAccount, mentorAccount, mentorName: mentor } = booking
  const values = inBothLanguages((_, i) => ({ subject: subjects[booking.subject][i], mentor }))
  const shared = { onceKey: booking.id, values }
  if (hasReview) await notify(tx, { event: 'review-published', accountId: mentorAccount, side: 'mentor', ...shared })
  if (hasFamilyReview) await notify(tx, { event: 'review-word', accountId: familyAccount, side: 'family', ...shared })
}

/** Notifies the family of a reply, but not of later edits. */
export async function notifyReplied(tx: Transaction, { id, familyAccount, mentorName }: LockedReview): Promise<void> {
  if (!familyAccount) return
  const values = inBothLanguages(() => ({ mentor: mentorName }))
  await notify(tx, { event: 'review-replied', accountId: familyAccount, side: 'family', onceKey: id, values })
}

type DecisionEvent = Extract<NotificationEvent, `${'review' | 'reply'}-${'hidden' | 'shown'}`>

/** Notifies both sides of a moderation decision. Each decision has its own key. */
export async function notifyDecided(
  tx: Transaction,
  event: DecisionEvent,
  review: LockedReview,
  onceKey: string,
): Promise<void> {
  const values = inBothLanguages((language) => ({
    mentor: review.mentorName,
    date: dayText(review.writtenAt, language),
  }))
  const accounts = { family: review.familyAccount, mentor: review.mentorAccount }
  for (const side of ['family', 'mentor'] as const) {
    const accountId = accounts[side]
    if (accountId) await notify(tx, { event, accountId, side, onceKey, values })
  }
}

/** Notifies the reporter that the content stays. */
export async function notifyReportDeclined(
  tx: Transaction,
  review: LockedReview,
  about: 'review' | 'reply',
  one: { id: string; number: string },
) {
  const side = about === 'review' ? 'mentor' : 'family'
  const accountId = side === 'mentor' ? review.mentorAccount : review.familyAccount
  const values = inBothLanguages(() => ({ number: one.number }))
  if (accountId) await notify(tx, { event: 'report-declined', accountId, side, onceKey: one.id, values })
}
