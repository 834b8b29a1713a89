import { splitFee } from '#contract/classes/prices.ts'
import type { Context } from '#server/context.ts'
import { balancePaise, lockAccounts, writeJournal } from '#server/ledger/ledger.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockOrder } from '#server/platform/locks.ts'
import { GatewayError } from '#server/providers/payments/gateway-calls.ts'
import type { Claim, Payee, Splits, TransferNotice } from '#server/providers/payments/splits.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { partOf, recordCarriedOut, recordFailure, vendorIdOf } from './outcomes.ts'
import * as payees from './payee-rows.ts'
import * as rows from './rows.ts'
import * as uncertain from './uncertain-rows.ts'

/** Held above the share, because the shares of lessons are rounded one by one; it returns with the end of the booking. */
const roundingPaise = 100

/** The gateway's splits, if the setting has it hold the mentors' money; null if all of it comes to us. */
export async function splitsInUse({ db, payments }: Pick<Context, 'db' | 'payments'>): Promise<Splits | null> {
  if (!payments.splits) return null
  const modes = await readSetting(db, 'payoutModes')
  return modes[payments.name] === 'split' ? payments.splits : null
}

/**
 * The mentor's share of a new order that the gateway will hold; 0 if the setting has all of it come to us.
 * @throws AppError `mentor-not-payable` while the gateway cannot pay the mentor
 */
export async function shareToHold(
  tx: Transaction,
  payments: Context['payments'],
  order: { mentorId: string; pricePaise: number; amountPaise: number },
): Promise<number> {
  if (!(await splitsInUse({ db: tx, payments }))) return 0
  if (!(await payees.isPayable(tx, order.mentorId, payments.name))) throw new AppError('mentor-not-payable')
  const { mentor } = splitFee(order.pricePaise, await readSetting(tx, 'feeRates', new Date()))
  return Math.min(mentor + roundingPaise, order.amountPaise)
}

/**
 * Decides what happens to an order's hold: each settled lesson is paid to the mentor once, and what no lesson can need any more
 * returns to us. Reads the state only, so that it may run at any time and as often as it likes.
 */
async function plan(tx: Transaction, gateway: string, orderId: string): Promise<void> {
  const order = await rows.lockHeldOrder(tx, orderId)
  if (!order || order.remainingPaise === 0) return
  let { remainingPaise } = order
  let restingPaise = 0
  const to = { orderId, mentorId: order.mentorId, gateway }
  for (const lesson of await rows.dueLessons(tx, order)) {
    if (lesson.isResting) restingPaise += Math.max(0, lesson.netPaise)
    else remainingPaise -= await release(tx, { ...to, lessonId: lesson.id }, Math.min(lesson.netPaise, remainingPaise))
  }
  const rates = await readSetting(tx, 'feeRates', new Date())
  const neededPaise = splitFee(order.openPaise, rates).mentor + restingPaise
  const sparePaise = remainingPaise - neededPaise - (order.openPaise > 0 ? roundingPaise : 0)
  if (sparePaise > 0 && !order.isReturnResting)
    await rows.insertTransfer(tx, { ...to, kind: 'return', amountPaise: sparePaise })
}

type Release = { orderId: string; mentorId: string; gateway: string; lessonId: string }

/** Releases a lesson's money, at most what the mentor is owed and no payout will pay. @returns the released paise */
async function release(tx: Transaction, one: Release, wantedPaise: number): Promise<number> {
  if (wantedPaise <= 0) return 0
  const { mentorId } = one
  const lines = (amountPaise: number) => [
    { kind: 'mentor_payable' as const, ownerId: mentorId, amountPaise },
    { kind: 'transfers_payable' as const, amountPaise: -amountPaise },
  ]
  await lockAccounts(tx, lines(0))
  const owedPaise = -(await balancePaise(tx, 'mentor_payable', mentorId)) - (await rows.paiseInPayouts(tx, mentorId))
  const amountPaise = Math.min(wantedPaise, owedPaise)
  if (amountPaise <= 0) return 0
  const id = await rows.insertTransfer(tx, { ...one, kind: 'release', amountPaise })
  if (!id) return 0
  await writeJournal(tx, { kind: 'transfer', subjectId: id, lines: lines(amountPaise) })
  return amountPaise
}

/** A claim lasts a minute, and no call is begun that might end after it. */
const callsMs = 45_000

/** Keeps a claimed transfer for the calls of one attempt. */
function claimOf(db: Context['db'], { id, claimedAt: first }: rows.Claimed): Claim {
  const until = Date.now() + callsMs
  let claimedAt = first
  return {
    async keep(way) {
      const renewed = Date.now() < until ? await rows.renewClaim(db, { id, claimedAt }, way ?? null) : null
      if (!renewed) throw new GatewayError('the gateway was too slow; the next attempt goes on from here')
      claimedAt = renewed.claimedAt
      return renewed.way
    },
  }
}

/** Asks the gateway for a due transfer and records its answer. Without an answer it stays due and is asked for again. */
async function send(context: Context, splits: Splits, id: string): Promise<void> {
  const { db } = context
  const transfer = await rows.claimTransfer(db, id)
  if (!transfer) return
  const { number, kind } = transfer
  const part = { ...partOf(transfer), ...claimOf(db, transfer) }
  const asked = kind === 'release' ? splits.release(part) : splits.takeBack({ ...part, number })
  const answer = await asked.catch(async (error: unknown) => {
    await rows.setMessage(db, id, error instanceof Error ? error.message : String(error))
    throw error
  })
  await transaction(db, async (tx) => {
    await lockOrder(tx, transfer.orderId)
    if (answer.status === 'refused') return await recordFailure(tx, transfer, answer.reason)
    await recordCarriedOut(tx, transfer, answer.status, answer.reference)
  })
}

