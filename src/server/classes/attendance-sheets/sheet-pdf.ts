import { subjectName } from '#contract/reference/catalogue.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { dayText, figure, monthText } from '#server/platform/figures.ts'
import { type Row, writeLetterhead, writeRows } from '#server/platform/letterhead.ts'
import { columnsOf, writeTable } from '#server/platform/ruled-table.ts'
import { newSheet, page, type Style } from '#server/platform/sheet.ts'
import type { ContactDetails } from '#server/settings/settings/settings.ts'
import { type AttendanceSheet, formatHours, gradeText, isCharged, statusText, totalsOf } from './attendance-sheets.ts'
import type { SheetRow } from './queries.ts'
import { labelsOf } from './sheet-labels.ts'

const withFees = columnsOf([72, 42, 42, 140, 92, 45, 50], 5)
const withoutFees = columnsOf([72, 46, 46, 166, 100, 53], 5)
const small: Style = { size: 9, colour: 'muted' }

/** Renders a month of attendance as an A4 PDF. */
export async function attendancePdf(
  sheetData: AttendanceSheet,
  language: Language,
  reach: ContactDetails,
): Promise<Buffer> {
  const labels = labelsOf(language)
  const { rows, hasFees } = sheetData
  const name = language === 'hi' ? brand.nameHi : brand.name
  const month = monthText(instantInIndia(`${sheetData.month}-01`, '12:00'), language)
  const sheet = await newSheet({ title: `${labels.title} ${month}`, author: name, language, at: sheetData.madeAt })
  const about = [reach.address[language], `${labels.phone}: ${reach.phone}`, `${labels.email}: ${reach.email}`]
  const headerRows: Row[] = [
    [labels.month, month],
    [labels.madeOn, dayText(sheetData.madeAt, language)],
  ]
  let y = writeLetterhead(sheet, { name, title: labels.title, about, marks: headerRows })
  const totals = totalsOf(rows)
  y += writeRows(sheet, y, detailRows(sheetData, language)) + 14
  if (rows.length === 0) sheet.write('P', labels.none, { x: page.left, y, width: page.width }, { size: 11 })
  else {
    const fee = (text: string) => (hasFees ? [text] : [])
    y = writeTable(sheet, y, {
      columns: hasFees ? withFees : withoutFees,
      heads: [labels.day, labels.timeIn, labels.timeOut, labels.topic, labels.mark, labels.minutes, ...fee(labels.fee)],
      rows: rows.map((row) => [...cellsOf(row, rows, language), ...fee(isCharged(row) ? figure(row.feePaise) : '')]),
      total: [
        ...[labels.total, '', '', labels.classes.replace('{count}', `${totals.held}`), ''],
        ...[`${totals.minutes}`, ...fee(figure(totals.feePaise))],
      ],
      endHeight: 70,
      running: `${labels.title}, ${month}, ${sheetData.student ?? ''}`,
      pageWords: labels.page,
    })
    y += 10
    y += writeRows(sheet, y, [[labels.hours, formatHours(totals.minutes)]]) + 6
    const footnote = hasFees ? `${labels.inRupees} ${labels.footer}` : labels.footer
    sheet.write('P', footnote, { x: page.left, y, width: page.width }, small)
  }
  return await sheet.end()
}

const subjectsIn = (rows: readonly SheetRow[]) => [...new Set(rows.map(({ subject }) => subject))]

function detailRows(sheetData: AttendanceSheet, language: Language): Row[] {
  const { student, mentor, school, rows } = sheetData
  const labels = labelsOf(language)
  const details: Row[] = [
    [labels.student, student ?? ''],
    [labels.mentor, mentor],
    [
      labels.subject,
      subjectsIn(rows)
        .map((subject) => subjectName(subject, language))
        .join(', '),
    ],
    [labels.class, gradeText(sheetData, language)],
    [labels.school, school ?? ''],
  ]
  return details.filter(([, value]) => value !== '')
}

function cellsOf(row: SheetRow, allRows: readonly SheetRow[], language: Language): string[] {
  // Name the subject only where the sheet has several.
  const subject = subjectsIn(allRows).length > 1 ? subjectName(row.subject, language) : ''
  return [
    dayText(row.startsAt, language),
    row.timeIn ?? '',
    row.timeOut ?? '',
    [subject, row.topic].filter(Boolean).join(': '),
    statusText(row, language),
    row.status === 'held' ? `${row.minutes}` : '',
  ]
}
