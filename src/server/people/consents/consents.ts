import { sql } from 'kysely'
import { type ConductKind, type ConsentKind, consentText } from '#contract/people/consent-texts.ts'
import type { Consent, ParentConsent, ShownConsent } from '#contract/people/consents.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PersonalTable } from '#server/platform/personal.ts'
import * as rows from './consent-rows.ts'

export { versionsInForce } from './consent-rows.ts'

/** What is agreed to: the text as a page showed it, and for children by whom. */
export type Agreement = ({ kind: Exclude<ConsentKind, 'child'> } & ShownConsent) | ({ kind: 'child' } & ParentConsent)

export async function consentsOf(db: Db, accountId: string): Promise<Consent[]> {
  return (await rows.consentsOf(db, accountId)).map(({ givenAt, withdrawnAt, ...one }) => ({
    ...one,
    givenAt: givenAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  }))
}

/** Records a consent; one in force to the same text stays. @throws AppError with the current text after it changed */
export async function giveConsent(tx: Transaction, accountId: string, given: Agreement): Promise<void> {
  const { kind, version, language } = given
  const current = consentText(kind, language)
  if (version !== current.version) throw new AppError('consent-changed', { kind, ...current })
  const by = given.kind === 'child' ? { parentName: given.name, relation: given.relation } : null
  const shown = current.items.join('\n')
  await rows.insertConsent(tx, { accountId, kind, version, language, shown, parentName: null, relation: null, ...by })
}

/**
 * Records the consent of a login, unless the current text was agreed to before: its page may be older then.
 * @throws AppError `account-consent-needed`
 */
export async function giveAtLogin(tx: Transaction, accountId: string, given?: ShownConsent): Promise<void> {
  if (await isConsentGiven(tx, accountId, 'account')) return
  if (!given) throw new AppError('account-consent-needed')
  await giveConsent(tx, accountId, { kind: 'account', ...given })
}

/** What needs a code of conduct: accepted before, or now. @throws AppError `conduct-needed` */
export async function ensureConduct(
  tx: Transaction,
  accountId: string,
  kind: ConductKind,
  given?: ShownConsent,
): Promise<void> {
  if (await isConsentGiven(tx, accountId, kind)) return
  if (!given) throw new AppError('conduct-needed')
  await giveConsent(tx, accountId, { kind, ...given })
}

export async function withdrawConsent(tx: Transaction, accountId: string, kind: ConsentKind): Promise<void> {
  await rows.setWithdrawn(tx, accountId, kind)
}

/** Whether the current text is agreed to. */
export const isConsentGiven = async (db: Db, accountId: string, kind: ConsentKind): Promise<boolean> =>
  (await rows.consentState(db, accountId, kind)).version === consentText(kind, 'en').version

/** Whether a consent was withdrawn and not given again. */
export async function isConsentWithdrawn(db: Db, accountId: string, kind: ConsentKind): Promise<boolean> {
  const { version, isWithdrawn } = await rows.consentState(db, accountId, kind)
  return version === null && isWithdrawn
}

/** The record of a consent stays, without the name. */
export const personalConsents: readonly PersonalTable[] = [
  {
    table: 'consent',
    whose: ({ accountId }) => sql`account_id = ${accountId}`,
    shows: ['kind', 'version', 'language', 'shown', 'parent_name', 'relation', 'given_at', 'withdrawn_at'],
    erase: { parent_name: null, withdrawn_at: sql`coalesce(withdrawn_at, now())` },
  },
]
