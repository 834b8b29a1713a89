import { z } from 'zod'
import { endpoint, onlyAdmins, onlyMentors } from '../wire/endpoint.ts'
import { idParams } from '../wire/fields.ts'
import { reliabilityKinds } from './limits.ts'

const tags = ['reliability'] as const

const measure = z.object({
  /** Classes cancelled or missed, or bookings and reschedule requests left unanswered. */
  kind: z.enum(reliabilityKinds),
  /** Incidents, what they are counted among, and the tolerated percentage. */
  count: z.number().int(),
  of: z.number().int(),
  percent: z.number(),
  isOver: z.boolean(),
  /** Counted incidents, newest first, at most twenty: when each happened and until when it counts. */
  items: z.array(z.object({ at: z.iso.datetime(), until: z.iso.datetime() })),
})

/** A mentor's incidents and their effect on ranking. */
export const report = z.object({
  days: z.number().int(),
  classes: z.number().int(),
  /** Number of classes needed before incidents affect the ranking. */
  classesLeast: z.number().int(),
  /** Whether there are enough classes. */
  counts: z.boolean(),
  /** When the ranking was lowered; null if it is not lowered now. */
  downSince: z.iso.datetime().nullable(),
  measures: z.array(measure),
  /** Ranking changes, newest first. */
  history: z.array(z.object({ isDown: z.boolean(), at: z.iso.datetime() })),
})
export type ReliabilityReport = z.infer<typeof report>

export const ownReliability = endpoint({
  method: 'GET',
  url: '/api/mentor/reliability',
  schema: {
    summary: "The caller's own reliability as a mentor and its effect on ranking",
    tags,
    response: { 200: z.object({ data: report }) },
  },
  config: { access: onlyMentors },
})

export const mentorReliability = endpoint({
  method: 'GET',
  url: '/api/admin/mentors/:id/reliability',
  schema: {
    summary: 'Reliability of a mentor',
    tags,
    params: idParams,
    response: { 200: z.object({ data: report }) },
  },
  config: { access: onlyAdmins },
})
