import { z } from 'zod'
import { onlyAdmins } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { date } from './fields.ts'

/** What the overview counts by day. `paid` and `revenue` are money; revenue is our commission. */
export const dayFigures = ['families', 'applications', 'bookings', 'paid', 'revenue', 'sessions', 'calls'] as const
export type DayFigure = (typeof dayFigures)[number]

const figure = z.object({
  /** In rupees for money. */
  value: z.number(),
  /** The same over as many days before. */
  before: z.number(),
})

export const adminOverview = endpoint({
  method: 'GET',
  url: '/api/admin/overview',
  schema: {
    summary: 'Figures of the marketplace: in all, of a range beside the one before it, over time, by town',
    tags: ['admin'],
    querystring: z
      .strictObject({ from: date, to: date })
      .refine(({ from, to }) => from <= to, { error: 'from must not be after to', path: ['to'] })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 731 * 86_400_000, {
        error: 'two years at most',
        path: ['to'],
      }),
    response: {
      200: z.object({
        data: z.object({
          totals: z.object({
            users: z.number().int(),
            mentors: z.number().int(),
            sessions: z.number().int(),
            /** Our commission, in rupees. */
            revenue: z.number(),
            activeUsers: z.number().int(),
            activeSubjects: z.number().int(),
            pendingVerification: z.number().int(),
          }),
          range: z.record(z.enum(dayFigures), figure),
          /** Each `step` of the range, the last one maybe shorter. */
          step: z.enum(['day', 'week', 'month']),
          series: z.array(z.object({ from: z.string(), values: z.record(z.enum(dayFigures), z.number()) })),
          cities: z.array(z.object({ city: z.string(), values: z.record(z.enum(dayFigures), z.number()) })),
          /** When the figures were counted; null: not yet. */
          countedAt: z.iso.datetime().nullable(),
        }),
      }),
    },
  },
  config: { access: onlyAdmins },
})
