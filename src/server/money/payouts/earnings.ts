import { isDeepStrictEqual } from 'node:util'
import { autoConfirmHours } from '#contract/classes/limits.ts'
import { splitFee } from '#contract/classes/prices.ts'
import type { Payout, PayoutAccount, Statement } from '#contract/money/payouts.ts'
import { rupees } from '#contract/wire/money.ts'
import { firstName } from '#contract/wire/names.ts'
import { dateInIndia, plusMinutes } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { csv } from '#server/platform/csv.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { bankSeal, hintOf } from './bank-details.ts'
import { tellAccountSet } from './notifications.ts'
import * as rows from './queries.ts'

const payoutsShown = 24

type Parted = Pick<rows.EarningRow, 'commission' | 'gst' | 'tds' | 'tcs' | 'net'>
const inRupees = ({ commission, gst, tds, tcs, net }: Parted) => ({
  fee: rupees(commission + gst + tds + tcs + net),
  ...{ commission: rupees(commission), gst: rupees(gst), tds: rupees(tds), tcs: rupees(tcs), net: rupees(net) },
})

type LessonRow = Pick<rows.HeldRow, 'minutes' | 'subject' | 'student' | 'learner' | 'startsAt'>
const lessonOf = ({ startsAt, minutes, subject, student, learner }: LessonRow) => ({
  startsAt: startsAt.toISOString(),
  ...{ minutes, subject },
  // A surname stays with the family, unless the mentor wrote it.
  student: student ?? (learner && firstName(learner)),
})

const shownEarning = ({ id, at, startsAt, minutes, subject, ...row }: rows.EarningRow) => ({
  _id: id,
  at: at.toISOString(),
  lesson: startsAt && minutes !== null && subject !== null ? lessonOf({ ...row, startsAt, minutes, subject }) : null,
  ...inRupees(row),
})

const shownPayout = (row: rows.PayoutRow): Payout => ({
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

/** What the viewer earned, what of it was paid out, and what waits for what. */
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
    rows.sumsOf(db, mentorId),
    rows.heldOf(db, mentorId),
    rows.payoutsOf(db, mentorId, payoutsShown),
    rows.accountHint(db, mentorId),
    rows.restOf(db, mentorId),
  ])
  const shown = found.slice(0, page.limit)
  const last = shown.at(-1)
  const heldNow = await Promise.all(
    held.map(async (row) => {
      const { mentor: net, ...parts } = splitFee(row.feePaise, await readSetting(db, 'feeRates', row.startsAt))
      return { row, parts: { ...parts, net } }
    }),
  )
  return {
    data: shown.map((row) => ({
      ...shownEarning(row),
      status: { open: 'sending', paid: 'paid', none: 'waiting' }[row.payoutStatus ?? 'none'] as
        | 'sending'
        | 'paid'
        | 'waiting', // true: its values
      payout: row.payoutId,
    })),
    nextCursor: found.length > page.limit && last ? cursors.write(list, { at: last.place, id: last.id }) : null,
    held: heldNow.map(({ row, parts }) => ({
      _id: row.id,
      lesson: lessonOf(row),
      ...inRupees(parts),
      until: plusMinutes(row.answerFrom, autoConfirmHours * 60).toISOString(),
      dispute: row.dispute && { ...row.dispute, answerBy: new Date(row.dispute.answerBy).toISOString() },
    })),
    totals: {
      ...inRupees(sums),
      paid: rupees(sums.paid),
      waiting: rupees(sums.net - sums.paid),
      held: rupees(heldNow.reduce((sum, { parts }) => sum + parts.net, 0)),
    },
    payouts: payouts.map(shownPayout),
    account,
    rest: rest && { ...rest, until: rest.until.toISOString() },
  }
}

/** Keeps where the viewer's payouts go, sealed, and tells the mentor's phone of it. @returns what may be shown of it */
export async function setAccount({ db, config }: Context, viewer: Viewer, account: PayoutAccount): Promise<string> {
  const mentorId = mentorOf(viewer)
  const hint = hintOf(account)
  const seal = bankSeal(config.secretKey)
  return await transaction(db, async (tx) => {
    const accountId = await rows.accountOfLocked(tx, mentorId)
    const sealed = await rows.newestAccount(tx, mentorId)
    if (sealed && isDeepStrictEqual(seal.open(mentorId, sealed), account)) return hint
    const id = await rows.insertAccount(tx, mentorId, seal.close(mentorId, account), hint)
    await writeAudit(tx, viewer, 'payout-account.set', { kind: 'mentor', id: mentorId, detail: { hint } })
    await tellAccountSet(tx, accountId, id, hint)
    return hint
  })
}

/** A payout with what it is made of, for its mentor, owner and operations. */
export async function statementFor({ db }: Context, viewer: Viewer, id: string): Promise<Statement> {
  const payout = await rows.payoutById(db, id)
  if (!payout || (viewer.userType !== 'admin' && payout.mentorId !== viewer.mentorId)) throw new AppError('not-found')
  const found = await rows.earningsIn(db, id)
  const sum = (name: keyof Parted) => found.reduce((total, row) => total + row[name], 0)
  const sums = { commission: sum('commission'), gst: sum('gst'), tds: sum('tds'), tcs: sum('tcs'), net: sum('net') }
  return {
    ...shownPayout(payout),
    until: payout.until,
    mentor: { number: payout.number, fullName: payout.fullName },
    rows: found.map(shownEarning),
    totals: inRupees(sums),
  }
}

/** "payout-MS-10234-2026-11-20": what its file is called. */
export const statementName = ({ mentor, until }: Statement) => `payout-${mentor.number}-${until}`

/** A statement as a table. */
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
  return { name: `${statementName(statement)}.csv`, text: csv([head, ...body, total]) }
}
