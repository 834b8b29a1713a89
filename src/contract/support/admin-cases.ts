import { z } from 'zod'
import { csvReply, listQuery, listReply, onlyAdmins } from '../admin/admin-lists.ts'
import { refundStatuses } from '../money/limits.ts'
import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/fields.ts'
import { caseKinds, casePriorities, caseStatuses, caseSteps, caseTextMost, issueTypes } from './case-types.ts'

const tags = ['cases'] as const
const person = z.object({ _id: z.uuid(), name: z.string() })
const query = listQuery(['due', 'opened']).extend({
  /** Soonest due first. */
  order: z.enum(['asc', 'desc']).default('asc'),
  status: z.enum(caseStatuses).optional(),
  type: z.enum(issueTypes).optional(),
  kind: z.enum(caseKinds).optional(),
  priority: z.enum(casePriorities).optional(),
  /** Whose: of the caller, of nobody, or of one admin. */
  owner: z.union([z.enum(['me', 'nobody']), z.uuid()]).optional(),
  overdue: z.enum(['yes']).optional(),
})

const row = z.object({
  _id: z.uuid(),
  number: z.string(),
  kind: z.enum(caseKinds),
  type: z.enum(issueTypes),
  topic: z.string(),
  reportedBy: z.string(),
  /** Whom it is about, as far as that is known. */
  concerning: z.string().nullable(),
  description: z.string(),
  status: z.enum(caseStatuses),
  priority: z.enum(casePriorities),
  owner: person.nullable(),
  createdAt: z.iso.datetime(),
  /** What is due next: an answer, then the end of it. Null when it is resolved. */
  dueAt: z.iso.datetime().nullable(),
  isOverdue: z.boolean(),
})
export type CaseRow = z.infer<typeof row>

export const adminCases = endpoint({
  method: 'GET',
  url: '/api/admin/cases',
  schema: {
    summary: 'Cases for the admin, those that are due soonest first; `q` finds a number, a phone or a name',
    tags,
    querystring: query,
    response: { 200: listReply(row) },
  },
  config: { access: onlyAdmins },
})

export const adminCasesFile = endpoint({
  method: 'GET',
  url: '/api/admin/cases.csv',
  schema: {
    summary: 'The same list as a file, without phone numbers; that it was taken is written down',
    tags,
    querystring: query.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmins },
})

const counts = z.object({
  /** Nobody has taken them yet, and all that wait. */
  open: z.number().int(),
  waiting: z.number().int(),
  overdue: z.number().int(),
  mine: z.number().int(),
})
export const caseCounts = endpoint({
  method: 'GET',
  url: '/api/admin/cases/counts',
  schema: { summary: 'How many cases wait', tags, response: { 200: z.object({ data: counts }) } },
  config: { access: onlyAdmins },
})

/** A case about somebody, with who opened it. */
export const caseAbout = z.object({
  _id: z.uuid(),
  number: z.string(),
  kind: z.enum(caseKinds),
  status: z.enum(caseStatuses),
  by: z.string(),
  at: z.iso.datetime(),
})

/** What happened, from every part of the product that knows something about a case. */
export const timelineKinds = [
  ...caseSteps,
  'overdue',
  'opened',
  'message',
  'call',
  'chat',
  'chat_look',
  'marked',
  'code',
  'ticked',
  'disputed',
  'decided',
  'settled',
  'paid',
  'refund',
  'refund_ended',
] as const
const moment = z.object({
  at: z.iso.datetime(),
  kind: z.enum(timelineKinds),
  /** Admin or side that did it; null: a job, or nobody in particular. */
  by: z.string().nullable(),
  text: z.string(),
  /** What a step is about: a state, a name, a way. */
  detail: z.string(),
  /** In rupees. */
  amount: z.number().nullable(),
})
export type CaseMoment = z.infer<typeof moment>

