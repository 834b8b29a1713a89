import type { ClassMode } from '#contract/reference/catalogue.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import type { BadgeKind } from '../../ui/badge.tsx'
import { formatDate, formatTime } from '../../ui/dates.tsx'
import type { ClassToConfirm } from './classes.ts'

const modes: Record<ClassMode, () => string> = {
  homeTuition: m.dash_mode_home,
  myPlace: m.dash_mode_mine,
  coachingCenter: m.dash_mode_centre,
  schoolTeaching: m.dash_mode_school,
  counsellor: m.dash_mode_counsellor,
  groupClasses: m.dash_mode_group,
  online: m.dash_mode_online,
}
const badges: Record<string, BadgeKind> = {
  pending_schedule: 'awaiting',
  scheduled: 'scheduled',
  completed: 'completed',
  cancelled: 'cancelled',
}

export const modeName = (mode: ClassMode): string => modes[mode]()
/** Fallback for statuses of a newer server. */
export const badgeOf = (status: string): BadgeKind => badges[status] ?? 'unknown'

/** Formats the remaining time of the last 24 hours: "in 1 h 12 min", "now". */
export function untilText(at: string, now: number): string {
  const minutes = Math.ceil((Date.parse(at) - now) / 60_000)
  if (minutes <= 0) return m.dash_now()
  return minutes < 24 * 60 ? m.dash_in({ time: minutesText(minutes) }) : ''
}

/** Formats an instant for a large title: "Today, 5:30 pm", "Tomorrow, 5:30 pm", else date and time, which may be on two lines. */
export function whenText(at: string, now: number): string {
  const day = dateInIndia(new Date(at))
  if (day === dateInIndia(new Date(now))) return m.dash_today_at({ time: formatTime(at) })
  if (day === dateInIndia(new Date(now + 86_400_000))) return m.dash_tomorrow_at({ time: formatTime(at) })
  return `${formatDate(at)}, ${formatTime(at)}`
}

/** Formats a `YYYY-MM-DD` date: "Today", "Tomorrow" or the date. */
export function dayText(day: string, now: number): string {
  if (day === dateInIndia(new Date(now))) return m.dash_today()
  if (day === dateInIndia(new Date(now + 86_400_000))) return m.dash_tomorrow()
  return formatDate(`${day}T12:00:00+05:30`)
}

/** "Tomorrow, 5:30 pm" within a sentence: "tomorrow, 5:30 pm"; dates stay. */
export function inSentence(when: string): string {
  const isNear = [m.dash_today(), m.dash_tomorrow()].some((day) => when.startsWith(day))
  return isNear ? when.charAt(0).toLowerCase() + when.slice(1) : when
}

/** The next class: "Next class: tomorrow, 5:30 pm", "Next class: Tue 1 Dec". */
export const nextClassText = (when: string): string => m.booking_next({ when: inSentence(when) })

type Of = Pick<ClassToConfirm['booking'], 'subjectName' | 'student' | 'mentor'>

/** A family's class in one line: "Mathematics for Aarav, with Sunita Deshpande". */
export const classLine = ({ subjectName, student, mentor }: Of): string =>
  m.class_of({ subject: subjectName, student, name: mentor.fullName })

/** The people of a family's class, under its subject: "Aarav, with Sunita Deshpande". */
export const peopleLine = ({ student, mentor }: Pick<Of, 'student' | 'mentor'>): string =>
  m.dash_student_with({ student, mentor: mentor.fullName })

/** "Mathematics for Aarav", where the mentor is known or named beside it. */
export const subjectLine = ({ subjectName, student }: Pick<Of, 'subjectName' | 'student'>): string =>
  m.class_for({ subject: subjectName, student })

/** Last eight characters of an id, short enough to read out on the phone. */
export const classId = (id: string): string => id.slice(-8).toUpperCase()

/** Directions link for the device's map app. */
export const directionsHref = (address: string): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`

const months = [
  m.dash_month_1,
  m.dash_month_2,
  m.dash_month_3,
  m.dash_month_4,
  m.dash_month_5,
  m.dash_month_6,
  m.dash_month_7,
  m.dash_month_8,
  m.dash_month_9,
  m.dash_month_10,
  m.dash_month_11,
  m.dash_month_12,
]

/** Month name of `YYYY-MM`: "November". */
export const monthName = (month: string): string => months[Number(month.slice(5)) - 1]?.() ?? month
