import { paise, rupees } from '#contract/wire/money.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
import { writeJournal } from '#server/ledger/ledger.ts'
import { fetchSettlements } from '#server/money/reconciliation/reconciliation.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { csv } from '#server/platform/csv.ts'
import { constraintOf, type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertNotParty } from '#server/support/cases/cases.ts'
import { bankSeal } from './bank-details.ts'
import * as locked from './locked-rows.ts'
import { tellPaid } from './notifications.ts'
import * as rows from './queries.ts'

const subject = (id: string, detail?: Record<string, unknown>) => ({
  kind: 'payout-batch' as const,
  id,
  ...(detail && { detail }),
})

export const shownBatch = <B extends rows.BatchRow>({ id, madeAt, endedAt, paise: amount, ...rest }: B) => ({
  ...rest,
  _id: id,
  madeAt: madeAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  amount: rupees(amount),
})

async function shown(db: Db, id: string) {
  const batch = await rows.batchById(db, id)
  if (!batch) throw new AppError('not-found')
  return shownBatch(batch)
}

export const shownLine = ({ id: _id, amountPaise, ...rest }: rows.BatchLineRow) => ({
  ...rest,
  _id,
  amount: rupees(amountPaise),
})

/** One batch for those who may pay. */
export async function batchFor({ db }: Context, id: string) {
  return await shown(db, id)
}

/** Freezes what every mentor is owed up to a day. The database allows one open batch: whoever is second gets the first's. */
export async function makeBatch({ db }: Context, viewer: Viewer, until: string) {
  if (until > dateInIndia(new Date()))
    throw new AppError('bad-request', { fields: [{ field: 'until', problem: 'not after today' }] })
  return await transaction(db, async (tx) => {
    const id = await locked.insertBatch(tx, until, viewer.accountId)
    if (!id) return await shown(tx, await sameOpenBatch(tx, until))
    const mentors = await locked.fillBatch(tx, id, until)
    if (mentors === 0) throw new AppError('payout-empty')
    await writeAudit(tx, viewer, 'payout.make', subject(id, { until, mentors }))
    return await shown(tx, id)
  })
}

async function sameOpenBatch(tx: Transaction, until: string): Promise<string> {
  const open = await locked.openBatch(tx)
  if (open?.until !== until) throw new AppError('payout-open')
  return open.id
}

async function lockBatch(tx: Transaction, id: string): Promise<locked.Batch> {
  const batch = await locked.lockBatch(tx, id)
  if (!batch) throw new AppError('not-found')
  return batch
}

/**
 * Writes into the books that the bank paid a batch. Mentors from whom something was taken back since stay out, so the
 * amount that was paid must be the one without them. The database refuses more than the bank holds; what the gateway
 * transferred since the last check may be what is missing.
 */
export async function payBatch(context: Context, viewer: Viewer, id: string, paid: Paid) {
  return await enterPaid(context, viewer, id, paid).catch(async (error: unknown) => {
    if (constraintOf(error) !== 'bank_not_overdrawn' || !(await fetchSettlements(context))) throw error
    return await enterPaid(context, viewer, id, paid)
  })
}

type Paid = { reference: string; amount: number }

async function enterPaid({ db, config }: Context, viewer: Viewer, id: string, paid: Paid) {
  return await transaction(db, async (tx) => {
    const batch = await lockBatch(tx, id)
    if (batch.status === 'paid' && batch.reference === paid.reference) return await shown(tx, id)
    if (batch.status !== 'open') throw new AppError('payout-ended')
    await locked.lockAccounts(tx, id)
    const lines = await locked.linesOf(tx, id)
    const due = lines.filter((one) => one.status === 'open')
    const out = lines.filter((one) => one.status !== 'open')
    const total = due.reduce((sum, one) => sum + one.amountPaise, 0)
    if (total === 0 || total !== paise(paid.amount)) throw new AppError('payout-changed', { amount: rupees(total) })
    for (const { id: payoutId, mentorId, amountPaise } of due) {
      await writeJournal(tx, {
        kind: 'payout',
        subjectId: payoutId,
        lines: [
          { kind: 'mentor_payable', ownerId: mentorId, amountPaise },
          { kind: 'bank', amountPaise: -amountPaise },
        ],
      })
    }
    await locked.setPaid(
      tx,
      due.map((one) => one.id),
    )
    await locked.giveBack(
      tx,
      out.map((one) => one.id),
      'leaveOut',
    )
    await locked.endBatch(tx, id, viewer.accountId, paid.reference)
    await writeAudit(tx, viewer, 'payout.pay', subject(id, { ...paid, mentors: due.length, leftOut: out.length }))
    for (const line of due) await tellPaid(tx, config, line, paid.reference)
    return await shown(tx, id)
  })
}

