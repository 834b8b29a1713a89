import type { z } from 'zod'
import { ageRange } from '#contract/mentors/application-sections.ts'
import { eKycDocument } from '#contract/mentors/e-kyc.ts'
import type { sendEKyc } from '#contract/mentors/e-kyc-file.ts'
import type { AdminMentor } from '#contract/mentors/verification.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
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

const dayMs = 86_400_000
/** How far UIDAI's clock may be ahead of ours. */
const clockMs = 600_000

/** Whether somebody is an adult today; of a year alone, when the year of their birthday is over. */
export function isAdult(born: string, now = new Date()): boolean {
  const [year = '', ...day] = dateInIndia(now).split('-')
  const since = `${Number(year) - ageRange.min}`
  return born.length === 4 ? born < since : born <= [since, ...day].join('-')
}

/** Throws for a file that is too old, of a minor, or of somebody else. */
function assertUsable({ signedAt, born, name }: EKycPerson, fullName: string, days: number): void {
  const age = Date.now() - signedAt.getTime()
  if (age > days * dayMs || age < -clockMs) throw new AppError('e-kyc-old', { days })
  if (!isAdult(born)) throw new AppError('e-kyc-minor', { age: ageRange.min })
  if (!isSameName(fullName, name)) throw new AppError('e-kyc-name')
}

type Input = z.output<typeof sendEKyc.schema.body>
/** Checks a file and keeps its result with the consent to it; after a refusal nothing is kept. */
export async function takeEKyc(
  { db, eKyc }: Pick<Context, 'db' | 'eKyc'>,
  viewer: Viewer,
  { file, shareCode, fullName, consent }: Input,
): Promise<Date> {
  if (!eKyc) throw new AppError('e-kyc-off')
  const answer = await eKyc.read(Buffer.from(file, 'base64'), shareCode)
  if ('problem' in answer) throw new AppError(`e-kyc-${answer.problem}`)
  assertUsable(answer.person, fullName, await readSetting(db, 'eKycDays'))
  const { accountId } = viewer
  return await transaction(db, async (tx) => {
    await lockApplicant(tx, accountId)
    await giveConsent(tx, accountId, { kind: 'e-kyc', ...consent })
    const checkedAt = await rows.writeEKyc(tx, accountId, answer.person)
    const id = await rows.mentorIdOf(tx, accountId)
    const mentor = id && (await locked.lockMentor(tx, id))
    if (mentor) await useAsDocument(tx, viewer, mentor)
    const of = mentor ? ({ kind: 'mentor', id: mentor.id } as const) : ({ kind: 'account', id: accountId } as const)
    await writeAudit(tx, viewer, 'mentor.e-kyc', of)
    return checkedAt
  })
}

/** An uploaded file that is there stays the document, beside the result. */
async function useAsDocument(tx: Transaction, viewer: Viewer, mentor: locked.LockedMentor): Promise<void> {
  const { id, document, isDocumentDeleted } = mentor
  if (document === null || isDocumentDeleted || document === eKycDocument) await rows.setEKycDocument(tx, id)
  await locked.setDocumentRequested(tx, id, false)
  await rows.reopenFailedIdentity(tx, id)
  await locked.incrementVersion(tx, id)
  const detail = { changed: [eKycDocument] }
  await locked.writeEvent(tx, { mentorId: id, kind: 'document_given', accountId: viewer.accountId, detail })
}

/** What is kept of a mentor's e-KYC file, for an admin who checks the mentor. */
export async function eKycOf(db: Context['db'], mentorId: string): Promise<AdminMentor['eKyc']> {
  const kept = await keptEKyc(db, mentorId)
  if (!kept) return null
  const { name, fullName, lastFour, signedAt, checkedAt } = kept
  return {
    ...{ name, lastFour, isSameName: isSameName(fullName, name) },
    ...{ signedAt: signedAt.toISOString(), checkedAt: checkedAt.toISOString() },
  }
}
