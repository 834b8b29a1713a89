import { z } from 'zod'
import { csvReply, listQuery, listReply, onlyAdmins } from '../admin/admin-lists.ts'
import { tiers } from '../reference/catalogue.ts'
import { endpoint } from '../wire/endpoint.ts'
import { idParams, line, text } from '../wire/fields.ts'
import { maxMentorsPerLink, verificationLimits } from './limits.ts'
import { listingProblemCodes } from './listing-words.ts'

const tags = ['listings'] as const
const access = onlyAdmins
const mentorStatuses = ['submitted', 'in_review', 'verified', 'rejected', 'suspended'] as const

/** What a listing is made of. */
const listing = z.object({
  adminRanking: z.number().int().min(verificationLimits.ranking.min).max(verificationLimits.ranking.max),
  tier: z.enum(tiers),
  adminBrief: text(verificationLimits.brief),
  adminBriefVisible: z.boolean(),
  showOnWebsite: z.boolean(),
})
export type Listing = z.infer<typeof listing>
/** The same as it is answered: read once, a text is not read anew. */
const values = listing.extend({ adminBrief: z.string() })
/** What is to become another; what is left out stays. */
export const listingWish = listing.partial().strict()
export type ListingWish = z.infer<typeof listingWish>

const yesNo = z.enum(['yes', 'no'])
const filter = {
  status: z.enum(mentorStatuses).optional(),
  tier: z.enum(tiers).optional(),
  shown: yesNo.optional(),
  brief: yesNo.optional(),
  city: line(80).optional(),
}
const query = listQuery(['ranking', 'name']).extend({ order: z.enum(['asc', 'desc']).default('asc'), ...filter })
const row = z.object({
  _id: z.uuid(),
  number: z.string(),
  fullName: z.string(),
  city: z.string(),
  status: z.enum(mentorStatuses),
  ...values.shape,
})
export type ListedListing = z.infer<typeof row>

export const adminListings = endpoint({
  method: 'GET',
  url: '/api/admin/listings',
  schema: {
    summary: 'How mentors are listed, by ranking or name; q: name, MS number, phone or id',
    tags,
    querystring: query,
    response: { 200: listReply(row) },
  },
  config: { access },
})

export const adminListingsFile = endpoint({
  method: 'GET',
  url: '/api/admin/listings.csv',
  schema: {
    summary:
      'The same list as a file that can be changed and sent back; with phone numbers, so owner and operations only',
    tags,
    querystring: query.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access, role: 'operations' },
})

const person = z.object({ name: z.string() })
const change = z.object({
  _id: z.uuid(),
  madeAt: z.iso.datetime(),
  madeBy: person,
  /** Null where mentors were ticked or filtered. */
  fileName: z.string().nullable(),
  unread: z.array(z.string()),
  status: z.enum(['reading', 'ready', 'applying', 'applied']),
  /** Rows that change a mentor, rows that would change nothing, rows with a problem. */
  good: z.number().int(),
  same: z.number().int(),
  bad: z.number().int(),
  /** Of the good ones: done, and left alone because somebody changed the mentor after the preview. */
  applied: z.number().int(),
  refused: z.number().int(),
  appliedAt: z.iso.datetime().nullable(),
  appliedBy: person.nullable(),
})
export type ListingChange = z.infer<typeof change>
const changeReply = z.object({ data: change })

const changesQuery = listQuery(['made']).omit({ q: true })

export const listingChanges = endpoint({
  method: 'GET',
  url: '/api/admin/listing-changes',
  schema: {
    summary: 'Files and changes of many mentors, newest first',
    tags,
    querystring: changesQuery,
    response: { 200: listReply(change) },
  },
  config: { access },
})

export const listingChangesFile = endpoint({
  method: 'GET',
  url: '/api/admin/listing-changes.csv',
  schema: {
    summary: 'The same as a file; that it was taken is written down',
    tags,
    querystring: changesQuery.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access },
})

export const previewListing = endpoint({
  method: 'POST',
  url: '/api/admin/listing-changes',
  schema: {
    summary: 'Write down what would become of these mentors, or of all that fit a filter; nothing of them changes yet',
    tags,
    body: z.strictObject({
      of: z.union([
        z.strictObject({ mentors: z.array(z.uuid()).min(1).max(maxMentorsPerLink) }),
        z.strictObject({ filter: z.strictObject({ q: line(80).optional(), ...filter }) }),
      ]),
      set: listingWish,
    }),
    response: { 200: changeReply },
  },
  config: { access, role: 'operations' },
})

export const readListingFile = endpoint({
  method: 'POST',
  url: '/api/admin/listing-changes/file',
  schema: {
    summary: 'The same from a CSV file, sent as text/csv: a dry run that names the problem of every line',
    tags,
    querystring: z.strictObject({ name: line(200).default('mentors.csv') }),
    response: { 200: changeReply },
  },
  config: { access, role: 'operations' },
})

export const oneListingChange = endpoint({
  method: 'GET',
  url: '/api/admin/listing-changes/:id',
  schema: { summary: 'One of them', tags, params: idParams, response: { 200: changeReply } },
  config: { access },
})

export const changeRowStates = ['good', 'same', 'bad', 'applied', 'refused'] as const
const changeRow = z.object({
  _id: z.uuid(),
  line: z.number().int(),
  mentor: z.object({ _id: z.uuid(), number: z.string(), fullName: z.string() }).nullable(),
  given: z.string(),
  before: values.partial(),
  after: values.partial(),
  problems: z.array(z.object({ code: z.enum(listingProblemCodes), value: z.string() })),
  state: z.enum(changeRowStates),
})
export type ListingChangeRow = z.infer<typeof changeRow>

const rowsQuery = listQuery(['line'])
  .omit({ q: true })
  .extend({ order: z.enum(['asc', 'desc']).default('asc'), state: z.enum(changeRowStates).optional() })

export const listingChangeRows = endpoint({
  method: 'GET',
  url: '/api/admin/listing-changes/:id/rows',
  schema: {
    summary:
      'Its rows by line: what each mentor has and would have, or the problem; may name phones, so owner and operations only',
    tags,
    params: idParams,
    querystring: rowsQuery,
    response: { 200: listReply(changeRow) },
  },
  config: { access, role: 'operations' },
})

export const listingChangeRowsFile = endpoint({
  method: 'GET',
  url: '/api/admin/listing-changes/:id/rows.csv',
  schema: {
    summary: 'The same as a file; that it was taken is written down',
    tags,
    params: idParams,
    querystring: rowsQuery.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access, role: 'operations' },
})

export const listingProblemsFile = endpoint({
  method: 'GET',
  url: '/api/admin/listing-changes/:id/problems.csv',
  schema: {
    summary: 'Lines that were not or will not be applied, with the reason; that it was taken is written down',
    tags,
    params: idParams,
    querystring: z.strictObject({ language: z.enum(['en', 'hi']).default('en') }),
    response: { 200: csvReply },
  },
  config: { access, role: 'operations' },
})

export const applyListing = endpoint({
  method: 'POST',
  url: '/api/admin/listing-changes/:id/apply',
  schema: {
    summary: 'Make the good rows true; mentors that somebody changed since are left alone. Twice is once',
    tags,
    params: idParams,
    response: { 200: changeReply },
  },
  config: { access, role: 'operations' },
})
