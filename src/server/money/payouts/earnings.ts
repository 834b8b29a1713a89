import { autoConfirmHours } from '#contract/classes/limits.ts'
import { type FeeRates, splitFee } from '#contract/classes/prices.ts'
import type { EarningKind, Payout, Statement } from '#contract/money/payouts.ts'
import { rupees } from '#contract/wire/money.ts'
import { firstName } from '#contract/wire/names.ts'
import { dateInIndia, plusMinutes } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
import { previewTaxes } from '#server/mentors/taxes/taxes.ts'
import { invoicesOf, toInvoice } from '#server/money/invoices/invoices.ts'
import { payeeRefusalOf, splitsInUse } from '#server/money/transfers/transfers.ts'
import { csv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { isoFromJson, readTogether } from '#server/platform/json-rows.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { emailInUse } from '#server/providers/payments/splits.ts'
import { datedSetting } from '#server/settings/settings/settings.ts'
import { newestAccountOf } from './account-rows.ts'
import * as rows from './queries.ts'

const maxPayouts = 24
const maxInvoices = 24

const toRupees = ({ commission, gst, tds, tcs, net, credits }: rows.Breakdown) => ({
  fee: rupees(commission + gst + tds + tcs + net - credits),
  commission: rupees(commission),
  gst: rupees(gst),
  tds: rupees(tds),
  tcs: rupees(tcs),
  net: rupees(net),
})

type LessonRow = Pick<rows.HeldRow, 'minutes' | 'subject' | 'student' | 'learner' | 'startsAt'>
const toLesson = ({ startsAt, minutes, subject, student, learner }: LessonRow) => ({
  startsAt: startsAt.toISOString(),
  minutes,
  subject,
  // Families' surnames are not shown, unless the mentor entered the name.
  student: student ?? (learner && firstName(learner)),
})

const toEarning = ({ id, at, startsAt, minutes, subject, kind, chargedFor, ...row }: rows.EarningRow) => ({
  _id: id,
  at: at.toISOString(),
  kind,
  chargedFor,
  lesson: startsAt && minutes !== null && subject !== null ? toLesson({ ...row, startsAt, minutes, subject }) : null,
  ...toRupees(row),
})

const toPayout = (row: rows.PayoutRow): Payout => ({
  _id: row.id,
  amount: rupees(row.amountPaise),
  status: row.status,
  madeAt: row.madeAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  reference: row.reference,
  account: row.account,
})

/** Shares of lessons that wait for confirmation, as they would be settled now. */
async function previewHeld(db: Db, mentorId: string, held: readonly rows.HeldRow[], ratesAt: (at: Date) => FeeRates) {
  if (held.length === 0) return []
  const shares = held.map((row) => splitFee(row.feePaise, ratesAt(row.startsAt)))
  const fees = held.map(({ feePaise, startsAt }, i) => ({
    kind: 'class' as const,
    at: startsAt,
    grossPaise: feePaise,
    sharePaise: shares[i]?.mentor ?? 0,
  }))
  const taxes = await previewTaxes(db, mentorId, fees, ratesAt)
  return held.map((row, i) => {
    const { commission = 0, gst = 0, mentor = 0 } = shares[i] ?? {}
    const { tds = 0, tcs = 0 } = taxes[i] ?? {}
    return { row, parts: { commission, gst, tds, tcs, net: mentor - tds - tcs, credits: 0 } }
  })
}

/** The viewer's earnings: earned, paid out, and on hold. */
export async function earningsFor(
  context: Context,
  viewer: Viewer,
  page: { cursor?: string | undefined; limit: number; month?: string | undefined },
) {
  const { db, cursors } = context
  const mentorId = orNotFound(viewer.mentorId)
  const list = `earnings:${mentorId}:${page.month ?? ''}`
  const after = page.cursor ? cursors.read<rows.EarningPosition>(list, page.cursor) : null
  const wanted = { after, limit: page.limit, month: page.month, payouts: maxPayouts }
  const reads = {
    ...rows.earningReads(mentorId, wanted),
    account: newestAccountOf(mentorId),
    invoices: invoicesOf(mentorId, maxInvoices),
    refusals: payeeRefusalOf(mentorId, context.payments.name),
  }
  const [found, splits, ratesAt] = await Promise.all([
    readTogether(db, reads),
    splitsInUse(context),
    datedSetting(db, 'feeRates'),
  ])
  const { entries, months, held, payouts } = found
  const [sums] = found.sums
  const [hold] = found.hold
  const [account] = found.account
  const [refusal] = found.refusals
  if (!sums) throw new Error('sums returned no row')
  const rest = rows.toPayoutHold(hold)
  const pageRows = entries.slice(0, page.limit)
  const lastRow = pageRows.at(-1)
  const heldEarnings = await previewHeld(db, mentorId, held, ratesAt)
  const sumOf = (those: typeof heldEarnings) => rupees(those.reduce((sum, { parts }) => sum + parts.net, 0))
  return {
    data: pageRows.map((row) => ({
      ...toEarning(row),
      status: { open: 'sending', paid: 'paid', none: 'waiting' }[row.payoutStatus ?? 'none'] as
        | 'sending'
        | 'paid'
        | 'waiting', // safe: all values of the record
      payout: row.payoutId,
    })),
    nextCursor:
      entries.length > page.limit && lastRow ? cursors.write(list, { at: lastRow.cursorAt, id: lastRow.id }) : null,
    months: months.map(({ net, ...month }) => ({ ...month, net: rupees(net) })),
    held: heldEarnings.map(({ row, parts }) => ({
      _id: row.id,
      lesson: toLesson(row),
      ...toRupees(parts),
      until: plusMinutes(row.answerFrom, autoConfirmHours * 60).toISOString(),
      dispute: row.dispute && { ...row.dispute, answerBy: isoFromJson(row.dispute.answerBy) },
    })),
    totals: {
      ...toRupees(sums),
      paid: rupees(sums.paid),
      waiting: rupees(sums.net - sums.paid),
      held: sumOf(heldEarnings),
      disputed: sumOf(heldEarnings.filter(({ row }) => row.dispute)),
      unconfirmed: sumOf(heldEarnings.filter(({ row }) => !row.dispute)),
    },
    payouts: payouts.map(toPayout),
    invoices: found.invoices.map(toInvoice),
    account: account?.hint ?? null,
    needsAddress: splits?.needsAddress ?? false,
    isPaidPerClass: splits !== null,
    payeeRefusal: splits && refusal ? { isEmail: refusal.message === emailInUse, reason: refusal.message } : null,
    accountCheck: account ? { status: account.status, problem: account.problem } : null,
    rest: rest && { ...rest, until: rest.until.toISOString() },
  }
}

/** A payout with its entries, for its mentor, the owner and operations. */
export async function statementFor({ db }: Context, viewer: Viewer, id: string): Promise<Statement> {
  const payout = await rows.payoutById(db, id)
  if (!payout || (viewer.userType !== 'admin' && payout.mentorId !== viewer.mentorId)) throw new AppError('not-found')
  const entries = await rows.earningsOfPayout(db, id)
  const sum = (name: keyof rows.Breakdown) => entries.reduce((total, row) => total + row[name], 0)
  const fees = { commission: sum('commission'), gst: sum('gst'), tds: sum('tds'), tcs: sum('tcs') }
  return {
    ...toPayout(payout),
    until: payout.until,
    mentor: { number: payout.number, fullName: payout.fullName },
    rows: entries.map(toEarning),
    totals: toRupees({ ...fees, net: sum('net'), credits: sum('credits') }),
  }
}

/** What an entry without a class is called in the CSV. */
const csvNames: Record<EarningKind, string> = {
  lesson: 'class',
  correction: 'correction',
  tax_return: 'tax refunded',
  collection: "collected for a family's credit",
  compensation_end: 'credit reversed',
  transfer: 'paid by the payment company',
  transfer_failed: 'returned by the bank',
}

/** For example "payout-MS-10234-2026-11-20". */
export const statementFileName = ({ mentor, until }: Statement) => `payout-${mentor.number}-${until}`

export function statementCsv(statement: Statement) {
  const { rows: entries, totals, mentor, reference } = statement
  const money = ({ fee, commission, gst, tds, tcs, net }: Statement['totals']) =>
    [fee, commission, gst, tds, tcs, net].map((amount) => Number(amount.toFixed(2)))
  const body = entries.map(({ at, lesson, ...row }) => [
    dateInIndia(new Date(lesson?.startsAt ?? at)),
    lesson?.subject ?? csvNames[row.kind],
    lesson?.student ?? '',
    lesson?.minutes ?? '',
    ...money(row),
  ])
  const head = ['Date', 'Class', 'Student', 'Minutes', 'Fee', 'Commission', 'GST', 'TDS', 'TCS', 'Payout']
  const total = ['Total', mentor.number, mentor.fullName, reference ?? '', ...money(totals)]
  return { name: `${statementFileName(statement)}.csv`, text: csv([head, ...body, total]) }
}
