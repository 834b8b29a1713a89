import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './locked-rows.ts'

type Actor = Pick<Viewer, 'accountId'>

/** Audit detail of a decision that an owner made on their own case because no other admin could. */
export type SoleDecider = { nobodyElse?: 'yes' }

/**
 * While an appeal is open, admins who decided the case may not own it, decide it or move its money. Exception: an owner, if no
 * other admin is left.
 */
export function assertNotOwnDecision(
  { accountId }: Actor,
  { isAppealed, deciders, barred }: rows.DecisionHistory,
): SoleDecider {
  if (!isAppealed || !deciders.includes(accountId)) return {}
  if (barred.includes(accountId)) throw new AppError('case-own-decision')
  return { nobodyElse: 'yes' }
}

/** Admins never decide about money of their own family or mentor account. */
export function assertNotParty({ accountId }: Actor, accounts: readonly string[]): void {
  if (accounts.includes(accountId)) throw new AppError('own-account')
}

/** Rejects an action based on an outdated version and returns the events since. */
export function assertLatestVersion(one: rows.LockedCase, version: number, since: rows.CaseEventRow[]): void {
  if (one.version === version) return
  throw new AppError('case-changed', {
    version: one.version,
    by: since[0]?.by ?? null,
    at: since[0]?.at.toISOString() ?? null,
    events: since.map(({ kind, by, text, detail }) => ({ kind, by, text, detail: detail.to ?? detail.way ?? '' })),
  })
}

/** Locks a case for a feature that decides it. Lock order: case, order, booking, lesson. */
export async function lockCase(tx: Transaction, id: string): Promise<rows.LockedCase> {
  const one = await rows.lockCase(tx, id)
  if (!one) throw new AppError('not-found')
  return one
}

/** Asserts that this admin may decide a locked case: not assigned to someone else, not an appeal against their own decision, not outdated. */
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
 * Locks the cases about an order that this admin decided, and the case the money is moved for, before the order itself. Refuses
 * admins who are a party of the order, who decided an appealed case about it, or whose case is not about the order.
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
