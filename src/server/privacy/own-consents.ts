import { type ConsentKind, lastingConsents } from '#contract/people/consent-texts.ts'
import type { Consent } from '#contract/people/consents.ts'
import type { Context } from '#server/context.ts'
import { deleteDocumentsOf, deleteEKycOf } from '#server/mentors/verification/verification.ts'
import { type Agreement, consentsOf, giveConsent, withdrawConsent } from '#server/people/consents/consents.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'

export async function giveOwnConsent(db: Db, { accountId }: Viewer, given: Agreement): Promise<Consent[]> {
  await transaction(db, (tx) => giveConsent(tx, accountId, given))
  return await consentsOf(db, accountId)
}

/** Withdraws a consent; what it allowed stops at once. */
export async function withdrawOwnConsent(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  viewer: Viewer,
  kind: ConsentKind,
): Promise<Consent[]> {
  if (lastingConsents.includes(kind)) throw new AppError('consent-ends-with-account')
  await transaction(db, async (tx) => {
    if (kind === 'e-kyc') await deleteEKycOf(tx, queue, viewer)
    if (kind === 'documents') await deleteDocumentsOf(tx, queue, viewer)
    await withdrawConsent(tx, viewer.accountId, kind)
  })
  return await consentsOf(db, viewer.accountId)
}
