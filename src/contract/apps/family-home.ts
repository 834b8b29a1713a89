import { z } from 'zod'
import { savedAddress } from '../classes/addresses.ts'
import { lessonCode } from '../classes/attendance.ts'
import { classBooking } from '../classes/bookings.ts'
import { summary } from '../money/payments.ts'
import { reviewedBooking } from '../reviews/own-reviews.ts'
import { endpoint, onlyFamilies } from '../wire/endpoint.ts'
import { pagesQuery } from './booking-pages.ts'

export const familyHome = endpoint({
  method: 'GET',
  url: '/api/apps/family-home',
  schema: {
    summary: "A family's home: active bookings and the newest ones, unfinished orders, visit codes and prompts",
    tags: ['apps'],
    querystring: pagesQuery,
    response: {
      200: z.object({
        data: z.object({
          /** All active ones, and the newest of the requested pages; one more means that there is another page. */
          bookings: z.array(classBooking),
          /** Orders of the last week without a booking. */
          orders: z.array(summary),
          codes: z.array(lessonCode),
          /** Bookings whose family is asked for a review or for the outcome of a demo. */
          prompts: z.array(reviewedBooking),
          /** Today's first months in rupees after demos whose outcome is asked for, with the demo's fee taken off. */
          months: z.record(
            z.uuid(),
            z.object({ price: z.number(), promotion: z.number(), credit: z.number(), amount: z.number() }),
          ),
          /** Saved addresses by learner, while a booking needs one. */
          addresses: z.record(z.uuid(), savedAddress.nullable()),
        }),
      }),
    },
  },
  config: { access: onlyFamilies },
})
