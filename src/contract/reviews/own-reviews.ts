import { z } from 'zod'
import { plans } from '../classes/plans.ts'
import { classModes } from '../reference/catalogue.ts'
import { bothSides, endpoint, onlyFamilies, onlyMentors } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'
import { demoAnswers, reviewLimits } from './limits.ts'
import { reviewWriter } from './reviews.ts'

const tags = ['reviews'] as const
/** One paragraph: line breaks become spaces. */
const paragraph = (max: number) =>
  z
    .string()
    .max(2000)
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(line(max))
const stars = z.number().int().min(1).max(5)
const { min, max } = reviewLimits.words
/** Empty, or at least the minimum length. */
const words = z
  .string()
  .max(2000)
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(z.literal('').or(line(max).min(min)))
  .default('')

const writtenReview = z.object({ stars, words: z.string(), writtenAt: z.iso.datetime() })
const reply = z.object({ words: z.string(), repliedAt: z.iso.datetime(), isHidden: z.boolean() })

/** Reviews of a booking that has a settled lesson, or of a demo that was held. */
export const reviewedBooking = z.object({
  booking: z.uuid(),
  subject: z.string(),
  plan: z.enum(plans),
  mode: z.enum(classModes),
  learner: z.uuid(),
  /** Class or exam of the learner. */
  grade: z.string().nullable(),
  mentor: z.object({ slug: z.string(), fullName: z.string(), profilePhoto: z.string().nullable() }),
  /** Name of the learner; mentors get the first name only. */
  student: z.string().nullable(),
  /** Whether this side can write or edit its review. */
  canWrite: z.boolean(),
  /** Whether the dashboard prompts for a review. */
  isAsked: z.boolean(),
  /** Whether the dashboard asks this side for the outcome of the demo. */
  isDemoAsked: z.boolean(),
  own: writtenReview.nullable(),
  /** Whether the family agreed to be quoted on the home page by first name. */
  mayBeQuoted: z.boolean(),
  /** When the review becomes visible at the latest; null if it already is. */
  publishesAt: z.iso.datetime().nullable(),
  /** Review by the other side, once visible. */
  theirs: writtenReview.nullable(),
  /** The family's published review and its moderation state. */
  review: z
    .object({
      _id: z.uuid(),
      reply: reply.nullable(),
      /** Reason an admin gave for hiding the review or its reply. */
      hiddenReason: z.string(),
      isHidden: z.boolean(),
      isReported: z.boolean(),
    })
    .nullable(),
})
export type ReviewedBooking = z.infer<typeof reviewedBooking>

/** A review as shown to the mentor it is about. */
const receivedReview = z.object({
  _id: z.uuid(),
  ...reviewWriter,
  ...writtenReview.shape,
  reply: reply.nullable(),
  canReply: z.boolean(),
  isHidden: z.boolean(),
  hiddenReason: z.string(),
  isReported: z.boolean(),
})
export type ReceivedReview = z.infer<typeof receivedReview>

export const ownReviews = endpoint({
  method: 'GET',
  url: '/api/reviews/own',
  schema: {
    summary: 'Reviews given and received for the bookings of the caller, with open prompts; at most 50, newest first',
    tags,
    response: {
      200: z.object({
        data: z.array(reviewedBooking),
        /** The mentor's latest published reviews, of any booking. */
        received: z.array(receivedReview),
      }),
    },
  },
  config: { access: bothSides },
})

export const writeReview = endpoint({
  method: 'POST',
  url: '/api/class-bookings/:id/review',
  schema: {
    summary: 'Review the mentor as a family, or the family as a mentor; editable until the other side can read it',
    tags,
    params: idParams,
    body: z.strictObject({ stars, words }),
    response: { 200: z.object({ data: reviewedBooking }) },
  },
  config: { access: bothSides },
})

export const setQuoting = endpoint({
  method: 'POST',
  url: '/api/class-bookings/:id/review/quoting',
  schema: {
    summary: 'Agree to be quoted on the home page by first name, or withdraw the consent',
    tags,
    params: idParams,
    body: z.strictObject({ agreed: z.boolean() }),
    response: { 200: z.object({ data: reviewedBooking }) },
  },
  config: { access: onlyFamilies },
})

export const replyToReview = endpoint({
  method: 'POST',
  url: '/api/reviews/:id/reply',
  schema: {
    summary: 'Reply to a review as its mentor; editable for a day',
    tags,
    params: idParams,
    body: z.strictObject({ reply: paragraph(reviewLimits.reply) }),
    response: { 200: z.object({ data: receivedReview }) },
  },
  config: { access: onlyMentors },
})

export const reportReview = endpoint({
  method: 'POST',
  url: '/api/reviews/:id/report',
  schema: {
    summary: 'Report a review as its mentor, or the reply as its family; opens a case',
    tags,
    params: idParams,
    body: z.strictObject({ text: paragraph(600) }),
    response: { 200: z.object({ data: z.object({ number: z.string(), answerBy: z.iso.datetime() }) }) },
  },
  config: { access: bothSides },
})

export const answerDemo = endpoint({
  method: 'POST',
  url: '/api/class-bookings/:id/demo-outcome',
  schema: {
    summary: 'How a side wants to continue after a demo; the comment of a mentor is visible to admins only',
    tags,
    params: idParams,
    body: z.strictObject({
      answer: z.enum([...new Set([...demoAnswers.family, ...demoAnswers.mentor])]),
      /** The mentor's private comment. */
      text: paragraph(400).optional(),
    }),
    response: { 200: z.object({ data: z.object({ booking: z.uuid(), answer: z.string() }) }) },
  },
  config: { access: bothSides },
})