const order = z.object({
  number: z.string(),
  subject: z.string(),
  mentorName: z.string(),
  familyName: z.string().nullable(),
  amount: z.number(),
  paidAt: z.iso.datetime(),
})
const detail = row.extend({
  version: z.number().int(),
  /** Which side reported it; `visitor`: whoever wrote gave this phone, and did not prove it. */
  side: z.enum(['family', 'mentor', 'visitor']),
  phone: z.string().nullable(),
  /** As given with the case, else of the account. */
  email: z.string().nullable(),
  language: z.enum(['en', 'hi']),
  mentor: person
    .extend({
      status: z.string(),
      /** Classes of the coming week, with whomever. */
      planned: z.number().int(),
    })
    .nullable(),
  /** It was opened without saying whom it concerns: an admin says that. */
  isMentorOpen: z.boolean(),
  family: z.object({ _id: z.uuid(), name: z.string().nullable() }).nullable(),
  answerBy: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  settleBy: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  resolution: z.string(),
  decidedBy: z.string().nullable(),
  appealedAt: z.iso.datetime().nullable(),
  /** Whose decision is appealed. */
  appealOf: person.nullable(),
  /** Every admin who decided it so far: none of them decides an appeal, or moves its money. */
  deciders: z.array(z.uuid()),
  hasChat: z.boolean(),
  /** Of its class, when it is a dispute; else what the family paid last, to the mentor it is about. */
  orders: z.array(order),
  dispute: z.enum(['open', 'withdrawn', 'decided']).nullable(),
  /** The refund its family asked for, when it is about one. */
  refund: z.enum(refundStatuses).nullable(),
  /** Whether what was said against a review is decided. */
  review: z.enum(['open', 'ended']).nullable(),
  timeline: z.array(moment),
  admins: z.array(person),
})
export type AdminCase = z.infer<typeof detail>

export const adminCase = endpoint({
  method: 'GET',
  url: '/api/admin/cases/:id',
  schema: {
    summary:
      'Everything about one case, the phone of who reported it and what was written around a reported message too; the look is written down',
    tags,
    params: idParams,
    response: { 200: z.object({ data: detail }) },
  },
  config: { access: onlyAdmins },
})

const lines = z
  .string()
  .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .max(caseTextMost)
      .regex(/^(?:[\n\t]|[^\p{Cc}\p{Cs}])*$/u, 'no control characters'),
  )
const needText: readonly string[] = ['note', 'answer', 'resolve', 'reopen', 'appeal', 'unpause']

export const stepCase = endpoint({
  method: 'POST',
  url: '/api/admin/cases/:id/steps',
  schema: {
    summary: 'Take a case, give it to somebody, answer it, decide it; the same step again is a success',
    tags,
    params: idParams,
    body: z
      .strictObject({
        step: z.enum(caseSteps),
        /** A note, an answer, a reason. */
        text: lines.default(''),
        /** The admin to whom it is given, or the mentor whom it concerns. */
        to: z.uuid().optional(),
        priority: z.enum(casePriorities).optional(),
        /** The answer was given on the phone: nothing is sent. */
        spoken: z.boolean().default(false),
        /** Restore the mentor although other safety cases are open. */
        despite: z.boolean().default(false),
        /** The version this step started from; another one by now answers 409 `case-changed` with what happened. */
        version: z.number().int().min(1),
      })
      .superRefine(({ step, text, to, priority }, context) => {
        const miss = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
        if (needText.includes(step) && text === '') miss('text', 'words')
        if (step === 'give' && to === undefined) miss('to', 'an admin')
        if (step === 'concerns' && to === undefined) miss('to', 'a mentor')
        if (step === 'priority' && priority === undefined) miss('priority', 'a priority')
      }),
    response: {
      200: z.object({ data: z.object({ _id: z.uuid(), status: z.enum(caseStatuses), version: z.number().int() }) }),
    },
  },
  config: { access: onlyAdmins, role: 'support' },
})
