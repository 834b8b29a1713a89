import type { z } from 'zod'
import { ageRange } from '#contract/mentors/application-sections.ts'
import { eKycDocument } from '#contract/mentors/e-kyc.ts'
import type { sendEKyc } from '#contract/mentors/e-kyc-file.ts'
import type { AdminMentor } from '#contract/mentors/verification.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
import { forgetReopened } from '#server/mentors/applications/applications.ts'
import { giveConsent } from '#server/people/consents/consents.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockApplicant } from '#server/platform/locks.ts'
import { isSameName } from '#server/platform/person-names.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import type { EKycPerson } from '#server/providers/e-kyc/e-kyc-reader.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import * as rows from './e-kyc-rows.ts'
import * as locked from './locked-rows.ts'
import { keptEKyc } from './queries.ts'
import { recordChange } from './record-change.ts'

const dayMs = 86_400_000
/** How far UIDAI's clock may be ahead of ours. */
const clockMs = 600_000

/** Whether somebody is an adult today; of a year alone, when the year of their birthday is over. */
export function isAdult(born: string, now = new Date()): boolean {
  const [year = '', ...day] = dateInIndia(now).split('-')
  const since = `${Number(year) - ageRange.min}`
  return born.length === 4 ? born < since : born <= [since, ...day].join('-')
}

/** Throws for a file that is too old, or of a minor. */
function assertUsable({ signedAt, born }: EKycPerson, days: number): void {
  const age = Date.now() - signedAt.getTime()
  if (age > days * dayMs || age < -clockMs) throw new AppError('e-kyc-old', { days })
  if (!isAdult(born)) throw new AppError('e-kyc-minor', { age: ageRange.min })
}

type Input = z.output<typeof sendEKyc.schema.body>
/** Checks a file and keeps its result with the consent to it; after a refusal nothing is kept. */
export async function takeEKyc(
  { db, eKyc, log }: Pick<Context, 'db' | 'eKyc' | 'log'>,
  viewer: Viewer,
  { file, shareCode, fullName, consent }: Input,
): Promise<Date> {
  if (!eKyc) throw new AppError('e-kyc-off')
  const answer = await eKyc.read(Buffer.from(file, 'base64'), shareCode)
  if ('problem' in answer) {
    if (answer.problem === 'certificate')
      log?.warn('an e-KYC file has no signature by a certificate of UIDAI_CERTIFICATES')
    throw new AppError(`e-kyc-${answer.problem}`)
  }
  assertUsable(answer.person, await readSetting(db, 'eKycDays'))
  const { accountId } = viewer
  return await transaction(db, async (tx) => {
    await lockApplicant(tx, accountId)
    const id = await rows.mentorIdOf(tx, accountId)
    const mentor = id && (await locked.lockMentor(tx, id))
    // A rejected mentor may be correcting the name.
    const known = mentor && mentor.status !== 'rejected' ? mentor.fullName : fullName
    if (!isSameName(known, answer.person.name)) throw new AppError('e-kyc-name')
    await giveConsent(tx, accountId, { kind: 'e-kyc', ...consent })
    const { checkedAt, change } = await rows.writeEKyc(tx, accountId, answer.person)
    if (mentor) await useAsDocument(tx, viewer, mentor, change)
    const of = mentor ? ({ kind: 'mentor', id: mentor.id } as const) : ({ kind: 'account', id: accountId } as const)
    await writeAudit(tx, viewer, 'mentor.e-kyc', of)
    return checkedAt
  })
}

/** An uploaded file that is there stays the document, beside the result. A passed check does not hold for another result. */
async function useAsDocument(
  tx: Transaction,
  viewer: Viewer,
  mentor: locked.LockedMentor,
  change: 'first' | 'same' | 'other',
): Promise<void> {
  const { id, document, isDocumentDeleted } = mentor
  const isDocument = document === null || isDocumentDeleted || document === eKycDocument
  if (isDocument) await rows.setEKycDocument(tx, id)
  await locked.setDocumentRequested(tx, id, false)
  const isNew = change === 'other' || (change === 'first' && isDocument)
  await rows.reopenIdentity(tx, id, isNew ? ['failed', 'passed'] : ['failed'])
  if (isNew) await forgetReopened(tx, id, 'identity')
  await recordChange(tx, viewer.accountId, mentor, { kind: 'document_given', detail: { changed: [eKycDocument] } })
}

/** What is kept of a mentor's e-KYC file, for an admin who checks the mentor. */
export async function eKycOf(db: Context['db'], mentorId: string): Promise<AdminMentor['eKyc']> {
  const kept = await keptEKyc(db, mentorId)
  if (!kept) return null
  const { name, fullName, lastFour, signedAt, checkedAt } = kept
  return {
    name,
    lastFour,
    isSameName: isSameName(fullName, name),
    signedAt: signedAt.toISOString(),
    checkedAt: checkedAt.toISOString(),
  }
}
