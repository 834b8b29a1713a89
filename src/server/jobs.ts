import { z } from 'zod'
import { mergeKinds } from '#contract/reference/catalogue-admin.ts'

/** Background jobs by name with their payloads: ids only, because a job may run twice. */
export const jobs = {
  'payments.sync': z.strictObject({ orderId: z.uuid() }),
  'payments.reconcile': z.strictObject({}),
  'payments.lapse-requests': z.strictObject({}),
  'refunds.send': z.strictObject({ refundId: z.uuid() }),
  'refunds.sync': z.strictObject({ orderId: z.uuid() }),
  'refunds.sweep': z.strictObject({}),
  'transfers.sweep': z.strictObject({}),
  'transfers.told': z.strictObject({
    gateway: z.string(),
    reference: z.string(),
    outcome: z.enum(['settled', 'failed']),
    message: z.string(),
    vendorId: z.string().optional(),
    amountPaise: z.int().optional(),
    eventKey: z.string().optional(),
  }),
  'transfers.settled': z.strictObject({ settlementId: z.string() }),
  'payouts.payees': z.strictObject({}),
  'payouts.check-account': z.strictObject({ accountId: z.uuid() }),
  'payouts.check-accounts': z.strictObject({}),
  'messages.send': z.strictObject({}),
  'chat.notify-away': z.strictObject({}),
  'lessons.settle-due': z.strictObject({}),
  'lessons.remind': z.strictObject({}),
  'lessons.no-shows': z.strictObject({}),
  'proposals.end': z.strictObject({}),
  'lessons.tomorrow': z.strictObject({}),
  'lessons.rested': z.strictObject({ mentorId: z.uuid() }),
  'reviews.publish': z.strictObject({}),
  'cases.escalate': z.strictObject({}),
  'calls.notify': z.strictObject({ callId: z.uuid() }),
  'codes.watch': z.strictObject({}),
  'media.erase': z.strictObject({ mediaId: z.uuid() }),
  'media.sweep': z.strictObject({}),
  'platform.clean': z.strictObject({}),
  'checks.expire': z.strictObject({}),
  'taxes.return': z.strictObject({}),
  'taxes.ask': z.strictObject({}),
  'invoices.issue': z.strictObject({}),
  'aadhaar.scan': z.strictObject({}),
  'mentors.listing': z.strictObject({ bulkEditId: z.uuid() }),
  'mentors.reliability': z.strictObject({}),
  'mentors.place': z.strictObject({ placeId: z.uuid(), after: z.uuid().nullable() }),
  'mentors.cards': z.union([z.strictObject({ subject: z.string() }), z.strictObject({ ids: z.array(z.uuid()) })]),
  'catalogue.leftovers': z.strictObject({ kind: z.enum(mergeKinds), key: z.string() }),
  'privacy.erase': z.strictObject({}),
  'privacy.retain': z.strictObject({}),
  'privacy.copy': z.strictObject({ copyId: z.uuid() }),
  'privacy.breach': z.strictObject({ breachId: z.uuid() }),
  'admin.figures': z.strictObject({}),
  'reconciliation.nightly': z.strictObject({}),
  'reconciliation.check': z.strictObject({ checkId: z.uuid() }),
} as const satisfies Record<string, z.ZodType>

export type JobName = keyof typeof jobs
export type JobBody<N extends JobName> = z.infer<(typeof jobs)[N]>
export type JobHandlers = { [N in JobName]: (body: JobBody<N>) => Promise<void> }

/** Scheduled jobs as cron expressions in UTC. */
export const schedule: Partial<Record<JobName, string>> = {
  'payments.reconcile': '* * * * *',
  'payments.lapse-requests': '*/5 * * * *',
  'refunds.sweep': '*/10 * * * *',
  'transfers.sweep': '* * * * *',
  'payouts.payees': '*/5 * * * *',
  'payouts.check-accounts': '*/10 * * * *',
  'messages.send': '* * * * *',
  'chat.notify-away': '* * * * *',
  'lessons.settle-due': '*/5 * * * *',
  'lessons.remind': '*/10 * * * *',
  'lessons.no-shows': '*/5 * * * *',
  'proposals.end': '*/5 * * * *',
  // From 18:30 to 21:00 in India.
  'lessons.tomorrow': '*/10 13-15 * * *',
  'reviews.publish': '*/5 * * * *',
  'cases.escalate': '*/10 * * * *',
  'codes.watch': '*/10 * * * *',
  'admin.figures': '*/5 * * * *',
  'privacy.erase': '*/10 * * * *',
  'media.sweep': '41 * * * *',
  'platform.clean': '17 * * * *',
  // 00:20 in India, when a check that was valid until yesterday has expired.
  'checks.expire': '50 18 * * *',
  // 02:20 in India.
  'mentors.reliability': '50 20 * * *',
  // 02:40 in India.
  'taxes.return': '10 21 * * *',
  // 03:00 in India.
  'aadhaar.scan': '30 21 * * *',
  // 10:10 in India.
  'taxes.ask': '40 4 * * *',
  // 03:20 in India.
  'privacy.retain': '50 21 * * *',
  // 03:50 in India: on the first, for the month that ended.
  'invoices.issue': '20 22 * * *',
  // From 04:10 in India on, once an hour until yesterday is checked.
  'reconciliation.nightly': '40 * * * *',
}
