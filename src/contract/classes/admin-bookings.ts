import { z } from 'zod'
import { csvReply, listQuery, listReply, onlyAdmins } from '../admin/admin-lists.ts'
import { timelineEvent } from '../admin/timeline.ts'
import { classModes } from '../reference/catalogue.ts'
import { endpoint } from '../wire/endpoint.ts'
import { date, idParams, line, rupeesField, subjectField, time } from '../wire/fields.ts'
import { keptAddress } from './addresses.ts'
import { bookingStatuses, lessonStatuses } from './lifecycles.ts'
import { plans } from './plans.ts'

const tags = ['admin'] as const
/** `unmarked`: over, and nobody said whether it was held. `disputed`: it waits for a decision. */
export const attentions = ['unmarked', 'disputed'] as const
/** `no_address`: at home, still going on, and nobody knows where. `against_wish`: the next class is at a time its family did not wish. */
export const bookingAttentions = [...attentions, 'no_address', 'against_wish'] as const

const filter = {
  from: date.optional(),
  to: date.optional(),
  city: line(80).optional(),
  mode: z.enum(classModes).optional(),
  subject: subjectField.optional(),
  plan: z.enum(plans).optional(),
}
const classQuery = listQuery(['date', 'fee']).extend({
  status: z.enum([...lessonStatuses, ...attentions]).optional(),
  ...filter,
})
const bookingQuery = listQuery(['date', 'fee']).extend({
  status: z.enum([...bookingStatuses, ...bookingAttentions]).optional(),
  ...filter,
})

const ofBooking = {
  booking: z.uuid(),
  mentor: z.object({ _id: z.uuid(), name: z.string() }),
  family: z.object({ _id: z.uuid(), name: z.string().nullable(), phone: z.string() }),
  learner: z.string().nullable(),
  subject: z.string(),
  mode: z.enum(classModes),
  plan: z.enum(plans),
  city: z.string(),
  /** Number of the order that paid it. */
  order: z.string(),
  minutes: z.number().int(),
}
const listedClass = z.object({
  _id: z.uuid(),
  ...ofBooking,
  startsAt: z.iso.datetime(),
  /** In rupees. */
  fee: z.number(),
  status: z.enum(lessonStatuses),
  isSettled: z.boolean(),
  isUnmarked: z.boolean(),
  isDisputed: z.boolean(),
  mentorTick: z.boolean(),
  parentTick: z.boolean(),
})
export type ListedClass = z.infer<typeof listedClass>

const listedBooking = z.object({
  _id: z.uuid(),
  ...ofBooking,
  bookedAt: z.iso.datetime(),
  /** In rupees, and what of it came back. */
  price: z.number(),
  refunded: z.number(),
  status: z.enum(bookingStatuses),
  classesHeld: z.number().int(),
  classesPlanned: z.number().int(),
  needsAddress: z.boolean(),
  isAgainstWish: z.boolean(),
})
export type ListedBooking = z.infer<typeof listedBooking>

const q = 'q: phone, name, order number or id'
export const adminClasses = endpoint({
  method: 'GET',
  url: '/api/admin/classes',
  schema: {
    summary: `Every dated class, by date or fee; ${q}`,
    tags,
    querystring: classQuery,
    response: { 200: listReply(listedClass) },
  },
  config: { access: onlyAdmins },
})

export const adminClassesFile = endpoint({
  method: 'GET',
  url: '/api/admin/classes.csv',
  schema: {
    summary: 'The same list as a file; that it was taken is written down',
    tags,
    querystring: classQuery.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmins },
})

export const adminBookings = endpoint({
  method: 'GET',
  url: '/api/admin/bookings',
  schema: {
    summary: `Every booking, by day or price; ${q}`,
    tags,
    querystring: bookingQuery,
    response: { 200: listReply(listedBooking) },
  },
  config: { access: onlyAdmins },
})

export const adminBookingsFile = endpoint({
  method: 'GET',
  url: '/api/admin/bookings.csv',
  schema: {
    summary: 'The same list as a file; that it was taken is written down',
    tags,
    querystring: bookingQuery.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmins },
})

/** A class as somebody needs it who puts it right. */
const bookingClass = z.object({
  _id: z.uuid(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  fee: z.number(),
  status: z.enum(lessonStatuses),
  /** What can be done with it now: given another time, left out, marked as held, and the mark taken back. */
  can: z.array(z.enum(['move', 'skip', 'mark', 'unmark'])),
})
export type BookingClass = z.infer<typeof bookingClass>

export const adminBooking = endpoint({
  method: 'GET',
  url: '/api/admin/bookings/:id',
  schema: {
    summary: 'One booking with everything that happened to it, newest first',
    tags,
    params: idParams,
    response: {
      200: z.object({
        data: listedBooking.extend({
          /** Where classes at home take place; support sees none. */
          address: keptAddress.nullable(),
          classes: z.array(bookingClass),
          /** What goes back when it is cancelled: all that no class used. Null when it is over; `isElsewhere`: nothing can be sent from here. */
          cancel: z.object({ left: z.number(), isElsewhere: z.boolean() }).nullable(),
          timeline: z.array(timelineEvent),
          /** There is more than the newest events. */
          isCut: z.boolean(),
        }),
      }),
    },
  },
  config: { access: onlyAdmins },
})

const reason = line(400)

/** All that no class used, a part of it, or nothing; what does not go back stays the family's in the books. */
export const cancelRefunds = ['rule', 'part', 'none'] as const
export const cancelBooking = endpoint({
  method: 'PUT',
  url: '/api/admin/bookings/:id/cancellation',
  schema: {
    summary:
      'Cancel a booking with a refund by the rule, of a chosen amount, or none: classes to come are given up and both sides told',
    tags,
    params: idParams,
    body: z.strictObject({
      /** Of the refund, the caller's own, so that it can be repeated. */
      id: z.uuid(),
      refund: z.enum(cancelRefunds),
      /** For `part`. */
      amount: rupeesField.positive().optional(),
      /** What could go back when the caller looked; another sum by now answers 409 `refund-changed`. */
      left: rupeesField,
      reason,
      case: z.uuid().optional(),
    }),
    response: { 200: z.object({ data: listedBooking }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const moveClass = endpoint({
  method: 'PUT',
  url: '/api/admin/classes/:id/time',
  schema: {
    summary:
      'Give one class another date and time; both sides are told. Later changes of the weekly rule leave it there',
    tags,
    params: idParams,
    body: z.strictObject({
      date,
      time,
      reason,
      /** Both sides agreed to a time at which the mentor does not usually teach: without it 409 `outside-hours`. */
      atAnyHour: z.boolean().optional(),
    }),
    response: { 200: z.object({ data: bookingClass }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const correctAttendance = endpoint({
  method: 'PUT',
  url: '/api/admin/classes/:id/attendance',
  schema: {
    summary:
      'Mark a class as held for its mentor, who could not, or take back a mark nobody confirmed: owner and operations',
    tags,
    params: idParams,
    body: z.discriminatedUnion('held', [
      z.strictObject({ held: z.literal(true), timeIn: time, timeOut: time, topic: line(200), reason }),
      z.strictObject({ held: z.literal(false), reason }),
    ]),
    response: { 200: z.object({ data: bookingClass }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
