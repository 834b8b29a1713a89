import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/fields.ts'
import { reliabilityKinds } from './limits.ts'

const tags = ['reliability'] as const

const measure = z.object({
  /** Classes the mentor gave up, and to which it did not come; bookings and questions for another time it left waiting. */
  kind: z.enum(reliabilityKinds),
  /** How many of how many, and how many percent are borne. */
  count: z.number().int(),
  of: z.number().int(),
  percent: z.number(),
  isOver: z.boolean(),
  /** What counts, newest first, twenty at most: when it was, and from when on it does not count any more. */
  items: z.array(z.object({ at: z.iso.datetime(), until: z.iso.datetime() })),
})

const standing = z.object({
  days: z.number().int(),
  classes: z.number().int(),
  /** Classes that are needed before anything counts. */
  classesLeast: z.number().int(),
  counts: z.boolean(),
  /** Since when the mentor stands further down in the list. */
  downSince: z.iso.datetime().nullable(),
  measures: z.array(measure),
  /** Steps down and back, newest first. */
  history: z.array(z.object({ isDown: z.boolean(), at: z.iso.datetime() })),
})
export type Standing = z.infer<typeof standing>

export const ownReliability = endpoint({
  method: 'GET',
  url: '/api/mentor/reliability',
  schema: {
    summary: "What counts in the caller's own reliability as a mentor, and what it means for the list",
    tags,
    response: { 200: z.object({ data: standing }) },
  },
  config: { access: { visitor: 'no', family: 'no', mentor: 'own', admin: 'no' } },
})

export const mentorReliability = endpoint({
  method: 'GET',
  url: '/api/admin/mentors/:id/reliability',
  schema: {
    summary: "A mentor's reliability, for the admin",
    tags,
    params: idParams,
    response: { 200: z.object({ data: standing }) },
  },
  config: { access: { visitor: 'no', family: 'no', mentor: 'no', admin: 'yes' } },
})
