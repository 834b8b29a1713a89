import type { bookingAttentionReasons, ListedBooking } from '#contract/classes/admin-bookings.ts'
import type { BookingStatus, LessonStatus } from '#contract/classes/lifecycles.ts'
import { type ClassMode, teachingModes } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { minutesText } from '../../minutes-text.ts'
import type { BadgeKind } from '../../ui/badge.tsx'

type Status = LessonStatus | BookingStatus | (typeof bookingAttentionReasons)[number]
const words: Record<Status, readonly [() => string, BadgeKind]> = {
  scheduled: [m.admin_class_status_scheduled, 'scheduled'],
  held: [m.admin_class_status_held, 'paid'],
  missed_by_mentor: [m.admin_class_status_missed_by_mentor, 'failed'],
  missed_by_family: [m.admin_class_status_missed_by_family, 'failed'],
  cancelled: [m.admin_class_status_cancelled, 'cancelled'],
  moved: [m.admin_class_status_moved, 'unknown'],
  unmarked: [m.admin_class_status_unmarked, 'awaiting'],
  disputed: [m.admin_class_status_disputed, 'failed'],
  no_address: [m.admin_class_status_no_address, 'failed'],
  against_wish: [m.admin_class_status_against_wish, 'awaiting'],
  pending_schedule: [m.admin_class_status_pending_schedule, 'awaiting'],
  completed: [m.admin_class_status_completed, 'completed'],
}

export const statusName = (status: Status): string => words[status][0]()
export const statusBadge = (status: Status): BadgeKind => words[status][1]
/** The label of a class or booking state; null for other states. */
export const knownStatus = (status: string): string | null =>
  Object.hasOwn(words, status) ? statusName(status as Status) : null // safe: it is one of them
export const knownBadge = (status: string): BadgeKind | null =>
  Object.hasOwn(words, status) ? statusBadge(status as Status) : null // safe: it is one of them

type Hours = Pick<ListedBooking, 'minutes' | 'begunMinutes' | 'owedMinutes' | 'classesPlanned'>
/** The hours to schedule again; null if there are none. */
export const owedText = ({ owedMinutes }: Hours): string | null =>
  owedMinutes > 0 ? m.admin_class_owed({ time: minutesText(owedMinutes) }) : null

/** How many of the hours bought are used. */
export const usedText = ({ minutes, begunMinutes, classesPlanned }: Hours): string =>
  begunMinutes + classesPlanned === 0
    ? m.admin_class_none_planned()
    : begunMinutes >= minutes
      ? m.admin_class_used_all({ bought: minutesText(minutes) })
      : m.admin_class_used_of({ used: minutesText(begunMinutes), bought: minutesText(minutes) })

/** As an admin reads it: the home is the student's. */
export const modeWord = (mode: ClassMode): string =>
  mode === 'online'
    ? m.apply_mode_online()
    : mode === 'homeTuition'
      ? m.admin_mode_home()
      : teachingModes[mode][currentLocale() === 'hi' ? 1 : 0]

const shortModes: Partial<Record<ClassMode, () => string>> = {
  homeTuition: m.admin_mode_home_short,
  myPlace: m.admin_mode_mine_short,
}
/** The mode in a list: "Student's home". */
export const shortMode = (mode: ClassMode): string => shortModes[mode]?.() ?? modeWord(mode)
