import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { date, idParams, line, rupeesField, time } from '../wire/fields.ts'
import { classBooking } from './bookings.ts'

const tags = ['changes'] as const
const bothSides = { visitor: 'no', family: 'own', mentor: 'own', admin: 'no' } as const
const booking = { 200: z.object({ data: classBooking }) }

/** What a class costs that is given up or was missed. */
export const outcome = z.object({
  action: z.enum(['cancel', 'no-show']),
  /** Who gives the class up, or did not come. */
  causedBy: z.enum(['family', 'mentor']),
  startsAt: z.iso.datetime(),
  /** What of the class's fee is charged, in rupees, and what of that the mentor gets; the family's side is not told. */
  fee: z.number(),
  mentorGets: z.number().nullable(),
  /** Minutes that are owed, and can be planned again. */
  credit: z.number().int(),
  /** It counts in the mentor's reliability. */
  isAgainstMentor: z.boolean(),
  /** Until when it costs this, where it costs more later. */
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

/** The outcome the caller was shown; another one by now answers 409 `outcome-changed`. */
const shown = z.strictObject({
  startsAt: z.iso.datetime(),
  fee: rupeesField,
  credit: z.number().int().min(0).max(1440),
})

export const cancelLesson = endpoint({
  method: 'POST',
  url: '/api/class-bookings/lessons/:id/cancel',
  schema: {
    summary: 'Cancel one class, by the terms of its booking',
    tags,
    params: idParams,
    body: shown,
    response: booking,
  },
  config: { access: bothSides },
})

export const skipLesson = endpoint({
  method: 'POST',
  url: '/api/class-bookings/lessons/:id/skip',
  schema: {
    summary:
      "Leave one class out: its minutes are owed, and can be planned again. It is the mentor's doing, unless that day is a holiday in its state; a family gives its own classes up, or an admin says for it",
    tags,
    params: idParams,
    body: z.strictObject({
      cause: z.enum(['family', 'mentor', 'holiday']),
      /** Why, for the audit log; an admin has to say it. */
      reason: line(400).optional(),
    }),
    response: booking,
  },
  config: { access: { visitor: 'no', family: 'no', mentor: 'own', admin: 'yes' }, role: 'operations' },
})

export const sayNoShow = endpoint({
  method: 'POST',
  url: '/api/class-bookings/lessons/:id/no-show',
  schema: {
    summary: 'Say that the other side did not come to a class; it has 48 hours to object',
    tags,
    params: idParams,
    body: shown,
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
