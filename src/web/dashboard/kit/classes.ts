import type { ClassBooking, Lesson } from '#contract/classes/bookings.ts'
import type { LessonStatus } from '#contract/classes/lifecycles.ts'
import { isRenewable, isSingleLesson } from '#contract/classes/plans.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import type { LessonSign } from '../../ui/register.tsx'

/** Rupees: `left` and its parts, and what was `paid`, used (of it `charged` for late cancellations and absences) and `refunded`, of it `back` in progress. */
export type FamilyMoney = Record<
  | 'left'
  | 'upcoming'
  | 'waiting'
  | 'onHold'
  | 'refundable'
  | 'back'
  | 'paid'
  | 'credits'
  | 'completed'
  | 'charged'
  | 'refunded',
  number
>

/** A booking with display names in the viewer's language. */
export type ShownBooking = ClassBooking & {
  subjectName: string
  student: string
  className: string | null
  area: string | null
  /** Address in one line. */
  place: string | null
}
/** A lesson with its booking. */
export type DatedClass = { booking: ShownBooking; lesson: Lesson }
/** A lesson with its attendance record. */
export type MarkedClass = DatedClass & { record: NonNullable<Lesson['record']> }
/** What the question whether a marked lesson took place needs of it. */
export type ClassToConfirm = {
  booking: Pick<MarkedClass['booking'], 'subjectName' | 'student' | 'mode'> & {
    mentor: { fullName: string }
    learner: { grade: string | null }
  }
  record: Pick<MarkedClass['record'], '_id' | 'date' | 'timeIn' | 'timeOut' | 'fee' | 'confirmBy'>
}
/** One that can be confirmed or reported. */
export type ReportableClass = ClassToConfirm & { booking: { _id: string }; lesson: { _id: string } }
/** A marked lesson with its dispute. */
export type DisputedClass = MarkedClass & { dispute: NonNullable<Lesson['dispute']> }

const lessonsOf = (bookings: readonly ShownBooking[]): DatedClass[] =>
  bookings
    .flatMap((booking) => booking.lessons.map((lesson) => ({ booking, lesson })))
    .sort((a, b) => Date.parse(a.lesson.startsAt) - Date.parse(b.lesson.startsAt))

/** Scheduled, and without a reported absence. */
const isExpected = ({ status, change }: Lesson): boolean => status === 'scheduled' && !change

/** Upcoming and running lessons, soonest first. */
export const upcomingClasses = (bookings: readonly ShownBooking[], now: number): DatedClass[] =>
  lessonsOf(bookings).filter(({ lesson }) => isExpected(lesson) && Date.parse(lesson.endsAt) > now)

/** Past lessons without attendance, oldest first. */
export const unmarkedClasses = (bookings: readonly ShownBooking[], now: number): DatedClass[] =>
  lessonsOf(bookings).filter(({ lesson }) => isExpected(lesson) && Date.parse(lesson.endsAt) <= now)

/** Marked lessons the family has not confirmed. */
export const classesToConfirm = (bookings: readonly ShownBooking[]): MarkedClass[] =>
  lessonsOf(bookings).flatMap(({ booking, lesson }) =>
    lesson.record && lesson.status === 'held' && !lesson.record.parentTick && !lesson.settled && !isDisputed(lesson)
      ? [{ booking, lesson, record: lesson.record }]
      : [],
  )

/** Whether this side has to answer a proposed time or a reported absence. */
export const canAnswer = ({ proposal, change }: Lesson, side: 'family' | 'mentor'): boolean =>
  proposal ? proposal.by !== side : change?.status === 'open' && change.causedBy === side

export const isDisputed = ({ dispute }: Lesson): boolean => dispute?.status === 'open'

const withDispute = (bookings: readonly ShownBooking[], wanted: (lesson: Lesson) => boolean): DisputedClass[] =>
  lessonsOf(bookings).flatMap(({ booking, lesson }) =>
    lesson.record && lesson.dispute && wanted(lesson)
      ? [{ booking, lesson, record: lesson.record, dispute: lesson.dispute }]
      : [],
  )

