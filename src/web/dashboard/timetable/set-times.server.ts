import { scheduleBooking } from '#contract/classes/bookings.ts'
import { setTimetable } from '#contract/classes/timetables.ts'
import type { LoaderContext } from '../../api.ts'
import { sendForm } from '../../form.server.ts'
import { searchOf, textOf, textsOf } from '../../form.ts'
import { isWarned } from '../kit/family-confirmation.ts'
import { ruleBody, ruleFromParams, weekdayOf } from '../kit/timetable.server.ts'

/** Form intents to schedule the next lesson or the whole plan. */
export const timeForms = (context: LoaderContext, form: FormData) => ({
  month: () => {
    const asked = ruleFromParams(searchOf(form), Date.now())
    // The first date's weekday is always included.
    const weekdays = [...new Set([...asked.weekdays, weekdayOf(asked.from)])].filter((day) => day > 0).sort()
    const rule = ruleBody({ ...asked, weekdays, leave: textsOf(form, 'leave') })
    return sendForm(context, setTimetable, form, { body: { ...rule, since: null, askFamily: isWarned(form) } })
  },
  schedule: () => {
    // Without date and time the endpoint only edits details, so empty values are errors here.
    const scheduledDate = textOf(form, 'scheduledDate')
    const scheduledTime = textOf(form, 'scheduledTime')
    const body = { scheduledDate, scheduledTime, askFamily: isWarned(form) }
    return sendForm(context, scheduleBooking, form, { body })
  },
})
