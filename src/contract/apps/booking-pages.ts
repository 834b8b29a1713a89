import { z } from 'zod'
import { classBooking } from '../classes/bookings.ts'
import { summary } from '../money/payments.ts'
import { familyMoney, refund } from '../money/refunds.ts'
import { endpoint, onlyFamilies, onlyMentors } from '../wire/endpoint.ts'

/** Bookings on a page of them, and how many pages are shown at once. */
export const bookingPages = { bookings: 20, most: 50 } as const
export const pagesQuery = z.strictObject({
  pages: z.coerce.number().int().min(1).max(bookingPages.most).default(1),
})

/** Newest first: those of the pages and, if there are more, another one; and those with a report. */
const bookings = z.array(classBooking)

export const familyPayments = endpoint({
  method: 'GET',
  url: '/api/apps/family-payments',
  schema: {
    summary: "A family's bookings page by page, those with a report, unfinished orders, refunds and balance",
    tags: ['apps'],
    querystring: pagesQuery,
    response: {
      200: z.object({
        data: z.object({ bookings, orders: z.array(summary), refunds: z.array(refund), money: familyMoney }),
      }),
    },
  },
  config: { access: onlyFamilies },
})

export const mentorStudents = endpoint({
  method: 'GET',
  url: '/api/apps/mentor-students',
  schema: {
    summary: "A mentor's bookings page by page, and those with a report",
    tags: ['apps'],
    querystring: pagesQuery,
    response: { 200: z.object({ data: z.object({ bookings }) }) },
  },
  config: { access: onlyMentors },
})
