import { z } from 'zod'
import { listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { timelineEvent } from '../admin/timeline.ts'
import { classModes } from '../reference/catalogue.ts'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { date, idParams, line, rupeesField, subjectField, time } from '../wire/fields.ts'
import { savedAddress } from './addresses.ts'
import { bookingStatuses, lessonStatuses } from './lifecycles.ts'
import { plans } from './plans.ts'

const tags = ['admin'] as const
/** `unmarked`: over without attendance. `disputed`: waiting for an admin's decision. */
export const attentionReasons = ['unmarked', 'disputed'] as const
/** `no_address`: an active booking at home without an address. `against_wish`: the next lesson is outside the family's preferred times. */
export const bookingAttentionReasons = [...attentionReasons, 'no_address', 'against_wish'] as const

const filter = {
  from: date.optional(),
  to: date.optional(),
  city: line(80).optional(),
  mode: z.enum(classModes).optional(),
  subject: subjectField.optional(),
  plan: z.enum(plans).optional(),
}
const classQuery = listQuery(['date', 'fee']).extend({
  status: z.enum([...lessonStatuses, ...attentionReasons]).optional(),
  ...filter,
})
const bookingQuery = listQuery(['date', 'fee']).extend({
  status: z.enum([...bookingStatuses, ...bookingAttentionReasons]).optional(),
  ...filter,
})

const bookingFields = {
  booking: z.uuid(),
  mentor: z.object({ _id: z.uuid(), name: z.string() }),
  family: z.object({ _id: z.uuid(), name: z.string().nullable(), phone: z.string() }),
  learner: z.string().nullable(),
  subject: z.string(),
  mode: z.enum(classModes),
  plan: z.enum(plans),
  city: z.string(),
  /** Order number. */
  order: z.string(),
  minutes: z.number().int(),
}
const listedClass = z.object({
  _id: z.uuid(),
  ...bookingFields,
  startsAt: z.iso.datetime(),
  /** Rupees. */
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
  ...bookingFields,
  bookedAt: z.iso.datetime(),
  /** Rupees; `refunded` is the refunded part of the price. */
  price: z.number(),
  refunded: z.number(),
  status: z.enum(bookingStatuses),
  classesHeld: z.number().int(),
  classesPlanned: z.number().int(),
  /** Minutes of classes that have begun, and minutes of cancelled classes that wait for a new date. */
  begunMinutes: z.number().int(),
  owedMinutes: z.number().int(),
  /** One of its classes waits for an admin's decision. */
  isDisputed: z.boolean(),
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

export const adminClassesFile = listFile(adminClasses, 'The same list as a file; that it was taken is written down')

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

export const adminBookingsFile = listFile(adminBookings, 'The same list as a file; that it was taken is written down')

/** A lesson with the actions an admin can take on it. */
const bookingClass = z.object({
  _id: z.uuid(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  fee: z.number(),
  status: z.enum(lessonStatuses),
  /** Actions available now: reschedule, skip, mark as held, undo attendance. */
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
          /** Address of classes at home; null for the support role. */
          address: savedAddress.nullable(),
          classes: z.array(bookingClass),
          /**
           * `left`: refundable rupees on cancellation; null when the booking is over. `isElsewhere`: the payment cannot
           * be refunded from here.
           */
          cancel: z.object({ left: z.number(), isElsewhere: z.boolean() }).nullable(),
          timeline: z.array(timelineEvent),
          /** Older events were left off. */
          isCut: z.boolean(),
        }),
      }),
    },
  },
  config: { access: onlyAdmins },
})

const reason = line(400)

/** Refund the full unused balance, a part of it, or nothing; the remainder stays a liability to the family. */
const cancelRefunds = ['rule', 'part', 'none'] as const
export const cancelBooking = endpoint({
  method: 'PUT',
  url: '/api/admin/bookings/:id/cancellation',
  schema: {
    summary:
      'Cancel a booking with a refund by the rule, of a chosen amount, or none: classes to come are given up and both sides told',
    tags,
    params: idParams,
    body: z.strictObject({
      /** Refund id, generated by the client so that retries are idempotent. */
      id: z.uuid(),
      refund: z.enum(cancelRefunds),
      /** Rupees; required for `part`. */
      amount: rupeesField.min(0.01).optional(),
      /** Refundable rupees the client displayed; answers 409 `refund-changed` when the amount has changed. */
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
      /** Confirms that both sides agreed to a time outside the mentor's hours; without it answers 409 `outside-hours`. */
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
