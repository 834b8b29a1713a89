import { soleAdminWaitHours } from '#contract/money/limits.ts'
import { paise, rupees } from '#contract/wire/money.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
import { writeJournal } from '#server/ledger/ledger.ts'
import { fetchSettlements } from '#server/money/reconciliation/reconciliation.ts'
import { canNobodyElseDecide } from '#server/people/accounts/accounts.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { csv } from '#server/platform/csv.ts'
import { constraintOf, type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import { lockSettings } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { insertSetting, readSetting } from '#server/settings/settings/settings.ts'
import { isProvenAccount } from './account-rows.ts'
import { bankDetailsCipher } from './bank-details.ts'
import * as locked from './locked-rows.ts'
import { notifyPayoutPaid } from './notifications.ts'
import * as rows from './queries.ts'

export { summaryReads, toSummary } from './summary.ts'

const auditSubject = (id: string, detail?: Record<string, unknown>) => ({
  kind: 'payout-batch' as const,
  id,
  ...(detail && { detail }),
})

export const toBatch = <B extends rows.BatchRow>({ id, madeAt, endedAt, paise: amount, ...rest }: B) => ({
  ...rest,
  _id: id,
  madeAt: madeAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  amount: rupees(amount),
})

export const toLine = ({ id: _id, amountPaise, ...rest }: rows.BatchLineRow) => ({
  ...rest,
  _id,
  amount: rupees(amountPaise),
})

/** One batch as the API returns it. */
export async function batchFor(db: Db, id: string) {
  const batch = orNotFound(await rows.batchById(db, id))
  return toBatch(batch)
}

/** After a restore, the books lack what was paid since: nothing more is paid until an owner resumes. */
async function assertNotPaused(tx: Transaction): Promise<void> {
  if (await readSetting(tx, 'payoutsPausedFrom')) throw new AppError('payouts-paused')
}

/** Ends the pause after a restore. Idempotent. */
export async function resumePayouts({ db }: Context, viewer: Viewer, reason: string): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx)
    const from = await readSetting(tx, 'payoutsPausedFrom')
    if (!from) return
    await insertSetting(tx, 'payoutsPausedFrom', '')
    await writeAudit(tx, viewer, 'payouts.resume', { kind: 'list', id: 'payouts', detail: { from, reason } })
  })
}

/**
 * Batches every mentor's balance up to a day. The database allows one open batch; a concurrent caller gets the
 * existing one.
 */
export async function createBatch({ db }: Context, viewer: Viewer, until: string) {
  if (until > dateInIndia(new Date())) throw invalidField('until', 'not after today')
  return await transaction(db, async (tx) => {
    await assertNotPaused(tx)
    const id = await locked.insertBatch(tx, until, viewer.accountId)
    if (!id) return await batchFor(tx, await sameOpenBatch(tx, until))
    const mentors = await locked.fillBatch(tx, id, until)
    if (mentors === 0) throw new AppError('payout-empty')
    await writeAudit(tx, viewer, 'payout.make', auditSubject(id, { until, mentors }))
    return await batchFor(tx, id)
  })
}

async function sameOpenBatch(tx: Transaction, until: string): Promise<string> {
  const open = await locked.openBatch(tx)
  if (open?.until !== until) throw new AppError('payout-open')
  return open.id
}

async function lockBatch(tx: Transaction, id: string): Promise<locked.Batch> {
  return orNotFound(await locked.lockBatch(tx, id))
}

/**
 * Records the bank's payment of a batch. Mentors with later deductions are skipped, so the paid amount must exclude
 * them. The database refuses more than the bank balance; fetching new settlements may cover the shortfall.
 */
export async function payBatch(context: Context, viewer: Viewer, id: string, payment: BatchPayment) {
  return await recordBatchPayment(context, viewer, id, payment).catch(async (error: unknown) => {
    if (constraintOf(error) !== 'bank_not_overdrawn' || !(await fetchSettlements(context))) throw error
    return await recordBatchPayment(context, viewer, id, payment)
  })
}

type BatchPayment = { reference: string; amount: number }

async function recordBatchPayment({ db, config }: Context, viewer: Viewer, id: string, payment: BatchPayment) {
  return await transaction(db, async (tx) => {
    const batch = await lockBatch(tx, id)
    if (batch.status === 'paid' && batch.reference === payment.reference) return await batchFor(tx, id)
    if (batch.status !== 'open') throw new AppError('payout-ended')
    await locked.lockBatchAccounts(tx, id)
    const lines = await locked.linesOf(tx, id)
    const due = lines.filter((one) => one.status === 'open')
    const skipped = lines.filter((one) => one.status !== 'open')
    const total = due.reduce((sum, one) => sum + one.amountPaise, 0)
    await assertMayPay(tx, viewer, batch, due)
    if (total === 0 || total !== paise(payment.amount)) throw new AppError('payout-changed', { amount: rupees(total) })
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
    await locked.releaseEntries(
      tx,
      skipped.map((one) => one.id),
      'skip',
    )
    await locked.endBatch(tx, id, viewer.accountId, payment.reference)
    await writeAudit(
      tx,
      viewer,
      'payout.pay',
      auditSubject(id, { ...payment, mentors: due.length, leftOut: skipped.length }),
    )
    for (const line of due) await notifyPayoutPaid(tx, config, line, payment.reference)
    return await batchFor(tx, id)
  })
}

/**
 * A second admin pays a batch, who has no payout in it. Where nobody else may decide, its maker can pay it a day later: time
 * to notice a stolen session.
 */
