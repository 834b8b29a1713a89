import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import { subjects } from '#contract/reference/catalogue.ts'
import type { Booking } from '#server/classes/bookings/bookings.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { dayText } from '#server/platform/figures.ts'
import type { Locked } from './written-rows.ts'

/** Tells each side that it can read what the other wrote. */
export async function tellPublished(
  tx: Transaction,
  booking: Booking,
  { hasReview, hasWord }: Record<'hasReview' | 'hasWord', boolean>,
) {
  const { familyAccount, mentorAccount, mentorName: mentor } = booking
  const values = inBothLanguages((_, i) => ({ subject: subjects[booking.subject][i], mentor }))
  const told = { onceKey: booking.id, values }
  if (hasReview) await notify(tx, { event: 'review-published', accountId: mentorAccount, side: 'mentor', ...told })
  if (hasWord) await notify(tx, { event: 'review-word', accountId: familyAccount, side: 'family', ...told })
}

/** Tells the family that there is a reply; not again when it is changed. */
export async function tellReplied(tx: Transaction, { id, familyAccount, mentorName }: Locked): Promise<void> {
  if (!familyAccount) return
  const values = inBothLanguages(() => ({ mentor: mentorName }))
  await notify(tx, { event: 'review-replied', accountId: familyAccount, side: 'family', onceKey: id, values })
}

type Decided = Extract<NotificationEvent, `${'review' | 'reply'}-${'hidden' | 'shown'}`>

/** Tells both people what an admin decided about a review or the reply; each decision is news. */
export async function tellDecided(tx: Transaction, event: Decided, review: Locked, onceKey: string): Promise<void> {
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

/** Tells whoever reported something that it stays. */
export async function tellKept(
  tx: Transaction,
  review: Locked,
  about: 'review' | 'reply',
  one: { id: string; number: string },
) {
  const side = about === 'review' ? 'mentor' : 'family'
  const accountId = side === 'mentor' ? review.mentorAccount : review.familyAccount
  const values = inBothLanguages(() => ({ number: one.number }))
  if (accountId) await notify(tx, { event: 'report-declined', accountId, side, onceKey: one.id, values })
}
