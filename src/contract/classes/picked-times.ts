import { z } from 'zod'
import { endpoint, onlyFamilies, onlyMentors } from '../wire/endpoint.ts'
import { idParams } from '../wire/fields.ts'
import { classBooking } from './bookings.ts'

const tags = ['bookings'] as const
const booking = { 200: z.object({ data: classBooking }) }

export const timeOptions = endpoint({
  method: 'GET',
  url: '/api/class-bookings/booking/:id/time',
  schema: {
    summary: 'What the family of a booking without a time can choose: the next free times, or its money back',
    tags,
    params: idParams,
    response: {
      200: z.object({
        data: z.object({
          times: z.array(z.iso.datetime()),
          /** The mentor must confirm picked times. */
          confirmsFirst: z.boolean(),
          /** Refundable rupees; null while the picked time may still become a lesson. */
          refund: z.number().nullable(),
        }),
      }),
    },
  },
  config: { access: onlyFamilies },
})

export const pickTime = endpoint({
  method: 'PUT',
  url: '/api/class-bookings/booking/:id/time',
  schema: {
    summary: "Give a paid booking without a class one of the mentor's free times; picked already is a success",
    tags,
    params: idParams,
    body: z.strictObject({ startsAt: z.iso.datetime() }),
    response: booking,
  },
  config: { access: onlyFamilies },
})

export const refundUnscheduled = endpoint({
  method: 'POST',
  url: '/api/class-bookings/booking/:id/time/refund',
  schema: {
    summary: 'Take the money of a booking back whose picked time was taken or not confirmed; done already is a success',
    tags,
    params: idParams,
    response: booking,
  },
  config: { access: onlyFamilies },
})

export const answerPickedTime = endpoint({
  method: 'PUT',
  url: '/api/class-bookings/booking/:id/time/answer',
  schema: {
    summary:
      'The mentor confirms the time a family picked, or says that it does not suit; answered so already is a success',
    tags,
    params: idParams,
    body: z.strictObject({ confirm: z.boolean() }),
    response: booking,
  },
  config: { access: onlyMentors },
})
