import { z } from 'zod'
import { maxSelectedMentors } from '../mentors/limits.ts'
import { classModes } from '../reference/catalogue.ts'
import { endpoint, everyone } from '../wire/endpoint.ts'
import { date, idParams, line, time } from '../wire/fields.ts'
import { outcome } from './changes.ts'
import { freeTimeWindow, lessonLengths } from './limits.ts'

const tags = ['availability'] as const
const ownMentor = { visitor: 'no', family: 'no', mentor: 'own', admin: 'no' } as const

/** Hours within one day; the end is before midnight. */
const timeRange = z
  .strictObject({ from: time, to: time })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'must be after from, on the same day' })
type TimeRange = z.infer<typeof timeRange>

/** Index of the first range that overlaps an earlier one; -1 if none does. */
const overlapIndex = (ranges: readonly TimeRange[]): number =>
  ranges.findIndex((range, i) => ranges.slice(0, i).some((other) => range.from < other.to && other.from < range.to))

const overlapIssue = (path: (string | number)[]) =>
  ({ code: 'custom', path, message: 'must not overlap another range' }) as const
const hours = z
  .array(timeRange)
  .max(6)
  .superRefine((ranges, context) => {
    const index = overlapIndex(ranges)
    if (index >= 0) context.addIssue(overlapIssue([index, 'from']))
  })

const week = z
  .array(z.strictObject({ weekday: z.number().int().min(1).max(7), from: time, to: time }))
  .max(42)
  .superRefine((ranges, context) => {
    for (const [i, { from, to }] of ranges.entries()) {
      if (from >= to)
        context.addIssue({ code: 'custom', path: [i, 'to'], message: 'must be after from, on the same day' })
    }
    for (let day = 1; day <= 7; day++) {
      const indexes = [...ranges.keys()].filter((i) => ranges[i]?.weekday === day)
      const index = indexes[overlapIndex(indexes.flatMap((i) => ranges[i] ?? []))]
      if (index !== undefined) context.addIssue(overlapIssue([index, 'from']))
    }
  })
export type Week = z.infer<typeof week>

const leave = z.object({
  _id: z.uuid(),
  from: date,
  to: date,
  /** Visible to the mentor only. */
  note: z.string(),
  /** Number of upcoming lessons during the leave. */
  classCount: z.number().int(),
})
export type Leave = z.infer<typeof leave>

const availability = z.object({
  /** 0 until the mentor sets hours. */
  version: z.number().int(),
  /** The mentor must confirm times that families pick. */
  confirmsFirst: z.boolean(),
  week: z.array(z.object({ weekday: z.number().int(), from: time, to: time })),
  /** Dates with other hours than the week's, or with none. */
  days: z.array(z.object({ date, hours: z.array(z.object({ from: time, to: time })) })),
  leave: z.array(leave),
})
export type Availability = z.infer<typeof availability>
const availabilityReply = { 200: z.object({ data: availability }) }

export const ownAvailability = endpoint({
  method: 'GET',
  url: '/api/mentor/availability',
  schema: {
    summary: "The caller's weekly hours, dates with other hours, and leave that is not over",
    tags,
    response: availabilityReply,
  },
  config: { access: ownMentor },
})

export const setWeek = endpoint({
  method: 'PUT',
  url: '/api/mentor/availability',
  schema: {
    summary: 'Set the weekly hours, several ranges a day. An outdated version answers 409 `changed-meanwhile`',
    tags,
    body: z.strictObject({ version: z.number().int().min(0), week, confirmsFirst: z.boolean().optional() }),
    response: availabilityReply,
  },
  config: { access: ownMentor },
})

export const setDay = endpoint({
  method: 'PUT',
  url: '/api/mentor/availability/days/:date',
  schema: {
    summary: 'Set other hours for one date: an empty list for none, null to use the weekly hours again',
    tags,
    params: z.strictObject({ date }),
    body: z.strictObject({ hours: hours.nullable() }),
    response: availabilityReply,
  },
  config: { access: ownMentor },
})

