import { subjectName } from '#contract/reference/catalogue.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { dayWords, figure, monthWords } from '#server/platform/figures.ts'
import { type Row, writeLetterhead, writeRows } from '#server/platform/letterhead.ts'
import { columnsOf, writeTable } from '#server/platform/ruled-table.ts'
import { newSheet, page, type Style } from '#server/platform/sheet.ts'
import type { Reach } from '#server/settings/settings/settings.ts'
import { type AttendanceSheet, classIn, hoursOf, isCharged, markOf, totalsOf } from './attendance-sheets.ts'
import type { SheetRow } from './queries.ts'
import { wordsOf } from './sheet-words.ts'

const withFees = columnsOf([72, 42, 42, 140, 92, 45, 50], 5)
const withoutFees = columnsOf([72, 46, 46, 166, 100, 53], 5)
const small: Style = { size: 9, colour: 'muted' }

/** Renders a month of attendance as an A4 PDF. */
export async function attendancePdf(given: AttendanceSheet, language: Language, reach: Reach): Promise<Buffer> {
  const words = wordsOf(language)
  const { rows, hasFees } = given
  const name = language === 'hi' ? brand.nameHi : brand.name
  const month = monthWords(instantInIndia(`${given.month}-01`, '12:00'), language)
  const sheet = await newSheet({ title: `${words.title} ${month}`, author: name, language, at: given.madeAt })
  const about = [reach.address[language], `${words.phone}: ${reach.phone}`, `${words.email}: ${reach.email}`]
  const marks: Row[] = [
    [words.month, month],
    [words.madeOn, dayWords(given.madeAt, language)],
  ]
  let y = writeLetterhead(sheet, { name, title: words.title, about, marks })
  const totals = totalsOf(rows)
  y += writeRows(sheet, y, factsOf(given, language)) + 14
  if (rows.length === 0) sheet.write('P', words.none, { x: page.left, y, width: page.width }, { size: 11 })
  else {
    const fee = (text: string) => (hasFees ? [text] : [])
    y = writeTable(sheet, y, {
      columns: hasFees ? withFees : withoutFees,
      heads: [words.day, words.timeIn, words.timeOut, words.topic, words.mark, words.minutes, ...fee(words.fee)],
      rows: rows.map((row) => [...cellsOf(row, rows, language), ...fee(isCharged(row) ? figure(row.feePaise) : '')]),
      total: [
        ...[words.total, '', '', words.classes.replace('{count}', `${totals.held}`), ''],
        ...[`${totals.minutes}`, ...fee(figure(totals.feePaise))],
      ],
      endHeight: 70,
      running: `${words.title}, ${month}, ${given.student ?? ''}`,
      pageWords: words.page,
    })
    y += 10
    y += writeRows(sheet, y, [[words.hours, hoursOf(totals.minutes)]]) + 6
    const end = hasFees ? `${words.inRupees} ${words.footer}` : words.footer
    sheet.write('P', end, { x: page.left, y, width: page.width }, small)
  }
  return await sheet.end()
}

const subjectsIn = (rows: readonly SheetRow[]) => [...new Set(rows.map(({ subject }) => subject))]

function factsOf(given: AttendanceSheet, language: Language): Row[] {
  const { student, mentor, school, rows } = given
  const words = wordsOf(language)
  const facts: Row[] = [
    [words.student, student ?? ''],
    [words.mentor, mentor],
    [
      words.subject,
      subjectsIn(rows)
        .map((one) => subjectName(one, language))
        .join(', '),
    ],
    [words.class, classIn(given, language)],
    [words.school, school ?? ''],
  ]
  return facts.filter(([, value]) => value !== '')
}

function cellsOf(row: SheetRow, all: readonly SheetRow[], language: Language): string[] {
  // Name the subject only where the sheet has several.
  const subject = subjectsIn(all).length > 1 ? subjectName(row.subject, language) : ''
  return [
    dayWords(row.startsAt, language),
    row.timeIn ?? '',
    row.timeOut ?? '',
    [subject, row.topic].filter(Boolean).join(': '),
    markOf(row, language),
    row.status === 'held' ? `${row.minutes}` : '',
  ]
}
