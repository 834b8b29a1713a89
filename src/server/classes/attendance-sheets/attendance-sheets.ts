import { type Grade, gradeName, grades, subjectName } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { rupees } from '#contract/wire/money.ts'
import { dateInIndia, instantInIndia } from '#contract/wire/time.ts'
import { bookingFor } from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import { csv } from '#server/platform/csv.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { classesBetween, type SheetRow } from './queries.ts'
import { wordsOf } from './sheet-words.ts'

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
  const [year = 0, nth = 0] = month.split('-').map(Number)
  const next = new Date(Date.UTC(year, nth)).toISOString().slice(0, 7)
  const [from, until] = [instantInIndia(`${month}-01`, '00:00'), instantInIndia(`${next}-01`, '00:00')]
  const pair = { familyId: booking.parent._id, mentorId: booking.mentor._id, learnerId: booking.learner._id }
  return {
    month,
    mentor: booking.mentorName,
    student: booking.studentName ?? booking.learner.name,
    className: booking.class ?? booking.learner.grade,
    school: booking.school,
    rows: await classesBetween(context.db, pair, from, until),
    hasFees: viewer.userType !== 'mentor',
    madeAt: new Date(),
  }
}

export const sheetName = ({ month }: AttendanceSheet, kind: 'pdf' | 'csv') => `attendance-${month}.${kind}`

/** Grade in the given language; unknown text stays as the mentor wrote it. */
export function classIn({ className }: AttendanceSheet, language: Language): string {
  const grade = grades.find((one: Grade) => [one, gradeName(one, 'en'), gradeName(one, 'hi')].includes(className ?? ''))
  return grade ? gradeName(grade, language) : (className ?? '')
}

/** Lesson status as text. */
export function markOf(row: SheetRow, language: Language): string {
  const words = wordsOf(language)
  if (row.disputed) return words.disputed
  if (row.status !== 'held') return words[row.status]
  if (row.parentTick) return row.byCode ? words.code : words.tick
  if (row.decided) return words.decided
  return row.settled ? words.silence : words.waiting
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
  const words = wordsOf(language)
  const { rows, hasFees } = sheet
  const fee = (paise: number) => (hasFees ? [rupees(paise)] : [])
  const { minutes, feePaise } = totalsOf(rows)
  return csv([
    [
      ...[words.day, words.student, words.mentor, words.subject, words.timeIn, words.timeOut, words.minutes],
      ...[words.topic, words.mark, ...(hasFees ? [words.fee] : [])],
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
      markOf(row, language),
      ...fee(isCharged(row) ? row.feePaise : 0),
    ]),
    [words.total, '', '', '', '', '', minutes, `${words.hours}: ${hoursOf(minutes)}`, '', ...fee(feePaise)],
  ])
}

/** Formats minutes as hours with up to two decimals: "5", "1.67". */
export const hoursOf = (minutes: number): string => String(Math.round((minutes / 60) * 100) / 100)
