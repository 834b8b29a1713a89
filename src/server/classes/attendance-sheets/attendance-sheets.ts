import { type Grade, gradeName, grades, subjectName } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { rupees } from '#contract/wire/money.ts'
import { dateInIndia, instantInIndia } from '#contract/wire/time.ts'
import { bookingFor } from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import { csv } from '#server/platform/csv.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { lessonsBetween, type SheetRow } from './queries.ts'
import { labelsOf } from './sheet-labels.ts'

/** A month's attendance of one learner with one mentor, as visible to one side. */
export type AttendanceSheet = {
  month: string
  mentor: string
  student: string | null
  className: string | null
  school: string | null
  rows: SheetRow[]
  /** Lesson fees are visible to families only; mentors see their share in payouts. */
  hasFees: boolean
  madeAt: Date
}

/** Returns the attendance sheet of a booking's learner and mentor for a month. Throws `not-found` for bookings of others. */
export async function sheetFor(
  context: Context,
  viewer: Viewer,
  bookingId: string,
  month: string,
): Promise<AttendanceSheet> {
  const booking = await bookingFor(context, viewer, bookingId)
  const [year = 0, monthNumber = 0] = month.split('-').map(Number)
  const next = new Date(Date.UTC(year, monthNumber)).toISOString().slice(0, 7)
  const from = instantInIndia(`${month}-01`, '00:00')
  const until = instantInIndia(`${next}-01`, '00:00')
  const pair = { familyId: booking.parent._id, mentorId: booking.mentor._id, learnerId: booking.learner._id }
  return {
    month,
    mentor: booking.mentorName,
    student: booking.studentName ?? booking.learner.name,
    className: booking.class ?? booking.learner.grade,
    school: booking.school,
    rows: await lessonsBetween(context.db, pair, from, until),
    hasFees: viewer.userType !== 'mentor',
    madeAt: new Date(),
  }
}

export const sheetName = ({ month }: AttendanceSheet, kind: 'pdf' | 'csv') => `attendance-${month}.${kind}`

/** Grade in the given language; unknown text stays as the mentor wrote it. */
export function gradeText({ className }: AttendanceSheet, language: Language): string {
  const grade = grades.find((one: Grade) => [one, gradeName(one, 'en'), gradeName(one, 'hi')].includes(className ?? ''))
  return grade ? gradeName(grade, language) : (className ?? '')
}

/** Lesson status as text. */
export function statusText(row: SheetRow, language: Language): string {
  const labels = labelsOf(language)
  if (row.disputed) return labels.disputed
  if (row.status !== 'held') return labels[row.status]
  if (row.parentTick) return row.byCode ? labels.code : labels.tick
  if (row.decided) return labels.decided
  return row.settled ? labels.silence : labels.waiting
}

/** Charged to the family, now or at settlement. */
export const isCharged = ({ status, settled }: SheetRow): boolean => status === 'held' || settled

export function totalsOf(rows: readonly SheetRow[]) {
  const held = rows.filter(({ status }) => status === 'held')
  return {
    held: held.length,
    minutes: held.reduce((sum, { minutes }) => sum + minutes, 0),
    feePaise: rows.filter(isCharged).reduce((sum, { feePaise }) => sum + feePaise, 0),
  }
}

export function sheetCsv(sheet: AttendanceSheet, language: Language): string {
  const labels = labelsOf(language)
  const { rows, hasFees } = sheet
  const fee = (paise: number) => (hasFees ? [rupees(paise)] : [])
  const { minutes, feePaise } = totalsOf(rows)
  return csv([
    [
      ...[labels.day, labels.student, labels.mentor, labels.subject, labels.timeIn, labels.timeOut, labels.minutes],
      ...[labels.topic, labels.mark, ...(hasFees ? [labels.fee] : [])],
    ],
    ...rows.map((row) => [
      dateInIndia(row.startsAt),
      sheet.student ?? '',
      sheet.mentor,
      subjectName(row.subject, language),
      row.timeIn ?? '',
      row.timeOut ?? '',
      row.status === 'held' ? row.minutes : 0,
      row.topic ?? '',
      statusText(row, language),
      ...fee(isCharged(row) ? row.feePaise : 0),
    ]),
    [labels.total, '', '', '', '', '', minutes, `${labels.hours}: ${formatHours(minutes)}`, '', ...fee(feePaise)],
  ])
}

/** Formats minutes as hours with up to two decimals: "5", "1.67". */
export const formatHours = (minutes: number): string => String(Math.round((minutes / 60) * 100) / 100)
