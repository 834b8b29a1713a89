import { z } from 'zod'
import { csvReply, listQuery, listReply, onlyAdmins } from '../admin/admin-lists.ts'
import { endpoint } from '../wire/endpoint.ts'
import { date, idParams, line, rupeesField } from '../wire/fields.ts'
import { disputeReasons } from './limits.ts'
import { plans } from './plans.ts'

const tags = ['disputes'] as const
const ownFamily = { visitor: 'no', family: 'own', mentor: 'no', admin: 'no' } as const
/** A paragraph: line ends become spaces. */
const words = z
  .string()
  .max(2000)
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(line(600))

/** What was said about a class, and what became of it. Amounts in rupees. */
export const dispute = z.object({
  _id: z.uuid(),
  /** Number of its case; null when an admin corrected a class that was settled. */
  number: z.string().nullable(),
  /**
   * `no_show`: one side did not come, said the other. `settled`: an admin's decision about a class that was settled before.
   * `appealed`: another admin's decision after an appeal.
   */
  reason: z.enum([...disputeReasons, 'no_show', 'settled', 'appealed']),
  status: z.enum(['open', 'withdrawn', 'decided']),
  /** What the class cost when it was disputed: on hold while the dispute is open. */
  amount: z.number(),
  /** What of it is paid for the class after all, when it was decided; and what of that we pay, because the family's money is gone. */
  kept: z.number().nullable(),
  ours: z.number(),
  /** Why it was decided so. */
  verdict: z.string(),
  /** When we call, at the latest. */
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
    body: z.strictObject({ reason: z.enum(disputeReasons), text: words.optional() }),
    response: { 200: z.object({ data: dispute }) },
  },
  config: { access: ownFamily },
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
  config: { access: ownFamily },
})

const adminDispute = dispute.extend({
  order: z.string(),
  plan: z.enum(plans),
  subject: z.string(),
  familyName: z.string().nullable(),
  /** Whom we promised a call. */
  familyPhone: z.string().nullable(),
  mentorId: z.uuid(),
  mentorName: z.string(),
  startsAt: z.iso.datetime(),
  minutes: z.number().int(),
  /** What the mentor wrote down; empty when nobody came, as one side says. */
  timeIn: z.string(),
  timeOut: z.string(),
  topic: z.string(),
  /** The mentor typed the code that only the family was shown. */
  hasCode: z.boolean(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  decidedBy: z.string().nullable(),
  /** Its case as it stands; `isAppealed`: what was decided is appealed, and another admin decides it anew. Null for a correction. */
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

/** A settled class of an order, which a correction can make cheaper. */
const settledClass = z.object({ _id: z.uuid(), startsAt: z.iso.datetime(), topic: z.string(), fee: z.number() })
export type SettledClass = z.infer<typeof settledClass>

export const disputeStatuses = ['open', 'withdrawn', 'decided'] as const

const query = listQuery(['due', 'date', 'amount']).extend({
  /** By what is due: open ones first, in the order they came; then what ended, newest first. */
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
        /** Open ones in all, and what is on hold for them, in rupees. */
        open: z.object({ count: z.number().int(), held: z.number() }),
        /** null without the number of an order, or when none has this number. */
        settled: z.array(settledClass).nullable(),
      }),
    },
  },
  config: { access: onlyAdmins },
})

export const adminDisputesFile = endpoint({
  method: 'GET',
  url: '/api/admin/disputes.csv',
  schema: {
    summary: 'The same list as a file, without phone numbers; that it was taken is written down',
    tags,
    querystring: query.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmins },
})

const share = z.number().int().min(0).max(100)
/** What a new decision would move, in rupees: more than nothing is more for that side, and more for us to bear. */
const outcome = z.object({
  share,
  /** What of the class is paid now, and would be. */
  now: z.number(),
  kept: z.number(),
  family: z.number(),
  mentor: z.number(),
  /** What we bear ourselves: the family's money is gone for other classes or back to its bank, or the mentor has it already. */
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
      reason: words,
      /** Of its case, as the caller saw it: another one by now answers 409 `case-changed` with what happened. */
      version: z.number().int().min(1),
      /** After an appeal: what we would bear (`ours` of the outcome), as the caller saw it; another sum by now answers 409 `appeal-changed`. */
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
      amount: rupeesField.positive(),
      /** What the class cost when the caller looked; another sum by now answers 409 `correction-changed`. */
      fee: rupeesField,
      reason: words,
    }),
    response: { 200: z.object({ data: adminDispute }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
