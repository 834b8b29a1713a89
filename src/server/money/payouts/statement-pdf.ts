import type { Statement } from '#contract/money/payouts.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import { paise } from '#contract/wire/money.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { dayText, figure, money } from '#server/platform/figures.ts'
import { type Row, writeAmount, writeLetterhead, writeRows } from '#server/platform/letterhead.ts'
import { type Cells, columnsOf, writeTable } from '#server/platform/ruled-table.ts'
import { newSheet, page, type Style } from '#server/platform/sheet.ts'
import type { ContactDetails } from '#server/settings/settings/settings.ts'
import { wordsOf } from './statement-words.ts'

const parts = ['fee', 'commission', 'gst', 'tds', 'tcs', 'net'] as const
const columns = columnsOf([68, 105, 58, 58, 49, 42, 42, 61], 2)
const small: Style = { size: 9, colour: 'muted' }

/** The number under which the bank's file and the statement know a payout. */
export const paymentNumber = (payoutId: string): string => payoutId.slice(-12).toUpperCase()

/** Draws a payout on as many pages of A4 as it has classes for: the same bytes for the same row and language. */
export async function statementPdf(statement: Statement, language: Language, reach: ContactDetails): Promise<Buffer> {
  const words = wordsOf(language)
  const name = language === 'hi' ? brand.nameHi : brand.name
  const number = paymentNumber(statement._id)
  const at = new Date(statement.paidAt ?? statement.madeAt)
  const sheet = await newSheet({ title: `${words.title} ${number}`, author: name, language, at })
  const about = [reach.address[language], `${words.phone}: ${reach.phone}`, `${words.email}: ${reach.email}`]
  const { paidAt, reference } = statement
  const marks: Row[] = [
    [words.number, number],
    [words.paidOn, paidAt ? dayText(new Date(paidAt), language) : words.sending],
    ...(reference ? [[words.reference, reference] satisfies Row] : []),
  ]
  let y = writeLetterhead(sheet, { name, title: words.title, about, marks })
  y += writeRows(sheet, y, factsOf(statement, language)) + 14

  const heads = [words.day, words.class, ...parts.map((part) => words[part])]
  const rows = statement.rows.map((row) => cellsOf(row, language))
  const total = [words.total, '', ...parts.map((part) => figure(paise(statement.totals[part])))]
  const ends = endsOf(statement, language)
  y = writeTable(sheet, y, {
    ...{ columns, heads, rows, total },
    endHeight: ends.length * 28 + 100,
    running: `${words.title} ${number}, ${statement.mentor.number}`,
    pageWords: words.page,
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
  const day = (text: string) => dayText(new Date(text), language)
  const taught = rows.flatMap(({ lesson }) => (lesson ? [lesson.startsAt] : [])).sort()
  const [first, last] = [taught.at(0), taught.at(-1)]
  const facts: Row[] = [
    [words.mentor, `${mentor.fullName}, ${mentor.number}`],
    [words.period, first && last ? words.from.replace('{first}', day(first)).replace('{last}', day(last)) : ''],
    [words.until, dayText(instantInIndia(until, '12:00'), language)],
    [words.account, account],
  ]
  return facts.filter(([, value]) => value !== '')
}

function cellsOf({ at, lesson, ...amounts }: Statement['rows'][number], language: Language): Cells {
  const about = lesson
    ? [subjectIn(lesson.subject, language), lesson.student].filter(Boolean).join(', ')
    : wordsOf(language).correction
  const day = dayText(new Date(lesson?.startsAt ?? at), language)
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
