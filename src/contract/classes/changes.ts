import { z } from 'zod'
import { bothSides, endpoint, mentorOrAdmin } from '../wire/endpoint.ts'
import { date, idParams, line, rupeesField, time } from '../wire/fields.ts'
import { classBooking } from './bookings.ts'

const tags = ['changes'] as const
const booking = { 200: z.object({ data: classBooking }) }

/** Cost of cancelling or missing a lesson. */
export const outcome = z.object({
  action: z.enum(['cancel', 'no-show']),
  /** The side that cancels or was absent. */
  causedBy: z.enum(['family', 'mentor']),
  startsAt: z.iso.datetime(),
  /** Rupees charged of the fee, and the mentor's share of that; null for families. */
  fee: z.number(),
  mentorGets: z.number().nullable(),
  /** Minutes credited to the booking. */
  credit: z.number().int(),
  /** Counts against the mentor's reliability. */
  isAgainstMentor: z.boolean(),
  /** Rupees credited to the family's next payment, from the mentor's next earnings. */
  compensation: z.number(),
  /** When this outcome ends, if a costlier one follows. */
  until: z.iso.datetime().nullable(),
})
export type Outcome = z.infer<typeof outcome>

export const lessonOutcome = endpoint({
  method: 'GET',
  url: '/api/class-bookings/lessons/:id/outcome',
  schema: {
    summary: 'What cancelling a class, or saying that the other side did not come, would cost whom',
    tags,
    params: idParams,
    querystring: z.strictObject({ action: z.enum(['cancel', 'no-show']) }),
    response: { 200: z.object({ data: outcome }) },
  },
  config: { access: bothSides },
})

/** Outcome the client displayed; answers 409 `outcome-changed` when it has changed. */
const seenOutcome = z.strictObject({
  startsAt: z.iso.datetime(),
  fee: rupeesField,
  credit: z.number().int().min(0).max(1440),
  /** Needed from a mentor whose cancellation costs something. */
  compensation: rupeesField.optional(),
})

export const cancelLesson = endpoint({
  method: 'POST',
  url: '/api/class-bookings/lessons/:id/cancel',
  schema: {
    summary: 'Cancel one class, by the terms of its booking',
    tags,
    params: idParams,
    body: seenOutcome,
    response: booking,
  },
  config: { access: bothSides },
})

export const skipLesson = endpoint({
  method: 'POST',
  url: '/api/class-bookings/lessons/:id/skip',
  schema: {
    summary:
      "Leave one class out: its minutes are owed, and can be planned again. It is the mentor's doing, unless its timetable puts it on a holiday in its state, and must be cancelled instead if that costs it something (`outcome-changed`); a family gives its own classes up, or an admin says for it",
    tags,
    params: idParams,
    body: z.strictObject({
      cause: z.enum(['family', 'mentor', 'holiday']),
      /** Reason for the audit log; required for admins. */
      reason: line(400).optional(),
    }),
    response: booking,
  },
  config: { access: mentorOrAdmin, role: 'operations' },
})

export const reportNoShow = endpoint({
  method: 'POST',
  url: '/api/class-bookings/lessons/:id/no-show',
  schema: {
    summary: 'Say that the other side did not come to a class; it has 48 hours to object',
    tags,
    params: idParams,
    body: seenOutcome,
    response: booking,
  },
  config: { access: bothSides },
})

export const answerNoShow = endpoint({
  method: 'POST',
  url: '/api/class-bookings/lessons/:id/no-show/answer',
  schema: {
    summary: 'Agree or object that one did not come, or take back what one said',
    tags,
    params: idParams,
    body: z.strictObject({ answer: z.enum(['agree', 'object', 'withdraw']), text: line(400).optional() }),
    response: booking,
  },
  config: { access: bothSides },
})

export const proposeTime = endpoint({
  method: 'POST',
  url: '/api/class-bookings/lessons/:id/proposal',
  schema: {
    summary: 'Propose another time for one class; the class stays unless the other side accepts before it begins',
    tags,
    params: idParams,
    body: z.strictObject({ date, time }),
    response: booking,
  },
  config: { access: bothSides },
})

export const answerProposal = endpoint({
  method: 'POST',
  url: '/api/class-bookings/proposals/:id/answer',
  schema: {
    summary:
      'Accept or decline a time that is asked for, or take the own proposal back. Who declines can name a time that suits',
    tags,
    params: idParams,
    body: z
      .strictObject({ answer: z.enum(['accept', 'decline', 'withdraw']), date: date.optional(), time: time.optional() })
      .refine((one) => !one.date === !one.time && (!one.date || one.answer === 'decline'), {
        message: 'date and time, or neither',
        path: ['time'],
      }),
    response: booking,
  },
  config: { access: bothSides },
})
