import { z } from 'zod'
import { onlyAdmins } from '../admin/admin-lists.ts'
import { endpoint, everybody } from '../wire/endpoint.ts'
import { cursor, gradeSlug, line, total } from '../wire/fields.ts'
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
  /** First name of the family, which agreed to that; null where nobody was asked. */
  name: z.string().nullable(),
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
    summary:
      'Reviews an owner chose, whose families agreed; without any, three good ones of three mentors from before today, in the language asked for where there are any',
    tags,
    querystring: z.strictObject({ language: z.enum(['en', 'hi']).default('en') }),
    response: { 200: z.object({ data: z.array(testimonial) }) },
  },
  config: { access: everybody },
})

const agreedReview = z.object({ _id: z.uuid(), ...testimonial.shape, agreedAt: z.iso.datetime() })
export type AgreedReview = z.infer<typeof agreedReview>

export const agreedReviews = endpoint({
  method: 'GET',
  url: '/api/admin/testimonials',
  schema: {
    summary: 'Published reviews whose families agreed to stand on the home page, the newest first',
    tags,
    response: { 200: z.object({ data: z.array(agreedReview) }) },
  },
  config: { access: onlyAdmins },
})
