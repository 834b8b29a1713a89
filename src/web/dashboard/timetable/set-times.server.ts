import type { RouterContextProvider } from 'react-router'
import { scheduleBooking } from '#contract/classes/bookings.ts'
import { setTimetable } from '#contract/classes/timetables.ts'
import { writeApi } from '../../api.ts'
import { isWarned } from '../kit/asked-form.ts'
import { expectIntent, textOf } from '../kit/form-result.ts'
import { askedIn, detailsOf, ruleBody, weekdayOf } from '../kit/timetable.server.ts'

/** Sets the times of a booking as a dialog has them: of its next class, or of all that are not planned. */
export async function setTimes(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  options: { idempotencyKey?: string },
) {
  const params = { id: textOf(form, 'of') }
  const details = { ...detailsOf(form), askFamily: isWarned(form) }
  if (textOf(form, 'intent') === 'month') {
    const asked = askedIn(form, Date.now())
    // The first class is on a day of its week, whatever else was ticked.
    const weekdays = [...new Set([...asked.weekdays, weekdayOf(asked.from)])].filter((day) => day > 0).sort()
    const body = {
      ...ruleBody({ ...asked, weekdays, leave: form.getAll('leave').map(String) }),
      ...details,
      since: null,
    }
    return await writeApi(context, setTimetable, { params, body }, options)
  }
  expectIntent(form, 'schedule')
  const body = {
    ...details,
    scheduledDate: textOf(form, 'scheduledDate'),
    scheduledTime: textOf(form, 'scheduledTime'),
  }
  return await writeApi(context, scheduleBooking, { params, body }, options)
}
