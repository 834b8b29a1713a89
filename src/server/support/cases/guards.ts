import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './locked-rows.ts'

type Actor = Pick<Viewer, 'accountId'>

/** What the audit says of a decision that only an owner was left for, though it is about an own one. */
export type SoleDecider = { nobodyElse?: 'yes' }

/**
 * While an appeal is open, nobody who decided the case before owns it, decides it or moves its money; but an owner where no other
 * admin is left who could.
 */
export function assertNotOwnDecision(
  { accountId }: Actor,
  { isAppealed, deciders, barred }: rows.DecisionHistory,
): SoleDecider {
  if (!isAppealed || !deciders.includes(accountId)) return {}
  if (barred.includes(accountId)) throw new AppError('case-own-decision')
  return { nobodyElse: 'yes' }
}

/** Whoever is a family or a mentor besides decides nothing about its own money: another admin does, however few there are. */
export function assertNotParty({ accountId }: Actor, accounts: readonly string[]): void {
  if (accounts.includes(accountId)) throw new AppError('own-account')
}

/** Refuses a step that started from an older version, with what happened since. */
export function assertLatestVersion(one: rows.LockedCase, version: number, since: rows.CaseEventRow[]): void {
  if (one.version === version) return
  throw new AppError('case-changed', {
    version: one.version,
    by: since[0]?.by ?? null,
    at: since[0]?.at.toISOString() ?? null,
    events: since.map(({ kind, by, text, detail }) => ({ kind, by, text, detail: detail.to ?? detail.way ?? '' })),
  })
}

/** A case under lock, for a feature that decides it. Before any other lock: order, booking and lesson come after it. */
export async function lockCase(tx: Transaction, id: string): Promise<rows.LockedCase> {
  const one = await rows.lockCase(tx, id)
  if (!one) throw new AppError('not-found')
  return one
}

/** Whether this admin may decide a locked case now: not another admin's, not an appeal against the own decision, not an older version. */
export async function assertMayDecide(
  tx: Transaction,
  viewer: Actor,
  one: rows.LockedCase,
  version: number | null,
): Promise<SoleDecider> {
  const alone = assertNotOwnDecision(viewer, one)
  if (version !== null) assertLatestVersion(one, version, await rows.eventsSince(tx, one.id, version))
  if (one.ownerName !== null && one.ownerId !== viewer.accountId)
    throw new AppError('case-of-another', { name: one.ownerName })
  return alone
}

/**
 * Locks the cases about an order that this admin decided, and the one the money is moved for, before the order itself: an appeal
 * against one of them bars the admin from its money, and so does being its family or mentor. Refused too when that case is not
 * about the order.
 */
export async function assertMayMoveMoney(
  tx: Transaction,
  viewer: Actor,
  orderId: string,
  caseId: string | null,
): Promise<SoleDecider> {
  assertNotParty(viewer, await rows.partiesOf(tx, orderId))
  const cases = await rows.lockCasesOfOrder(tx, orderId, viewer.accountId, caseId)
  const alone: SoleDecider = Object.assign({}, ...cases.map((one) => assertNotOwnDecision(viewer, one)))
  if (caseId && !cases.some(({ id }) => id === caseId))
    throw new AppError('bad-request', { fields: [{ field: 'case', problem: 'a case about this order' }] })
  return alone
}
