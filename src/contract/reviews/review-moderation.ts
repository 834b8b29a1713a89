import { z } from 'zod'
import { listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { date, idParams, line, pageQuery } from '../wire/fields.ts'

const tags = ['reviews'] as const
const paragraph = z
  .string()
  .max(2000)
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(line(600))

const adminReview = z.object({
  _id: z.uuid(),
  mentor: z.object({ _id: z.uuid(), fullName: z.string(), slug: z.string() }),
  familyName: z.string().nullable(),
  /** Number of the order behind it; null for demo data. */
  order: z.string().nullable(),
  stars: z.number().int(),
  words: z.string(),
  writtenAt: z.iso.datetime(),
  /** Null until both sides wrote or the waiting period ended. */
  publishedAt: z.iso.datetime().nullable(),
  isHidden: z.boolean(),
  hiddenReason: z.string(),
  reply: z.object({ words: z.string(), isHidden: z.boolean() }).nullable(),
  reports: z.array(
    z.object({
      about: z.enum(['review', 'reply']),
      words: z.string(),
      number: z.string(),
      madeAt: z.iso.datetime(),
      isOpen: z.boolean(),
    }),
  ),
})
export type AdminReview = z.infer<typeof adminReview>

export const reviewStates = ['reported', 'hidden', 'waiting'] as const
const query = listQuery(['due', 'date', 'stars']).extend({
  /** `due` puts reported reviews first, oldest report first, then the newest. */
  order: z.enum(['asc', 'desc']).default('asc'),
  state: z.enum(reviewStates).optional(),
  stars: z.coerce.number().int().min(1).max(5).optional(),
  from: date.optional(),
  to: date.optional(),
})

export const adminReviews = endpoint({
  method: 'GET',
  url: '/api/admin/reviews',
  schema: {
    summary: 'Reviews, reported ones first; `q` is an order number, phone, name or id',
    tags,
    querystring: query,
    response: {
      200: listReply(adminReview).extend({
        /** Number of reported reviews, regardless of filters. */
        reported: z.number().int(),
      }),
    },
  },
  config: { access: onlyAdmins },
})

export const adminReviewsFile = listFile(adminReviews, 'The same list as CSV; each download is audited')

const decided = {
  about: z.enum(['review', 'reply']),
  /** As the admin saw it; refused if it is another by now. `reported`: with an open report. */
  seen: z.enum(['shown', 'reported', 'hidden']),
}

export const decideReview = endpoint({
  method: 'POST',
  url: '/api/admin/reviews/:id/decision',
  schema: {
    summary: 'Hide a review or its reply with a reason, or show it again; closes its reports',
    tags,
    params: idParams,
    body: z.discriminatedUnion('decision', [
      z.strictObject({ decision: z.literal('hide'), ...decided, reason: paragraph }),
      z.strictObject({ decision: z.literal('show'), ...decided }),
    ]),
    response: { 200: z.object({ data: adminReview }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

const demoOutcome = z.object({
  booking: z.uuid(),
  order: z.string(),
  subject: z.string(),
  familyName: z.string().nullable(),
  mentor: z.object({ _id: z.uuid(), fullName: z.string() }),
  side: z.enum(['family', 'mentor']),
  answer: z.string(),
  words: z.string(),
  answeredAt: z.iso.datetime(),
})
export type DemoOutcome = z.infer<typeof demoOutcome>

export const adminDemoOutcomes = endpoint({
  method: 'GET',
  url: '/api/admin/demo-outcomes',
  schema: {
    summary: 'How both sides want to continue after demos, newest first',
    tags,
    querystring: pageQuery,
    response: {
      200: z.object({ data: z.array(demoOutcome), nextCursor: z.string().nullable(), total: z.number().int() }),
    },
  },
  config: { access: onlyAdmins },
})
