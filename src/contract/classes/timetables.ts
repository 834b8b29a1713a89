import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { date, idParams, line, time } from '../wire/fields.ts'
import { bookingDetails, classBooking } from './bookings.ts'
import { lessonLengths } from './limits.ts'

const tags = ['timetables'] as const

/** Monday is 1, Sunday 7 (ISO 8601). */
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
  /** The first date that the rule may use. Classes before it stay as they are. */
  from: date,
}

/** Why a time a mentor sets needs the family's yes: not the one it wished, too soon, outside the mentor's own hours. */
export const askReasons = ['wish', 'soon', 'hours'] as const
export type AskReason = (typeof askReasons)[number]
/** Of a mentor: whether to ask the family where its yes is needed; `false` refuses with 409 `family-must-confirm`. */
const askFamily = z.boolean().default(true)

export const clashes = ['mentor-busy', 'learner-busy'] as const
export type Clash = (typeof clashes)[number]

const plannedClass = z.object({
  date,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  minutes: z.number().int(),
  /** In rupees. */
  fee: z.number(),
  /** Why there can be no class at this time; it must be left out. */
  clash: z.enum(clashes).nullable(),
  /** Somebody may want this day off; it may be left out. */
  holiday: z.string().nullable(),
})
export type PlannedClass = z.infer<typeof plannedClass>

const preview = z.object({
  classes: z.array(plannedClass),
  /** Classes that were moved by hand, and stay where they are. */
  moved: z.number().int(),
  /** Classes of the rule before that this one takes the place of. */
  replaced: z.number().int(),
  /** Why the family would have to say yes first; nothing: it counts at once. */
  asks: z.array(z.enum(askReasons)),
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
  config: { access: { visitor: 'no', family: 'no', mentor: 'own', admin: 'yes' }, role: 'operations' },
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
      /** Dates of the preview without a class; the classes come at the end instead. */
      leaveOut: z.array(date).max(250).default([]),
      /** The rule the caller saw, null for none. When another one is in force by now: 409 `timetable-changed`. */
      since: z.uuid().nullable().optional(),
      askFamily,
      ...bookingDetails,
    }),
    response: { 200: z.object({ data: classBooking }) },
  },
  config: { access: { visitor: 'no', family: 'no', mentor: 'own', admin: 'yes' }, role: 'operations' },
})

const credit = z.object({
  _id: z.uuid(),
  minutes: z.number().int(),
  /** `pause`: its mentor was paused. */
  cause: z.enum(['family', 'mentor', 'holiday', 'pause']),
  givenOn: date,
  /** The class that was left out. */
  lesson: z.uuid(),
  isUsed: z.boolean(),
  /** Its money went back: it buys no class any more. */
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
  /** Minutes of the plan that have neither a class nor a credit yet. */
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
  config: { access: { visitor: 'no', family: 'own', mentor: 'own', admin: 'yes' } },
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
  config: { access: { visitor: 'no', family: 'no', mentor: 'own', admin: 'no' } },
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
  config: { access: { visitor: 'no', family: 'no', mentor: 'own', admin: 'yes' }, role: 'operations' },
})
