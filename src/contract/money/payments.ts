import { z } from 'zod'
import { addressField } from '../classes/addresses.ts'
import { pickedTime } from '../classes/bookings.ts'
import { maxHours, plans } from '../classes/plans.ts'
import { parentConsent, shownConsent } from '../people/consents.ts'
import { classModes } from '../reference/catalogue.ts'
import { endpoint, everyone, familyOrAdmin, onlyFamilies } from '../wire/endpoint.ts'
import { gradeField, line, preferences, rupeesField, subjectField } from '../wire/fields.ts'

const tags = ['payments'] as const
const halfHours = (number: z.ZodNumber) => number.min(1).max(maxHours).multipleOf(0.5)

const startedOrder = z.object({
  order_id: z.uuid(),
  payment_session_id: z.string(),
  order_amount: z.number(),
  checkout_url: z.string(),
})

/** The booking policy that was shown with the price: the values of `policy` of `GET /api/site`, joined by hyphens. */
const policy = z.string().max(60).optional()

export const createOrder = endpoint({
  method: 'POST',
  url: '/api/payment/create-order',
  schema: {
    summary: 'Start a purchase; the amount must equal our price',
    tags,
    body: z.strictObject({
      amount: rupeesField,
      policy,
      customerId: z.uuid().optional(),
      customerPhone: z.string().max(20).optional(),
      mentorId: z.uuid(),
      plan: z.enum(plans).optional(),
      hours: halfHours(z.number()).optional(),
      mode: z.enum(classModes).optional(),
      learnerId: z.uuid().optional(),
      learner: z
        .strictObject({
          name: line(80).optional(),
          grade: gradeField.optional(),
          /** An adult who learns for themselves. */
          adult: z.boolean().optional(),
        })
        .optional(),
      /** Needed before the first learner under 18 with a name or class. */
      parent: parentConsent.optional(),
      /** The family's code of conduct, needed before the first class at home of a learner under 18. */
      conduct: shownConsent.optional(),
      subject: subjectField.optional(),
      /**
       * One of the mentor's free times for the first class: booked with the payment, or confirmed by the mentor
       * first.
       */
      startsAt: z.iso.datetime().optional(),
      /**
       * Demo and hourly plans: day and time of the class, both or neither. Longer plans: start date and preferred
       * days and time.
       */
      wishes: preferences.optional(),
      /** Address of classes at home, saved for the learner. Defaults to the learner's saved address. */
      address: addressField.optional(),
    }),
    response: { 200: startedOrder },
  },
  config: { access: onlyFamilies },
})

export const renewBooking = endpoint({
  method: 'POST',
  url: '/api/payment/renewals',
  schema: {
    summary: "Renew a month or package; the amount must equal today's price",
    tags,
    body: z.strictObject({ booking: z.uuid(), amount: rupeesField, policy }),
    response: { 200: startedOrder },
  },
  config: { access: onlyFamilies },
})

export const packages = endpoint({
  method: 'GET',
  url: '/api/payment/packages',
  schema: {
    summary: 'Current discounts of longer plans, in percent',
    tags,
    response: { 200: z.object({ data: z.object({ months3: z.number(), months6: z.number() }) }) },
  },
  config: { access: everyone },
})

export const quote = endpoint({
  method: 'GET',
  url: '/api/payment/quote',
  schema: {
    summary: 'Price of a plan for this caller',
    tags,
    querystring: z.strictObject({
      mentorId: z.uuid(),
      plan: z.enum(plans).default('monthly'),
      hours: z.coerce.number().pipe(halfHours(z.number())).default(1),
      mode: z.enum(classModes).optional(),
      learnerId: z.uuid().optional(),
      subject: subjectField.optional(),
    }),
    response: {
      200: z.object({
        data: z.object({
          /** Price of one month in the requested mode. */
          monthly: z.number(),
          /** Saving of a package over buying its months one by one. */
          discount: z.number(),
          price: z.number(),
          /** Deducted from the price: the demo's fee, and `credit`, the family's own. */
          promotion: z.number(),
          credit: z.number(),
          amount: z.number(),
        }),
      }),
    },
  },
  config: { access: everyone },
})

const attempt = z.object({
  cf_payment_id: z.string(),
  payment_status: z.string(),
  order_amount: z.number(),
  payment_amount: z.number(),
  payment_group: z.string(),
  payment_message: z.string(),
  bank_reference: z.string(),
  payment_time: z.iso.datetime(),
})

export const verifyOrder = endpoint({
  method: 'GET',
  url: '/api/payment/verify-order/:orderId',
  schema: {
    summary: 'Payment attempts of an order, fetched from the gateway and settled',
    tags,
    params: z.strictObject({ orderId: z.uuid() }),
    response: { 200: z.array(attempt) },
  },
  config: { access: familyOrAdmin },
})

export const summary = z.object({
  _id: z.uuid(),
  number: z.string(),
  status: z.enum(['created', 'paid', 'failed', 'expired']),
  outcome: z.enum(['success', 'pending', 'failed', 'refund']),
  plan: z.enum(plans),
  subject: z.string(),
  amount: z.number(),
  method: z.string(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  booking: z.uuid().nullable(),
  learnerName: z.string().nullable(),
  mentor: z.object({ _id: z.uuid(), slug: z.string(), fullName: z.string() }),
  checkoutUrl: z.string().nullable(),
  /** Start of the first class; null until it is scheduled. */
  firstClass: z.iso.datetime().nullable(),
  /** A picked time that is not a class, or not yet. */
  picked: pickedTime.nullable(),
  /** The family's preferred time; no class is promised for it. */
  wishedAt: z.iso.datetime().nullable(),
  wishes: preferences.nullable(),
  /** Whether it renews an earlier booking. */
  isRenewal: z.boolean(),
  /** Address of the last receipt email. */
  receiptTo: z.string().nullable(),
})
export type OrderSummary = z.infer<typeof summary>

export const orderSummary = endpoint({
  method: 'GET',
  url: '/api/payment/order/:orderId',
  schema: {
    summary: 'Order summary for the payment status page',
    tags,
    params: z.strictObject({ orderId: z.uuid() }),
    response: { 200: z.object({ data: summary }) },
  },
  config: { access: familyOrAdmin },
})

export const unfinishedOrders = endpoint({
  method: 'GET',
  url: '/api/payment/orders',
  schema: {
    summary: "The family's orders of the last week without a booking",
    tags,
    response: { 200: z.object({ data: z.array(summary) }) },
  },
  config: { access: onlyFamilies },
})

export const paymentWebhook = endpoint({
  method: 'POST',
  url: '/api/payment/webhook',
  schema: { summary: "The gateway's signed webhook", tags, response: { 200: z.object({ received: z.literal(true) }) } },
  config: { access: everyone },
})

export const callingNumber = endpoint({
  method: 'GET',
  url: '/api/admin',
  schema: {
    summary: 'The number families call',
    tags: ['settings'],
    response: { 200: z.object({ data: z.array(z.object({ callingNo: z.string() })) }) },
  },
  config: { access: everyone },
})
