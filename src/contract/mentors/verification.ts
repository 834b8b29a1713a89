import { z } from 'zod'
import { checkKinds, genders, tiers } from '../reference/catalogue.ts'
import { relatedCase } from '../support/admin-cases.ts'
import { endpoint } from '../wire/endpoint.ts'
import { date, idParams, text } from '../wire/fields.ts'
import { certificateKinds, checkBases, checkMethods } from './check-evidence.ts'
import { verificationLimits as limits } from './limits.ts'
import { publicMentor } from './mentors.ts'
import { status } from './verification-queue.ts'

const tags = ['verification'] as const
/** Owner and operations decide, support only reads: the handler looks at the role. */
const access = { visitor: 'no', family: 'no', mentor: 'no', admin: 'yes' } as const

const checkState = z.enum(['pending', 'passed', 'failed'])
/** The version a change started from; another one by now answers 409 `changed-meanwhile` with who changed what. */
const version = z.number().int().min(1)

const check = z.object({
  kind: z.enum(checkKinds),
  state: checkState,
  method: z.enum([...checkMethods, '']),
  /** What was seen; with the method, degree, year and day of issue it makes the sentence that families read. */
  basis: z.enum([...checkBases, '']),
  /** Code of the degree whose certificate was seen. */
  degree: z.string(),
  degreeYear: z.number().int().nullable(),
  /** Day on a police certificate. */
  issuedOn: z.string().nullable(),
  checker: z.string().nullable(),
  /** For admins only. */
  evidence: z.string(),
  checkedOn: z.string().nullable(),
  validUntil: z.string().nullable(),
})
export type AdminCheck = z.infer<typeof check>

const change = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })
const event = z.object({
  at: z.iso.datetime(),
  kind: z.string(),
  by: z.string().nullable(),
  /** Whether somebody of us did it, and not the mentor. */
  isAdmin: z.boolean(),
  note: z.string(),
  /** What the event is about, where it is one check. */
  check: z.enum(checkKinds).nullable(),
  changes: z.array(change),
  /** Columns of the mentor that became others, where what they were is not kept. */
  changed: z.array(z.string()),
})
export type MentorEvent = z.infer<typeof event>

const recheck = z.object({
  kind: z.enum(checkKinds),
  /** Since when: the change, the failing, or the first day on which the check was not valid any more. */
  since: z.iso.datetime(),
  why: z.enum(['opened', 'ended', 'failed']),
  /** Columns of the mentor that became others; none when an admin opened it. */
  changed: z.array(z.string()),
})

const detail = z.object({
  _id: z.uuid(),
  number: z.string(),
  slug: z.string(),
  status,
  version: z.number().int(),
  rejection: z.string(),
  submittedAt: z.iso.datetime(),
  demo: z.boolean(),
  phone: z.string(),
  email: z.string(),
  gender: z.enum(genders),
  age: z.number().int(),
  document: z.string().nullable(),
  documentDeletedAt: z.iso.datetime().nullable(),
  /** Since when the mentor is asked for another one. */
  documentAskedAt: z.iso.datetime().nullable(),
  cv: z.string().nullable(),
  cvDeletedAt: z.iso.datetime().nullable(),
  certificates: z.array(
    z.object({
      _id: z.uuid(),
      kind: z.enum(certificateKinds),
      sentAt: z.iso.datetime(),
      deletedAt: z.iso.datetime().nullable(),
    }),
  ),
  teachingVideo: z.string().nullable(),
  teachingVideoPublished: z.boolean(),
  twelfthStream: z.string().nullable(),
  twelfthBoard: z.string().nullable(),
  graduation: z.object({ degree: z.string().nullable(), college: z.string().nullable() }),
  postGraduation: z.object({ degree: z.string().nullable(), college: z.string().nullable() }),
  /** Whether it said when it teaches; until then families see no free times. */
  hasHours: z.boolean(),
  startImmediately: z.boolean(),
  startDate: z.string().nullable(),
  teachingExperience: z.string(),
  brief: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  boards: z.array(z.string()),
  languages: z.array(z.string()),
  adminRanking: z.number().int(),
  adminBrief: z.string(),
  adminBriefVisible: z.boolean(),
  showOnWebsite: z.boolean(),
  checks: z.array(check),
  /** Checks of a verified mentor that must be made again. */
  rechecks: z.array(recheck),
  /** As families see the mentor, or would. */
  card: publicMentor,
  history: z.array(event),
  /** Who looked at a private document, newest first. */
  looks: z.array(z.object({ at: z.iso.datetime(), by: z.string(), document: z.string() })),
  /** Cases about the mentor that somebody else opened, newest first, with who did. */
  cases: z.array(relatedCase),
})
export type AdminMentor = z.infer<typeof detail>

