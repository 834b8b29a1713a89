import { brand } from '#contract/brand.ts'
import { subjects } from '#contract/catalogue.ts'
import type { Language } from '#contract/errors.ts'
import type { NotificationEvent } from '#contract/notification-events.ts'
import type { Booking } from '#server/bookings/bookings.ts'
import { notify } from '#server/notifications/notifications.ts'
import type { Tx } from '#server/platform/database.ts'
import { dayWords } from '#server/platform/figures.ts'
import type { Locked } from './written-rows.ts'

const inBoth = (values: (language: Language) => Record<string, string>) => ({
  en: { brand: brand.name, ...values('en') },
  hi: { brand: brand.nameHi, ...values('hi') },
})

/** Tells each side that it can read what the other wrote. */
export async function tellPublished(
  tx: Tx,
  booking: Booking,
  { hasReview, hasWord }: Record<'hasReview' | 'hasWord', boolean>,
) {
  const values = inBoth((language) => ({
    subject: subjects[booking.subject][language === 'hi' ? 1 : 0],
    mentor: booking.mentorName,
  }))
  const onceKey = booking.id
  if (hasReview) await notify(tx, { event: 'review-published', accountId: booking.mentorAccount, onceKey, values })
  if (hasWord) await notify(tx, { event: 'review-word', accountId: booking.familyAccount, onceKey, values })
}

/** Tells the family that there is a reply; not again when it is changed. */
export async function tellReplied(tx: Tx, { id, familyAccount, mentorName }: Locked): Promise<void> {
  if (!familyAccount) return
  const values = inBoth(() => ({ mentor: mentorName }))
  await notify(tx, { event: 'review-replied', accountId: familyAccount, onceKey: id, values })
}

type Decided = Extract<NotificationEvent, `${'review' | 'reply'}-${'hidden' | 'shown'}`>

/** Tells both people what an admin decided about a review or the reply; each decision is news. */
export async function tellDecided(tx: Tx, event: Decided, review: Locked, onceKey: string): Promise<void> {
  const values = inBoth((language) => ({ mentor: review.mentorName, date: dayWords(review.writtenAt, language) }))
  for (const accountId of [review.familyAccount, review.mentorAccount])
    if (accountId) await notify(tx, { event, accountId, onceKey, values })
}

/** Tells whoever reported something that it stays. */
export async function tellKept(tx: Tx, review: Locked, about: 'review' | 'reply', one: { id: string; number: string }) {
  const accountId = about === 'review' ? review.mentorAccount : review.familyAccount
  const values = inBoth(() => ({ number: one.number }))
  if (accountId) await notify(tx, { event: 'report-declined', accountId, onceKey: one.id, values })
}
