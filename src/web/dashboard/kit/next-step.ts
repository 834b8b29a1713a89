import { reliabilityRules } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { formatDate, formatDateTime } from '../../ui/dates.tsx'
import type { Side } from './change-actions.tsx'
import {
  bookingsToSchedule,
  canAnswer,
  classesToConfirm,
  heldCount,
  isActive,
  isDisputed,
  restCount,
  type ShownBooking,
  unmarkedClasses,
  upcomingClasses,
} from './classes.ts'
import { nextClassText, whenText } from './labels.ts'
import { mustChoose, preferenceSentence } from './preference-text.ts'

/** What a booking needs next from one side, or waits for. */
export type StepKind =
  | 'confirm-times'
  | 'answer-change'
  | 'choose-time'
  | 'answer-time'
  | 'add-address'
  | 'confirm-class'
  | 'mark'
  | 'schedule'
  | 'paused'
  | 'await-family'
  | 'await-time'
  | 'next-class'
  | 'await-mark'
  | 'await-confirmation'
  | 'await-next'
  | 'disputed'
  | 'renew'
  | 'cancelled'
  | 'over'
export type Step = {
  kind: StepKind
  text: string
  /** It waits for this side. */
  isOpen: boolean
}

/** The one next step of a booking for one side: what it must answer before what it waits for. */
export function stepOf(booking: ShownBooking, side: Side, now: number): Step {
  const open = side === 'family' ? familyTask(booking) : mentorTask(booking, now)
  return open ? { kind: open[0], text: open[1], isOpen: true } : { ...waiting(booking, side, now), isOpen: false }
}

type Task = [StepKind, string] | null

function familyTask(booking: ShownBooking): Task {
  if (booking.proposal) return ['confirm-times', m.ask_waiting_you()]
  if (booking.lessons.some((lesson) => canAnswer(lesson, 'family'))) return ['answer-change', m.booking_answer_change()]
  if (mustChoose(booking)) return ['choose-time', m.time_choose()]
  if (booking.needsAddress) return ['add-address', m.address_add()]
  if (classesToConfirm([booking]).length > 0) return ['confirm-class', m.dash_did_it_happen()]
  if (booking.canRenew) return ['renew', m.booking_renew()]
  return null
}

function mentorTask(booking: ShownBooking, now: number): Task {
  const { status, picked, lessons } = booking
  if (status === 'pending_schedule' && picked?.state === 'requested') return ['answer-time', m.booking_confirm_time()]
  if (lessons.some((lesson) => canAnswer(lesson, 'mentor'))) return ['answer-change', m.booking_answer_change()]
  if (unmarkedClasses([booking], now).length > 0) return ['mark', m.dash_mark_attendance()]
  if (bookingsToSchedule([booking]).length > 0)
    return [
      'schedule',
      status === 'pending_schedule'
        ? scheduleBy(booking, now)
        : restCount(booking) === 1
          ? m.booking_rest_open_one()
          : m.booking_rest_open({ count: restCount(booking) }),
    ]
  return null
}

const answerUntil = ({ bookedDate }: ShownBooking): number =>
  Date.parse(bookedDate) + reliabilityRules.answerHours * 3_600_000

/** When a new booking must be scheduled for the mentor's reliability. */
function scheduleBy(booking: ShownBooking, now: number): string {
  const by = answerUntil(booking)
  return by > now ? m.dash_set_by({ date: formatDateTime(by) }) : m.dash_set_now()
}

/** The deadline that comes next: for the mentor's reliability, then for the family's refund. */
export const nextDeadline = (booking: ShownBooking, now: number): string =>
  answerUntil(booking) > now ? scheduleBy(booking, now) : refundFrom(booking, now)

export const refundFrom = ({ scheduleBy: last }: ShownBooking, now: number): string =>
  Date.parse(last) > now ? m.dash_set_last({ date: formatDateTime(last) }) : m.dash_set_over()

function waiting(booking: ShownBooking, side: Side, now: number): Omit<Step, 'isOpen'> {
  const { status, isPaused, proposal, scheduleBy } = booking
  if (!isActive(booking))
    return status === 'cancelled'
      ? { kind: 'cancelled', text: m.ui_badge_cancelled() }
      : { kind: 'over', text: m.booking_over({ count: heldCount(booking) }) }
  if (isPaused) return { kind: 'paused', text: m.dash_paused_next() }
  if (proposal) return { kind: 'await-family', text: m.ask_waiting() }
  if (status === 'pending_schedule')
    return {
      kind: 'await-time',
      text: booking.picked
        ? preferenceSentence(booking, side, now)
        : m.dash_expected_by({ date: formatDate(scheduleBy) }),
    }
  const [next] = upcomingClasses([booking], now)
  if (next) return { kind: 'next-class', text: nextClassText(whenText(next.lesson.startsAt, now)) }
  if (booking.lessons.some(isDisputed)) return { kind: 'disputed', text: m.booking_disputed() }
  const [unmarked] = unmarkedClasses([booking], now)
  if (unmarked)
    return { kind: 'await-mark', text: m.booking_await_mark({ when: formatDateTime(unmarked.lesson.startsAt) }) }
  if (booking.lessons.some(({ change }) => change?.status === 'open'))
    return { kind: 'await-family', text: side === 'family' ? m.change_own_title_family() : m.change_own_title() }
  if (side === 'mentor' && classesToConfirm([booking]).length > 0)
    return { kind: 'await-confirmation', text: m.dash_present_waiting() }
  return heldCount(booking) < booking.lessonsPlanned && status === 'scheduled'
    ? { kind: 'await-next', text: m.dash_next_by_mentor() }
    : { kind: 'over', text: m.booking_over({ count: heldCount(booking) }) }
}
