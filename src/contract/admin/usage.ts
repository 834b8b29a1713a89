import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { overviewRange } from './overview.ts'

/** What a family reached; each stage includes the next. `month`: a month or a package. Fully refunded orders do not count. */
export const familyStages = ['paid', 'month', 'renewed'] as const
export type FamilyStage = (typeof familyStages)[number]

const hours = z.array(
  z.object({
    name: z.string(),
    /** Minutes that listed mentors offer in the week. */
    offered: z.number().int(),
    /** Minutes of that week with a class; a group's time counts once. */
    taken: z.number().int(),
  }),
)

export const adminUsage = endpoint({
  method: 'GET',
  url: '/api/admin/overview/usage',
  schema: {
    summary: 'What families that signed up in a range reached, who pays again, and how full the next week is',
    tags: ['admin'],
    querystring: overviewRange,
    response: {
      200: z.object({
        data: z.object({
          /** Families that signed up in the range, and how many of them reached each stage until now. */
          stages: z.object({
            families: z.number().int(),
            paid: z.number().int(),
            month: z.number().int(),
            renewed: z.number().int(),
          }),
          /** Families by the month of their first payment, newest first. */
          cohorts: z.array(
            z.object({
              /** The first day of the month. */
              month: z.string(),
              families: z.number().int(),
              /** How many paid in the next month and the two after it; null for a month that has not begun. */
              again: z.array(z.number().int().nullable()),
            }),
          ),
          /** The seven days from tomorrow, first and last. */
          week: z.object({ from: z.string(), to: z.string() }),
          /** The most hours first. */
          cities: hours,
          subjects: hours,
        }),
      }),
    },
  },
  config: { access: onlyAdmins },
})
