import { z } from 'zod'
import { endpoint, onlyMentors } from '../wire/endpoint.ts'

const rupees = z.number()

/** Figures of a mentor's own pages. */
export const summary = z.object({
  /** Learners with an active booking; scheduled classes. */
  activeStudents: z.number().int(),
  upcoming: z.number().int(),
  /** Rounded as families see it. */
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
  /** Whether the mentor gave an account for payouts; without one, earnings wait. */
  hasPayoutAccount: z.boolean(),
  /** The mentor's total earnings in the ledger. */
  earned: rupees,
  /** Month in India as `YYYY-MM`, its earnings, and earnings per seven days up to today. */
  month: z.string(),
  monthEarned: rupees,
  weeks: z.array(z.object({ from: z.number().int(), to: z.number().int(), earned: rupees })),
})
export type MentorSummary = z.infer<typeof summary>

export const mentorSummary = endpoint({
  method: 'GET',
  url: '/api/mentor/summary',
  schema: {
    summary: "Students, upcoming classes, earnings and rating of the session's mentor",
    tags: ['payouts'],
    response: { 200: z.object({ data: summary }) },
  },
  config: { access: onlyMentors },
})
