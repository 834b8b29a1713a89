import type { RouterContextProvider } from 'react-router'
import { scheduleBooking } from '#contract/classes/bookings.ts'
import { setTimetable } from '#contract/classes/timetables.ts'
import { sendForm } from '../../form.server.ts'
import { searchOf, textOf, textsOf } from '../../form.ts'
import { isWarned } from '../kit/asked-form.ts'
import { askedIn, ruleBody, weekdayOf } from '../kit/timetable.server.ts'

/** What a dialog can set of a booking: the time of its next class, or of all that are not planned. */
export const timeForms = (context: Readonly<RouterContextProvider>, form: FormData) => ({
  month: () => {
    const asked = askedIn(searchOf(form), Date.now())
    // The first class is on a day of its week, whatever else was ticked.
    const weekdays = [...new Set([...asked.weekdays, weekdayOf(asked.from)])].filter((day) => day > 0).sort()
    const rule = ruleBody({ ...asked, weekdays, leave: textsOf(form, 'leave') })
    return sendForm(context, setTimetable, form, { body: { ...rule, since: null, askFamily: isWarned(form) } })
  },
  schedule: () => {
    // Without a time the endpoint changes other facts of the booking: an empty one is an error here.
    const [scheduledDate, scheduledTime] = [textOf(form, 'scheduledDate'), textOf(form, 'scheduledTime')]
    const body = { scheduledDate, scheduledTime, askFamily: isWarned(form) }
    return sendForm(context, scheduleBooking, form, { body })
  },
})
