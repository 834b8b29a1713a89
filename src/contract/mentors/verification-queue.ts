import { z } from 'zod'
import { adminPageRows, listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { checkKinds, tiers } from '../reference/catalogue.ts'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'

const tags = ['verification'] as const

export const status = z.enum(['submitted', 'in_review', 'verified', 'rejected', 'suspended'])
const missing = z.enum(['photo', 'document', 'cv', 'video', 'subjects', 'modes', 'brief'])

/** `recheck`: verified mentors with a check due again or a change that waits for a decision. */
export const statusFilters = ['all', 'verified', 'pending', 'recheck', 'rejected', 'suspended'] as const

const row = z.object({
  _id: z.uuid(),
  number: z.string(),
  fullName: z.string(),
  profilePhoto: z.string().nullable(),
  /** Null when the list was requested without phone numbers. */
  phone: z.string().nullable(),
  subjects: z.array(z.string()),
  area: z.string(),
  city: z.string(),
  experience: z.string(),
  rating: z.number().nullable(),
  tier: z.enum(tiers),
  status,
  submittedAt: z.iso.datetime(),
  /** Time of the first application; resubmissions do not change it. */
  joinedAt: z.iso.datetime(),
  /** Time of the last change to the mentor. */
  changedAt: z.iso.datetime(),
  /** When a check of a verified mentor became due again or a change was asked for; null if there is neither. */
  recheckSince: z.iso.datetime().nullable(),
  /** Missing parts of the application. */
  missing: z.array(missing),
  /** `expired`: passed, but no longer valid. */
  checks: z.array(z.object({ kind: z.enum(checkKinds), state: z.enum(['pending', 'passed', 'failed', 'expired']) })),
  /** Seeded demo data. */
  demo: z.boolean(),
  version: z.number().int(),
})
export type MentorRow = z.infer<typeof row>

const counts = z.object({
  pending: z.number().int(),
  recheck: z.number().int(),
  /** When the mentor who has waited longest applied. */
  oldest: z.iso.datetime().nullable(),
})
export type MentorCounts = z.infer<typeof counts>

/** `waiting`: pending mentors first, longest waiting first. `missing`: by the number of missing parts. */
export const mentorSorts = ['waiting', 'applied', 'joined', 'changed', 'name', 'missing'] as const
const query = listQuery(mentorSorts).extend({
  order: z.enum(['asc', 'desc']).default('asc'),
  status: z.enum(statusFilters).default('all'),
  /** `no` omits phone numbers; only access to them is logged. */
  phones: z.enum(['yes', 'no']).default('yes'),
  /** 0 for counts only. */
  limit: z.coerce.number().int().min(0).max(100).default(adminPageRows),
})

export const adminMentors = endpoint({
  method: 'GET',
  url: '/api/admin/mentors',
  schema: {
    summary:
      'Mentors for admins, longest waiting first by default; q: part of a name, phone or MS number. Counts stop at 2,000, rechecks at 400. Access to phone numbers is logged',
    tags,
    querystring: query,
    response: { 200: listReply(row).extend({ counts }) },
  },
  config: { access: onlyAdmins },
})

export const adminMentorsFile = listFile(
  adminMentors,
  'The same list as a CSV file; the export is logged',
  'operations',
)
