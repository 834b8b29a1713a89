import { type Availability, ownAvailability } from '#contract/classes/availability.ts'
import { type CalendarClass, calendarMonth } from '#contract/classes/calendar.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { type LoaderContext, readApi, serverContext } from '../../api.ts'
import type { Locale } from '../../locale.ts'
import { minutesText } from '../../minutes-text.ts'
import { formatDate } from '../../ui/dates.tsx'
import type { LessonSign } from '../../ui/register.tsx'
import { hasHours } from '../kit/availability-path.ts'
import { modeName } from '../kit/labels.ts'
import { parseMonth } from '../kit/parse-month.ts'
import type { Side } from '../kit/timetable-text.ts'
import { adjacentMonths, parseDay, weekdayOf, weekOf, weeksOf } from './calendar-days.ts'
import type { CalendarEntry } from './calendar-entry.tsx'

const signs: Record<CalendarClass['status'], LessonSign> = {
  scheduled: 'planned',
  held: 'held',
  missed_by_mentor: 'missed',
  missed_by_family: 'missed',
  cancelled: 'left',
}

function signOf({ status, disputed, confirmed }: CalendarClass, side: Side): LessonSign {
  if (disputed && status !== 'cancelled') return 'disputed'
  if (status === 'held' && !confirmed) return side === 'family' ? 'confirm' : 'await'
  return signs[status]
}

/** A lesson as this side sees it, in the viewer's language; `isNamed`: the month names the children. */
function entryOf(one: CalendarClass, side: Side, locale: Locale, isNamed = false): CalendarEntry {
  const subject = subjectIn(one.subject, locale)
  const student = one.student ?? m.dash_student()
  const place = side === 'mentor' ? one.place : null
  const [title, people] =
    side === 'mentor' ? [student, subject] : [subject, m.dash_student_with({ student, mentor: one.mentorName })]
  const facts = [minutesText(one.minutes), place ? '' : modeName(one.mode)].filter(Boolean).join(', ')
  return {
    id: one._id,
    day: dateInIndia(new Date(one.startsAt)),
    startsAt: one.startsAt,
    title,
    student: isNamed ? student : '',
    other: side === 'mentor' ? student : one.mentorName,
    // A line holds both facts or neither.
    detail: `${people}, ${facts.replaceAll(' ', '\u00a0')}`,
    place,
    sign: signOf(one, side),
    booking: one.booking,
    side,
    proposal: one.proposal,
    toConfirm: one.toConfirm && {
      lesson: { _id: one._id },
      booking: {
        _id: one.booking,
        subjectName: subject,
        student,
        mode: one.mode,
        mentor: { fullName: one.mentorName },
        learner: { grade: one.toConfirm.grade },
      },
      record: one.toConfirm,
    },
  }
}

/** Loads a month of lessons of this side in the viewer's language. */
export async function loadCalendar(context: LoaderContext, side: Side, search: URLSearchParams) {
  const today = dateInIndia(new Date())
  const month = parseMonth(search.get('month')) ?? today.slice(0, 7)
  const isNow = today.startsWith(month)
  const around = adjacentMonths(month)
  // The weeks begin and end in the months around it, and the one after it may have the next class.
  const query = { month: around.previous ?? month, months: around.previous ? 3 : 2 }
  const { data: read, unscheduled, feed } = await readApi(context, calendarMonth, { query })
  const isIn = ({ startsAt }: CalendarClass) => dateInIndia(new Date(startsAt)).startsWith(month)
  const data = read.filter(isIn)
  const weeks = weeksOf(month)
  const days = new Set(weeks.flat())
  const { locale } = context.get(serverContext)
  const isNamed = side === 'family' && new Set(data.map(({ student }) => student)).size > 1
  const next = isNow ? read.find(isUpcoming) : null
  const toEntry = (one: CalendarClass) => {
    const entry = entryOf(one, side, locale, isNamed)
    return one._id === next?._id && entry.sign === 'planned' ? { ...entry, sign: 'today' as const } : entry
  }
  const classOf = ({ subject, student, mentorName }: Pick<CalendarClass, 'subject' | 'student' | 'mentorName'>) =>
    m.class_of({ subject: subjectIn(subject, locale), student: student ?? m.dash_student(), name: mentorName })
  // Lessons held or missed are on the monthly sheet.
  const over = data.filter(({ status }) => status !== 'scheduled' && status !== 'cancelled')
  const sheets = [...new Map(over.map((one) => [one.booking, one])).values()].map((one) => ({
    booking: one.booking,
    month,
    label: side === 'family' ? classOf(one) : [subjectIn(one.subject, locale), one.student].filter(Boolean).join(', '),
  }))
  return {
    toSchedule:
      side === 'family' && isNow
        ? unscheduled.map((one) => ({
            id: one.booking,
            label: classOf(one),
            by:
              one.scheduleBy && Date.parse(one.scheduleBy) > Date.now()
                ? m.dash_expected_by({ date: formatDate(one.scheduleBy) })
                : null,
          }))
        : [],
    sheets,
    month,
    today,
    around,
    weeks,
    entries: data.map(toEntry),
    // Of the days before and after the month in its weeks.
    beside: read
      .filter((one) => !isIn(one))
      .map(toEntry)
      .filter(({ day }) => days.has(day)),
    next: next ? toEntry(next) : null,
    feed,
  }
}

const isUpcoming = ({ status, endsAt }: CalendarClass): boolean =>
  status === 'scheduled' && Date.parse(endsAt) > Date.now()

/** Hours of a day as they apply to bookings: leave, then the exception of the date, then the weekly hours. */
function hoursOn(day: string, { week, days, leave }: Availability) {
  const isLeave = leave.some(({ from, to }) => from <= day && day <= to)
  const exception = days.find(({ date }) => date === day)
  const hours = exception?.hours ?? week.filter(({ weekday }) => weekday === weekdayOf(day))
  return { isLeave, isException: exception !== undefined && !isLeave, hours }
}

/** Leave and dates with other hours that are not over, by date. */
const exceptionsFrom = (today: string, { days, leave }: Availability) =>
  [
    ...leave.map(({ from, to }) => ({ from, to, hours: null })),
    ...days.map(({ date, hours }) => ({ from: date, to: date, hours })),
  ]
    .filter(({ to }) => to >= today)
    .sort((a, b) => a.from.localeCompare(b.from))

/** Loads a mentor's week of hours, leave and lessons; `week` in the URL is a day of it. Past days have no hours. */
export async function loadWeek(context: LoaderContext, search: URLSearchParams) {
  const today = dateInIndia(new Date())
  const { days, ...around } = weekOf(parseDay(search.get('week')) ?? today)
  const [first = today, last = today] = [days[0], days.at(-1)]
  const [{ data: availability }, { data: loaded, feed }] = await Promise.all([
    readApi(context, ownAvailability),
    readApi(context, calendarMonth, { query: { month: first.slice(0, 7), months: 2 } }),
  ])
  const { locale } = context.get(serverContext)
  const entries = loaded.map((one) => entryOf(one, 'mentor', locale))
  // The next class, if this week has no further one and is not over itself.
  const next = last < today ? undefined : loaded.find(isUpcoming)
  const nextClass = next && dateInIndia(new Date(next.startsAt)) > last ? entryOf(next, 'mentor', locale) : null
  const shown = (day: string) => ({
    day,
    entries: entries.filter((one) => one.day === day),
    ...(day < today ? null : hoursOn(day, availability)),
  })
  return {
    today,
    ...around,
    days: days.map(shown),
    exceptions: exceptionsFrom(today, availability),
    hasHours: hasHours(availability),
    nextClass,
    feed,
  }
}