/** Lessons with an open dispute, oldest first. */
export const disputedClasses = (bookings: readonly ShownBooking[]): DisputedClass[] => withDispute(bookings, isDisputed)

/** Lessons with a decided dispute, newest first. */
export const endedDisputes = (bookings: readonly ShownBooking[]): DisputedClass[] =>
  withDispute(bookings, ({ dispute }) => dispute?.status === 'decided').reverse()

/** Lessons of one day in India, by time. */
export const classesOfDay = (bookings: readonly ShownBooking[], day: string): DatedClass[] =>
  lessonsOf(bookings).filter(
    ({ lesson }) => lesson.status !== 'cancelled' && dateInIndia(new Date(lesson.startsAt)) === day,
  )

/** Bookings the mentor must schedule: new ones, and those with nothing planned. Suspended mentors cannot. */
export const bookingsToSchedule = (bookings: readonly ShownBooking[]): ShownBooking[] =>
  bookings.filter((booking) => {
    // Skip while a proposal awaits the family.
    if (booking.isPaused || booking.proposal) return false
    if (booking.status === 'pending_schedule') return true
    const isOpen = booking.status === 'scheduled' && restCount(booking) > 0
    return isOpen && (booking.lessons.every(({ status }) => status !== 'scheduled') || isMonthOpen(booking))
  })

/** Planned lessons without a time. */
export const restCount = ({ lessonsPlanned, lessons }: ShownBooking): number =>
  lessonsPlanned - lessons.filter(({ status }) => status === 'scheduled' || status === 'held').length

/** A weekly plan without a timetable, to be planned at once. */
export const isMonthOpen = ({ plan, minutes, hasTimetable }: ShownBooking): boolean =>
  isRenewable(plan) && !isSingleLesson(plan, minutes) && !hasTimetable

export const heldCount = (booking: Pick<ShownBooking, 'lessons'>): number =>
  booking.lessons.filter(({ status }) => status === 'held').length

/** Lessons confirmed as held, without those on hold: what the register's legend counts. */
export const confirmedCount = ({ lessons }: Pick<ShownBooking, 'lessons'>): number =>
  lessons.filter((lesson) => signOf(lesson, undefined) === 'held').length

/** Next lesson that can be rescheduled: not begun, and without open changes. */
export const lessonToMove = (booking: ShownBooking, now: number): Lesson | undefined =>
  booking.lessons.find((one) => canMove(one, now))

/** Whether a lesson can be rescheduled. */
export const canMove = ({ status, change, startsAt }: Lesson, now: number): boolean =>
  status === 'scheduled' && !change && Date.parse(startsAt) > now

const signs: Record<LessonStatus, (lesson: Lesson, nextId: string | undefined) => LessonSign> = {
  scheduled: ({ _id }, nextId) => (_id === nextId ? 'today' : 'planned'),
  held: ({ settled, record }) => (settled || record?.parentTick ? 'held' : 'confirm'),
  missed_by_mentor: () => 'missed',
  missed_by_family: () => 'missed',
  cancelled: () => 'left',
  moved: () => 'moved',
}

/** Register sign of a lesson. `nextId` is the next lesson. */
export const signOf = (lesson: Lesson, nextId: string | undefined): LessonSign =>
  isDisputed(lesson) ? 'disputed' : signs[lesson.status](lesson, nextId)

/** A cancelled booking stays active until its lessons are settled. */
export const isActive = ({ status, lessons }: ShownBooking): boolean =>
  status === 'pending_schedule' || status === 'scheduled' || lessons.some((one) => isWaiting(one) || isOpen(one))

const isWaiting = (lesson: Lesson): boolean => (lesson.status === 'held' && !lesson.settled) || isDisputed(lesson)

/** In a cancelled booking: begun, or with a reported absence. */
const isOpen = ({ status }: Lesson): boolean => status === 'scheduled'
