import { grades } from '#contract/reference/catalogue.ts'
import { reviewLimits } from '#contract/reviews/limits.ts'
import { type Booking, lockBooking, lockBookingSide, setRating } from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import { notifyChange } from '#server/platform/changes.ts'
import { maskPlainContacts } from '#server/platform/contacts/masking.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { notifyPublished, notifyReplied } from './notifications.ts'
import { canWriteReview } from './own-queries.ts'
import { recountRating } from './reviews.ts'
import * as rows from './writing-rows.ts'

function assertNoContactDetails(words: string): void {
  if (maskPlainContacts(words).isMasked) throw new AppError('review-contact')
}

const isSame = (a: rows.ReviewInput | null, b: rows.ReviewInput) => a?.stars === b.stars && a.words === b.words

/**
 * Stores a family's review of the mentor, or the mentor's review of the family. Both become visible once both are written; until
 * then each side can edit its own. Idempotent.
 */
export async function writeReview(
  { db }: Context,
  viewer: Viewer,
  bookingId: string,
  input: rows.ReviewInput,
): Promise<void> {
  assertNoContactDetails(input.words)
  await transaction(db, async (tx) => {
    const { booking, side } = await lockBookingSide(tx, viewer, bookingId)
    const written = await rows.reviewsOfBooking(tx, bookingId)
    if (isSame(side === 'family' ? written.review : written.familyReview, input)) return
    if (!canWriteReview(side, written)) throw new AppError(written.hasClass ? 'review-published' : 'review-early')
    if (side === 'mentor') await rows.upsertFamilyReview(tx, bookingId, input)
    else await rows.upsertReview(tx, booking, { ...input, ...(await reviewWriterOf(tx, booking)) })
    if (side === 'mentor' ? written.review : written.familyReview) await publish(tx, booking)
  })
}

async function reviewWriterOf(
  tx: Transaction,
  { id }: Booking,
): Promise<{ writer: 'parent' | 'student'; grade: string | null }> {
  const found = await rows.gradeOfBooking(tx, id)
  const grade = grades.find((one) => one === found) ?? null
  // Learners past school book for themselves.
  return { grade, writer: grade === null || /^(\d+|jee|neet)$/.test(grade) ? 'parent' : 'student' }
}

/** Makes both reviews visible and updates the rating. Runs under the booking's lock. */
async function publish(tx: Transaction, booking: Booking): Promise<void> {
  const { review, hasFamilyReview } = await rows.setPublished(tx, booking.id)
  if (review) {
    await setRating(tx, booking.id, review.stars)
    await recountRating(tx, booking.mentorId)
  }
  await notifyPublished(tx, booking, { hasReview: review !== null && review.stars !== null, hasFamilyReview })
}

/**
 * Stores whether we may quote a family's review with its first name; withdrawing removes it from the home page at once. Repeating
 * it is a success.
 */
export async function setQuoteConsent({ db }: Context, { familyId }: Viewer, bookingId: string, agreed: boolean) {
  await transaction(db, async (tx) => {
    if (!familyId || !(await rows.updateQuoteConsent(tx, { bookingId, familyId, agreed })))
      throw new AppError('not-found')
    await notifyChange(tx, 'public_pages')
  })
}

/** Publishes reviews whose waiting period has ended. */
export async function publishDue({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  for (const bookingId of await rows.bookingsDue(db, 500)) {
    const done = transaction(db, async (tx) => {
      const booking = await lockBooking(tx, bookingId)
      if (booking) await publish(tx, booking)
    })
    // One failure must not stop the others.
    await done.catch((error: unknown) => log?.error({ err: error, bookingId }, 'publishing a review failed'))
  }
}

/** Stores the mentor's public reply to a visible review. Idempotent. */
export async function replyToReview({ db }: Context, viewer: Viewer, id: string, words: string): Promise<void> {
  assertNoContactDetails(words)
  await transaction(db, async (tx) => {
    const review = await rows.lockReview(tx, id)
    if (!review || review.mentorId !== viewer.mentorId || !review.isPublished || review.isHidden)
      throw new AppError('not-found')
    if (review.reply === words) return
    if (review.isReplyLate || review.isReplyHidden) throw new AppError('reply-late', { hours: reviewLimits.replyHours })
    await rows.setReply(tx, id, words)
    await notifyChange(tx, 'public_pages')
    await notifyReplied(tx, review)
  })
}