async function assertMayPay(tx: Transaction, viewer: Viewer, batch: locked.Batch, due: locked.Line[]): Promise<void> {
  if (await canNobodyElseDecide(tx, viewer.accountId)) {
    const waitsUntil = new Date(batch.madeAt.getTime() + soleAdminWaitHours * 3_600_000)
    if (batch.madeBy === viewer.accountId && waitsUntil > new Date())
      throw new AppError('payout-wait', { at: waitsUntil.toISOString() })
    return
  }
  if (batch.madeBy === viewer.accountId) throw new AppError('payout-second-admin')
  assertNotParty(
    viewer,
    due.map(({ accountId }) => accountId),
  )
}

/** Corrects the bank reference of a paid batch, for mentors too. Idempotent. */
export async function correctReference(
  { db }: Context,
  viewer: Viewer,
  id: string,
  { reference, reason }: ReferenceCorrection,
) {
  return await transaction(db, async (tx) => {
    const batch = await lockBatch(tx, id)
    if (batch.status !== 'paid') throw new AppError('payout-unpaid')
    if (batch.reference !== reference) {
      await locked.setReference(tx, id, reference)
      await writeAudit(tx, viewer, 'payout.reference', auditSubject(id, { reference, was: batch.reference, reason }))
    }
    return await batchFor(tx, id)
  })
}

type ReferenceCorrection = { reference: string; reason: string }
type SkipInput = { payout: string; reason: string | null; bankDidNotPay?: boolean | undefined }

/**
 * Skips one payout with a reason, or includes it again without one. Idempotent. After a bank file was
 * downloaded, either needs the admin's confirmation that the bank did not pay.
 */
export async function skipPayout(
  { db }: Context,
  viewer: Viewer,
  id: string,
  { payout, reason, bankDidNotPay }: SkipInput,
) {
  return await transaction(db, async (tx) => {
    const batch = await lockBatch(tx, id)
    if (batch.status !== 'open') throw new AppError('payout-ended')
    const lines = await locked.linesOf(tx, id)
    const line = orNotFound(lines.find((one) => one.id === payout))
    assertNotParty(viewer, [line.accountId])
    if (reason === null && line.reason !== null && !(await isProvenAccount(tx, payout)))
      throw new AppError('payout-account-unproven')
    const isInBankFile = reason === null ? line.reason !== null && lines.some((one) => one.isInFile) : line.isInFile
    if (isInBankFile && !bankDidNotPay) throw new AppError('payout-sent')
    const isChanged = await locked.setSkipped(tx, id, payout, reason)
    const action = reason === null ? 'payout.put-back' : 'payout.leave-out'
    const detail = { payout, ...(reason && { reason }), ...(isInBankFile && { bankDidNotPay }) }
    if (isChanged) await writeAudit(tx, viewer, action, auditSubject(id, detail))
    return await batchFor(tx, id)
  })
}

/**
 * Undoes an unpaid batch; no journal exists yet. After a bank file was downloaded, it needs the admin's confirmation
 * that the bank did not pay.
 */
export async function undoBatch({ db }: Context, viewer: Viewer, id: string, bankDidNotPay = false) {
  return await transaction(db, async (tx) => {
    const batch = await lockBatch(tx, id)
    if (batch.status === 'paid') throw new AppError('payout-ended')
    if (batch.status === 'open') {
      const lines = await locked.linesOf(tx, id)
      const isInBankFile = lines.some((one) => one.isInFile)
      if (isInBankFile && !bankDidNotPay) throw new AppError('payout-sent')
      await locked.releaseEntries(
        tx,
        lines.map((one) => one.id),
        'undo',
      )
      await locked.endBatch(tx, id, viewer.accountId, null)
      await writeAudit(tx, viewer, 'payout.undo', auditSubject(id, isInBankFile ? { bankDidNotPay } : undefined))
    }
    return await batchFor(tx, id)
  })
}

/**
 * Bank CSV with name, account and amount of every payout. The access is audited first. From here on the bank may pay,
 * so later deductions no longer change this batch.
 */
export async function bankFile({ db, config }: Context, viewer: Viewer, id: string) {
  const { batch, lines } = await transaction(db, async (tx) => {
    await assertNotPaused(tx)
    const batch = await lockBatch(tx, id)
    if (batch.status === 'undone') throw new AppError('payout-ended')
    await locked.lockBatchAccounts(tx, id)
    const lines = (await locked.linesOf(tx, id)).filter(({ status }) => status === 'open' || status === 'paid')
    if (batch.status === 'open')
      await locked.markInBankFile(
        tx,
        lines.map((one) => one.id),
      )
    await writeAudit(
      tx,
      viewer,
      'payout.bank-file',
      auditSubject(id, { mentors: lines.map(({ mentorId }) => mentorId) }),
    )
    return { batch, lines }
  })
  const cipher = bankDetailsCipher(config.secretKeys)
  const body = lines.map(({ id: payoutId, mentorId, number, sealed, amountPaise }) => {
    const to = cipher.decrypt(mentorId, sealed)
    const destination = to.method === 'bank' ? ['BANK', to.accountNumber, to.ifsc, ''] : ['UPI', '', '', to.upi]
    return [payoutId.slice(-12).toUpperCase(), number, to.holder, ...destination, (amountPaise / 100).toFixed(2)]
  })
  const head = ['Payment no.', 'Mentor', 'Name', 'Method', 'Account number', 'IFSC', 'UPI id', 'Amount']
  return { name: `payout-${batch.until}.csv`, text: csv([head, ...body]) }
}
