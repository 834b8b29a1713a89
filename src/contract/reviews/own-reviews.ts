import { z } from 'zod'
import { plans } from '../classes/plans.ts'
import { classModes } from '../reference/catalogue.ts'
import { endpoint } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'
import { demoAnswers, reviewLimits } from './limits.ts'
import { reviewWriter } from './reviews.ts'

const tags = ['reviews'] as const
const eitherSide = { visitor: 'no', family: 'own', mentor: 'own', admin: 'no' } as const
/** A paragraph: line ends become spaces. */
const paragraph = (max: number) =>
  z
    .string()
    .max(2000)
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(line(max))
const stars = z.number().int().min(1).max(5)
const { min, max } = reviewLimits.words
/** Nothing, or enough to say something. */
const words = z
  .string()
  .max(2000)
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(z.literal('').or(line(max).min(min)))
  .default('')

const said = z.object({ stars, words: z.string(), writtenAt: z.iso.datetime() })
const reply = z.object({ words: z.string(), repliedAt: z.iso.datetime(), isHidden: z.boolean() })

/** A booking with a class that is settled, or a demo that was held, as far as its reviews go. */
const reviewedBooking = z.object({
  booking: z.uuid(),
  subject: z.string(),
  plan: z.enum(plans),
  mode: z.enum(classModes),
  learner: z.uuid(),
  /** Class or exam the learner is in. */
  grade: z.string().nullable(),
  mentor: z.object({ slug: z.string(), fullName: z.string(), profilePhoto: z.string().nullable() }),
  /** The learner: to the mentor, the first name only. */
  student: z.string().nullable(),
  /** Whether this side can write, or change what it wrote. */
  canWrite: z.boolean(),
  /** Whether the dashboard asks for it now. */
  isAsked: z.boolean(),
  /** A demo that was held, of which this side has not said how it wants to go on. */
  isDemoAsked: z.boolean(),
  own: said.nullable(),
  /** A family's word that its review may stand on the home page with its first name. */
  mayBeQuoted: z.boolean(),
  /** When the other side, and of a family everybody, reads it at the latest; null when they can. */
  publishesAt: z.iso.datetime().nullable(),
  /** What the other side said, as soon as that can be read. */
  theirs: said.nullable(),
  /** The family's published review, with what became of it. */
  review: z
    .object({
      _id: z.uuid(),
      reply: reply.nullable(),
      /** Why an admin took it, or the reply, away. */
      hiddenReason: z.string(),
      isHidden: z.boolean(),
      isReported: z.boolean(),
    })
    .nullable(),
})
export type ReviewedBooking = z.infer<typeof reviewedBooking>

/** What was written of a mentor, as that mentor sees it. */
const receivedReview = z.object({
  _id: z.uuid(),
  ...reviewWriter,
  ...said.shape,
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
    summary: 'What this side is asked about its bookings, has said and was told: at most 50, the newest first',
    tags,
    response: {
      200: z.object({
        data: z.array(reviewedBooking),
        /** A mentor's newest published reviews, whoever wrote them. */
        received: z.array(receivedReview),
      }),
    },
  },
  config: { access: eitherSide },
})

export const writeReview = endpoint({
  method: 'POST',
  url: '/api/class-bookings/:id/review',
  schema: {
    summary:
      'The family reviews its mentor, or the mentor tells the family how working with it is. Can be changed until the other side reads it',
    tags,
    params: idParams,
    body: z.strictObject({ stars, words }),
    response: { 200: z.object({ data: reviewedBooking }) },
  },
  config: { access: eitherSide },
})

export const setQuoting = endpoint({
  method: 'POST',
  url: '/api/class-bookings/:id/review/quoting',
  schema: {
    summary: 'The family agrees that its review stands on the home page with its first name, or takes that back',
    tags,
    params: idParams,
    body: z.strictObject({ agreed: z.boolean() }),
    response: { 200: z.object({ data: reviewedBooking }) },
  },
  config: { access: { ...eitherSide, mentor: 'no' } },
})

export const replyToReview = endpoint({
  method: 'POST',
  url: '/api/reviews/:id/reply',
  schema: {
    summary: 'The one word of a mentor under a review; it can be changed for a day',
    tags,
    params: idParams,
    body: z.strictObject({ reply: paragraph(reviewLimits.reply) }),
    response: { 200: z.object({ data: receivedReview }) },
  },
  config: { access: { ...eitherSide, family: 'no' } },
})

export const reportReview = endpoint({
  method: 'POST',
  url: '/api/reviews/:id/report',
  schema: {
    summary: 'The mentor reports a review, or its family the reply under it: an admin decides whether it stays',
    tags,
    params: idParams,
    body: z.strictObject({ text: paragraph(600) }),
    response: { 200: z.object({ data: z.object({ number: z.string(), answerBy: z.iso.datetime() }) }) },
  },
  config: { access: eitherSide },
})

export const answerDemo = endpoint({
  method: 'POST',
  url: '/api/class-bookings/:id/demo-outcome',
  schema: {
    summary: 'How a side wants to go on after a demo; what a mentor says is read by admins only',
    tags,
    params: idParams,
    body: z.strictObject({
      answer: z.enum([...new Set([...demoAnswers.family, ...demoAnswers.mentor])]),
      /** A mentor's reason. */
      text: paragraph(400).optional(),
    }),
    response: { 200: z.object({ data: z.object({ booking: z.uuid(), answer: z.string() }) }) },
  },
  config: { access: eitherSide },
})
