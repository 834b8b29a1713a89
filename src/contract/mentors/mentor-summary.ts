import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

const rupees = z.number()

const summary = z.object({
  /** Learners with a booking that is going on, and classes that have a date. */
  activeStudents: z.number().int(),
  upcoming: z.number().int(),
  /** As families see it. */
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
  /** The mentor's part of everything in the books. */
  earned: rupees,
  /** `YYYY-MM` in India, with what came into the books in it, and by seven days up to today. */
  month: z.string(),
  monthEarned: rupees,
  weeks: z.array(z.object({ from: z.number().int(), to: z.number().int(), earned: rupees })),
})
export type MentorSummary = z.infer<typeof summary>

export const mentorSummary = endpoint({
  method: 'GET',
  url: '/api/mentor/summary',
  schema: {
    summary: "Students, classes to come, earnings and rating of the session's mentor",
    tags: ['payouts'],
    response: { 200: z.object({ data: summary }) },
  },
  config: { access: { visitor: 'no', family: 'no', mentor: 'own', admin: 'no' } },
})
