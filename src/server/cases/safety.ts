import type { Language } from '#contract/errors.ts'
import type { Parts } from '#server/app.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { pauseMentor } from '#server/verification/verification.ts'
import { writeCaseEvent } from './locked-rows.ts'
import { hasPaidBooking } from './queries.ts'

/** Told to the mentor; who reported it is not. */
const reason: Record<Language, string> = {
  en: 'Somebody told us of a matter of safety, and we look into it now. We call you.',
  hi: 'हमें सुरक्षा से जुड़ी एक बात बताई गई है और हम उसकी जाँच कर रहे हैं। हम आपको फ़ोन करेंगे।',
}

/** Takes the mentor of a case off the site; the caller writes down why. */
export const pauseForCase = (tx: Tx, config: Parts['config'], mentorId: string, by: string | null) =>
  pauseMentor(tx, config, { mentorId, by, reason })

/**
 * A family that paid this mentor says that something is unsafe: the mentor is off the site at once, before anybody looked. Whoever
 * paid nothing could take a competitor away with two taps, so there an admin presses.
 */
export async function pauseAtOnce(
  tx: Tx,
  config: Parts['config'],
  { caseId, familyId, mentorId }: { caseId: string; familyId: string; mentorId: string },
): Promise<void> {
  if (!(await hasPaidBooking(tx, familyId, mentorId))) return
  if (!(await pauseForCase(tx, config, mentorId, null))) return
  await writeCaseEvent(tx, caseId, { kind: 'pause', by: null })
  await writeAudit(tx, null, 'mentor.suspend', { kind: 'mentor', id: mentorId, detail: { case: caseId } })
}
