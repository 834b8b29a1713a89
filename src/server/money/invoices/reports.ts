import type { TaxReport } from '#contract/money/limits.ts'
import { rupees } from '#contract/wire/money.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
import { openedTaxIds } from '#server/mentors/taxes/taxes.ts'
import { type CsvRow, csv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/database.ts'
import type { InvoiceContent } from './content.ts'
import { totalPaise } from './content.ts'
import * as rows from './rows.ts'

/** First day of the month that many months later. */
function monthLater(month: string, count: number): string {
  const [year = 0, one = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, one - 1 + count, 1)).toISOString().slice(0, 10)
}
const monthPeriod = (month: string): rows.Period => ({ from: `${month}-01`, until: monthLater(month, 1) })
/** Quarters begin in January, April, July and October. */
function quarterPeriod(month: string): rows.Period {
  const back = (Number(month.slice(5)) - 1) % 3
  return { from: monthLater(month, -back), until: monthLater(month, 3 - back) }
}

/** Rows below a report: its totals, those of the books, and what differs. */
function checkRows(width: number, totals: readonly number[], books: readonly number[]): CsvRow[] {
  const row = (name: string, paise: readonly number[]): CsvRow => [
    name,
    ...Array<string>(width - 1 - paise.length).fill(''),
    ...paise.map(rupees),
  ]
  const differences = totals.map((paise, i) => paise - (books[i] ?? 0))
  return [row('Total', totals), row('Books', books), row('Difference', differences)]
}
const sumOf = <R>(all: readonly R[], value: (row: R) => number) => all.reduce((sum, row) => sum + value(row), 0)

/** TDS withheld from mentors in a quarter, by mentor, for Form 26Q or its successor. */
async function form26q({ db, config }: Context, month: string) {
  const period = quarterPeriod(month)
  const mentors = await rows.mentorSums(db, period, false)
  const books = await rows.bookSums(db, period)
  const ids = await openedTaxIds(db, config.secretKeys, mentors)
  const head = ['Mentor', 'Name', 'PAN', 'Section', 'Fees credited', 'Fees returned', 'TDS']
  const body = mentors.map(
    ({ mentorId, number, fullName, supplied, returned, tds }): CsvRow => [
      ...[number, fullName, ids.get(mentorId)?.pan || 'PANNOTAVBL', '194-O'],
      ...[rupees(supplied), rupees(returned), rupees(tds)],
    ],
  )
  const check = checkRows(head.length, [sumOf(mentors, ({ tds }) => tds)], [books.tds])
  return { period, text: csv([head, ...body, ...check]) }
}

/** TCS collected from registered mentors in a month, for GSTR-8. */
async function gstr8({ db, config }: Context, month: string) {
  const period = monthPeriod(month)
  const mentors = await rows.mentorSums(db, period, true)
  const books = await rows.bookSums(db, period)
  const ids = await openedTaxIds(db, config.secretKeys, mentors)
  const head = ['Mentor', 'Name', 'GSTIN', 'Supplies', 'Returned', 'Net supplies', 'TCS']
  const body = mentors.map(
    ({ mentorId, number, fullName, supplied, returned, tcs }): CsvRow => [
      ...[number, fullName, ids.get(mentorId)?.gstin ?? ''],
      ...[rupees(supplied), rupees(returned), rupees(supplied - returned), rupees(tcs)],
    ],
  )
  const check = checkRows(head.length, [sumOf(mentors, ({ tcs }) => tcs)], [books.tcs])
  return { period, text: csv([head, ...body, ...check]) }
}

const gstOf = ({ gst }: InvoiceContent, name: InvoiceContent['gst'][number]['name']) =>
  sumOf(gst, (line) => (line.name === name ? line.paise : 0))

/** Our invoices for the commission of a month, for GSTR-1. */
async function gstr1({ db, config }: Context, month: string) {
  const period = monthPeriod(month)
  const invoices = await rows.invoicesFor(db, `${month}-01`)
  const books = await rows.bookSums(db, period)
  const earlier = await rows.uninvoicedSums(db, period)
  const ids = await openedTaxIds(db, config.secretKeys, invoices)
  const head = [
    ...['Number', 'Date', 'Type', 'GSTIN', 'Name', 'Place of supply', 'Total'],
    ...['IGST', 'CGST', 'SGST', 'Commission', 'GST'],
  ]
  const gstSum = (printed: InvoiceContent) => totalPaise(printed) - printed.commissionPaise
  const body = invoices.map(
    ({ number, issuedAt, factsId, mentorId, printed }): CsvRow => [
      ...[number, dateInIndia(issuedAt), factsId ? 'B2B' : 'B2C', factsId ? (ids.get(mentorId)?.gstin ?? '') : ''],
      ...[printed.mentor.fullName, printed.place ?? '', rupees(totalPaise(printed)), rupees(gstOf(printed, 'IGST'))],
      ...[rupees(gstOf(printed, 'CGST')), rupees(gstOf(printed, 'SGST'))],
      ...[rupees(printed.commissionPaise), rupees(gstSum(printed))],
    ],
  )
  const before: CsvRow[] =
    earlier.commission === 0 && earlier.gst === 0
      ? []
      : [['Before invoices', ...Array<string>(9).fill(''), rupees(earlier.commission), rupees(earlier.gst)]]
  const totals = [
    sumOf(invoices, ({ printed }) => printed.commissionPaise) + earlier.commission,
    sumOf(invoices, ({ printed }) => gstSum(printed)) + earlier.gst,
  ]
  return {
    period,
    text: csv([head, ...body, ...before, ...checkRows(head.length, totals, [books.commission, books.gst])]),
  }
}

const reports: Record<TaxReport, (context: Context, month: string) => Promise<{ period: rows.Period; text: string }>> =
  {
    '26q': form26q,
    'gstr-8': gstr8,
    'gstr-1': gstr1,
  }

/** A tax report as a CSV file. Within one snapshot, because fees may be settled meanwhile. */
export async function taxReport(context: Context, report: TaxReport, month: string) {
  const snapshot = context.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const { period, text } = await snapshot.execute((db: Db) => reports[report]({ ...context, db }, month))
  return { name: `${report}-${period.from}`, text }
}
