import { instantInIndia, timeInIndia } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
import { settleOrder } from '#server/money/payments/payments.ts'
import { recordManualRefund, syncRefunds } from '#server/money/refunds/refunds.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { GatewayError, uniqueBy } from '#server/providers/payments/gateway-calls.ts'
import type { GatewayRecords, KnownOrder, Payments } from '#server/providers/payments/payment-gateway.ts'
import * as comparison from './comparison.ts'
import * as locked from './locked-rows.ts'
import { recordSettlements } from './settlements.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** Nightly check from 4 am in India; retried hourly after a failure. */
export async function checkNightly(context: Context, now = new Date()): Promise<void> {
  const { db, payments } = context
  await locked.failStalledChecks(db, payments.name)
  const time = timeInIndia(now)
  if (time < '04:00' || (await locked.isUpToDate(db, payments.name))) return
  const { id, isNew } = await transaction(db, (tx) => locked.openCheck(tx, payments.name, null))
  if (isNew) await runCheck(context, id)
  if (time >= '07:00' && !(await locked.isUpToDate(db, payments.name)))
    context.log?.error({ event: 'books-check-late' }, 'no reconciliation with the gateway succeeded today')
}

/** Queues a check for an admin, or returns the open one. @returns its id */
export async function requestCheck({ db, payments, queue }: Context, viewer: Viewer): Promise<string> {
  await locked.failStalledChecks(db, payments.name)
  return await transaction(db, async (tx) => {
    const { id, isNew } = await locked.openCheck(tx, payments.name, viewer.accountId)
    if (!isNew) return id
    await queue.send(tx, 'reconciliation.check', { checkId: id })
    await writeAudit(tx, viewer, 'books.check', { kind: 'gateway-check', id })
    return id
  })
}

/**
 * Runs a waiting check once. Settles payments we missed, records clear manual refunds and settlements, and saves the
 * remaining discrepancies.
 */
export async function runCheck(context: Context, id: string): Promise<void> {
  const check = await locked.claimCheck(context.db, id)
  if (!check) return
  try {
    await compare(context, { id, ...check })
  } catch (error) {
    context.log?.error({ err: error, checkId: id }, 'reconciliation with the gateway failed')
    await locked.failCheck(context.db, id, error instanceof Error ? error.message : String(error))
  }
}

async function compare(context: Context, check: locked.CheckedDays & { id: string; gateway: string }): Promise<void> {
  const { db, payments } = context
  if (check.gateway !== payments.name) throw new Error(`${check.gateway} is not the gateway in use`)
  const start = instantInIndia(check.from, '00:00')
  const end = new Date(instantInIndia(check.until, '00:00').getTime() + dayMs)
  // One extra day, for records that began before our first day.
  const parts: GatewayRecords[] = []
  for await (const part of readInParts(payments, new Date(start.getTime() - dayMs), new Date())) {
    parts.push(part)
    await locked.recordProgress(db, check.id)
  }
  const records = mergeParts(parts)
  const holds =
    payments.splits && (await comparison.hasHolds(db, payments.name, start))
      ? await payments.splits.holds(new Date(start.getTime() - dayMs), new Date())
      : []
  const scope = { gateway: check.gateway, start, end, records, holds }
  await catchUp(context, scope)
  const missing = await confirmMissing(context, await comparison.missingAtGateway(db, scope))
  await transaction(db, async (tx) => {
    if (!(await locked.lockRunning(tx, check.id))) return
    const discrepancies = [...(await comparison.findDiscrepancies(tx, scope)), ...missing]
    await locked.saveDiscrepancies(tx, { id: check.id, gateway: check.gateway, start }, discrepancies)
    await locked.completeCheck(tx, check.id, check.gateway, {
      payments: records.payments.length,
      refunds: records.refunds.length,
      settlements: records.settlements.length,
    })
  })
}

