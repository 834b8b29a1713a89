import { grades } from '#contract/reference/catalogue.ts'
import { reviewLimits } from '#contract/wire/limits.ts'
import { type Booking, lockBooking, lockBookingSide, type Side, setRating } from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import { tellChange } from '#server/platform/changes.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { hasContactDetails } from './contact-details.ts'
import { tellPublished, tellReplied } from './notifications.ts'
import { recountRating } from './reviews.ts'
import * as rows from './written-rows.ts'

function checkWords(words: string): void {
  if (hasContactDetails(words)) throw new AppError('review-contact')
}

const isSame = (a: rows.Said | null, b: rows.Said) => a?.stars === b.stars && a.words === b.words

/**
 * The family reviews its mentor, or the mentor tells the family how working with it is. Once both wrote, each reads the
 * other's at that moment; until then either can change its own. The same again is a success.
 */
export async function writeReview({ db }: Context, viewer: Viewer, bookingId: string, said: rows.Said): Promise<void> {
  checkWords(said.words)
  await transaction(db, async (tx) => {
    const { booking, side } = await lockBookingSide(tx, viewer, bookingId)
    const written = await rows.writtenOf(tx, bookingId)
    if (isSame(side === 'family' ? written.review : written.word, said)) return
    if (!canWrite(side, written)) throw new AppError(written.hasClass ? 'review-published' : 'review-early')
    if (side === 'mentor') await rows.putWord(tx, bookingId, said)
    else await rows.putReview(tx, booking, { ...said, ...(await writerOf(tx, booking)) })
    if (side === 'mentor' ? written.review : written.word) await publish(tx, booking)
  })
}

/** A mentor who has read the review answers it in public: what it says of the family then would be no word of its own. */
export function canWrite(side: Side, { hasClass, review, word }: rows.Written): boolean {
  if (!hasClass || review?.isPublished) return false
  return side === 'family' || !word?.isShown
}

async function writerOf(
  tx: Transaction,
  { id }: Booking,
): Promise<{ writer: 'parent' | 'student'; grade: string | null }> {
  const found = await rows.gradeOf(tx, id)
  const grade = grades.find((one) => one === found) ?? null
  // Whoever is out of school books for itself.
  return { grade, writer: grade === null || /^(\d+|jee|neet)$/.test(grade) ? 'parent' : 'student' }
}

/** Each side reads what the other wrote, everybody the review; the rating counts it. Under the booking's lock. */
async function publish(tx: Transaction, booking: Booking): Promise<void> {
  const { review, hasWord } = await rows.setPublished(tx, booking.id)
  if (review) {
    await setRating(tx, booking.id, review.stars)
    await recountRating(tx, booking.mentorId)
  }
  await tellPublished(tx, booking, { hasReview: review !== null && review.stars !== null, hasWord })
}

/** The family's word that we may quote its review, with its first name; taken back, it leaves the home page at once. The same again is a success. */
export async function setQuoting({ db }: Context, { familyId }: Viewer, bookingId: string, agreed: boolean) {
  await transaction(db, async (tx) => {
    if (!familyId || !(await rows.putConsent(tx, { bookingId, familyId, agreed }))) throw new AppError('not-found')
    await tellChange(tx, 'public_pages')
  })
}

/** Shows what waited for the other side long enough. */
export async function publishDue({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  for (const bookingId of await rows.bookingsDue(db, 500)) {
    const done = transaction(db, async (tx) => {
      const booking = await lockBooking(tx, bookingId)
      if (booking) await publish(tx, booking)
    })
    // One that cannot be published must not stop the others.
    await done.catch((error: unknown) => log?.error({ err: error, bookingId }, 'publishing a review failed'))
  }
}

/** The mentor's one word under a review that families see. The same again is a success. */
export async function replyToReview({ db }: Context, viewer: Viewer, id: string, words: string): Promise<void> {
  checkWords(words)
  await transaction(db, async (tx) => {
    const review = await rows.lockReview(tx, id)
    if (!review || review.mentorId !== viewer.mentorId || !review.isPublished || review.isHidden)
      throw new AppError('not-found')
    if (review.reply === words) return
    if (review.isReplyLate || review.isReplyHidden) throw new AppError('reply-late', { hours: reviewLimits.replyHours })
    await rows.setReply(tx, id, words)
    await tellChange(tx, 'public_pages')
    await tellReplied(tx, review)
  })
}
