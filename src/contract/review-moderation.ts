import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, idParams, line, pageQuery } from './fields.ts'

const tags = ['reviews'] as const
/** Owner and operations decide, support only reads: the handler looks at the role. */
const onlyAdmin = { visitor: 'no', family: 'no', mentor: 'no', admin: 'yes' } as const
const paragraph = z
  .string()
  .max(2000)
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(line(600))

const adminReview = z.object({
  _id: z.uuid(),
  mentor: z.object({ _id: z.uuid(), fullName: z.string(), slug: z.string() }),
  familyName: z.string().nullable(),
  /** Number of the order behind it; null for invented ones. */
  order: z.string().nullable(),
  stars: z.number().int(),
  words: z.string(),
  writtenAt: z.iso.datetime(),
  /** null while it waits for the other side or its days. */
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

export const reviewStates = ['all', 'reported', 'hidden', 'waiting'] as const

export const adminReviews = endpoint({
  method: 'GET',
  url: '/api/admin/reviews',
  schema: {
    summary: 'Reviews for the admin: reported ones first, then the newest',
    tags,
    querystring: z.strictObject({
      state: z.enum(reviewStates).default('all'),
      cursor: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: {
      200: z.object({
        data: z.array(adminReview),
        nextCursor: z.string().nullable(),
        total: z.number().int(),
        reported: z.number().int(),
      }),
    },
  },
  config: { access: onlyAdmin },
})

export const decideReview = endpoint({
  method: 'POST',
  url: '/api/admin/reviews/:id/decision',
  schema: {
    summary: 'Take a review, or the reply under it, away with a reason, or show it again; that ends the reports of it',
    tags,
    params: idParams,
    body: z.discriminatedUnion('decision', [
      z.strictObject({ decision: z.literal('hide'), about: z.enum(['review', 'reply']), reason: paragraph }),
      z.strictObject({ decision: z.literal('show'), about: z.enum(['review', 'reply']) }),
    ]),
    response: { 200: z.object({ data: adminReview }) },
  },
  config: { access: onlyAdmin, role: 'operations' },
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
    summary: 'How both sides want to go on after demos, the newest answer first',
    tags,
    querystring: pageQuery,
    response: {
      200: z.object({ data: z.array(demoOutcome), nextCursor: z.string().nullable(), total: z.number().int() }),
    },
  },
  config: { access: onlyAdmin },
})
