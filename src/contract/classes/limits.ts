/** Limits of bookings and lessons (spec.md §9, product.md §6 and §11). Must not import zod, so that the browser can load this file. */

import { nightEnd, plusMinutes } from '../wire/time.ts'

/** Minutes before a lesson from which both sides see its door code. */
export const doorCodeMinutes = 60
/** Characters of a safety concern about a lesson. */
export const maxConcernLength = 2000

/** Length of a lesson of a renewable plan until its timetable sets another. Makes 12 lessons a month. */
export const defaultLessonMinutes = 100
/** Lesson lengths a timetable allows, in minutes. */
export const lessonLengths = { min: 30, max: 240, step: 5 } as const
/** Minutes a picked time is reserved during payment. */
export const holdMinutes = 15
/** Hours a mentor has to confirm a picked time before it is released. */
export const pickedTimeConfirmHours = 12
/** Free times a profile offers for each lesson length. */
export const maxOfferedTimes = 6
/** Free times: how many days ahead, and minutes between their starts. */
export const freeTimeWindow = { days: 14, stepMinutes: 30 } as const
/** The longest quiet hours a setting allows, in which an SMS may wait, and minutes to read it by day. */
const longestNight = { from: '20:00', until: '08:00' } as const
const noticeMinutes = 120
/** When somebody who is told at `now` can be expected to know. */
export const noticedBy = (now: Date): Date => plusMinutes(nightEnd(now, longestNight) ?? now, noticeMinutes)
/** No lesson is expected outside these hours, even if a mentor's availability allows it. */
export const teachingHours = { from: '06:00', to: '22:00' } as const
/** Hours a family has to approve a proposed time. */
export const approvalHours = 48
/** Days ahead a lesson can be scheduled. */
export const scheduleAheadDays = 365
/** Days a mentor has to schedule a new booking. */
export const scheduleWithinDays = 7
/** Hours after the first lesson in which its fee is refundable. */
export const guaranteeHours = 48
/** How often a family can use the guarantee within `days`, across all mentors. */
export const guaranteeLimit = { times: 3, days: 90 } as const
/** Hours after which a marked lesson is confirmed automatically. */
export const autoConfirmHours = 48
/** Hours before automatic confirmation at which the family is reminded. */
export const confirmReminderHours = 24
/** Proposals, absence reports and disputes of one class or plan, and changes of one address, a day: each is an SMS to the other side. */
export const maxRequestsPerDay = 10
/**
 * Booking policy of a new installation; an admin's changes apply to later orders, and an order keeps the policy it was placed under.
 * `mentorLatePercent`: credit for the family, in percent of the fee, when the mentor cancels late or does not come.
 * `noShowMinutes`: minutes after the start from which a no-show can be reported.
 */
export const defaultPolicy = {
  cancelFreeHours: 12,
  lateCancelPercent: 50,
  mentorLatePercent: 50,
  noShowMinutes: 20,
  scheduleWithinDays,
  guaranteeHours,
} as const
export type BookingPolicy = Record<keyof typeof defaultPolicy, number>

/** Names a policy by its values, so that an order can say which one its family was shown. */
export const policyName = (policy: BookingPolicy): string =>
  (Object.keys(defaultPolicy) as (keyof BookingPolicy)[]) // safe: its own keys
    .map((rule) => policy[rule])
    .join('-')

/**
 * What a mentor may owe for late cancellations and absences. No more is credited until earnings have paid it: a mentor
 * who never teaches again costs us at most this.
 */
export const maxMentorDebtPaise = 200_000

/** Digits of the code with which a family confirms that the mentor has arrived. */
export const visitCodeDigits = 4
/** Wrong codes accepted for one lesson. */
export const maxVisitCodeAttempts = 3
/** Days before a lesson from which the family's phone stores its code for offline use. */
export const visitCodeDays = 7
/** A mentor's note on a lesson: characters, and days after marking in which it can be edited. */
export const lessonNote = { max: 400, days: 7 } as const
/** Minutes a phone's clock may be off without a warning. */
export const clockSkewMinutes = 5

/** Reasons to dispute a marked lesson. `other` needs an explanation. */
export const disputeReasons = ['not_held', 'shorter', 'other_person', 'other'] as const
export type DisputeReason = (typeof disputeReasons)[number]