/** Updates our records from the gateway. Each failure is logged and stays a discrepancy. */
async function catchUp(context: Context, scope: comparison.Scope): Promise<void> {
  const logFailure = (task: Promise<unknown>, details: object) =>
    task.catch((error: unknown) =>
      context.log?.error({ err: error, ...details }, 'catching up with the gateway failed'),
    )
  for (const orderId of await comparison.ordersToSettle(context.db, scope)) {
    await logFailure(settleOrder(context, orderId), { orderId })
  }
  for (const orderId of await comparison.ordersToSync(context.db, scope)) {
    await logFailure(syncRefunds(context, orderId), { orderId })
  }
  for (const found of await comparison.manualRefunds(context.db, scope))
    await logFailure(recordManualRefund(context, found), found)
  await recordSettlements(context, scope.records.settlements)
}

/**
 * Records the gateway does not find by order either; its list may use other days than ours.
 * @throws when the gateway does not respond, since that proves nothing
 */
async function confirmMissing(
  { payments }: Context,
  found: readonly comparison.MissingRecord[],
): Promise<locked.FoundDiscrepancy[]> {
  const missing: locked.FoundDiscrepancy[] = []
  for (const { order, ...one } of found) {
    const isKnown = order !== null && (await gatewayHas(payments, order, one))
    if (!isKnown) missing.push(one)
  }
  return missing
}

async function gatewayHas(
  payments: Payments,
  order: KnownOrder,
  { kind, subject }: locked.FoundDiscrepancy,
): Promise<boolean> {
  try {
    if (kind === 'payment_missing')
      return (await payments.attempts(order)).some(
        (attempt) => attempt.paymentId === subject && attempt.status === 'SUCCESS',
      )
    return (await payments.refunds(order)).some(
      (attempt) => attempt.gatewayRefundId === subject || attempt.refundId === subject,
    )
  } catch (error) {
    if (error instanceof GatewayError && error.isMissing) return false
    throw error
  }
}

/** Records settlements no check has seen yet. @returns whether there were any, even if a later call failed */
export async function fetchSettlements(context: Context): Promise<boolean> {
  let recordedCount = 0
  try {
    const { from } = await locked.daysToCheck(context.db, context.payments.name)
    const start = new Date(instantInIndia(from, '00:00').getTime() - dayMs)
    for await (const { settlements } of readInParts(context.payments, start, new Date()))
      recordedCount += await recordSettlements(context, settlements)
  } catch (error) {
    context.log?.error({ err: error }, 'fetching settlements from the gateway failed')
  }
  return recordedCount > 0
}

/** An admin resolves a discrepancy with a note. Idempotent. */
export async function resolveDiscrepancy({ db }: Context, viewer: Viewer, id: string, note: string): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await locked.setResolved(tx, id, viewer.accountId, note))) return
    await writeAudit(tx, viewer, 'books.resolve', { kind: 'gateway-difference', id, detail: { note } })
  })
}

/** An admin takes on a discrepancy. Idempotent. */
export async function takeDiscrepancy({ db }: Context, viewer: Viewer, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await locked.setOwner(tx, id, viewer.accountId))) return
    await writeAudit(tx, viewer, 'books.take', { kind: 'gateway-difference', id })
  })
}

/**
 * Reads the gateway's records a fortnight at a time. Fortnights overlap by a week, because related records may be
 * days apart: a refund and its reversal, a settlement and its adjustments.
 */
async function* readInParts(payments: Payments, from: Date, until: Date): AsyncGenerator<GatewayRecords> {
  for (let begin = from.getTime(); ; begin += weekMs) {
    const end = Math.min(begin + 2 * weekMs, until.getTime())
    yield await payments.records(new Date(begin), new Date(end))
    if (end === until.getTime()) return
  }
}

/**
 * Merges parts into one: the latest part wins for refunds, the earliest for settlements, since it starts long before
 * them.
 */
const mergeParts = (parts: readonly GatewayRecords[]): GatewayRecords => ({
  payments: uniqueBy(
    parts.flatMap((one) => one.payments),
    (one) => one.paymentId,
  ),
  refunds: uniqueBy(
    parts.flatMap((one) => one.refunds),
    (one) => one.gatewayRefundId,
  ),
  settlements: uniqueBy(
    parts.toReversed().flatMap((one) => one.settlements),
    (one) => one.settlementId,
  ),
})
