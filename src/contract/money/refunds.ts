import { z } from 'zod'
import { csvReply, listQuery, listReply, onlyAdmins } from '../admin/admin-lists.ts'
import { plans } from '../classes/plans.ts'
import { endpoint } from '../wire/endpoint.ts'
import { date, idParams, line, rupeesField } from '../wire/fields.ts'
import { refundStatuses } from './limits.ts'

const tags = ['refunds'] as const
const ownFamily = { visitor: 'no', family: 'own', mentor: 'no', admin: 'no' } as const
const words = line(600)
export const refundKinds = ['asked', 'made', 'owed'] as const

const refund = z.object({
  _id: z.uuid(),
  order: z.uuid(),
  number: z.string(),
  plan: z.enum(plans),
  subject: z.string(),
  mentorName: z.string(),
  /** In rupees. */
  amount: z.number(),
  /** `owed`: money that bought nothing, or came twice. */
  kind: z.enum(refundKinds),
  status: z.enum(refundStatuses),
  declineReason: z.string(),
  /** The bank's reference of money that arrived; empty while unknown. */
  reference: z.string(),
  /** Number of the case it belongs to: of a family's request, or of the case for which an admin made it. */
  caseNumber: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Refund = z.infer<typeof refund>

export const familyRefunds = endpoint({
  method: 'GET',
  url: '/api/payment/refunds',
  schema: {
    summary: "The family's refunds, newest first; of one that failed and was sent again only the last try",
    tags,
    response: {
      200: z.object({
        data: z.array(refund),
        /** In rupees: what is left of everything the family paid, what of that waits for an answer, and what is on its way back. */
        money: z.object({ left: z.number(), held: z.number(), back: z.number() }),
      }),
    },
  },
  config: { access: ownFamily },
})

export const askRefund = endpoint({
  method: 'POST',
  url: '/api/payment/refunds',
  schema: {
    summary:
      'Ask the money back of a booking whose mentor set no class in time, or what came back to one that is over: opens a case; asking again answers the first request',
    tags,
    /** `booking`: of one that another mentor took over only what came back to such ones. The one that goes on stays. */
    body: z.strictObject({ order: z.uuid(), booking: z.uuid().optional(), reason: words.optional() }),
    response: { 200: z.object({ data: refund }) },
  },
  config: { access: ownFamily },
})

const adminRefund = refund.extend({
  familyName: z.string().nullable(),
  reason: z.string(),
  endsBooking: z.boolean(),
  /** What the gateway said of it. */
  message: z.string(),
  decidedBy: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
  /** Failed, and not sent again so far. */
  canSendAgain: z.boolean(),
})
export type AdminRefund = z.infer<typeof adminRefund>

/** What of a paid order can go back, in rupees. */
const refundable = z.object({
  _id: z.uuid(),
  number: z.string(),
  plan: z.enum(plans),
  subject: z.string(),
  mentorName: z.string(),
  familyName: z.string().nullable(),
  amount: z.number(),
  /** With the booking going on: without what its planned classes cost. */
  left: z.number(),
  /** With the booking ended; its planned classes are given up. */
  leftEnded: z.number(),
  isEnded: z.boolean(),
  /** Paid through another gateway than the one in use: nothing can be sent from here. */
  isElsewhere: z.boolean(),
})
export type Refundable = z.infer<typeof refundable>

const query = listQuery(['date', 'amount']).extend({
  status: z.enum(refundStatuses).optional(),
  kind: z.enum(refundKinds).optional(),
  from: date.optional(),
  to: date.optional(),
})

export const adminRefunds = endpoint({
  method: 'GET',
  url: '/api/admin/refunds',
  schema: {
    summary:
      'Refunds, by day or amount; q: number of an order, phone, name or id. With the number of an order also what of it can go back',
    tags,
    querystring: query,
    response: {
      200: listReply(adminRefund).extend({
        /** Those that wait for an admin, whatever is asked. */
        counts: z.object({ requested: z.number().int(), failed: z.number().int() }),
        order: refundable.nullable(),
      }),
    },
  },
  config: { access: onlyAdmins },
})

export const adminRefundsFile = endpoint({
  method: 'GET',
  url: '/api/admin/refunds.csv',
  schema: {
    summary: 'The same list as a file; that it was taken is written down',
    tags,
    querystring: query.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmins },
})

export const makeRefund = endpoint({
  method: 'PUT',
  url: '/api/admin/refunds/:id',
  schema: {
    summary:
      'Refund a part or all of a paid order, approved at once; the id is the caller’s own, so that it can be repeated',
    tags,
    params: idParams,
    body: z.strictObject({
      order: z.uuid(),
      amount: rupeesField.positive(),
      reason: words,
      /** The case it is made for, when it is about this order. */
      case: z.uuid().optional(),
      /** Whether the booking ends with it. */
      ends: z.boolean().default(false),
      /** What could go back when the caller looked (`leftEnded`); another sum by now answers 409 `refund-changed`. */
      left: rupeesField,
    }),
    response: { 200: z.object({ data: adminRefund }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const refundDecisions = ['approve', 'decline', 'again'] as const
export type RefundDecision = (typeof refundDecisions)[number]

export const decideRefund = endpoint({
  method: 'POST',
  url: '/api/admin/refunds/:id/decision',
  schema: {
    summary:
      'Approve a refund, decline it with a reason, or send one that failed again under a new id, which is answered',
    tags,
    params: idParams,
    body: z.strictObject({ decision: z.enum(refundDecisions), reason: words.optional() }),
    response: { 200: z.object({ data: adminRefund }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
