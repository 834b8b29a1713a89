import { z } from 'zod'
import { classBooking } from '../classes/bookings.ts'
import { experiences, weekdays } from '../reference/catalogue.ts'
import { endpoint, onlyFamilies } from '../wire/endpoint.ts'
import { idParams, rupeesField, time } from '../wire/fields.ts'

const tags = ['replacements'] as const

/** Classes that stay with the booking, and their cost in rupees. */
const lessonTotals = z.object({ classes: z.number().int(), amount: z.number() })

const replacementMentor = z.object({
  _id: z.uuid(),
  slug: z.string(),
  fullName: z.string(),
  profilePhoto: z.string().nullable(),
  area: z.string(),
  experience: z.enum(experiences),
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
  /** Kilometres; null without a reference point. */
  distance: z.number().nullable(),
  monthlyPrice: z.number(),
  /** Monthly price difference to the current mentor; negative when cheaper. */
  difference: z.number(),
  /** Whether the mentor is free at the booking's weekly times for the next weeks. */
  isFree: z.boolean(),
  /** Whether the mentor is free at those times except for leave in the next weeks. */
  isAway: z.boolean(),
  /** Weekdays of the booking at whose time the mentor is not free. */
  busyDays: z.array(z.enum(weekdays)),
  /** Teaching minutes the balance buys. */
  minutes: z.number().int(),
})
export type Replacement = z.infer<typeof replacementMentor>

const replacementChoice = z.object({
  /** Transferable balance in rupees, and its minutes at the current mentor's price. */
  balance: z.number(),
  minutes: z.number().int(),
  monthlyPrice: z.number(),
  /** Excluded from the balance: classes settled, awaiting attendance or confirmation, disputed, or reported missed. */
  settled: lessonTotals,
  waiting: lessonTotals,
  disputed: lessonTotals,
  missed: lessonTotals,
  /** The first class, whose fee may be refunded or added to the balance. */
  guarantee: z.object({ lesson: z.uuid(), fee: z.number(), until: z.iso.datetime() }).nullable(),
  /** Whether the balance includes that fee. */
  withGuarantee: z.boolean(),
  /** Weekly times of its classes; null when unknown, and when they differ by weekday. */
  times: z.object({ days: z.array(z.enum(weekdays)), time: time.nullable() }).nullable(),
  /** Weekly times of its classes by weekday; empty when unknown. */
  weekTimes: z.array(z.object({ day: z.enum(weekdays), time: time.nullable() })),
  mentors: z.array(replacementMentor),
})
export type ReplacementChoice = z.infer<typeof replacementChoice>

export const replacements = endpoint({
  method: 'GET',
  url: '/api/class-bookings/booking/:id/replacements',
  schema: {
    summary: 'Transferable balance of a booking, and up to three mentors available at the same times',
    tags,
    params: idParams,
    querystring: z.strictObject({ guarantee: z.enum(['yes', 'no']).default('no') }),
    response: { 200: z.object({ data: replacementChoice }) },
  },
  config: { access: onlyFamilies },
})

export const changeMentor = endpoint({
  method: 'POST',
  url: '/api/class-bookings/booking/:id/replacement',
  schema: {
    summary: 'Continue with another mentor; returns the new booking, which has the balance of this one',
    tags,
    params: idParams,
    body: z.strictObject({
      mentor: z.uuid(),
      /** As displayed to the family; changed figures return 409 `balance-changed`. */
      balance: rupeesField,
      minutes: z.number().int().min(1).max(1_000_000),
      /** Includes the fee of the first class, which becomes free. */
      guarantee: z.boolean().default(false),
    }),
    response: { 200: z.object({ data: classBooking }) },
  },
  config: { access: onlyFamilies },
})

export const useGuarantee = endpoint({
  method: 'POST',
  url: '/api/class-bookings/lessons/:id/guarantee',
  schema: {
    summary: 'Refund the fee of the first class with a mentor',
    tags,
    params: idParams,
    /** Fee as displayed, in rupees. */
    body: z.strictObject({ amount: rupeesField }),
    response: { 200: z.object({ data: classBooking }) },
  },
  config: { access: onlyFamilies },
})
