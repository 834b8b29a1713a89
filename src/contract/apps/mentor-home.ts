import { z } from 'zod'
import { classBooking } from '../classes/bookings.ts'
import { shownState } from '../mentors/applications.ts'
import { summary } from '../mentors/mentor-summary.ts'
import { report } from '../mentors/reliability.ts'
import { ownTaxes } from '../mentors/taxes.ts'
import { ownMentorProfile } from '../people/accounts.ts'
import { reviewedBooking } from '../reviews/own-reviews.ts'
import { endpoint, onlyMentors } from '../wire/endpoint.ts'

export const mentorHome = endpoint({
  method: 'GET',
  url: '/api/apps/mentor-home',
  schema: {
    summary: "A mentor's day: active bookings, figures, reliability, application and everything that waits",
    tags: ['apps'],
    response: {
      200: z.object({
        data: z.object({
          mentor: ownMentorProfile,
          application: shownState,
          /** Active ones, newest first. */
          bookings: z.array(classBooking),
          /** Bookings whose mentor is asked for a review or for the outcome of a demo. */
          prompts: z.array(reviewedBooking),
          reliability: report,
          summary,
          taxes: ownTaxes,
          /** Whether the mentor said when it teaches. */
          hasHours: z.boolean(),
          /** Versions of the code of conduct that it agreed to. */
          conduct: z.array(z.number().int()),
        }),
      }),
    },
  },
  config: { access: onlyMentors },
})
