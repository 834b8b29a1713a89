import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { recordSafetyReport, suspendMentor } from '#server/mentors/verification/verification.ts'
import { inBoth, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Transaction } from '#server/platform/database.ts'
import { adminsOf } from './detail-rows.ts'
import { writeCaseEvent } from './locked-rows.ts'
import * as rows from './queries.ts'

/** Told to the mentor; who reported it is not. */
const reason: Record<Language, string> = {
  en: "We've received a safety report and are looking into it. We'll call you.",
  hi: 'हमें सुरक्षा से जुड़ी एक बात बताई गई है और हम उसकी जाँच कर रहे हैं। हम आपको फ़ोन करेंगे।',
}

/** Takes the mentor of a case off the site; the caller writes down why. */
export const pauseForCase = (tx: Transaction, config: Context['config'], mentorId: string, by: string | null) =>
  suspendMentor(tx, config, { mentorId, by, reason })

type Report = { caseId: string; number: string; familyId: string; mentorId: string }

/**
 * A family that paid this mentor says that something is unsafe: the mentor is off the site at once, before anybody looked. Whoever
 * paid nothing could take a competitor away with two taps, so there an admin presses; and so it is for a month with a family after
 * whose word an admin brought this mentor back: every admin hears of that at once.
 */
export async function pauseAtOnce(tx: Transaction, config: Context['config'], report: Report): Promise<void> {
  const { caseId, number, familyId, mentorId } = report
  const mayPause = await rows.hasPaidBooking(tx, familyId, mentorId)
  const isJudged = mayPause && (await rows.wasLifted(tx, familyId, mentorId))
  if (mayPause && !isJudged && (await pauseForCase(tx, config, mentorId, null))) {
    await writeCaseEvent(tx, caseId, { kind: 'pause', by: null })
    await writeAudit(tx, null, 'mentor.suspend', { kind: 'mentor', id: mentorId, detail: { case: caseId } })
    return
  }
  // Whoever is about to bring a paused mentor back sees this first.
  if (isJudged || (await rows.isPaused(tx, mentorId))) await recordSafetyReport(tx, mentorId, number)
  if (!isJudged) return
  const values = inBoth(() => ({ number }))
  for (const { _id } of await adminsOf(tx))
    await notify(tx, { event: 'safety-reported', accountId: _id, side: 'admin', onceKey: caseId, values })
}
