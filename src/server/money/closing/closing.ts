import type { BooksMonth, OpenItem, TransitDay } from '#contract/money/closing.ts'
import type { BooksFormat } from '#contract/money/limits.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { tallyLedgers, tallyVouchers, zohoCsv } from './books-files.ts'
import * as rows from './rows.ts'

/**
 * Closes a month for good: the database refuses later journals in it. Idempotent.
 * @throws AppError `not-found` before the first journal, `month-not-ready` with an obstacle
 */
export async function closeMonth({ db, payments }: Context, viewer: Viewer, month: string): Promise<BooksMonth> {
  return await transaction(db, async (tx) => {
    const state = orNotFound(await rows.monthState(tx, payments.name, month))
    if (state.closedAt) return state
    if (state.obstacle) throw new AppError('month-not-ready')
    if (await rows.insertClosing(tx, month, viewer.accountId))
      await writeAudit(tx, viewer, 'books.close-month', { kind: 'list', id: 'books', detail: { month } })
    const closed = await rows.monthState(tx, payments.name, month)
    if (!closed) throw new AppError('internal')
    return closed
  })
}

/** Open items by age and money in transit, in rupees. */
export async function openItems({ db }: Context): Promise<{ openItems: OpenItem[]; transit: TransitDay[] }> {
  const [aged, days] = await Promise.all([rows.agedBalances(db), rows.transitDays(db)])
  return {
    openItems: aged.map(({ account, total, within3, within7, within30 }) => ({
      account,
      total: rupees(total),
      upTo3Days: rupees(within3),
      upTo7Days: rupees(within7 - within3),
      upTo30Days: rupees(within30 - within7),
      older: rupees(total - within30),
    })),
    transit: days.map(({ day, paise }) => ({ day, amount: rupees(paise) })),
  }
}

type BooksFile = { name: string; text: string }

/** The month's entries as a file of that program; a month that is not closed says so in its name. */
export async function booksFile({ db, payments }: Context, month: string, format: BooksFormat): Promise<BooksFile> {
  if (format === 'tally-ledgers') return { name: 'tally-ledgers.xml', text: tallyLedgers() }
  const [lines, state] = await Promise.all([rows.voucherLines(db, month), rows.monthState(db, payments.name, month)])
  const name = `${format}-${month}${state?.closedAt ? '' : '-not-closed'}`
  return format === 'tally'
    ? { name: `${name}.xml`, text: tallyVouchers(lines) }
    : { name: `${name}.csv`, text: zohoCsv(lines) }
}