export const adminMentor = endpoint({
  method: 'GET',
  url: '/api/admin/mentors/:id',
  schema: {
    summary: 'Everything of one mentor, private fields too; the look is logged',
    tags,
    params: idParams,
    response: { 200: z.object({ data: detail }) },
  },
  config: { access },
})

export const decisions = ['start_review', 'verify', 'reject', 'suspend', 'restore'] as const
export type Decision = (typeof decisions)[number]
const changed = z.object({ data: z.object({ _id: z.uuid(), status, version: z.number().int() }) })

const decided = z.object({ data: changed.shape.data.extend({ isShown: z.boolean() }) })

export const decideMentor = endpoint({
  method: 'POST',
  url: '/api/admin/mentors/:id/decision',
  schema: {
    summary: 'Move a mentor on; a move already made is a success. The mentor is told',
    tags,
    params: idParams,
    body: z
      .strictObject({
        decision: z.enum(decisions),
        /** Told to the mentor; needed to reject and to suspend. */
        reason: text(limits.reason).default(''),
        /** Restore although safety cases about the mentor are open: with a reason. */
        despite: z.boolean().default(false),
        /** With `verify`: families see the mentor from then on, also where that was turned off. */
        show: z.boolean().default(false),
        version,
      })
      .refine(
        ({ decision, reason, despite }) =>
          reason !== '' || !(despite || decision === 'reject' || decision === 'suspend'),
        {
          path: ['reason'],
          error: 'a reason',
        },
      ),
    response: { 200: decided },
  },
  config: { access, role: 'operations' },
})

export const setCheck = endpoint({
  method: 'PUT',
  url: '/api/admin/mentors/:id/checks/:kind',
  schema: {
    summary:
      'What a check found; the admin who saves it is its checker. Passed with the method `copy` it needs the uploaded document, else 409 `check-without-document`',
    tags,
    params: z.strictObject({ id: z.uuid(), kind: z.enum(checkKinds) }),
    body: z
      .strictObject({
        state: checkState,
        method: z.enum([...checkMethods, '']).default(''),
        basis: z.enum([...checkBases, '']).default(''),
        degree: text(60).default(''),
        degreeYear: z.number().int().min(1950).max(2100).nullable().default(null),
        issuedOn: date.nullable().default(null),
        /** Internal note. */
        evidence: text(limits.evidence).default(''),
        checkedOn: date.nullable().default(null),
        validUntil: date.nullable().default(null),
        version,
      })
      .superRefine(({ state, method, basis, checkedOn, validUntil, issuedOn }, context) => {
        const tell = (field: string, error: string) =>
          context.addIssue({ code: 'custom', path: [field], message: error })
        const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10)
        if (state === 'passed' && method === '') tell('method', 'how it was checked')
        if (state === 'passed' && basis === '') tell('basis', 'what was seen')
        if (state !== 'pending' && checkedOn === null) tell('checkedOn', 'the day of the check')
        if (checkedOn !== null && checkedOn > today) tell('checkedOn', 'not a day to come')
        if (issuedOn !== null && issuedOn > (checkedOn ?? today)) tell('issuedOn', 'before the check')
        if (validUntil !== null && validUntil < (checkedOn ?? today)) tell('validUntil', 'after the check')
      }),
    response: { 200: changed },
  },
  config: { access, role: 'operations' },
})

export const setListing = endpoint({
  method: 'PUT',
  url: '/api/admin/mentors/:id/listing',
  schema: {
    summary: 'How a mentor is listed',
    tags,
    params: idParams,
    body: z.strictObject({
      adminRanking: z.number().int().min(limits.ranking.min).max(limits.ranking.max),
      adminBrief: text(limits.brief),
      adminBriefVisible: z.boolean(),
      tier: z.enum(tiers),
      showOnWebsite: z.boolean(),
      version,
    }),
    response: { 200: changed },
  },
  config: { access, role: 'operations' },
})

export const deleteDocument = endpoint({
  method: 'DELETE',
  url: '/api/admin/mentors/:id/document',
  schema: {
    summary: 'Delete the identity document of a mentor whose identity has passed; what was seen stays',
    tags,
    params: idParams,
    response: { 200: changed },
  },
  config: { access, role: 'operations' },
})

export const askDocument = endpoint({
  method: 'POST',
  url: '/api/admin/mentors/:id/document-request',
  schema: {
    summary:
      'Ask for another identity document, where the identity must be checked again and the old one is deleted. The mentor is told',
    tags,
    params: idParams,
    response: { 200: changed },
  },
  config: { access, role: 'operations' },
})
