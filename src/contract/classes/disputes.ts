import { z } from 'zod'
import { listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { endpoint, onlyAdmins, onlyFamilies } from '../wire/endpoint.ts'
import { date, idParams, line, rupeesField } from '../wire/fields.ts'
import { disputeReasons } from './limits.ts'
import { plans } from './plans.ts'

const tags = ['disputes'] as const
/** One paragraph; line breaks become spaces. */
const paragraph = z
  .string()
  .max(2000)
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(line(600))

/** A dispute about a lesson and its result. Amounts in rupees. */
export const dispute = z.object({
  _id: z.uuid(),
  /** Case number; null for a correction of a settled lesson. */
  number: z.string().nullable(),
  /**
   * `no_show`: one side reported the other's absence. `settled`: correction of a settled lesson. `appealed`: decision
   * on an appeal by another admin.
   */
  reason: z.enum([...disputeReasons, 'no_show', 'settled', 'appealed']),
  status: z.enum(['open', 'withdrawn', 'decided']),
  /** Lesson fee at the time of the dispute; on hold while the dispute is open. */
  amount: z.number(),
  /** Amount paid for the lesson after the decision, and the part MentorSetu bears because the family's money is spent. */
  kept: z.number().nullable(),
  ours: z.number(),
  /** Admin's explanation of the decision. */
  verdict: z.string(),
  /** Deadline for our call. */
  answerBy: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type Dispute = z.infer<typeof dispute>

export const openDispute = endpoint({
  method: 'POST',
  url: '/api/class-bookings/lessons/:id/dispute',
  schema: {
    summary: 'The family says that a class was not as marked: its money is on hold until that is decided',
    tags,
    params: idParams,
    body: z.strictObject({ reason: z.enum(disputeReasons), text: paragraph.optional() }),
    response: { 200: z.object({ data: dispute }) },
  },
  config: { access: onlyFamilies },
})

export const withdrawDispute = endpoint({
  method: 'POST',
  url: '/api/class-bookings/lessons/:id/dispute/withdraw',
  schema: {
    summary: 'The family takes its word back, which confirms the class',
    tags,
    params: idParams,
    response: { 200: z.object({ data: dispute }) },
  },
  config: { access: onlyFamilies },
})

const adminDispute = dispute.extend({
  order: z.string(),
  plan: z.enum(plans),
  subject: z.string(),
  familyAccount: z.uuid(),
  familyName: z.string().nullable(),
  /** Number for the promised call. */
  familyPhone: z.string().nullable(),
  mentorId: z.uuid(),
  mentorName: z.string(),
  startsAt: z.iso.datetime(),
  minutes: z.number().int(),
  /** Times recorded by the mentor; empty for a reported absence. */
  timeIn: z.string(),
  timeOut: z.string(),
  topic: z.string(),
  /** The mentor entered the correct visit code. */
  hasCode: z.boolean(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  decidedBy: z.string().nullable(),
  /** Current case; null for a correction. `isAppealed`: another admin must decide again. */
  case: z
    .object({
      _id: z.uuid(),
      version: z.number().int(),
      owner: z.object({ _id: z.uuid(), name: z.string() }).nullable(),
      isAppealed: z.boolean(),
      deciders: z.array(z.uuid()),
    })
    .nullable(),
})
export type AdminDispute = z.infer<typeof adminDispute>

/** A settled lesson of an order that can be corrected. */
const settledClass = z.object({ _id: z.uuid(), startsAt: z.iso.datetime(), topic: z.string(), fee: z.number() })
export type SettledClass = z.infer<typeof settledClass>

export const disputeStatuses = ['open', 'withdrawn', 'decided'] as const

const query = listQuery(['due', 'date', 'amount']).extend({
  /** `asc`: open disputes first by age, then closed ones, newest first. */
  order: z.enum(['asc', 'desc']).default('asc'),
  status: z.enum(disputeStatuses).optional(),
  from: date.optional(),
  to: date.optional(),
})

export const adminDisputes = endpoint({
  method: 'GET',
  url: '/api/admin/disputes',
  schema: {
    summary:
      'Disputes, open ones first; q: number of an order, phone, name or id. With the number of an order also its settled classes',
    tags,
    querystring: query,
    response: {
      200: listReply(adminDispute).extend({
        /** All open disputes: count and rupees on hold. */
        open: z.object({ count: z.number().int(), held: z.number() }),
        /** Null without an order number or for an unknown one. */
        settled: z.array(settledClass).nullable(),
      }),
    },
  },
  config: { access: onlyAdmins },
})

export const adminDisputesFile = listFile(
  adminDisputes,
  'The same list as a file, without phone numbers; that it was taken is written down',
)

const share = z.number().int().min(0).max(100)
/** Effect of a new decision in rupees; a positive amount is a gain for that side, or a larger cost for MentorSetu. */
const outcome = z.object({
  share,
  /** Amount paid for the lesson now, and after the decision. */
  now: z.number(),
  kept: z.number(),
  family: z.number(),
  mentor: z.number(),
  /** Cost to MentorSetu: the family's money is spent or refunded, or the mentor was paid out. */
  ours: z.number(),
  version: z.number().int(),
})
export type AppealOutcome = z.infer<typeof outcome>

export const appealOutcome = endpoint({
  method: 'GET',
  url: '/api/admin/disputes/:id/appeal',
  schema: {
    summary:
      'What another decision about an appealed dispute would move, in percent for the mentor; nothing is written',
    tags,
    params: idParams,
    querystring: z.strictObject({ share: z.coerce.number().pipe(share) }),
    response: { 200: z.object({ data: outcome }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const decideDispute = endpoint({
  method: 'POST',
  url: '/api/admin/disputes/:id/decision',
  schema: {
    summary:
      'Decide how much of a disputed class is paid, in percent: 100 for the mentor, 0 for the family; anew after an appeal, by another admin',
    tags,
    params: idParams,
    body: z.strictObject({
      share,
      reason: paragraph,
      /** Case version the client displayed; another answers 409 `case-changed` with the events since. */
      version: z.number().int().min(1),
      /** For appeals: the cost to MentorSetu the client displayed; another amount answers 409 `appeal-changed`. */
      ours: z.number().multipleOf(0.01).optional(),
    }),
    response: { 200: z.object({ data: adminDispute }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const correctClass = endpoint({
  method: 'PUT',
  url: '/api/admin/disputes/:id',
  schema: {
    summary:
      'Give a part or all of a settled class back to the family; the id is the caller’s own, so that it can be repeated',
    tags,
    params: idParams,
    body: z.strictObject({
      lesson: z.uuid(),
      amount: rupeesField.min(0.01),
      /** Lesson fee the client displayed; another answers 409 `correction-changed`. */
      fee: rupeesField,
      reason: paragraph,
    }),
    response: { 200: z.object({ data: adminDispute }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
