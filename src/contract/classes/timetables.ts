import { z } from 'zod'
import { endpoint, mentorOrAdmin, onlyMentors, sideOrAdmin } from '../wire/endpoint.ts'
import { date, idParams, line, time } from '../wire/fields.ts'
import { bookingDetails, classBooking } from './bookings.ts'
import { lessonLengths } from './limits.ts'

const tags = ['timetables'] as const

/** ISO 8601 weekday: Monday is 1, Sunday is 7. */
const weekdays = z
  .array(z.number().int().min(1).max(7))
  .min(1)
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'each day once')
  .transform((days) => days.sort())
const length = z.number().int().min(lessonLengths.min).max(lessonLengths.max).multipleOf(lessonLengths.step)

const rule = {
  weekdays,
  time,
  minutes: length,
  place: line(120).optional(),
  /** First date the rule applies to; earlier lessons stay unchanged. */
  from: date,
}

/**
 * Why the family must confirm a time: not its preferred time, on short notice, outside the mentor's hours, or of a lesson
 * that is too late to cancel for free.
 */
export const confirmationReasons = ['wish', 'soon', 'hours', 'late'] as const
export type ConfirmationReason = (typeof confirmationReasons)[number]
/** For mentors: asks the family where its confirmation is needed; `false` answers 409 `family-must-confirm` instead. */
const askFamily = z.boolean().default(true)

export const clashes = ['mentor-busy', 'learner-busy'] as const
export type Clash = (typeof clashes)[number]

const plannedClass = z.object({
  date,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  minutes: z.number().int(),
  /** Rupees. */
  fee: z.number(),
  /** Conflict at this time; the date must be skipped. */
  clash: z.enum(clashes).nullable(),
  /** Holiday name; skipping the date is optional. */
  holiday: z.string().nullable(),
})
export type PlannedClass = z.infer<typeof plannedClass>

const preview = z.object({
  classes: z.array(plannedClass),
  /** Lessons that keep their time: rescheduled by hand, or too late to cancel for free. */
  moved: z.number().int(),
  /** Lessons of the previous rule that this one replaces. */
  replaced: z.number().int(),
  /** Why the family must confirm first; empty when the rule applies at once. */
  asks: z.array(z.enum(confirmationReasons)),
})
export type TimetablePreview = z.infer<typeof preview>

export const previewTimetable = endpoint({
  method: 'POST',
  url: '/api/class-bookings/:id/timetable/preview',
  schema: {
    summary: 'The dated classes a weekly rule would make of what is left of a booking',
    tags,
    params: idParams,
    body: z.strictObject({ ...rule, leaveOut: z.array(date).max(250).default([]) }),
    response: { 200: z.object({ data: preview }) },
  },
  config: { access: mentorOrAdmin, role: 'operations' },
})

export const setTimetable = endpoint({
  method: 'PUT',
  url: '/api/class-bookings/:id/timetable',
  schema: {
    summary:
      'Set the weekly rule of a booking from a date on: classes of the rule before are made anew, moved and held ones stay',
    tags,
    params: idParams,
    body: z.strictObject({
      ...rule,
      /** Skipped dates; their lessons are added at the end. */
      leaveOut: z.array(date).max(250).default([]),
      /** Rule id the client displayed, null for none; another rule in force answers 409 `timetable-changed`. */
      since: z.uuid().nullable().optional(),
      askFamily,
      ...bookingDetails,
    }),
    response: { 200: z.object({ data: classBooking }) },
  },
  config: { access: mentorOrAdmin, role: 'operations' },
})

const credit = z.object({
  _id: z.uuid(),
  minutes: z.number().int(),
  /** `pause`: the mentor was suspended. */
  cause: z.enum(['family', 'mentor', 'holiday', 'pause']),
  givenOn: date,
  /** The skipped lesson. */
  lesson: z.uuid(),
  isUsed: z.boolean(),
  /** Refunded, so the credit can no longer be used. */
  isVoided: z.boolean(),
})
const timetable = z.object({
  booking: classBooking,
  rule: z
    .object({
      _id: z.uuid(),
      weekdays: z.array(z.number().int()),
      time,
      minutes: z.number().int(),
      place: z.string(),
      from: date,
    })
    .nullable(),
  credits: z.array(credit),
  /** Plan minutes without a lesson or credit. */
  unplanned: z.number().int(),
})
export type Timetable = z.infer<typeof timetable>

export const bookingTimetable = endpoint({
  method: 'GET',
  url: '/api/class-bookings/:id/timetable',
  schema: {
    summary: 'A booking with its weekly rule, what is owed and what is not planned',
    tags,
    params: idParams,
    response: { 200: z.object({ data: timetable }) },
  },
  config: { access: sideOrAdmin },
})

export const moveLesson = endpoint({
  method: 'PUT',
  url: '/api/class-bookings/lessons/:id/time',
  schema: {
    summary: 'Give one class another date and time; later changes of the weekly rule leave it there',
    tags,
    params: idParams,
    body: z.strictObject({ date, time, askFamily }),
    response: { 200: z.object({ data: classBooking }) },
  },
  config: { access: onlyMentors },
})

export const addLesson = endpoint({
  method: 'POST',
  url: '/api/class-bookings/:id/lessons',
  schema: {
    summary: 'Plan one class of what is owed or not planned',
    tags,
    params: idParams,
    body: z.strictObject({ date, time, minutes: length.optional(), credit: z.uuid().optional(), askFamily }),
    response: { 200: z.object({ data: classBooking }) },
  },
  config: { access: mentorOrAdmin, role: 'operations' },
})
