import { type CertificateKind, checkOfCertificate } from '#contract/mentors/check-evidence.ts'
import { factsOfCheck } from '#contract/mentors/reviewed-facts.ts'
import type { CheckKind } from '#contract/reference/catalogue.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import type { MentorFacts } from './facts.ts'
import * as rows from './queries.ts'

/** Results of reopened checks, by kind. */
export type Reopened = Partial<Record<CheckKind, rows.CheckBefore>>

/** Facts a check covers; changing one reopens the check. */
const checkedFacts = {
  ...factsOfCheck,
  identity: [...factsOfCheck.identity, 'document'],
} as const satisfies Partial<Record<CheckKind, readonly (keyof MentorFacts)[]>>

/** New certificates reopen their check, whatever its result. */
export async function reopenForCertificates(
  tx: Transaction,
  viewer: Viewer,
  mentorId: string,
  changed: ReadonlySet<CertificateKind>,
): Promise<void> {
  for (const certificate of changed) {
    // A teaching certificate is reviewed together with the degree and reopens nothing on its own.
    if (certificate === 'teaching') continue
    const check = checkOfCertificate[certificate]
    if (!(await rows.openCheck(tx, mentorId, check))) continue
    const detail = { check, changed: [`certificate-${certificate}`] }
    await rows.writeEvent(tx, { mentorId, kind: 'check_reopened', accountId: viewer.accountId, detail })
  }
}

type Versions = Record<'before' | 'submitted' | 'after', MentorFacts>
/**
 * Reopens the checks that rest on facts given anew: other than those in use and than those already submitted. @returns
 * the results of the reopened checks
 */
export async function reopenChecks(
  tx: Transaction,
  accountId: string,
  mentorId: string,
  { before, submitted, after }: Versions,
): Promise<Reopened> {
  const reopened: Reopened = {}
  for (const [kind, facts] of Object.entries(checkedFacts) as [
    keyof typeof checkedFacts,
    readonly (keyof MentorFacts)[],
  ][]) {
    const changed = facts.filter((fact) => before[fact] !== after[fact] && submitted[fact] !== after[fact])
    const result = changed.length > 0 ? await rows.reopenCheck(tx, mentorId, kind, 'passed') : null
    if (!result) continue
    reopened[kind] = result
    await rows.writeEvent(tx, { mentorId, kind: 'check_reopened', accountId, detail: { check: kind, changed } })
  }
  return reopened
}

/** Handles a new document after a request or a failed check: identity is due for review. */
export async function handleNewDocument(
  tx: Transaction,
  viewer: Viewer,
  mentorId: string,
  before: MentorFacts,
  after: MentorFacts,
): Promise<void> {
  if (before.document === after.document) return
  const wasAsked = await rows.clearDocumentRequest(tx, mentorId)
  const hadFailed = (await rows.reopenCheck(tx, mentorId, 'identity', 'failed')) !== null
  if (!wasAsked && !hadFailed) return
  const detail = { changed: ['document'] }
  await rows.writeEvent(tx, { mentorId, kind: 'document_given', accountId: viewer.accountId, detail })
}
