import { z } from 'zod'
import { checkKinds } from '../reference/catalogue.ts'
import { reverse } from '../reference/places.ts'
import { bothSides, endpoint, sideOrAdmin } from '../wire/endpoint.ts'
import { maxSectionBytes, sectionNames } from './application-sections.ts'
import { waitingChange } from './mentor-changes.ts'
import { submittedApplication } from './submitted-application.ts'

// Deeper than any answer, and shallow enough for every reader.
const deepest = 10
const isStorable = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return depth < deepest && Object.entries(value).every(([key, one]) => isStorable(key) && isStorable(one, depth + 1))
}
/** Answers of a section, valid or not. */
const answers = z
  .record(z.string().max(60), z.unknown())
  .refine((one) => isStorable(one), 'text that cannot be stored')
  .refine((one) => JSON.stringify(one).length <= maxSectionBytes, 'a section of at most 20,000 characters')

const problems = z.array(z.object({ field: z.string(), problem: z.string() }))
const bySection = <T extends z.ZodType>(of: T) => z.partialRecord(z.enum(sectionNames), of)
const tags = ['applications'] as const
/** Any account with a verified phone, family or mentor: either may apply as a mentor. */

const state = z.object({
  /** The verified phone of the account. */
  phone: z.string(),
  answers: bySection(z.record(z.string(), z.unknown())),
  /** Last submitted answers; null before the first submission. */
  submitted: bySection(z.record(z.string(), z.unknown())).nullable(),
  /** Passed checks. Changing the facts they cover reopens them. */
  passed: z.array(z.enum(checkKinds)),
  /** Save counter per section; a save names the revision it is based on. */
  revisions: bySection(z.number().int()),
  /** Validation problems per section; sections without problems are omitted. */
  problems: bySection(problems),
  status: z.enum(['draft', 'submitted', 'in_review', 'verified', 'rejected', 'suspended']),
  /** Application number, for example `MS-1042`; null before the first submission. */
  number: z.string().nullable(),
  submittedAt: z.iso.datetime().nullable(),
  /** Reason for the rejection; empty without one. */
  rejection: z.string(),
  /** An admin asks for a new identity document, because the check is due again and the old document was deleted. */
  documentAsked: z.boolean(),
  /** Submitted values that an admin has not seen yet; `submitted` includes them. */
  waiting: waitingChange.nullable(),
  /** When the e-KYC file was checked; null without one, and while another document is asked for. */
  eKycCheckedAt: z.iso.datetime().nullable(),
  /** Checks that expire soon, with their last valid day. */
  ending: z.array(z.object({ kind: z.enum(checkKinds), validUntil: z.string() })),
  history: z.array(z.object({ at: z.iso.datetime(), kind: z.string(), note: z.string() })),
})
/** An application without what only its form needs. */
export const shownState = state.pick({
  answers: true,
  submitted: true,
  status: true,
  rejection: true,
  documentAsked: true,
  waiting: true,
  ending: true,
  history: true,
  problems: true,
})
export type ShownState = z.infer<typeof shownState>
const eKycOffer = z.object({
  days: z.number().int(),
  /** Files are signed by a made-up key. */
  isStandIn: z.boolean(),
})
export type ApplicationState = z.infer<typeof state>

export const ownApplication = endpoint({
  method: 'GET',
  url: '/api/mentor/application',
  schema: {
    summary: "The caller's own application with its draft",
    tags,
    /** `hasMap`: a maps provider is configured, so locations can be shown on a map. `eKyc`: e-KYC files are accepted this many days; null where they are not. */
    response: { 200: z.object({ data: state, hasMap: z.boolean(), eKyc: eKycOffer.nullable() }) },
  },
  config: { access: bothSides },
})

export const saveSection = endpoint({
  method: 'PUT',
  url: '/api/mentor/application/:section',
  schema: {
    summary: 'Save the answers of one section; a conflicting save answers 409 `draft-changed` with the stored answers',
    tags,
    params: z.strictObject({ section: z.enum(sectionNames) }),
    body: z.strictObject({ answers, revision: z.number().int().min(0) }),
    response: { 200: z.object({ data: z.object({ revision: z.number().int(), problems }) }) },
  },
  config: { access: bothSides },
})

export const submitApplication = endpoint({
  method: 'POST',
  url: '/api/mentor',
  schema: {
    summary: 'Submit the application of the verified phone, or resubmit it after a rejection',
    tags,
    body: submittedApplication,
    response: { 200: z.object({ data: z.object({ _id: z.uuid(), number: z.string(), status: z.string() }) }) },
  },
  config: { access: bothSides },
})

export const locationMap = endpoint({
  method: 'GET',
  url: '/api/mentor/application/map',
  schema: {
    summary: 'JPEG map around a point, to confirm a location; 404 when no maps provider is available',
    tags,
    querystring: reverse.schema.querystring,
    response: { 200: z.unknown() },
  },
  // Admins use it to position the catalogue's places.
  config: { access: sideOrAdmin },
})