/** Puts another reference of the bank beside a paid batch, for the mentors too. That one already is a success. */
export async function correctReference({ db }: Context, viewer: Viewer, id: string, { reference, reason }: Correction) {
  return await transaction(db, async (tx) => {
    const batch = await lockBatch(tx, id)
    if (batch.status !== 'paid') throw new AppError('payout-unpaid')
    if (batch.reference !== reference) {
      await locked.setReference(tx, id, reference)
      await writeAudit(tx, viewer, 'payout.reference', subject(id, { reference, was: batch.reference, reason }))
    }
    return await shown(tx, id)
  })
}

type Correction = { reference: string; reason: string }
type Wish = { payout: string; reason: string | null; bankDidNotPay?: boolean | undefined }

/**
 * Leaves one mentor out of a batch with a reason, or without one puts it back. Done already is done. What the bank may have
 * paid is left out, and what its file lacks put back, only when an admin says that it did not pay.
 */
export async function leaveOut({ db }: Context, viewer: Viewer, id: string, { payout, reason, bankDidNotPay }: Wish) {
  return await transaction(db, async (tx) => {
    const batch = await lockBatch(tx, id)
    if (batch.status !== 'open') throw new AppError('payout-ended')
    const lines = await locked.linesOf(tx, id)
    const line = lines.find((one) => one.id === payout)
    if (!line) throw new AppError('not-found')
    assertNotParty(viewer, [line.accountId])
    const isTooLate = reason === null ? line.reason !== null && lines.some((one) => one.isInFile) : line.isInFile
    if (isTooLate && !bankDidNotPay) throw new AppError('payout-sent')
    const isMoved = await locked.setLeftOut(tx, id, payout, reason)
    const action = reason === null ? 'payout.put-back' : 'payout.leave-out'
    const detail = { payout, ...(reason && { reason }), ...(isTooLate && { bankDidNotPay }) }
    if (isMoved) await writeAudit(tx, viewer, action, subject(id, detail))
    return await shown(tx, id)
  })
}

/** Takes back a batch that was not paid, which an admin says when its file went out; the books know nothing of it. */
export async function undoBatch({ db }: Context, viewer: Viewer, id: string, bankDidNotPay = false) {
  return await transaction(db, async (tx) => {
    const batch = await lockBatch(tx, id)
    if (batch.status === 'paid') throw new AppError('payout-ended')
    if (batch.status === 'open') {
      const lines = await locked.linesOf(tx, id)
      const isTooLate = lines.some((one) => one.isInFile)
      if (isTooLate && !bankDidNotPay) throw new AppError('payout-sent')
      await locked.giveBack(
        tx,
        lines.map((one) => one.id),
        'undo',
      )
      await locked.endBatch(tx, id, viewer.accountId, null)
      await writeAudit(tx, viewer, 'payout.undo', subject(id, isTooLate ? { bankDidNotPay } : undefined))
    }
    return await shown(tx, id)
  })
}

/**
 * What the bank is given: name, account and amount of everybody who is paid. The look is written down first. From then on the
 * bank may pay, so what is taken back from these mentors no longer comes out of this batch.
 */
export async function bankFile({ db, config }: Context, viewer: Viewer, id: string) {
  const { batch, lines } = await transaction(db, async (tx) => {
    const batch = await lockBatch(tx, id)
    if (batch.status === 'undone') throw new AppError('payout-ended')
    await locked.lockAccounts(tx, id)
    const lines = (await locked.linesOf(tx, id)).filter(({ status }) => status === 'open' || status === 'paid')
    if (batch.status === 'open')
      await locked.setInFile(
        tx,
        lines.map((one) => one.id),
      )
    await writeAudit(tx, viewer, 'payout.bank-file', subject(id, { mentors: lines.map(({ mentorId }) => mentorId) }))
    return { batch, lines }
  })
  const seal = bankSeal(config.secretKey)
  const body = lines.map(({ id: payoutId, mentorId, number, sealed, amountPaise }) => {
    const to = seal.open(mentorId, sealed)
    const where = to.method === 'bank' ? ['BANK', to.accountNumber, to.ifsc, ''] : ['UPI', '', '', to.upi]
    return [payoutId.slice(-12).toUpperCase(), number, to.holder, ...where, (amountPaise / 100).toFixed(2)]
  })
  const head = ['Payment no.', 'Mentor', 'Name', 'Method', 'Account number', 'IFSC', 'UPI id', 'Amount']
  return { name: `payout-${batch.until}.csv`, text: csv([head, ...body]) }
}
