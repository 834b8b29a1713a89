import { z } from 'zod'
import { endpoint, everybody } from './endpoint.ts'
import { cursor, gradeSlug, line, total } from './fields.ts'
import { reviewPage } from './limits.ts'

const tags = ['reviews'] as const

/** Who wrote a review, as far as others may know: a kind of person, the class and the part of town. */
export const reviewWriters = ['parent', 'grandparent', 'student'] as const
export const reviewWriter = {
  writer: z.enum(reviewWriters),
  grade: gradeSlug.nullable(),
  area: z.string(),
  city: z.string(),
}

const review = z.object({
  _id: z.uuid(),
  ...reviewWriter,
  stars: z.number().int().min(1).max(5),
  /** Empty when only stars were given. */
  words: z.string(),
  /** Classes held before it was written. */
  lessonsHeld: z.number().int(),
  writtenAt: z.iso.datetime(),
  /** The mentor's one word under it. */
  reply: z.object({ words: z.string(), repliedAt: z.iso.datetime() }).nullable(),
})
export type Review = z.infer<typeof review>

export const mentorReviews = endpoint({
  method: 'GET',
  url: '/api/mentor/:id/reviews',
  schema: {
    summary: 'Published reviews of a visible mentor by id or slug, the newest first',
    tags,
    params: z.strictObject({ id: line(120) }),
    querystring: z.strictObject({
      cursor: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(reviewPage.max).default(reviewPage.default),
    }),
    response: {
      200: z.object({
        data: z.array(review),
        nextCursor: z.string().nullable(),
        total,
        /** Average of all stars to one decimal; null without reviews. */
        rating: z.number().nullable(),
        /** How many gave one to five stars. */
        stars: z.array(z.object({ stars: z.number().int(), count: z.number().int() })).length(5),
      }),
    },
  },
  config: { access: everybody },
})

const testimonial = z.object({
  ...reviewWriter,
  stars: z.number().int(),
  words: z.string(),
  mentor: z.object({ slug: z.string(), fullName: z.string() }),
})
export type Testimonial = z.infer<typeof testimonial>

export const testimonials = endpoint({
  method: 'GET',
  url: '/api/testimonials',
  schema: {
    summary: 'Three good reviews of three mentors from before today, in the language asked for where there are any',
    tags,
    querystring: z.strictObject({ language: z.enum(['en', 'hi']).default('en') }),
    response: { 200: z.object({ data: z.array(testimonial) }) },
  },
  config: { access: everybody },
})
