import type { RouterContextProvider } from 'react-router'
import { type CalendarClass, calendarMonth } from '#contract/classes/calendar.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { readApi, serverContext } from '../../api.ts'
import { minutesText } from '../../minutes-text.ts'
import { modeName } from '../kit/labels.ts'
import type { Side } from '../kit/timetable-text.ts'
import { adjacentMonths, parseMonth, weeksOf } from './calendar-days.ts'
import type { CalendarEntry, CalendarSign } from './calendar-entry.tsx'

const signs: Record<CalendarClass['status'], CalendarSign> = {
  scheduled: 'planned',
  held: 'held',
  missed_by_mentor: 'missed',
  missed_by_family: 'missed',
  cancelled: 'left',
}

function signOf({ status, disputed, confirmed }: CalendarClass): CalendarSign {
  if (disputed && status !== 'cancelled') return 'disputed'
  return status === 'held' && !confirmed ? 'confirm' : signs[status]
}

/** Loads a month of lessons of this side in the viewer's language. */
export async function loadCalendar(context: Readonly<RouterContextProvider>, side: Side, search: URLSearchParams) {
  const today = dateInIndia(new Date())
  const month = parseMonth(search.get('month')) ?? today.slice(0, 7)
  const { data, feed } = await readApi(context, calendarMonth, { query: { month } })
  const { locale } = context.get(serverContext)
  const entries = data.map((one): CalendarEntry => {
    const subject = subjectIn(one.subject, locale)
    const student = one.student ?? m.dash_student()
    const [title, ...rest] = side === 'family' ? [subject, one.mentorName, student] : [student, subject]
    return {
      id: one._id,
      day: dateInIndia(new Date(one.startsAt)),
      startsAt: one.startsAt,
      title,
      detail: [...rest, minutesText(one.minutes), modeName(one.mode), side === 'mentor' && one.place]
        .filter(Boolean)
        .join(', '),
      sign: signOf(one),
      to: `/bookings/${one.booking}`,
    }
  })
  // Lessons held or missed are on the monthly sheet.
  const over = data.filter(({ status }) => status !== 'scheduled' && status !== 'cancelled')
  const sheets = [...new Map(over.map((one) => [one.booking, one])).values()].map((one) => ({
    booking: one.booking,
    month,
    label: [subjectIn(one.subject, locale), side === 'family' && one.mentorName, one.student]
      .filter(Boolean)
      .join(', '),
  }))
  return { sheets, month, today, ...adjacentMonths(month), weeks: weeksOf(month), entries, feed }
}
