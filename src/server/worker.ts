import { moveLeftovers } from '#server/admin/merging.ts'
import { countFigures } from '#server/admin/overview.ts'
import { projectPlace } from '#server/admin/place-follow.ts'
import { tellAway } from '#server/chat/away.ts'
import { remindFamilies } from '#server/classes/bookings/reminders.ts'
import { settleDue } from '#server/classes/bookings/settlement.ts'
import { notifyTomorrow } from '#server/classes/bookings/tomorrow.ts'
import { acceptDueNoShows } from '#server/classes/changes/changes.ts'
import { endProposals } from '#server/classes/changes/proposals.ts'
import { skipPastSuspension } from '#server/classes/changes/skipped-lessons.ts'
import type { Context } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs.ts'
import { applyNext, deleteOldChanges } from '#server/mentors/listings/listings.ts'
import { tendReliability } from '#server/mentors/reliability/reliability.ts'
import { rewriteMentors } from '#server/mentors/search/mentors.ts'
import { expireChecks } from '#server/mentors/verification/upkeep.ts'
import { reconcile, settleOrder } from '#server/money/payments/payments.ts'
import { lapseRequests } from '#server/money/payments/picked-times.ts'
import { receiptAttachment } from '#server/money/receipts/receipts.ts'
import { checkNightly, runCheck } from '#server/money/reconciliation/reconciliation.ts'
import { sendRefund, sweepRefunds, syncRefunds } from '#server/money/refunds/sending.ts'
import { deleteOldNews } from '#server/notifications/notifications.ts'
import { sendDue } from '#server/notifications/sending.ts'
import { deleteOldCodes } from '#server/people/accounts/queries.ts'
import { deleteOldReplies } from '#server/platform/idempotency.ts'
import { deleteOldCounts } from '#server/platform/provider-counts.ts'
import { deleteOldSessions } from '#server/platform/sessions.ts'
import { readCatalogue } from '#server/reference/catalogue/catalogue.ts'
import { eraseMedia, sweepMedia } from '#server/reference/media/media.ts'
import { publishDue } from '#server/reviews/writing.ts'
import { forgetCallAddresses } from '#server/support/calls/queries.ts'
import { escalateOverdueCases } from '#server/support/cases/clock.ts'
import { forgetCaseAddresses } from '#server/support/cases/queries.ts'

/** Every job's handler; a job without one does not compile. */
export const jobHandlers = (context: Context): JobHandlers => ({
  'payments.sync': ({ orderId }) => settleOrder(context, orderId),
  'payments.reconcile': () => reconcile(context),
  'payments.lapse-requests': () => lapseRequests(context),
  'refunds.send': ({ refundId }) => sendRefund(context, refundId),
  'refunds.sync': ({ orderId }) => syncRefunds(context, orderId),
  'refunds.sweep': () => sweepRefunds(context),
  'messages.send': () => sendDue(context, { receipt: (message) => receiptAttachment(context.db, message) }),
  'chat.tell-away': () => tellAway(context),
  'lessons.settle-due': () => settleDue(context.db, context.log),
  'lessons.remind': () => remindFamilies(context.db, context.log),
  'lessons.no-shows': () => acceptDueNoShows(context),
  'proposals.end': () => endProposals(context),
  'lessons.tomorrow': () => notifyTomorrow(context.db, context.log),
  'lessons.rested': ({ mentorId }) => skipPastSuspension(context, mentorId),
  'reviews.publish': () => publishDue(context),
  'cases.clock': () => escalateOverdueCases(context),
  'checks.tend': () => expireChecks(context),
  'mentors.listing': ({ changeId }) => applyNext(context, changeId),
  'mentors.cards': async (of) => {
    await readCatalogue(context.db)
    await rewriteMentors(context.db, of)
  },
  'catalogue.leftovers': (of) => moveLeftovers(context, of),
  'mentors.place': (of) => projectPlace(context, of),
  'mentors.reliability': () => tendReliability(context),
  'admin.figures': () => countFigures(context.db),
  'books.nightly': () => checkNightly(context),
  'books.check': ({ checkId }) => runCheck(context, checkId),
  'media.erase': ({ mediaId }) => eraseMedia(context, mediaId),
  'media.sweep': () => sweepMedia(context),
  'platform.clean': async () => {
    await deleteOldReplies(context.db)
    await deleteOldCodes(context.db)
    await forgetCaseAddresses(context.db)
    await forgetCallAddresses(context.db)
    await deleteOldNews(context.db)
    await deleteOldChanges(context.db)
    await deleteOldCounts(context.db)
    await deleteOldSessions(context.db)
  },
})
