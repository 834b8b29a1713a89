import { isDeepStrictEqual } from 'node:util'
import type { Payout, PayoutAccount, Statement } from '#contract/money/payouts.ts'
import { confirmHours } from '#contract/wire/limits.ts'
import { rupees, splitFee } from '#contract/wire/money.ts'
import { firstName } from '#contract/wire/names.ts'
import { dateInIndia, plusMinutes } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { csv } from '#server/platform/csv.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { bankDetailsCipher, maskedAccount } from './bank-details.ts'
import { notifyAccountSet } from './notifications.ts'
import * as rows from './queries.ts'

const maxPayouts = 24

type Breakdown = Pick<rows.EarningRow, 'commission' | 'gst' | 'tds' | 'tcs' | 'net'>
const inRupees = ({ commission, gst, tds, tcs, net }: Breakdown) => ({
  fee: rupees(commission + gst + tds + tcs + net),
  ...{ commission: rupees(commission), gst: rupees(gst), tds: rupees(tds), tcs: rupees(tcs), net: rupees(net) },
})

type LessonRow = Pick<rows.HeldRow, 'minutes' | 'subject' | 'student' | 'learner' | 'startsAt'>
const toLesson = ({ startsAt, minutes, subject, student, learner }: LessonRow) => ({
  startsAt: startsAt.toISOString(),
  ...{ minutes, subject },
  // Families' surnames are not shown, unless the mentor entered the name.
  student: student ?? (learner && firstName(learner)),
})

const toEarning = ({ id, at, startsAt, minutes, subject, ...row }: rows.EarningRow) => ({
  _id: id,
  at: at.toISOString(),
  lesson: startsAt && minutes !== null && subject !== null ? toLesson({ ...row, startsAt, minutes, subject }) : null,
  ...inRupees(row),
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

function mentorOf(viewer: Viewer): string {
  if (!viewer.mentorId) throw new AppError('not-found')
  return viewer.mentorId
}

/** The viewer's earnings: earned, paid out, and on hold. */
export async function earningsFor(
  { db, cursors }: Context,
  viewer: Viewer,
  page: { cursor?: string | undefined; limit: number },
) {
  const mentorId = mentorOf(viewer)
  const list = `earnings:${mentorId}`
  const after = page.cursor ? cursors.read<rows.Position>(list, page.cursor) : null
  const [found, sums, held, payouts, account, rest] = await Promise.all([
    rows.earningsOf(db, mentorId, after, page.limit),
    rows.earningTotalsOf(db, mentorId),
    rows.heldLessonsOf(db, mentorId),
    rows.payoutsOf(db, mentorId, maxPayouts),
    rows.accountHint(db, mentorId),
    rows.payoutHoldOf(db, mentorId),
  ])
  const shown = found.slice(0, page.limit)
  const last = shown.at(-1)
  const heldEarnings = await Promise.all(
    held.map(async (row) => {
      const { mentor: net, ...parts } = splitFee(row.feePaise, await readSetting(db, 'feeRates', row.startsAt))
      return { row, parts: { ...parts, net } }
    }),
  )
  return {
    data: shown.map((row) => ({
      ...toEarning(row),
      status: { open: 'sending', paid: 'paid', none: 'waiting' }[row.payoutStatus ?? 'none'] as
        | 'sending'
        | 'paid'
        | 'waiting', // true: all values of the record
      payout: row.payoutId,
    })),
    nextCursor: found.length > page.limit && last ? cursors.write(list, { at: last.cursorAt, id: last.id }) : null,
    held: heldEarnings.map(({ row, parts }) => ({
      _id: row.id,
      lesson: toLesson(row),
      ...inRupees(parts),
      until: plusMinutes(row.answerFrom, confirmHours * 60).toISOString(),
      dispute: row.dispute && { ...row.dispute, answerBy: new Date(row.dispute.answerBy).toISOString() },
    })),
    totals: {
      ...inRupees(sums),
      paid: rupees(sums.paid),
      waiting: rupees(sums.net - sums.paid),
      held: rupees(heldEarnings.reduce((sum, { parts }) => sum + parts.net, 0)),
    },
    payouts: payouts.map(toPayout),
    account,
    rest: rest && { ...rest, until: rest.until.toISOString() },
  }
}

/** Stores the viewer's payout account encrypted and notifies the mentor's phone. @returns the masked account */
export async function setAccount({ db, config }: Context, viewer: Viewer, account: PayoutAccount): Promise<string> {
  const mentorId = mentorOf(viewer)
  const hint = maskedAccount(account)
  const seal = bankDetailsCipher(config.secretKey)
  return await transaction(db, async (tx) => {
    const accountId = await rows.lockMentorAccount(tx, mentorId)
    const sealed = await rows.latestAccount(tx, mentorId)
    if (sealed && isDeepStrictEqual(seal.decrypt(mentorId, sealed), account)) return hint
    const id = await rows.insertAccount(tx, mentorId, seal.encrypt(mentorId, account), hint)
    await writeAudit(tx, viewer, 'payout-account.set', { kind: 'mentor', id: mentorId, detail: { hint } })
    await notifyAccountSet(tx, accountId, id, hint)
    return hint
  })
}

/** A payout with its entries, for its mentor, the owner and operations. */
export async function statementFor({ db }: Context, viewer: Viewer, id: string): Promise<Statement> {
  const payout = await rows.payoutById(db, id)
  if (!payout || (viewer.userType !== 'admin' && payout.mentorId !== viewer.mentorId)) throw new AppError('not-found')
  const found = await rows.earningsOfPayout(db, id)
  const sum = (name: keyof Breakdown) => found.reduce((total, row) => total + row[name], 0)
  const sums = { commission: sum('commission'), gst: sum('gst'), tds: sum('tds'), tcs: sum('tcs'), net: sum('net') }
  return {
    ...toPayout(payout),
    until: payout.until,
    mentor: { number: payout.number, fullName: payout.fullName },
    rows: found.map(toEarning),
    totals: inRupees(sums),
  }
}

/** For example "payout-MS-10234-2026-11-20". */
export const statementFileName = ({ mentor, until }: Statement) => `payout-${mentor.number}-${until}`

export function statementCsv(statement: Statement) {
  const { rows: found, totals, mentor, reference } = statement
  const money = ({ fee, commission, gst, tds, tcs, net }: Statement['totals']) =>
    [fee, commission, gst, tds, tcs, net].map((amount) => Number(amount.toFixed(2)))
  const body = found.map(({ at, lesson, ...row }) => [
    dateInIndia(new Date(lesson?.startsAt ?? at)),
    lesson?.subject ?? 'correction',
    lesson?.student ?? '',
    lesson?.minutes ?? '',
    ...money(row),
  ])
  const head = ['Date', 'Class', 'Student', 'Minutes', 'Fee', 'Commission', 'GST', 'TDS', 'TCS', 'Payout']
  const total = ['Total', mentor.number, mentor.fullName, reference ?? '', ...money(totals)]
  return { name: `${statementFileName(statement)}.csv`, text: csv([head, ...body, total]) }
}
