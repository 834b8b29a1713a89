import { isSingleLesson } from '#contract/classes/plans.ts'
import { isMonthOpen, type ShownBooking } from './classes.ts'
import type { DialogName } from './dashboard-address.ts'
import { timetablePath } from './timetable-text.ts'

/** Where a mentor sets a booking's times: a dialog, or the page of weekly times once they are set. */
export const scheduleTo = (booking: ShownBooking, to: (name: DialogName, of: string) => string): string =>
  isSingleLesson(booking.plan, booking.minutes) || isMonthOpen(booking)
    ? to('schedule', booking._id)
    : timetablePath(booking._id)