/** Brings an order's hold up to date, here and at the gateway. @throws what the gateway throws */
export async function syncTransfers(context: Context, orderId: string): Promise<void> {
  const { db, payments } = context
  if (!payments.splits) return
  await transaction(db, (tx) => plan(tx, payments.name, orderId))
  for (const id of await rows.dueTransfers(db, payments.name, orderId, 500)) await send(context, payments.splits, id)
}

/** Job: the hold of every order that may have to change, and every transfer the gateway has not confirmed. */
export async function sweepTransfers(context: Context): Promise<void> {
  const { db, payments, log } = context
  const { splits } = payments
  if (!splits) return
  for (const orderId of await rows.ordersToPlan(db, payments.name, 500))
    await syncTransfers(context, orderId).catch((error: unknown) =>
      log?.error({ err: error, orderId }, 'releasing money of an order failed'),
    )
  for (const id of await rows.dueTransfers(db, payments.name, null, 500))
    await send(context, splits, id).catch((error: unknown) =>
      log?.error({ err: error, transferId: id }, 'a transfer at the gateway failed'),
    )
}

type Told = Pick<TransferNotice, 'reference' | 'outcome' | 'message' | 'vendorId' | 'amountPaise'> & {
  /** Of the webhook it came with. */
  eventKey?: string | undefined
  isLate?: boolean
}
/** The gateway may be faster than the reply that names the transfer. */
const earlyNoticeMs = 120_000
/** One of several transfers that a notice fits may get its reference meanwhile. */
const severalFitMs = 3_600_000

/**
 * Records what the gateway says about a released transfer. There is no call that reads it, so the signed webhook counts.
 * Repeating changes nothing, and a settlement that was reversed afterwards has failed. A late notice without a transfer of its
 * reference is about the only one without a reference that has its payee and amount. A late notice says nothing any more when
 * a newer one about the same settlement has come.
 */
export async function recordTransferNotice(
  tx: Transaction,
  { queue, log }: Pick<Context, 'queue' | 'log'>,
  gateway: string,
  told: Told,
): Promise<void> {
  const { isLate, reference, outcome, message, vendorId, amountPaise, eventKey } = told
  if (isLate && eventKey && (await uncertain.hasNewerNotice(tx, gateway, { eventKey, reference }))) return
  const known = await rows.transferByReference(tx, gateway, reference)
  const fitting = known ? [known] : isLate ? await uncertain.transfersWithoutReference(tx, gateway, told) : []
  const [found, ...others] = fitting
  if (!found || others.length > 0) {
    if (isLate) log?.error({ gateway, reference, fitting: fitting.length }, 'a settlement fits no single transfer')
    const startAfter = new Date(Date.now() + (isLate ? severalFitMs : earlyNoticeMs))
    const notice = { gateway, reference, outcome, message, vendorId, amountPaise, eventKey }
    if (!isLate || found) await queue.send(tx, 'transfers.told', notice, { startAfter })
    return
  }
  await lockOrder(tx, found.orderId)
  if (!known) {
    if (!(await uncertain.setReference(tx, found.id, reference)))
      throw new Error('the transfer of a settlement has changed')
    await recordCarriedOut(tx, found, 'sent')
  }
  if (told.outcome === 'failed') await recordFailure(tx, found, told.message)
  else await rows.moveTransfer(tx, found.id, 'settle', { message: told.message })
}

/** Job: records every released part that a settlement of the gateway paid to a mentor's bank. */
export async function recordSettlement(context: Context, settlementId: string): Promise<void> {
  const { db, payments } = context
  for (const reference of (await payments.splits?.settledBy(settlementId)) ?? [])
    await transaction(db, (tx) =>
      recordTransferNotice(tx, context, payments.name, { reference, outcome: 'settled', message: settlementId }),
    )
}

type MentorPayee = { mentorId: string; accountId: string } & Omit<Payee, 'vendorId'>

/** Makes a mentor known to the gateway, or gives it another account of the mentor. */
export async function saveMentorPayee(context: Context, { mentorId, accountId, ...payee }: MentorPayee): Promise<void> {
  const { db, payments } = context
  if (!payments.splits) return
  const claim = (reference: string) => payees.claimPayee(db, { mentorId, gateway: payments.name, reference })
  const state = await payments.splits.savePayee({ ...payee, vendorId: vendorIdOf(mentorId) }, claim)
  await payees.savePayee(db, { mentorId, gateway: payments.name, accountId, ...state })
}

/** Asks whether the gateway has finished checking a payee. */
export async function refreshPayee(
  { db, payments }: Context,
  { mentorId, accountId, reference }: Pick<MentorPayee, 'mentorId' | 'accountId' | 'reference'>,
): Promise<void> {
  if (!payments.splits) return
  const state = await payments.splits.payeeState(reference || vendorIdOf(mentorId))
  await payees.savePayee(db, { mentorId, gateway: payments.name, accountId, ...state })
}

export { payeeRefusalOf, refusedPayees } from './payee-rows.ts'
export { retryTransfer } from './retry.ts'
export { entriesLeftToGateway, heldTotal, newestTransfers, skipTransferNumbers, vendorOf } from './rows.ts'
