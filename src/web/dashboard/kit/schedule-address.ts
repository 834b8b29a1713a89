import { isSingleLesson } from '#contract/classes/plans.ts'
import { isMonthOpen, type ShownBooking } from './classes.ts'
import type { DialogName } from './dashboard-address.ts'
import { bookingPath, timetablePath } from './timetable-text.ts'

/** Where a mentor sets a booking's times: a dialog, the page of weekly times, or what is left to schedule once they are set. */
export const scheduleTo = (booking: ShownBooking, to: (name: DialogName, of: string) => string): string =>
  isSingleLesson(booking.plan, booking.minutes) || isMonthOpen(booking)
    ? to('schedule', booking._id)
    : booking.status === 'pending_schedule'
      ? timetablePath(booking._id)
      : `${bookingPath(booking._id)}#owed`
