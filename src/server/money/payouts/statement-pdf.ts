import { paymentNumber, type Statement } from '#contract/money/payouts.ts'
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
import { labelsOf } from './statement-labels.ts'

const parts = ['fee', 'commission', 'gst', 'tds', 'tcs', 'net'] as const
const columns = columnsOf([68, 105, 58, 58, 49, 42, 42, 61], 2)
const small: Style = { size: 9, colour: 'muted' }

/** Draws a payout statement as A4 pages. Deterministic for the same row and language. */
export async function statementPdf(statement: Statement, language: Language, reach: ContactDetails): Promise<Buffer> {
  const labels = labelsOf(language)
  const name = language === 'hi' ? brand.nameHi : brand.name
  const number = paymentNumber(statement._id)
  const at = new Date(statement.paidAt ?? statement.madeAt)
  const sheet = await newSheet({ title: `${labels.title} ${number}`, author: name, language, at })
  const about = [reach.address[language], `${labels.phone}: ${reach.phone}`, `${labels.email}: ${reach.email}`]
  const { paidAt, reference } = statement
  const headRows: Row[] = [
    [labels.number, number],
    [labels.paidOn, paidAt ? dayText(new Date(paidAt), language) : labels.sending],
    ...(reference ? [[labels.reference, reference] satisfies Row] : []),
  ]
  let y = writeLetterhead(sheet, { name, title: labels.title, about, marks: headRows })
  y += writeRows(sheet, y, factsOf(statement, language)) + 14

  const heads = [labels.day, labels.class, ...parts.map((part) => labels[part])]
  const rows = statement.rows.map((row) => cellsOf(row, language))
  const total = [labels.total, '', ...parts.map((part) => figure(paise(statement.totals[part])))]
  const subtotals = subtotalsOf(statement, language)
  y = writeTable(sheet, y, {
    columns,
    heads,
    rows,
    total,
    endHeight: subtotals.length * 28 + 100,
    running: `${labels.title} ${number}, ${statement.mentor.number}`,
    pageWords: labels.page,
  })
  y += 10
  y += writeRows(sheet, y, subtotals) + 4
  y += writeAmount(sheet, y, [paidAt ? labels.amount : labels.amountSending, money(paise(statement.amount))])
  sheet.write('P', `${labels.inRupees} ${labels.footer}`, { x: page.left, y, width: page.width }, small)
  return await sheet.end()
}

/** Mentor, period and destination. */
function factsOf({ mentor, account, until, rows }: Statement, language: Language): Row[] {
  const labels = labelsOf(language)
  const day = (text: string) => dayText(new Date(text), language)
  const lessonTimes = rows.flatMap(({ lesson }) => (lesson ? [lesson.startsAt] : [])).sort()
  const first = lessonTimes.at(0)
  const last = lessonTimes.at(-1)
  const facts: Row[] = [
    [labels.mentor, `${mentor.fullName}, ${mentor.number}`],
    [labels.period, first && last ? labels.from.replace('{first}', day(first)).replace('{last}', day(last)) : ''],
    [labels.until, dayText(instantInIndia(until, '12:00'), language)],
    [labels.account, account],
  ]
  return facts.filter(([, value]) => value !== '')
}

function cellsOf({ at, lesson, kind, ...amounts }: Statement['rows'][number], language: Language): Cells {
  const about = lesson
    ? [subjectIn(lesson.subject, language), lesson.student].filter(Boolean).join(', ')
    : labelsOf(language)[kind]
  const day = dayText(new Date(lesson?.startsAt ?? at), language)
  return [day, about, ...parts.map((part) => figure(paise(amounts[part])))]
}

/** Subtotals of classes and other entries. */
function subtotalsOf({ rows }: Statement, language: Language): Row[] {
  const labels = labelsOf(language)
  const of = (isLesson: boolean) => rows.filter(({ lesson }) => (lesson !== null) === isLesson)
  const row = (text: string, some: Statement['rows']): Row => [
    text.replace('{count}', `${some.length}`),
    money(some.reduce((total, { net }) => total + paise(net), 0)),
  ]
  const lessons = of(true)
  const others = of(false)
  return others.length === 0 ? [] : [row(labels.lessons, lessons), row(labels.others, others)]
}
