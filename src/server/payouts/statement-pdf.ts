import { brand } from '#contract/brand.ts'
import { subjectIn } from '#contract/catalogue.ts'
import type { Language } from '#contract/errors.ts'
import { paise } from '#contract/money.ts'
import type { Statement } from '#contract/payouts.ts'
import { instantInIndia } from '#contract/time.ts'
import { dayWords, figure, money } from '#server/platform/figures.ts'
import { type Row, rule, writeAmount, writeLetterhead, writeRows } from '#server/platform/letterhead.ts'
import { type Column, newSheet, page, type Sheet, type Style } from '#server/platform/sheet.ts'
import { wordsOf } from './statement-words.ts'

const parts = ['fee', 'commission', 'gst', 'tds', 'tcs', 'net'] as const
const widths = [68, 105, 58, 58, 49, 42, 42, 61] as const
const gap = 6
const columns = widths.map((width, at) => ({
  x: page.left + widths.slice(0, at).reduce((sum, one) => sum + one, 0) + (at === 0 ? 0 : gap),
  width: width - (at === 0 ? 0 : gap),
  align: at < 2 ? ('left' as const) : ('right' as const),
}))
const cell: Style = { size: 9 }
const head: Style = { size: 9, colour: 'muted' }
const sum: Style = { size: 9, weight: 600 }
const small: Style = { size: 9, colour: 'muted' }
const [padding, bottom] = [8, page.bottom - 28]

type Cells = readonly string[]

/** The number under which the bank's file and the statement know a payout. */
export const paymentNumber = (payoutId: string): string => payoutId.slice(-12).toUpperCase()

/** Draws a payout on as many pages of A4 as it has classes for: the same bytes for the same row and language. */
export async function statementPdf(statement: Statement, language: Language): Promise<Buffer> {
  const words = wordsOf(language)
  const name = language === 'hi' ? brand.nameHi : brand.name
  const number = paymentNumber(statement._id)
  const at = new Date(statement.paidAt ?? statement.madeAt)
  const sheet = await newSheet({ title: `${words.title} ${number}`, author: name, language, at })
  const about = [brand.address[language], `${words.phone}: ${brand.phone}`, `${words.email}: ${brand.email}`]
  const { paidAt, reference } = statement
  const marks: Row[] = [
    [words.number, number],
    [words.paidOn, paidAt ? dayWords(new Date(paidAt), language) : words.sending],
    ...(reference ? [[words.reference, reference] satisfies Row] : []),
  ]
  let y = writeLetterhead(sheet, { name, title: words.title, about, marks })
  y += writeRows(sheet, y, factsOf(statement, language)) + 14

  const heads = [words.day, words.class, ...parts.map((part) => words[part])]
  const rows = statement.rows.map((row) => cellsOf(row, language))
  const total = [words.total, '', ...parts.map((part) => figure(paise(statement.totals[part])))]
  const heightOf = (cells: Cells, style: Style) =>
    Math.max(...cells.map((text, at) => sheet.height(text, columns[at]?.width ?? 0, style))) + padding
  const ends = endsOf(statement, language)
  // The end stays together; what has no room on a page is on the next one.
  const endHeight = heightOf(total, sum) + ends.length * 28 + 100
  const pages = paged(
    rows.map((row) => heightOf(row, cell)),
    { first: y, head: heightOf(heads, head), end: endHeight },
  )
  const running = `${words.title} ${number}, ${statement.mentor.number}`
  sheet.table(() => {
    for (const [at, { from, to }] of pages.entries()) {
      if (at > 0) {
        sheet.turn()
        sheet.repeat(running, { x: page.left, y: page.top - 8, width: page.width }, small)
        y = page.top + 18
      }
      const numbered = words.page.replace('{page}', `${at + 1}`).replace('{pages}', `${pages.length}`)
      if (pages.length > 1)
        sheet.repeat(numbered, { x: page.left, y: page.bottom - 4, width: page.width, align: 'right' }, small)
      y += writeCells(sheet, y, heads, head, at === 0 ? 'head' : 'again')
      for (const row of rows.slice(from, to)) y += writeCells(sheet, y, row, cell)
    }
    y += writeCells(sheet, y, total, sum)
  })
  y += 10
  y += writeRows(sheet, y, ends) + 4
  y += writeAmount(sheet, y, [paidAt ? words.amount : words.amountSending, money(paise(statement.amount))])
  sheet.write('P', `${words.inRupees} ${words.footer}`, { x: page.left, y, width: page.width }, small)
  return await sheet.end()
}

