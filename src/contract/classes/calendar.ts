import { z } from 'zod'
import { classModes } from '../reference/catalogue.ts'
import { bothSides, endpoint, everyone } from '../wire/endpoint.ts'
import { classRecord } from './bookings.ts'
import { lessonStatuses } from './lifecycles.ts'

const tags = ['calendar'] as const

const calendarClass = z.object({
  _id: z.uuid(),
  booking: z.uuid(),
  subject: z.string(),
  student: z.string().nullable(),
  mentorName: z.string(),
  mode: z.enum(classModes),
  /** Address of an upcoming lesson at home, for both sides. */
  place: z.string().nullable(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  minutes: z.number().int(),
  status: z.enum(lessonStatuses).exclude(['moved']),
  /** Held, and confirmed by the family or automatically after 48 hours. */
  confirmed: z.boolean(),
  disputed: z.boolean(),
  /** Open proposal of another time. */
  proposal: z.object({ by: z.enum(['family', 'mentor']), startsAt: z.iso.datetime() }).nullable(),
  /** Attendance that the caller's family has to confirm, and the learner's grade. */
  toConfirm: classRecord
    .pick({ _id: true, date: true, timeIn: true, timeOut: true, fee: true, confirmBy: true })
    .extend({ grade: z.string().nullable() })
    .nullable(),
})
export type CalendarClass = z.infer<typeof calendarClass>

/** A booking whose mentor has not set its times yet. */
const unscheduledBooking = calendarClass
  .pick({ booking: true, subject: true, student: true, mentorName: true })
  .extend({
    /** Until when the mentor has time; null while the mentor is suspended. */
    scheduleBy: z.iso.datetime().nullable(),
  })
export type UnscheduledBooking = z.infer<typeof unscheduledBooking>

/** `url` is null unless the login is recent, because it outlives the session. */
const feed = z.object({ url: z.string().nullable(), madeAt: z.iso.datetime() })
export type CalendarFeed = z.infer<typeof feed>

export const calendarMonth = endpoint({
  method: 'GET',
  url: '/api/calendar',
  schema: {
    summary:
      "All classes of the caller's family or mentor in one to three months of Indian time, their bookings without times, and the URL of their calendar feed",
    tags,
    querystring: z.strictObject({
      month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'a month as YYYY-MM'),
      /** With the months after it. */
      months: z.coerce.number().int().min(1).max(3).default(1),
    }),
    response: {
      200: z.object({
        data: z.array(calendarClass),
        unscheduled: z.array(unscheduledBooking),
        feed: feed.nullable(),
      }),
    },
  },
  config: { access: bothSides },
})

export const createCalendarFeed = endpoint({
  method: 'POST',
  url: '/api/calendar/feed',
  schema: {
    summary:
      "Create the account's secret calendar feed URL, which GET /api/calendar then returns; an earlier URL stops working. Needs a recent login",
    tags,
    // The URL is left out because idempotent responses are stored.
    response: { 200: z.object({ data: feed.pick({ madeAt: true }) }) },
  },
  config: { access: bothSides },
})

export const revokeCalendarFeed = endpoint({
  method: 'DELETE',
  url: '/api/calendar/feed',
  schema: {
    summary: "Revoke the account's calendar feed URL",
    tags,
    response: { 200: z.object({ data: z.null() }) },
  },
  config: { access: bothSides },
})

export const calendarFile = endpoint({
  method: 'GET',
  url: '/api/calendar/:file',
  schema: {
    summary: 'The classes of a calendar feed as iCalendar (RFC 5545), for calendar apps',
    tags,
    // No format check, so that any unknown file answers 404.
    params: z.strictObject({ file: z.string().max(200) }),
    response: { 200: z.unknown() },
  },
  config: { access: everyone },
})
