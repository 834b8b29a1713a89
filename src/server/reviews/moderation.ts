import { randomUUID } from 'node:crypto'
import { brand } from '#contract/wire/brand.ts'
import { lockBooking, setRating } from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import { languageOf } from '#server/people/profiles/profiles.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { notifyChange } from '#server/platform/changes.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertMayDecide, lockCase, openCase, resolveCase } from '#server/support/cases/cases.ts'
import * as rows from './moderation-rows.ts'
import { notifyDecided, notifyReportDeclined } from './notifications.ts'
import { recountRating } from './reviews.ts'
import { type LockedReview, lockReview } from './writing-rows.ts'

/** Target this viewer may report: mentors the review, its family the reply. Throws `not-found` otherwise. */
function reportTarget(viewer: Viewer, review: LockedReview | null): rows.About {
  if (review?.isPublished && !review.isHidden) {
    if (viewer.userType === 'mentor' && review.mentorId === viewer.mentorId) return 'review'
    const hasReply = review.repliedAt !== null && !review.isReplyHidden
    if (viewer.userType === 'student' && viewer.familyId !== null && review.familyId === viewer.familyId && hasReply)
      return 'reply'
  }
  throw new AppError('not-found')
}

/** Reports a review or a reply: opens a case. Repeated, it returns the same case. */
export async function reportReview(
  { db, config }: Context,
  viewer: Viewer,
  id: string,
  words: string,
): Promise<rows.OpenedCase> {
  return await transaction(db, async (tx) => {
    const review = await lockReview(tx, id)
    const about = reportTarget(viewer, review)
    const existing = await rows.reportOf(tx, id, about)
    if (existing) return existing
    const name = (viewer.userType === 'mentor' ? viewer.mentorName : viewer.familyName) || brand.name
    const opened = await openCase(tx, config, {
      kind: 'report',
      topic: about,
      text: words,
      name,
      phone: viewer.phone,
      language: await languageOf(tx, viewer.accountId),
      accountId: viewer.accountId,
      side: about === 'review' ? 'mentor' : 'family',
      familyId: review?.familyId ?? null,
      mentorId: review?.mentorId ?? null,
    })
    await rows.insertReport(tx, id, about, opened.id, words)
    return opened
  })
}

type Seen = { about: rows.About; seen: 'shown' | 'reported' | 'hidden' }
type Decision = (Seen & { decision: 'hide'; reason: string }) | (Seen & { decision: 'show' })

/** An admin hides or shows a review or its reply; either closes its report and case. While the case is open, only those who may decide it do. */
export async function decideReview({ db }: Context, viewer: Viewer, id: string, given: Decision): Promise<void> {
  const { seen, ...input } = given
  await transaction(db, async (tx) => {
    const { about } = input
    const caseId = (await rows.reportOf(tx, id, about))?.id
    const supportCase = caseId && (await lockCase(tx, caseId))
    const review = await lockWithBooking(tx, id)
    assertNotParty(viewer, [review.mentorAccount, review.familyAccount ?? ''])
    if (about === 'reply' && review.repliedAt === null) throw new AppError('not-found')
    const reason = input.decision === 'hide' ? input.reason : null
    const isHidden = about === 'review' ? review.isHidden : review.isReplyHidden
    const isOpen = supportCase && supportCase.status !== 'resolved'
    const isUnchanged = isHidden === (reason !== null) && (reason === null || reason === review.hiddenReason)
    const report = await rows.setHidden(tx, id, about, reason)
    if (isUnchanged && !report && !isOpen) return
    if (seen !== (isHidden ? 'hidden' : report ? 'reported' : 'shown')) throw new AppError('review-moved')
    const soleDecider = isOpen ? await assertMayDecide(tx, viewer, supportCase, null) : {}
    if (isOpen) await resolveCase(tx, supportCase.id, { by: viewer.accountId, reason: reason ?? '' })
    await writeAudit(tx, viewer, 'review.decide', { kind: 'review', id, detail: { ...input, ...soleDecider } })
    // The reporter is notified when the report is declined.
    if (report && reason === null) await notifyReportDeclined(tx, review, about, report)
    if (isHidden === (reason !== null)) return
    if (about === 'review') await updateStars(tx, review, reason === null)
    else await notifyChange(tx, 'public_pages')
    if (!review.isPublished) return
    const state = reason === null ? 'shown' : 'hidden'
    await notifyDecided(tx, `${about}-${state}`, review, randomUUID())
  })
}

/** Locks a review after its booking. */
async function lockWithBooking(tx: Transaction, id: string): Promise<LockedReview> {
  const bookingId = (await rows.bookingOfReview(tx, id))?.bookingId
  if (bookingId) await lockBooking(tx, bookingId)
  return orNotFound(await lockReview(tx, id))
}

async function updateStars(
  tx: Transaction,
  { bookingId, mentorId, isPublished, stars }: LockedReview,
  isShown: boolean,
): Promise<void> {
  if (!isPublished) return
  if (bookingId) await setRating(tx, bookingId, isShown ? stars : null)
  await recountRating(tx, mentorId)
}
