import { z } from 'zod'
import { endpoint, everyone, onlyAdmins } from '../wire/endpoint.ts'
import { cursor, gradeSlug, line, total } from '../wire/fields.ts'
import { reviewPage } from './limits.ts'

const tags = ['reviews'] as const

/** Public facts about the author: relation, class and area. */
export const reviewWriters = ['parent', 'grandparent', 'student'] as const
export const reviewWriter = {
  writer: z.enum(reviewWriters),
  grade: gradeSlug.nullable(),
  area: z.string(),
  city: z.string(),
}

const starCount = z.coerce.number().int().min(1).max(5)

const review = z.object({
  _id: z.uuid(),
  ...reviewWriter,
  stars: z.number().int().min(1).max(5),
  /** Empty if only stars were given. */
  words: z.string(),
  /** Lessons held before the review was written. */
  lessonsHeld: z.number().int(),
  writtenAt: z.iso.datetime(),
  /** The mentor's public reply. */
  reply: z.object({ words: z.string(), repliedAt: z.iso.datetime() }).nullable(),
})
export type Review = z.infer<typeof review>

export const mentorReviews = endpoint({
  method: 'GET',
  url: '/api/mentor/:id/reviews',
  schema: {
    summary: 'Published reviews of a visible mentor by id or slug: those with words first, then newest first',
    tags,
    params: z.strictObject({ id: line(120) }),
    querystring: z.strictObject({
      cursor: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(reviewPage.max).default(reviewPage.default),
      /** Only reviews with this many stars. Total, rating and counts stay those of all. */
      stars: starCount.optional(),
    }),
    response: {
      200: z.object({
        data: z.array(review),
        nextCursor: z.string().nullable(),
        total,
        /** Average of each family's newest review to one decimal; null without reviews. */
        rating: z.number().nullable(),
        /** Number of families by the stars of their newest review, 1 to 5, and of all reviews with these stars. */
        stars: z
          .array(z.object({ stars: z.number().int(), count: z.number().int(), reviews: z.number().int() }))
          .length(5),
      }),
    },
  },
  config: { access: everyone },
})

const testimonial = z.object({
  /** First name of a family that agreed to be quoted; null otherwise. */
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
      'Testimonials an owner chose, with consent of the families; otherwise three good reviews of three mentors published before today, preferably in the given language',
    tags,
    querystring: z.strictObject({
      language: z.enum(['en', 'hi']).default('en'),
      /** Ids of mentors: up to three good reviews of these mentors only. */
      mentors: z
        .string()
        .max(400)
        .transform((ids) => ids.split(','))
        .pipe(z.array(z.uuid()).max(10))
        .optional(),
    }),
    response: { 200: z.object({ data: z.array(testimonial) }) },
  },
  config: { access: everyone },
})

const agreedReview = z.object({ _id: z.uuid(), ...testimonial.shape, agreedAt: z.iso.datetime() })
export type AgreedReview = z.infer<typeof agreedReview>

export const agreedReviews = endpoint({
  method: 'GET',
  url: '/api/admin/testimonials',
  schema: {
    summary: 'Published reviews whose families agreed to be quoted, newest first',
    tags,
    response: { 200: z.object({ data: z.array(agreedReview) }) },
  },
  config: { access: onlyAdmins },
})
