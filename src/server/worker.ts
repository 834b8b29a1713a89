import { payoutPhoneHoldDays } from '#contract/money/limits.ts'
import { moveLeftovers } from '#server/admin/catalogue/catalogue.ts'
import { countFigures } from '#server/admin/overview/overview.ts'
import { projectPlace } from '#server/admin/places/follow.ts'
import { sendOfflineAlerts } from '#server/chat/offline-alerts.ts'
import { remindFamilies } from '#server/classes/bookings/reminders.ts'
import { settleDue } from '#server/classes/bookings/settlement.ts'
import { notifyTomorrow } from '#server/classes/bookings/tomorrow.ts'
import { acceptDueNoShows } from '#server/classes/changes/changes.ts'
import { endProposals } from '#server/classes/changes/proposals.ts'
import { skipPastSuspension } from '#server/classes/changes/skipped-lessons.ts'
import type { Context } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs.ts'
import { applyNext, deleteOldBulkEdits } from '#server/mentors/listings/listings.ts'
import { updateReliability } from '#server/mentors/reliability/reliability.ts'
import { reprojectMentors } from '#server/mentors/search/mentors.ts'
import { askRunningMentors, returnFlatTaxes } from '#server/mentors/taxes/taxes.ts'
import { expireChecks } from '#server/mentors/verification/expiry.ts'
import { issueInvoices } from '#server/money/invoices/invoices.ts'
import { settleOrder, syncOrders } from '#server/money/payments/payments.ts'
import { lapseRequests } from '#server/money/payments/picked-times.ts'
import { checkAccount, checkWaitingAccounts } from '#server/money/payouts/accounts.ts'
import { savePayees } from '#server/money/payouts/payees.ts'
import { receiptAttachment } from '#server/money/receipts/receipts.ts'
import { checkNightly, runCheck } from '#server/money/reconciliation/reconciliation.ts'
import { returnUnpaid } from '#server/money/refunds/refunds.ts'
import { sendRefund, syncRefunds, syncUnfinishedRefunds } from '#server/money/refunds/sending.ts'
import { recordSettlement, recordTransferNotice, sweepTransfers } from '#server/money/transfers/transfers.ts'
import { sendDue } from '#server/notifications/sending.ts'
import { forgetOldPhones } from '#server/people/accounts/accounts.ts'
import { warnOfGuessing } from '#server/people/accounts/guessing.ts'
import { deleteOldChallenges } from '#server/people/passkeys/passkey-rows.ts'
import { transaction } from '#server/platform/database.ts'
import { deleteOldCounts } from '#server/platform/provider-counts.ts'
import { deleteOldSecurityCounts } from '#server/platform/security-log.ts'
import { notifyConcerned } from '#server/privacy/breaches.ts'
import { makeCopy } from '#server/privacy/copies.ts'
import { eraseDue } from '#server/privacy/privacy.ts'
import { runRetention } from '#server/privacy/retention.ts'
import { reloadCatalogue } from '#server/reference/catalogue/catalogue.ts'
import { scanForAadhaar } from '#server/reference/media/aadhaar-scan.ts'
import { eraseMedia, sweepMedia } from '#server/reference/media/media.ts'
import { publishDue } from '#server/reviews/writing.ts'
import { notifyOutcome } from '#server/support/calls/calls.ts'
import { escalateOverdueCases } from '#server/support/cases/escalation.ts'

/** Handlers of all jobs; a missing one is a type error. */
export const jobHandlers = (context: Context): JobHandlers => ({
  'payments.sync': ({ orderId }) => settleOrder(context, orderId),
  'payments.reconcile': () => syncOrders(context),
  'payments.lapse-requests': () => lapseRequests(context),
  'refunds.send': ({ refundId }) => sendRefund(context, refundId),
  'refunds.sync': ({ orderId }) => syncRefunds(context, orderId),
  'refunds.sweep': async () => {
    await syncUnfinishedRefunds(context)
    await returnUnpaid(context)
  },
  'transfers.sweep': () => sweepTransfers(context),
  'transfers.told': ({ gateway, ...told }) =>
    transaction(context.db, (tx) => recordTransferNotice(tx, context, gateway, { ...told, isLate: true })),
  'transfers.settled': ({ settlementId }) => recordSettlement(context, settlementId),
  'payouts.payees': () => savePayees(context),
  'payouts.check-account': ({ accountId }) => checkAccount(context, accountId),
  'payouts.check-accounts': () => checkWaitingAccounts(context),
  'messages.send': () => sendDue(context, { receipt: (message) => receiptAttachment(context.db, message) }),
  'chat.notify-away': () => sendOfflineAlerts(context),
  'lessons.settle-due': () => settleDue(context.db, context.log),
  'lessons.remind': () => remindFamilies(context.db, context.log),
  'lessons.no-shows': () => acceptDueNoShows(context),
  'proposals.end': () => endProposals(context),
  'lessons.tomorrow': () => notifyTomorrow(context.db, context.log),
  'lessons.rested': ({ mentorId }) => skipPastSuspension(context, mentorId),
  'reviews.publish': () => publishDue(context),
  'cases.escalate': () => escalateOverdueCases(context),
  'calls.notify': ({ callId }) => notifyOutcome(context, callId),
  'codes.watch': () => warnOfGuessing(context),
  'checks.expire': () => expireChecks(context),
  'mentors.listing': ({ bulkEditId }) => applyNext(context, bulkEditId),
  'mentors.cards': async (of) => {
    await reloadCatalogue(context.db)
    await reprojectMentors(context.db, of)
  },
  'catalogue.leftovers': (of) => moveLeftovers(context, of),
  'mentors.place': (of) => projectPlace(context, of),
  'mentors.reliability': () => updateReliability(context),
  'taxes.return': () => returnFlatTaxes(context.db, context.log),
  'invoices.issue': () => issueInvoices(context.db, context.log),
  'aadhaar.scan': () => scanForAadhaar(context),
  'taxes.ask': () => askRunningMentors(context.db, context.log),
  'privacy.erase': () => eraseDue(context),
  'privacy.retain': () => runRetention(context),
  'privacy.copy': ({ copyId }) => makeCopy(context, copyId),
  'privacy.breach': ({ breachId }) => notifyConcerned(context, breachId),
  'admin.figures': () => countFigures(context.db),
  'reconciliation.nightly': () => checkNightly(context),
  'reconciliation.check': ({ checkId }) => runCheck(context, checkId),
  'media.erase': ({ mediaId }) => eraseMedia(context, mediaId),
  'media.sweep': () => sweepMedia(context),
  'platform.clean': async () => {
    await deleteOldChallenges(context.db)
    await deleteOldBulkEdits(context.db)
    await deleteOldCounts(context.db)
    await deleteOldSecurityCounts(context.db)
    await forgetOldPhones(context.db, payoutPhoneHoldDays)
  },
})
