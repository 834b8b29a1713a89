import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { recordSafetyReport, suspendMentor } from '#server/mentors/verification/verification.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Transaction } from '#server/platform/database.ts'
import { activeAdmins } from './detail-rows.ts'
import { standingIn, writeCaseEvent } from './locked-rows.ts'
import * as rows from './queries.ts'

/** Shown to the mentor; the reporter is not named. */
const reason: Record<Language, string> = {
  en: "We've received a safety report and are looking into it. We'll call you.",
  hi: 'हमें सुरक्षा से जुड़ी एक बात बताई गई है और हम उसकी जाँच कर रहे हैं। हम आपको फ़ोन करेंगे।',
}

/** Suspends the mentor of a case; the caller records why. */
export const suspendForCase = (tx: Transaction, config: Context['config'], mentorId: string, by: string | null) =>
  suspendMentor(tx, config, { mentorId, by, reason })

type SafetyReport = { caseId: string; number: string; familyId: string; mentorId: string }

/**
 * Suspends a mentor at once on a safety report of a family that paid them. Reports of others wait for an admin, or competitors
 * could be taken offline. The same applies for 30 days after an admin restored the mentor from this family's report; then all
 * admins who may see the case are notified.
 */
export async function suspendOnReport(tx: Transaction, config: Context['config'], report: SafetyReport): Promise<void> {
  const { caseId, number, familyId, mentorId } = report
  const hasPaid = await rows.hasPaidBooking(tx, familyId, mentorId)
  const wasRestored = hasPaid && (await rows.wasRecentlyRestored(tx, familyId, mentorId))
  if (hasPaid && !wasRestored && (await suspendForCase(tx, config, mentorId, null))) {
    await writeCaseEvent(tx, caseId, { kind: 'pause', by: null })
    await writeAudit(tx, null, 'mentor.suspend', { kind: 'mentor', id: mentorId, detail: { case: caseId } })
    return
  }
  // An admin who restores the mentor sees this report first.
  if (wasRestored || (await rows.lockIfSuspended(tx, mentorId))) await recordSafetyReport(tx, mentorId, number)
  if (!wasRestored) return
  const values = inBothLanguages(() => ({ number }))
  for (const { _id } of await activeAdmins(tx)) {
    if (!(await standingIn(tx, _id, caseId)).isOpen) continue
    await notify(tx, { event: 'safety-reported', accountId: _id, side: 'admin', onceKey: caseId, values })
  }
}
