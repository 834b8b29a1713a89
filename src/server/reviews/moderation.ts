import { randomUUID } from 'node:crypto'
import { brand } from '#contract/wire/brand.ts'
import { lockBooking, setRating } from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { tellChange } from '#server/platform/changes.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { openCase, resolveCase } from '#server/support/cases/cases.ts'
import * as rows from './moderation-rows.ts'
import { tellDecided, tellKept } from './notifications.ts'
import { recountRating } from './reviews.ts'
import { type Locked, lockReview } from './written-rows.ts'

/** What this viewer may report of a published review: a mentor the review, its family the reply. */
function reportable(viewer: Viewer, review: Locked | null): rows.About {
  if (review?.isPublished && !review.isHidden) {
    if (viewer.userType === 'mentor' && review.mentorId === viewer.mentorId) return 'review'
    const hasReply = review.repliedAt !== null && !review.isReplyHidden
    if (viewer.userType === 'student' && viewer.familyId !== null && review.familyId === viewer.familyId && hasReply)
      return 'reply'
  }
  throw new AppError('not-found')
}

/** Somebody says that what the other wrote should not stand there: a case is opened. Said again, it is the same case. */
export async function reportReview({ db }: Context, viewer: Viewer, id: string, words: string): Promise<rows.Opened> {
  return await transaction(db, async (tx) => {
    const review = await lockReview(tx, id)
    const about = reportable(viewer, review)
    const before = await rows.reportOf(tx, id, about)
    if (before) return before
    const name = (viewer.userType === 'mentor' ? viewer.mentorName : viewer.familyName) || brand.name
    const opened = await openCase(tx, {
      ...{ kind: 'report', topic: about, text: words, name, email: null, ipBlock: null },
      ...(await rows.reachOf(tx, viewer.accountId)),
      ...{ accountId: viewer.accountId, side: about === 'review' ? 'mentor' : 'family' },
      ...{ familyId: review?.familyId ?? null, mentorId: review?.mentorId ?? null },
    })
    await rows.insertReport(tx, id, about, opened.id, words)
    return opened
  })
}

type Decision = { decision: 'hide'; about: rows.About; reason: string } | { decision: 'show'; about: rows.About }

/** An admin takes a review, or the reply under it, away or shows it again; either ends the reports of it. */
export async function decideReview({ db }: Context, viewer: Viewer, id: string, given: Decision): Promise<void> {
  await transaction(db, async (tx) => {
    const review = await lockWithBooking(tx, id)
    const { about } = given
    if (about === 'reply' && review.repliedAt === null) throw new AppError('not-found')
    const reason = given.decision === 'hide' ? given.reason : null
    const isHidden = about === 'review' ? review.isHidden : review.isReplyHidden
    const isDone = isHidden === (reason !== null) && (reason === null || reason === review.hiddenReason)
    const report = await rows.setHidden(tx, id, about, reason)
    if (report) await resolveCase(tx, report.id, { by: viewer.accountId, reason: reason ?? '' })
    if (isDone && !report) return
    await writeAudit(tx, viewer, 'review.decide', { kind: 'review', id, detail: given })
    // What did not change is news for whoever reported it.
    if (report && reason === null) await tellKept(tx, review, about, report)
    if (isHidden === (reason !== null)) return
    if (about === 'review') await showStars(tx, review, reason === null)
    else await tellChange(tx, 'public_pages')
    if (!review.isPublished) return
    const state = reason === null ? 'shown' : 'hidden'
    await tellDecided(tx, `${about}-${state}`, review, randomUUID())
  })
}

/** A review under lock, after its booking. */
async function lockWithBooking(tx: Transaction, id: string): Promise<Locked> {
  const bookingId = (await rows.bookingOf(tx, id))?.bookingId
  if (bookingId) await lockBooking(tx, bookingId)
  const review = await lockReview(tx, id)
  if (!review) throw new AppError('not-found')
  return review
}

async function showStars(
  tx: Transaction,
  { bookingId, mentorId, isPublished, stars }: Locked,
  isShown: boolean,
): Promise<void> {
  if (!isPublished) return
  if (bookingId) await setRating(tx, bookingId, isShown ? stars : null)
  await recountRating(tx, mentorId)
}
