import type { ClassBooking, Lesson } from '#contract/classes/bookings.ts'
import type { LessonStatus } from '#contract/classes/lifecycles.ts'
import { isRenewable, isSingleLesson } from '#contract/classes/plans.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import type { LessonSign } from '../../ui/register.tsx'

/** In rupees: what is left for classes, what of it waits for the family's word, what is on its way back. */
export type FamilyMoney = { left: number; held: number; back: number }

/** A booking with the names a page shows, in the reader's language. */
export type ShownBooking = ClassBooking & {
  subjectName: string
  student: string
  className: string | null
  area: string | null
  /** Its address in one line. */
  place: string | null
}
/** One dated class of a booking. */
export type DatedClass = { booking: ShownBooking; lesson: Lesson }
/** A class with the record its mentor made. */
export type MarkedClass = DatedClass & { record: NonNullable<Lesson['record']> }
/** A marked class with what was said against it. */
export type DisputedClass = MarkedClass & { dispute: NonNullable<Lesson['dispute']> }

const all = (bookings: readonly ShownBooking[]): DatedClass[] =>
  bookings
    .flatMap((booking) => booking.lessons.map((lesson) => ({ booking, lesson })))
    .sort((a, b) => Date.parse(a.lesson.startsAt) - Date.parse(b.lesson.startsAt))

/** Not held yet, and nobody says that the other did not come. */
const isExpected = ({ status, change }: Lesson): boolean => status === 'scheduled' && !change

/** Classes that are still to come or going on, soonest first. */
export const upcomingClasses = (bookings: readonly ShownBooking[], now: number): DatedClass[] =>
  all(bookings).filter(({ lesson }) => isExpected(lesson) && Date.parse(lesson.endsAt) > now)

/** Classes whose time is over and that nobody marked, oldest first. */
export const unmarkedClasses = (bookings: readonly ShownBooking[], now: number): DatedClass[] =>
  all(bookings).filter(({ lesson }) => isExpected(lesson) && Date.parse(lesson.endsAt) <= now)

/** Classes the mentor marked and the family has not answered. */
export const classesToConfirm = (bookings: readonly ShownBooking[]): MarkedClass[] =>
  all(bookings).flatMap(({ booking, lesson }) =>
    lesson.record && lesson.status === 'held' && !lesson.record.parentTick && !lesson.settled && !isDisputed(lesson)
      ? [{ booking, lesson, record: lesson.record }]
      : [],
  )

export const isDisputed = ({ dispute }: Lesson): boolean => dispute?.status === 'open'

const withDispute = (bookings: readonly ShownBooking[], wanted: (lesson: Lesson) => boolean): DisputedClass[] =>
  all(bookings).flatMap(({ booking, lesson }) =>
    lesson.record && lesson.dispute && wanted(lesson)
      ? [{ booking, lesson, record: lesson.record, dispute: lesson.dispute }]
      : [],
  )

/** Classes a family reported, until that is decided, oldest first. */
export const disputedClasses = (bookings: readonly ShownBooking[]): DisputedClass[] => withDispute(bookings, isDisputed)

/** Classes about which something was decided, newest first. */
export const endedDisputes = (bookings: readonly ShownBooking[]): DisputedClass[] =>
  withDispute(bookings, ({ dispute }) => dispute?.status === 'decided').reverse()

/** Every class of one day in India, by time. */
export const classesOfDay = (bookings: readonly ShownBooking[], day: string): DatedClass[] =>
  all(bookings).filter(({ lesson }) => lesson.status !== 'cancelled' && dateInIndia(new Date(lesson.startsAt)) === day)

/** Bookings whose mentor has to set a time: new ones, and those with classes left and none planned. None of a paused mentor, who cannot. */
export const bookingsToSchedule = (bookings: readonly ShownBooking[]): ShownBooking[] =>
  bookings.filter((booking) => {
    // While the family is asked about times, the mentor waits.
    if (booking.isPaused || booking.proposal) return false
    if (booking.status === 'pending_schedule') return true
    const planned = booking.lessons.filter(({ status }) => status === 'scheduled').length
    const isOpen = booking.status === 'scheduled' && planned + heldCount(booking) < booking.lessonsPlanned
    return isOpen && (planned === 0 || isMonthOpen(booking))
  })

/** Of weekly classes only single ones were set so far: the others are planned in one go. */
export const isMonthOpen = ({ plan, minutes, hasTimetable }: ShownBooking): boolean =>
  isRenewable(plan) && !isSingleLesson(plan, minutes) && !hasTimetable

export const heldCount = (booking: ShownBooking): number =>
  booking.lessons.filter(({ status }) => status === 'held').length

/** Which of the booking's classes this is: one that was cancelled or missed took no place. */
export const numberOf = ({ booking, lesson }: DatedClass): number =>
  booking.lessons.filter(
    ({ _id, status, startsAt }) =>
      _id === lesson._id || ((status === 'held' || status === 'scheduled') && startsAt < lesson.startsAt),
  ).length

/** The class of a booking that has its time and was not held yet. */
export const waitingLesson = (booking: ShownBooking): Lesson | undefined =>
  booking.lessons.find(({ status }) => status === 'scheduled')

/** The next class that can get another time: it has not begun, and nobody said anything about it. */
export const lessonToMove = (booking: ShownBooking, now: number): Lesson | undefined =>
  booking.lessons.find((one) => canMove(one, now))

/** Whether a class can still get another time. */
export const canMove = ({ status, change, startsAt }: Lesson, now: number): boolean =>
  status === 'scheduled' && !change && Date.parse(startsAt) > now

const signs: Record<LessonStatus, (lesson: Lesson, nextId: string | undefined) => LessonSign> = {
  scheduled: ({ _id }, nextId) => (_id === nextId ? 'today' : 'planned'),
  held: ({ settled, record }) => (settled || record?.parentTick ? 'held' : 'confirm'),
  missed_by_mentor: () => 'missed',
  missed_by_family: () => 'missed',
  cancelled: () => 'missed',
  moved: () => 'moved',
}

/** Sign of a class in the register. `nextId` is the class that comes next. */
export const signOf = (lesson: Lesson, nextId: string | undefined): LessonSign =>
  isDisputed(lesson) ? 'disputed' : signs[lesson.status](lesson, nextId)

/** Classes by their day in India, in order. */
export function byDay(classes: readonly DatedClass[]): [day: string, classes: DatedClass[]][] {
  const days = new Map<string, DatedClass[]>()
  for (const one of classes) {
    const day = dateInIndia(new Date(one.lesson.startsAt))
    days.set(day, [...(days.get(day) ?? []), one])
  }
  return [...days]
}