/** Whose it is, where it went and what it is about. */
function factsOf({ mentor, account, until, rows }: Statement, language: Language): Row[] {
  const words = wordsOf(language)
  const day = (text: string) => dayWords(new Date(text), language)
  const taught = rows.flatMap(({ lesson }) => (lesson ? [lesson.startsAt] : [])).sort()
  const [first, last] = [taught.at(0), taught.at(-1)]
  const facts: Row[] = [
    [words.mentor, `${mentor.fullName}, ${mentor.number}`],
    [words.period, first && last ? words.from.replace('{first}', day(first)).replace('{last}', day(last)) : ''],
    [words.until, dayWords(instantInIndia(until, '12:00'), language)],
    [words.account, account],
  ]
  return facts.filter(([, value]) => value !== '')
}

function cellsOf({ at, lesson, ...amounts }: Statement['rows'][number], language: Language): Cells {
  const about = lesson
    ? [subjectIn(lesson.subject, language), lesson.student].filter(Boolean).join(', ')
    : wordsOf(language).correction
  const day = dayWords(new Date(lesson?.startsAt ?? at), language)
  return [day, about, ...parts.map((part) => figure(paise(amounts[part])))]
}

/** What came from classes, what was corrected. */
function endsOf({ rows }: Statement, language: Language): Row[] {
  const words = wordsOf(language)
  const of = (isLesson: boolean) => rows.filter(({ lesson }) => (lesson !== null) === isLesson)
  const row = (text: string, some: Statement['rows']): Row => [
    text.replace('{count}', `${some.length}`),
    money(some.reduce((total, { net }) => total + paise(net), 0)),
  ]
  const [lessons, corrections] = [of(true), of(false)]
  return corrections.length === 0 ? [] : [row(words.lessons, lessons), row(words.corrections, corrections)]
}

/** Which rows stand on which page; the last page has room for the end. */
function paged(heights: readonly number[], room: { first: number; head: number; end: number }) {
  const pages = [{ from: 0, to: 0 }]
  let y = room.first + room.head
  for (const [at, height] of heights.entries()) {
    const isLast = at === heights.length - 1
    if (y + height + (isLast ? room.end : 0) > bottom) {
      pages.push({ from: at, to: at })
      y = page.top + 18 + room.head
    }
    y += height
    const last = pages.at(-1)
    if (last) last.to = at + 1
  }
  return pages
}

/** One line of the table; its head again on a later page is not told to readers. Answers the height. */
function writeCells(
  sheet: Sheet,
  y: number,
  cells: Cells,
  style: Style,
  kind: 'row' | 'head' | 'again' = 'row',
): number {
  let height = 0
  const writeAll = () => {
    for (const [at, text] of cells.entries()) {
      const place: Column = { ...(columns[at] ?? wholeWidth), y: y + padding / 2 }
      if (kind === 'again') sheet.repeat(text, place, style)
      else if (kind === 'head') sheet.write('TH', text, place, style, 'Column')
      else sheet.write(at === 0 ? 'TH' : 'TD', text, place, style)
      height = Math.max(height, sheet.height(text, place.width, style))
    }
  }
  if (kind === 'again') writeAll()
  else sheet.row(writeAll)
  rule(sheet, y + height + padding, 'rule', 0.8)
  return height + padding
}
const wholeWidth = { x: page.left, width: page.width }
