import { z } from 'zod'
import { adminPageRows, csvReply, listQuery, listReply } from '../admin/admin-lists.ts'
import { checkKinds, tiers } from '../reference/catalogue.ts'
import { endpoint } from '../wire/endpoint.ts'

const tags = ['verification'] as const
const access = { visitor: 'no', family: 'no', mentor: 'no', admin: 'yes' } as const

export const status = z.enum(['submitted', 'in_review', 'verified', 'rejected', 'suspended'])
const missing = z.enum(['photo', 'document', 'cv', 'video', 'subjects', 'modes', 'brief'])

/** `recheck`: verified, with a check to make again. */
export const statusFilters = ['all', 'verified', 'pending', 'recheck', 'rejected', 'suspended'] as const

const row = z.object({
  _id: z.uuid(),
  number: z.string(),
  fullName: z.string(),
  profilePhoto: z.string().nullable(),
  /** Null where the list was asked for without. */
  phone: z.string().nullable(),
  subjects: z.array(z.string()),
  area: z.string(),
  city: z.string(),
  experience: z.string(),
  rating: z.number().nullable(),
  tier: z.enum(tiers),
  status,
  submittedAt: z.iso.datetime(),
  /** The first application, whatever was corrected and sent again since. */
  joinedAt: z.iso.datetime(),
  /** When anything of the mentor became another last. */
  changedAt: z.iso.datetime(),
  /** Since when a check of a verified mentor waits to be made again; null when none does. */
  recheckSince: z.iso.datetime().nullable(),
  /** Parts of the application that are not there. */
  missing: z.array(missing),
  /** `expired`: passed once, and not valid any more. */
  checks: z.array(z.object({ kind: z.enum(checkKinds), state: z.enum(['pending', 'passed', 'failed', 'expired']) })),
  demo: z.boolean(),
  version: z.number().int(),
})
export type MentorRow = z.infer<typeof row>

const counts = z.object({
  pending: z.number().int(),
  recheck: z.number().int(),
  /** Since when the one waits who waits longest. */
  oldest: z.iso.datetime().nullable(),
})
export type MentorCounts = z.infer<typeof counts>

/** `waiting`: those who wait before the others, by since when; `missing`: how much of the application is not there. */
export const mentorSorts = ['waiting', 'applied', 'joined', 'changed', 'name', 'missing'] as const
const query = listQuery(mentorSorts).extend({
  order: z.enum(['asc', 'desc']).default('asc'),
  status: z.enum(statusFilters).default('all'),
  /** `no`: without phone numbers, and then nothing is logged. */
  phones: z.enum(['yes', 'no']).default('yes'),
  /** 0 for the counts alone. */
  limit: z.coerce.number().int().min(0).max(100).default(adminPageRows),
})

export const adminMentors = endpoint({
  method: 'GET',
  url: '/api/admin/mentors',
  schema: {
    summary:
      'Mentors for the admin, usually the longest waiting first; q: name, phone or MS number, or a part of one. Counts go up to 2,000, of rechecks up to 400. Who saw whose phone is logged',
    tags,
    querystring: query,
    response: { 200: listReply(row).extend({ counts }) },
  },
  config: { access },
})

export const adminMentorsFile = endpoint({
  method: 'GET',
  url: '/api/admin/mentors.csv',
  schema: {
    summary: 'The same list as a file; that it was taken is written down',
    tags,
    querystring: query.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access, role: 'operations' },
})
