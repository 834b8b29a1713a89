import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { date } from '../wire/fields.ts'
import { officeParts } from '../wire/office.ts'
import { listFile, listQuery, listReply } from './admin-lists.ts'

const tags = ['admin'] as const
/**
 * Figures counted by day. `users`: families and mentors who applied, each person once. `paid` and `revenue` are
 * amounts; revenue is the commission.
 */
export const dayFigures = [
  'users',
  'families',
  'applications',
  'bookings',
  'paid',
  'revenue',
  'sessions',
  'calls',
] as const
export type DayFigure = (typeof dayFigures)[number]

const figure = z.object({
  /** Amounts in rupees. */
  value: z.number(),
  /** The same for the previous period of equal length. */
  before: z.number(),
})

/** First and last day, both included; two years at most. */
export const overviewRange = z
  .strictObject({ from: date, to: date })
  .refine(({ from, to }) => from <= to, { error: 'from must not be after to', path: ['to'] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 731 * 86_400_000, {
    error: 'two years at most',
    path: ['to'],
  })

export const adminOverview = endpoint({
  method: 'GET',
  url: '/api/admin/overview',
  schema: {
    summary: 'Figures of the marketplace: in all, of a range beside the one before it, over time',
    tags,
    querystring: overviewRange,
    response: {
      200: z.object({
        data: z.object({
          totals: z.object({
            users: z.number().int(),
            families: z.number().int(),
            /** All applicants, and how many of them are verified and waiting. */
            mentors: z.number().int(),
            verifiedMentors: z.number().int(),
            pendingVerification: z.number().int(),
            sessions: z.number().int(),
            /** Commission in rupees. */
            revenue: z.number(),
            activeUsers: z.number().int(),
            activeSubjects: z.number().int(),
          }),
          range: z.record(z.enum(dayFigures), figure),
          /** One item per `step` of the range; the last may be shorter. */
          step: z.enum(['day', 'week', 'month']),
          series: z.array(z.object({ from: z.string(), values: z.record(z.enum(dayFigures), z.number()) })),
          /** Parts of the office that real people need and nobody has named. */
          missing: z.array(z.enum(officeParts)),
          /** Time of the last count, or null before the first. */
          countedAt: z.iso.datetime().nullable(),
        }),
      }),
    },
  },
  config: { access: onlyAdmins },
})

/** Figures of a city. */
export const cityFigures = ['paid', 'bookings', 'sessions', 'applications', 'families', 'calls'] as const
export type CityFigure = (typeof cityFigures)[number]
const cityQuery = listQuery([...cityFigures, 'name']).extend({
  /** First and last day, both included; without them everything. */
  from: date.optional(),
  to: date.optional(),
})
const listedCity = z.object({
  city: z.string(),
  /** In rupees. */
  paid: z.number(),
  bookings: z.number().int(),
  sessions: z.number().int(),
  applications: z.number().int(),
  families: z.number().int(),
  calls: z.number().int(),
})
export type CityFigures = z.infer<typeof listedCity>

export const adminCities = endpoint({
  method: 'GET',
  url: '/api/admin/overview/cities',
  schema: {
    summary: 'Figures by city, where most was paid first; q: the name of a city or a part of it',
    tags,
    querystring: cityQuery,
    response: { 200: listReply(listedCity) },
  },
  config: { access: onlyAdmins },
})

export const adminCitiesFile = listFile(adminCities, 'The same list as a file; that it was taken is written down')
