import { z } from 'zod'
import { checkKinds } from '../reference/catalogue.ts'
import { reverse } from '../reference/places.ts'
import { endpoint } from '../wire/endpoint.ts'
import { draftBytesMost, sectionNames } from './application-sections.ts'
import { submittedApplication } from './submitted-application.ts'

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, one]) => isStorable(key) && isStorable(one))
}
/** Answers of a section as they stand, right or not. */
const answers = z
  .record(z.string().max(60), z.unknown())
  .refine(isStorable, 'text that cannot be kept')
  .refine((one) => JSON.stringify(one).length <= draftBytesMost, 'a section of at most 20,000 characters')

const problems = z.array(z.object({ field: z.string(), problem: z.string() }))
const bySection = <T extends z.ZodType>(of: T) => z.partialRecord(z.enum(sectionNames), of)
const tags = ['applications'] as const
/** Everybody whose phone is proven, as family or as mentor: an account may become a mentor. */
const access = { visitor: 'no', family: 'own', mentor: 'own', admin: 'no' } as const

const state = z.object({
  /** The proven number it belongs to. */
  phone: z.string(),
  answers: bySection(z.record(z.string(), z.unknown())),
  /** What was submitted, as it stands with us; null before. */
  submitted: bySection(z.record(z.string(), z.unknown())).nullable(),
  /** Checks that were passed: a change of what they stand for opens them again. */
  passed: z.array(z.enum(checkKinds)),
  /** How often each section was saved; a save names the one it started from. */
  revisions: bySection(z.number().int()),
  /** What keeps it from being submitted, for each section; none where there is none. */
  problems: bySection(problems),
  status: z.enum(['draft', 'submitted', 'in_review', 'verified', 'rejected', 'suspended']),
  /** Told to people; null before it was submitted. */
  number: z.string().nullable(),
  submittedAt: z.iso.datetime().nullable(),
  /** Why it was sent back. */
  rejection: z.string(),
  /** The identity must be checked again and its document is deleted: another one is asked for. */
  documentAsked: z.boolean(),
  /** Checks that end soon, and the last day of each. */
  ending: z.array(z.object({ kind: z.enum(checkKinds), validUntil: z.string() })),
  history: z.array(z.object({ at: z.iso.datetime(), kind: z.string(), note: z.string() })),
})
export type ApplicationState = z.infer<typeof state>

export const ownApplication = endpoint({
  method: 'GET',
  url: '/api/mentor/application',
  schema: {
    summary: "The caller's own application, as far as it is",
    tags,
    /** `hasMap`: a maps provider can show where a place is. */
    response: { 200: z.object({ data: state, hasMap: z.boolean() }) },
  },
  config: { access },
})

export const saveSection = endpoint({
  method: 'PUT',
  url: '/api/mentor/application/:section',
  schema: {
    summary: 'Keep the answers of one section; another save in between answers 409 `draft-changed` with what it saved',
    tags,
    params: z.strictObject({ section: z.enum(sectionNames) }),
    body: z.strictObject({ answers, revision: z.number().int().min(0) }),
    response: { 200: z.object({ data: z.object({ revision: z.number().int(), problems }) }) },
  },
  config: { access },
})

export const submitApplication = endpoint({
  method: 'POST',
  url: '/api/mentor',
  schema: {
    summary: 'Submit the application of the proven phone, or submit it again after it was sent back',
    tags,
    body: submittedApplication,
    response: { 200: z.object({ data: z.object({ _id: z.uuid(), number: z.string(), status: z.string() }) }) },
  },
  config: { access },
})

export const placePicture = endpoint({
  method: 'GET',
  url: '/api/mentor/application/map',
  schema: {
    summary: 'A JPEG of the map around a point, to confirm a place with; 404 when no maps provider can make one',
    tags,
    querystring: reverse.schema.querystring,
    response: { 200: z.unknown() },
  },
  // Admins look at the points of the catalogue.
  config: { access: { ...access, admin: 'yes' } },
})
