import { type RetentionClock, retentionDays } from '#contract/privacy/retention.ts'
import type { Context } from '#server/context.ts'
import { deleteOverdueCvs, deleteOverdueDocuments } from '#server/mentors/verification/verification.ts'
import { deleteOldMessages, deleteOldNotifications } from '#server/notifications/notifications.ts'
import { deleteOldCodes, deleteOldDevices } from '#server/people/accounts/accounts.ts'
import { deleteOldReplies } from '#server/platform/idempotency.ts'
import { deleteOldSessions } from '#server/platform/sessions.ts'
import { deleteCallAddresses, deleteVisitorCalls } from '#server/support/calls/calls.ts'
import { deleteCaseAddresses, deleteOldEvidence, emptyVisitorCases } from '#server/support/cases/cases.ts'
import * as rows from './desk-rows.ts'

/** What each clock removes. @returns how many rows or files */
const clocks: Record<RetentionClock, (context: Context, days: number) => Promise<number>> = {
  codes: ({ db }, days) => deleteOldCodes(db, days),
  addresses: async ({ db }, days) => (await deleteCaseAddresses(db, days)) + (await deleteCallAddresses(db, days)),
  replies: ({ db }, days) => deleteOldReplies(db, days),
  sessions: ({ db }, days) => deleteOldSessions(db, days),
  devices: ({ db }) => deleteOldDevices(db),
  notifications: ({ db }, days) => deleteOldNotifications(db, days),
  messages: ({ db }, days) => deleteOldMessages(db, days),
  visitors: async ({ db }, days) => (await deleteVisitorCalls(db, days)) + (await emptyVisitorCases(db, days)),
  evidence: ({ db }) => deleteOldEvidence(db),
  documents: (context) => deleteOverdueDocuments(context),
  cvs: (context) => deleteOverdueCvs(context),
  copies: ({ db }, days) => rows.deleteOldCopies(db, days),
}

/** Nightly: runs every clock and keeps a report. A clock that fails is reported, and the others go on. */
export async function runRetention(context: Context): Promise<void> {
  const { db, log } = context
  const id = await rows.insertRun(db)
  const removed: Partial<Record<RetentionClock, number | null>> = {}
  for (const [name, remove] of Object.entries(clocks) as [RetentionClock, (typeof clocks)[RetentionClock]][]) {
    removed[name] = await remove(context, retentionDays[name]).catch((error: unknown) => {
      log?.error({ err: error, clock: name }, 'a retention clock failed')
      return null
    })
  }
  await rows.endRun(db, id, removed)
}
