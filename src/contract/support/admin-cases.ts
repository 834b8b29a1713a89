import { z } from 'zod'
import { listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { refundStatuses } from '../money/limits.ts'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { date, idParams, lineOrEmpty, time } from '../wire/fields.ts'
import {
  caseActions,
  caseKinds,
  casePriorities,
  caseStatuses,
  issueTypes,
  maxCaseTextLength,
  policeOutcomes,
} from './case-types.ts'

const tags = ['cases'] as const
const person = z.object({ _id: z.uuid(), name: z.string() })
const query = listQuery(['due', 'opened']).extend({
  order: z.enum(['asc', 'desc']).default('asc'),
  status: z.enum(caseStatuses).optional(),
  type: z.enum(issueTypes).optional(),
  kind: z.enum(caseKinds).optional(),
  priority: z.enum(casePriorities).optional(),
  /** Account id of an admin; `me` is the caller, `nobody` means unassigned. */
  owner: z.union([z.enum(['me', 'nobody']), z.uuid()]).optional(),
  overdue: z.enum(['yes', 'soon']).optional(),
})

const row = z.object({
  _id: z.uuid(),
  number: z.string(),
  kind: z.enum(caseKinds),
  type: z.enum(issueTypes),
  topic: z.string(),
  reportedBy: z.string(),
  /** Name of the other party, if known. */
  concerning: z.string().nullable(),
  description: z.string(),
  status: z.enum(caseStatuses),
  priority: z.enum(casePriorities),
  owner: person.nullable(),
  createdAt: z.iso.datetime(),
  /** Deadline for the first answer, then for the resolution. Null once resolved. */
  dueAt: z.iso.datetime().nullable(),
  isOverdue: z.boolean(),
  /** Whether the deadline comes within `dueSoonHours`. */
  isDueSoon: z.boolean(),
})
export type CaseRow = z.infer<typeof row>

export const adminCases = endpoint({
  method: 'GET',
  url: '/api/admin/cases',
  schema: {
    summary: 'Cases, unresolved ones of high priority first, then soonest due; `q` is a case number, phone or name',
    tags,
    querystring: query,
    response: { 200: listReply(row) },
  },
  config: { access: onlyAdmins },
})

export const adminCasesFile = listFile(
  adminCases,
  'The same list as CSV, without phone numbers; each download is audited',
)

const counts = z.object({
  /** `open`: unassigned; `waiting`: all unresolved. */
  open: z.number().int(),
  waiting: z.number().int(),
  overdue: z.number().int(),
  dueSoon: z.number().int(),
  mine: z.number().int(),
})
export const caseCounts = endpoint({
  method: 'GET',
  url: '/api/admin/cases/counts',
  schema: { summary: 'Number of open cases', tags, response: { 200: z.object({ data: counts }) } },
  config: { access: onlyAdmins },
})

/** A case that involves a person, with its reporter. */
export const relatedCase = z.object({
  _id: z.uuid(),
  number: z.string(),
  kind: z.enum(caseKinds),
  status: z.enum(caseStatuses),
  by: z.string(),
  at: z.iso.datetime(),
})

/** Timeline entries, collected from all parts of the product. */
const timelineKinds = [
  ...caseActions,
  'overdue',
  'opened',
  'message',
  'call',
  'chat',
  'chat_look',
  'kept',
  'adult',
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
const timelineEntry = z.object({
  at: z.iso.datetime(),
  kind: z.enum(timelineKinds),
  /** Name of the admin or side; null for jobs. */
  by: z.string().nullable(),
  text: z.string(),
  /** State, name or channel the entry refers to. */
  detail: z.string(),
  /** Rupees. */
  amount: z.number().nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

const order = z.object({
  number: z.string(),
  subject: z.string(),
  mentorName: z.string(),
  familyName: z.string().nullable(),
  amount: z.number(),
  paidAt: z.iso.datetime(),
})
/** Report to the police of an offence against a child, which the POCSO Act demands, or why none was needed. */
const policeReport = z.object({
  outcome: z.enum(policeOutcomes),
  reportedBy: z.string(),
  reportedAt: z.iso.datetime().nullable(),
  place: z.string(),
  reference: z.string(),
  reason: z.string(),
  recordedBy: z.string().nullable(),
  recordedAt: z.iso.datetime(),
})

const detail = row.extend({
  version: z.number().int(),
  /** Who reported it. The phone of a `visitor` is not verified. */
  side: z.enum(['family', 'mentor', 'visitor']),
  phone: z.string().nullable(),
  /** From the case, otherwise from the account. */
  email: z.string().nullable(),
  language: z.enum(['en', 'hi']),
  mentor: person
    .extend({
      status: z.string(),
      /** Lessons in the next 7 days, with any family. */
      planned: z.number().int(),
    })
    .nullable(),
  /** Opened without naming a mentor, so an admin may set one. */
  isMentorOpen: z.boolean(),
  family: z.object({ _id: z.uuid(), name: z.string().nullable() }).nullable(),
  answerBy: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  settleBy: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  resolution: z.string(),
  decidedBy: z.string().nullable(),
  appealedAt: z.iso.datetime().nullable(),
  /** The admin whose decision is appealed. */
  appealOf: person.nullable(),
  /** Admins who decided this case; they can neither decide its appeal nor move its money. */
  deciders: z.array(z.uuid()),
  hasChat: z.boolean(),
  /** For a dispute the order of its lesson, otherwise the family's latest orders with this mentor. */
  orders: z.array(order),
  dispute: z.enum(['open', 'withdrawn', 'decided']).nullable(),
  /** Status of the refund request linked to this case. */
  refund: z.enum(refundStatuses).nullable(),
  /** Status of the review report linked to this case. */
  review: z.enum(['open', 'ended']).nullable(),
  /** Of a safety case. */
  police: policeReport.nullable(),
  timeline: z.array(timelineEntry),
  admins: z.array(person),
})
export type AdminCase = z.infer<typeof detail>

export const adminCase = endpoint({
  method: 'GET',
  url: '/api/admin/cases/:id',
  schema: {
    summary:
      'One case with its timeline, the reporter’s phone and the messages around a reported one; each read is audited',
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
      .max(maxCaseTextLength)
      .regex(/^(?:[\n\t]|[^\p{Cc}\p{Cs}])*$/u, 'no control characters'),
  )
const actionsWithText: readonly string[] = ['note', 'answer', 'resolve', 'reopen', 'appeal', 'unpause']

export const runCaseAction = endpoint({
  method: 'POST',
  url: '/api/admin/cases/:id/steps',
  schema: {
    summary: 'Act on a case: assign, answer or decide it; idempotent',
    tags,
    params: idParams,
    body: z
      .strictObject({
        step: z.enum(caseActions),
        /** Text of a note, an answer or a reason. */
        text: lines.default(''),
        /** Admin to assign, or mentor the case concerns. */
        to: z.uuid().optional(),
        priority: z.enum(casePriorities).optional(),
        /** The answer was given by phone; nothing is sent. */
        spoken: z.boolean().default(false),
        /** Restore the mentor despite other open safety cases. */
        despite: z.boolean().default(false),
        /** Version the action is based on. If it is outdated, the reply is 409 `case-changed` with the events since. */
        version: z.number().int().min(1),
      })
      .superRefine(({ step, text, to, priority }, context) => {
        const miss = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
        if (actionsWithText.includes(step) && text === '') miss('text', 'words')
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

const policeTexts = { reportedBy: 80, place: 160, reference: 80, reason: 600 } as const

export const recordPolice = endpoint({
  method: 'PUT',
  url: '/api/admin/cases/:id/police',
  schema: {
    summary: 'Record the report of a safety case to the police, or why none was needed; a new record replaces it',
    tags,
    params: idParams,
    body: z
      .strictObject({
        outcome: z.enum(policeOutcomes),
        reportedBy: lineOrEmpty(policeTexts.reportedBy).default(''),
        date: date.optional(),
        time: time.optional(),
        place: lineOrEmpty(policeTexts.place).default(''),
        /** FIR or diary number, or of the call to 112 or 1098. */
        reference: lineOrEmpty(policeTexts.reference).default(''),
        reason: lineOrEmpty(policeTexts.reason).default(''),
      })
      .superRefine(({ outcome, ...given }, context) => {
        const needed =
          outcome === 'reported'
            ? (['reportedBy', 'date', 'time', 'place', 'reference'] as const)
            : (['reason'] as const)
        for (const field of needed)
          if (!given[field]) context.addIssue({ code: 'custom', path: [field], message: 'words' })
      }),
    response: { 200: z.object({ data: policeReport }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
