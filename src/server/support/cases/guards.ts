import type { Db, Transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
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

/** Refuses admins whose own account reported a case, or is a side of it. Exception: their own ticket, if nobody else can decide it. */
export async function assertNotPartyOfCase(db: Db, { accountId }: Actor, id: string): Promise<SoleDecider> {
  const { isParty, isOpen } = await rows.standingIn(db, accountId, id)
  if (!isOpen) throw new AppError('own-account')
  return isParty ? { nobodyElse: 'yes' } : {}
}

/** Rejects an action based on an outdated version and returns the events since. */
export function assertLatestVersion(locked: rows.LockedCase, version: number, newerEvents: rows.CaseEventRow[]): void {
  if (locked.version === version) return
  throw new AppError('case-changed', {
    version: locked.version,
    by: newerEvents[0]?.by ?? null,
    at: newerEvents[0]?.at.toISOString() ?? null,
    events: newerEvents.map(({ kind, by, text, detail }) => ({
      kind,
      by,
      text,
      detail: detail.to ?? detail.way ?? '',
    })),
  })
}

/** Locks a case for a feature that decides it. Lock order: case, order, booking, lesson. */
export async function lockCase(tx: Transaction, id: string): Promise<rows.LockedCase> {
  return orNotFound(await rows.lockCase(tx, id))
}

/** Asserts that this admin may decide a locked case: not assigned to someone else, not an appeal against their own decision, not outdated. */
export async function assertMayDecide(
  tx: Transaction,
  viewer: Actor,
  locked: rows.LockedCase,
  version: number | null,
): Promise<SoleDecider> {
  const soleDecider = assertNotOwnDecision(viewer, locked)
  if (version !== null) assertLatestVersion(locked, version, await rows.eventsSince(tx, locked.id, version))
  if (locked.ownerName !== null && locked.ownerId !== viewer.accountId)
    throw new AppError('case-of-another', { name: locked.ownerName })
  return soleDecider
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
  const soleDecider: SoleDecider = Object.assign({}, ...cases.map((one) => assertNotOwnDecision(viewer, one)))
  if (caseId && !cases.some(({ id }) => id === caseId)) throw invalidField('case', 'a case about this order')
  return soleDecider
}
