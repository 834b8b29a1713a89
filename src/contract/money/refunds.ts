import { z } from 'zod'
import { listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { plans } from '../classes/plans.ts'
import { endpoint, onlyAdmins, onlyFamilies } from '../wire/endpoint.ts'
import { date, idParams, line, rupeesField } from '../wire/fields.ts'
import { refundStatuses } from './limits.ts'

const tags = ['refunds'] as const
const reasonField = line(600)
const refundKinds = ['asked', 'made', 'owed'] as const

/** A refund as its family sees it. */
export const refund = z.object({
  _id: z.uuid(),
  order: z.uuid(),
  number: z.string(),
  plan: z.enum(plans),
  subject: z.string(),
  mentorName: z.string(),
  /** In rupees. */
  amount: z.number(),
  /** `owed`: a payment that bought nothing, or a duplicate payment. */
  kind: z.enum(refundKinds),
  status: z.enum(refundStatuses),
  declineReason: z.string(),
  /** Bank reference of a settled refund; empty while unknown. */
  reference: z.string(),
  /** Case of the family's request, or the case an admin refunded for. */
  caseNumber: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Refund = z.infer<typeof refund>

/**
 * In rupees: the family's remaining balance, the part on hold, and refunds in progress. The balance is the sum of
 * `upcoming` classes, those that are `waiting` for confirmation, disputed ones (`onHold`), and what is left of
 * bookings that ended (`refundable`). What the family `paid`, with `credits` that lowered its prices, is the sum of
 * `completed` classes, the balance, and what was `refunded`, `back` included. `charged` is the part of `completed` for
 * late cancellations and absences. `back` also has payments that bought nothing, which `paid` and `refunded` leave out.
 */
export const familyMoney = z.object({
  left: z.number(),
  held: z.number(),
  back: z.number(),
  upcoming: z.number(),
  waiting: z.number(),
  onHold: z.number(),
  refundable: z.number(),
  paid: z.number(),
  credits: z.number(),
  completed: z.number(),
  charged: z.number(),
  refunded: z.number(),
})

export const familyRefunds = endpoint({
  method: 'GET',
  url: '/api/payment/refunds',
  schema: {
    summary: "The family's refunds, newest first; a retried refund only in its last attempt",
    tags,
    response: {
      200: z.object({
        data: z.array(refund),
        money: familyMoney,
      }),
    },
  },
  config: { access: onlyFamilies },
})

export const askRefund = endpoint({
  method: 'POST',
  url: '/api/payment/refunds',
  schema: {
    summary:
      'Request a refund of a booking not scheduled in time, or of money returned to an ended one. Opens a case; repeating returns the first request',
    tags,
    /** `booking`: a replaced booking, to refund only the balance returned to it. The current booking continues. */
    body: z.strictObject({ order: z.uuid(), booking: z.uuid().optional(), reason: reasonField.optional() }),
    response: { 200: z.object({ data: refund }) },
  },
  config: { access: onlyFamilies },
})

const adminRefund = refund.extend({
  familyName: z.string().nullable(),
  reason: z.string(),
  endsBooking: z.boolean(),
  /** The gateway's message. */
  message: z.string(),
  decidedBy: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
  /** Failed and not retried yet. */
  canSendAgain: z.boolean(),
})
export type AdminRefund = z.infer<typeof adminRefund>

/** Refundable amounts of a paid order, in rupees. */
const refundable = z.object({
  _id: z.uuid(),
  number: z.string(),
  plan: z.enum(plans),
  subject: z.string(),
  mentorName: z.string(),
  familyName: z.string().nullable(),
  amount: z.number(),
  /** If the booking continues: planned classes are kept and not refunded. */
  left: z.number(),
  /** If the booking ends: planned classes are cancelled and refunded. */
  leftEnded: z.number(),
  isEnded: z.boolean(),
  /** Paid through a gateway that is not in use, so no refund can be sent. */
  isElsewhere: z.boolean(),
})
export type Refundable = z.infer<typeof refundable>

/** A paid order to choose for a refund. */
const foundOrder = refundable
  .pick({ _id: true, number: true, plan: true, subject: true, mentorName: true, familyName: true, amount: true })
  .extend({ paidAt: z.iso.datetime() })
export type FoundOrder = z.infer<typeof foundOrder>

const query = listQuery(['date', 'amount']).extend({
  /** `unsent`: approved ones, and failed ones that were not sent again. */
  status: z.enum([...refundStatuses, 'unsent']).optional(),
  kind: z.enum(refundKinds).optional(),
  from: date.optional(),
  to: date.optional(),
})

export const adminRefunds = endpoint({
  method: 'GET',
  url: '/api/admin/refunds',
  schema: {
    summary:
      'Refunds by date or amount; q: order number, phone, name, id or payment id. An order number also returns its refundable amounts, anything else the newest paid orders it means on the first page, for roles that decide',
    tags,
    querystring: query,
    response: {
      200: listReply(adminRefund).extend({
        /** Refunds awaiting an admin, regardless of the filter. */
        counts: z.object({ requested: z.number().int(), failed: z.number().int() }),
        order: refundable.nullable(),
        orders: z.array(foundOrder),
      }),
    },
  },
  config: { access: onlyAdmins },
})

export const adminRefundsFile = listFile(adminRefunds, 'The same list as CSV; the download is audited')

export const makeRefund = endpoint({
  method: 'PUT',
  url: '/api/admin/refunds/:id',
  schema: {
    summary: 'Refund part or all of a paid order without a separate approval; idempotent by the caller’s id',
    tags,
    params: idParams,
    body: z.strictObject({
      order: z.uuid(),
      amount: rupeesField.min(0.01),
      reason: reasonField,
      /** The support case it is made for; the case must be about this order. */
      case: z.uuid().optional(),
      /** Whether the refund ends the booking. */
      ends: z.boolean().default(false),
      /** `leftEnded` as displayed to the caller; a changed amount returns 409 `refund-changed`. */
      left: rupeesField,
    }),
    response: { 200: z.object({ data: adminRefund }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

const refundDecisions = ['approve', 'decline', 'again'] as const
export type RefundDecision = (typeof refundDecisions)[number]

export const decideRefund = endpoint({
  method: 'POST',
  url: '/api/admin/refunds/:id/decision',
  schema: {
    summary: 'Approve a refund, decline it with a reason, or retry a failed one; a retry returns the new refund',
    tags,
    params: idParams,
    body: z.strictObject({ decision: z.enum(refundDecisions), reason: reasonField.optional() }),
    response: { 200: z.object({ data: adminRefund }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