export const takeLeave = endpoint({
  method: 'POST',
  url: '/api/mentor/leave',
  schema: {
    summary: 'Take leave from one date to another. Classes on these days stay until they are rescheduled or cancelled',
    tags,
    body: z
      .strictObject({ from: date, to: date, note: line(200).optional() })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 365 * 86_400_000, {
        path: ['to'],
        message: 'within a year',
      }),
    response: { 200: z.object({ data: leave }) },
  },
  config: { access: ownMentor },
})

export const endLeave = endpoint({
  method: 'DELETE',
  url: '/api/mentor/leave/:id',
  schema: {
    summary: 'End leave, also before it begins',
    tags,
    params: idParams,
    response: { 200: z.object({ data: z.null() }) },
  },
  config: { access: ownMentor },
})

const leaveClass = z.object({
  /** Lesson id. */
  _id: z.uuid(),
  booking: z.uuid(),
  student: z.string().nullable(),
  subject: z.string(),
  startsAt: z.iso.datetime(),
  minutes: z.number().int(),
  /** Suggested new time after the leave, when mentor and learner are free, closest to the usual one. */
  near: z.iso.datetime().nullable(),
  /** Outcome of a cancellation by the mentor; null when it cannot be cancelled. */
  cancel: outcome.nullable(),
  /** Open reschedule proposal. */
  proposal: z.object({ madeBy: z.enum(['family', 'mentor']), startsAt: z.iso.datetime() }).nullable(),
})
export type LeaveClass = z.infer<typeof leaveClass>

export const leaveClasses = endpoint({
  method: 'GET',
  url: '/api/mentor/leave/:id/classes',
  schema: {
    summary: 'The first classes during a leave, each with a new time to propose and what cancelling it costs',
    tags,
    params: idParams,
    response: { 200: z.object({ data: leave.extend({ classes: z.array(leaveClass) }) }) },
  },
  config: { access: ownMentor },
})

const freeTime = z.object({
  startsAt: z.iso.datetime(),
  /** Length of the free interval from `startsAt`; at most 240 minutes. */
  minutes: z.number().int(),
  /** Mode of a group class with space at this time; null if there is none. */
  mode: z.enum(classModes).nullable(),
})
export type FreeTime = z.infer<typeof freeTime>

export const freeTimes = endpoint({
  method: 'GET',
  url: '/api/mentor/:id/free-times',
  schema: {
    summary: `Times of the next ${freeTimeWindow.days} days when a mentor is free, by id or slug. Not a reservation: booking checks again`,
    tags,
    params: z.strictObject({ id: line(120) }),
    querystring: z.strictObject({
      minutes: z.coerce.number().int().min(lessonLengths.min).max(lessonLengths.max).default(60),
      /** Booking that its mentor schedules: the time held for it counts as free. */
      booking: z.uuid().optional(),
    }),
    response: {
      200: z.object({
        data: z.array(freeTime),
        /** The mentor has not set hours: times are agreed with the mentor. */
        byAgreement: z.boolean(),
        /** The mentor must confirm picked times. */
        confirmsFirst: z.boolean(),
      }),
    },
  },
  config: { access: everyone },
})

export const nextFreeTimes = endpoint({
  method: 'GET',
  url: '/api/mentor/free-times',
  schema: {
    summary: 'The next free times of several mentors, by id, one a day; hidden mentors are omitted',
    tags,
    querystring: z.strictObject({
      id: z
        .string()
        .max(40 * maxSelectedMentors)
        .transform((text) => text.split(',').filter(Boolean))
        .pipe(z.array(z.uuid()).max(maxSelectedMentors)),
    }),
    response: {
      200: z.object({
        data: z.array(z.object({ _id: z.uuid(), times: z.array(freeTime), byAgreement: z.boolean() })),
      }),
    },
  },
  config: { access: everyone },
})
