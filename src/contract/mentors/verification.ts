import { z } from 'zod'
import { checkKinds, genders, tiers } from '../reference/catalogue.ts'
import { relatedCase } from '../support/admin-cases.ts'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { date, idParams, text } from '../wire/fields.ts'
import { certificateKinds, checkBases, checkMethods } from './check-evidence.ts'
import { verificationLimits as limits } from './limits.ts'
import { waitingChange } from './mentor-changes.ts'
import { publicMentor } from './mentors.ts'
import { status } from './verification-queue.ts'

const tags = ['verification'] as const
/** Owner and operations decide; support is read-only. The handler checks the role. */

const checkState = z.enum(['pending', 'passed', 'failed'])
/** Version the edit is based on. A newer one answers 409 `changed-meanwhile` with the changes in between. */
const version = z.number().int().min(1)

const check = z.object({
  kind: z.enum(checkKinds),
  state: checkState,
  method: z.enum([...checkMethods, '']),
  /** Evidence seen. Together with method, degree, year and date of issue it makes the sentence families read. */
  basis: z.enum([...checkBases, '']),
  /** Code of the degree on the certificate seen. */
  degree: z.string(),
  degreeYear: z.number().int().nullable(),
  /** Date of issue of the police certificate. */
  issuedOn: z.string().nullable(),
  checker: z.string().nullable(),
  /** Visible to admins only. */
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
  /** Made by an admin, not by the mentor. */
  isAdmin: z.boolean(),
  note: z.string(),
  /** The check the event belongs to, if any. */
  check: z.enum(checkKinds).nullable(),
  changes: z.array(change),
  /** Changed columns of the mentor, for events that do not store the old values. */
  changed: z.array(z.string()),
})
export type MentorEvent = z.infer<typeof event>

const recheck = z.object({
  kind: z.enum(checkKinds),
  /** When the change or failure happened, or the first day after the check expired. */
  since: z.iso.datetime(),
  why: z.enum(['opened', 'ended', 'failed']),
  /** Changed columns of the mentor; empty when an admin opened the check. */
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
  /** When the mentor was asked for a new document. */
  documentAskedAt: z.iso.datetime().nullable(),
  /** What is kept of the signed e-KYC file; null without one, and for support. */
  eKyc: z
    .object({
      name: z.string(),
      /** The name in the file is the mentor's present name. */
      isSameName: z.boolean(),
      lastFour: z.string(),
      signedAt: z.iso.datetime(),
      checkedAt: z.iso.datetime(),
    })
    .nullable(),
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
  /** The mentor has set weekly hours. Families see no free times until then. */
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
  /** Checks of a verified mentor that are due again. */
  rechecks: z.array(recheck),
  /** New values the mentor asked for. */
  waiting: waitingChange.nullable(),
  /** The public profile, as families see it or would see it. */
  card: publicMentor,
  history: z.array(event),
  /** Views of private documents, newest first. */
  looks: z.array(z.object({ at: z.iso.datetime(), by: z.string(), document: z.string() })),
  /** Support cases about the mentor opened by others, newest first. */
  cases: z.array(relatedCase),
})
export type AdminMentor = z.infer<typeof detail>

export const adminMentor = endpoint({
  method: 'GET',
  url: '/api/admin/mentors/:id',
  schema: {
    summary: 'All data of one mentor, including private fields; each view is logged',
    tags,
    params: idParams,
    response: { 200: z.object({ data: detail }) },
  },
  config: { access: onlyAdmins },
})

export const decisions = ['start_review', 'verify', 'reject', 'suspend', 'restore'] as const
export type Decision = (typeof decisions)[number]
const changeReply = z.object({ data: z.object({ _id: z.uuid(), status, version: z.number().int() }) })

const decisionReply = z.object({ data: changeReply.shape.data.extend({ isShown: z.boolean() }) })

export const decideMentor = endpoint({
  method: 'POST',
  url: '/api/admin/mentors/:id/decision',
  schema: {
    summary: 'Decide on a mentor; repeating a decision succeeds. Notifies the mentor',
    tags,
    params: idParams,
    body: z
      .strictObject({
        decision: z.enum(decisions),
        /** Shown to the mentor; required to reject and to suspend. */
        reason: text(limits.reason).default(''),
        /** Restore despite open safety cases about the mentor; needs a reason. */
        despite: z.boolean().default(false),
        /** With `verify`: also shows the mentor on the site, even if that was turned off. */
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
    response: { 200: decisionReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const setCheck = endpoint({
  method: 'PUT',
  url: '/api/admin/mentors/:id/checks/:kind',
  schema: {
    summary:
      'Save the result of a check; the admin who saves it becomes its checker. Passing with the method `copy` needs the uploaded document, else 409 `check-without-document`',
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
        const report = (field: string, error: string) =>
          context.addIssue({ code: 'custom', path: [field], message: error })
        const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10)
        if (state === 'passed' && method === '') report('method', 'how it was checked')
        if (state === 'passed' && basis === '') report('basis', 'what was seen')
        if (state !== 'pending' && checkedOn === null) report('checkedOn', 'the day of the check')
        if (checkedOn !== null && checkedOn > today) report('checkedOn', 'not a day to come')
        if (issuedOn !== null && issuedOn > (checkedOn ?? today)) report('issuedOn', 'before the check')
        if (validUntil !== null && validUntil < (checkedOn ?? today)) report('validUntil', 'after the check')
      }),
    response: { 200: changeReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const setListing = endpoint({
  method: 'PUT',
  url: '/api/admin/mentors/:id/listing',
  schema: {
    summary: 'Change how a mentor is listed',
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
    response: { 200: changeReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const deleteDocument = endpoint({
  method: 'DELETE',
  url: '/api/admin/mentors/:id/document',
  schema: {
    summary: 'Delete the identity document of a mentor whose identity check has passed; the check keeps its result',
    tags,
    params: idParams,
    response: { 200: changeReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const requestDocument = endpoint({
  method: 'POST',
  url: '/api/admin/mentors/:id/document-request',
  schema: {
    summary:
      'Request a new identity document when identity is due again and the old document is deleted. Notifies the mentor',
    tags,
    params: idParams,
    response: { 200: changeReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
