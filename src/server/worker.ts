import { sql } from 'kysely'
import { deleteOldCounts } from '#server/admin/health-rows.ts'
import { countFigures } from '#server/admin/overview.ts'
import { projectPlace } from '#server/admin/place-follow.ts'
import type { Parts } from '#server/app.ts'
import { remindFamilies } from '#server/bookings/reminders.ts'
import { settleDue } from '#server/bookings/settlement.ts'
import { tellTomorrow } from '#server/bookings/tomorrow.ts'
import { checkNightly, runCheck } from '#server/books/books.ts'
import { tendClocks } from '#server/cases/clock.ts'
import { readCatalogue } from '#server/catalogue/catalogue.ts'
import { moveLeftovers } from '#server/catalogue/merging.ts'
import { endNoShows } from '#server/changes/changes.ts'
import { leaveOutRested } from '#server/changes/left-out.ts'
import { tellAway } from '#server/chat/away.ts'
import type { JobHandlers } from '#server/jobs.ts'
import { applyNext, deleteOldChanges } from '#server/listings/listings.ts'
import { eraseMedia, sweepMedia } from '#server/media/media.ts'
import { rewriteMentors } from '#server/mentors/mentors.ts'
import { deleteOldNews } from '#server/notifications/notifications.ts'
import { sendDue } from '#server/notifications/sending.ts'
import { reconcile, settleOrder } from '#server/payments/payments.ts'
import { receiptAttachment } from '#server/receipts/receipts.ts'
import { sendRefund, sweepRefunds, syncRefunds } from '#server/refunds/sending.ts'
import { tendReliability } from '#server/reliability/reliability.ts'
import { publishDue } from '#server/reviews/writing.ts'
import { tendChecks } from '#server/verification/upkeep.ts'

/** Every job's handler; a job without one does not compile. */
export const jobHandlers = (parts: Parts): JobHandlers => ({
  'payments.sync': ({ orderId }) => settleOrder(parts, orderId),
  'payments.reconcile': () => reconcile(parts),
  'refunds.send': ({ refundId }) => sendRefund(parts, refundId),
  'refunds.sync': ({ orderId }) => syncRefunds(parts, orderId),
  'refunds.sweep': () => sweepRefunds(parts),
  'messages.send': () => sendDue(parts, { receipt: (message) => receiptAttachment(parts.db, message) }),
  'chat.tell-away': () => tellAway(parts),
  'lessons.settle-due': () => settleDue(parts.db, parts.log),
  'lessons.remind': () => remindFamilies(parts.db, parts.log),
  'lessons.no-shows': () => endNoShows(parts),
  'lessons.tomorrow': () => tellTomorrow(parts.db, parts.log),
  'lessons.rested': ({ mentorId }) => leaveOutRested(parts, mentorId),
  'reviews.publish': () => publishDue(parts),
  'cases.clock': () => tendClocks(parts),
  'checks.tend': () => tendChecks(parts),
  'mentors.listing': ({ changeId }) => applyNext(parts, changeId),
  'mentors.cards': async (of) => {
    await readCatalogue(parts.db)
    await rewriteMentors(parts.db, of)
  },
  'catalogue.leftovers': (of) => moveLeftovers(parts, of),
  'mentors.place': (of) => projectPlace(parts, of),
  'mentors.reliability': () => tendReliability(parts),
  'admin.figures': () => countFigures(parts.db),
  'books.nightly': () => checkNightly(parts),
  'books.check': ({ checkId }) => runCheck(parts, checkId),
  'media.erase': ({ mediaId }) => eraseMedia(parts, mediaId),
  'media.sweep': () => sweepMedia(parts),
  'platform.clean': async () => {
    await sql`delete from idempotency where started_at < now() - interval '7 days' and endpoint not like 'POST /api/payment/%'`.execute(
      parts.db,
    )
    await sql`delete from otp_challenge where sent_at < now() - interval '2 days'`.execute(parts.db)
    // Needed for the limits of an hour only.
    await sql`update support_case set ip_block = null where ip_block is not null and created_at < now() - interval '2 days'`.execute(
      parts.db,
    )
    await sql`update call_request set ip_block = null where ip_block is not null and created_at < now() - interval '2 days'`.execute(
      parts.db,
    )
    await deleteOldNews(parts.db)
    await deleteOldChanges(parts.db)
    await deleteOldCounts(parts.db)
    await sql`delete from session where expires_at < now() - interval '30 days'`.execute(parts.db)
  },
})
