import { z } from 'zod'
import { csvReply, listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { tiers } from '../reference/catalogue.ts'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { idParams, line, text } from '../wire/fields.ts'
import { maxMentorsPerLink, verificationLimits } from './limits.ts'
import { listingProblemCodes } from './listing-problems.ts'

const tags = ['listings'] as const
const mentorStatuses = ['submitted', 'in_review', 'verified', 'rejected', 'suspended'] as const

/** What an admin decides about a mentor in the list. */
const listing = z.object({
  adminRanking: z.number().int().min(verificationLimits.ranking.min).max(verificationLimits.ranking.max),
  tier: z.enum(tiers),
  adminBrief: text(verificationLimits.brief),
  adminBriefVisible: z.boolean(),
  showOnWebsite: z.boolean(),
})
export type Listing = z.infer<typeof listing>
/** The same in replies, where the text is not parsed again. */
const values = listing.extend({ adminBrief: z.string() })
/** Fields to change; a missing one stays as it is. */
export const listingInput = listing.partial().strict()
export type ListingInput = z.infer<typeof listingInput>

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
    summary: 'Listings of mentors, by ranking or name; q: name, MS number, phone or id',
    tags,
    querystring: query,
    response: { 200: listReply(row) },
  },
  config: { access: onlyAdmins },
})

export const adminListingsFile = listFile(
  adminListings,
  'The same list as a file that can be edited and imported; has phone numbers, so owner and operations only',
  'operations',
)

const bulkEdit = z.object({
  _id: z.uuid(),
  madeAt: z.iso.datetime(),
  madeBy: z.object({ name: z.string() }),
  /** Null where mentors were selected or filtered. */
  fileName: z.string().nullable(),
  /** Columns of the file that were ignored. */
  unread: z.array(z.string()),
  status: z.enum(['reading', 'ready', 'applying', 'applied']),
  /** Rows that change a mentor, that change nothing, and that have a problem. */
  good: z.number().int(),
  same: z.number().int(),
  bad: z.number().int(),
  /** Good rows that were applied, and that were skipped because the mentor changed after the preview. */
  applied: z.number().int(),
  refused: z.number().int(),
})
export type BulkEdit = z.infer<typeof bulkEdit>
const bulkEditReply = z.object({ data: bulkEdit })

export const previewBulkEdit = endpoint({
  method: 'POST',
  url: '/api/admin/listing-changes',
  schema: {
    summary: 'Preview a change of these mentors, or of all that match a filter; no mentor changes yet',
    tags,
    body: z.strictObject({
      of: z.union([
        z.strictObject({ mentors: z.array(z.uuid()).min(1).max(maxMentorsPerLink) }),
        z.strictObject({ filter: z.strictObject({ q: line(80).optional(), ...filter }) }),
      ]),
      set: listingInput,
    }),
    response: { 200: bulkEditReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const previewBulkEditFile = endpoint({
  method: 'POST',
  url: '/api/admin/listing-changes/file',
  schema: {
    summary: 'Preview a CSV file, sent as text/csv: a dry run that names the problem of every line',
    tags,
    querystring: z.strictObject({ name: line(200).default('mentors.csv') }),
    response: { 200: bulkEditReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const oneBulkEdit = endpoint({
  method: 'GET',
  url: '/api/admin/listing-changes/:id',
  schema: { summary: 'One bulk edit', tags, params: idParams, response: { 200: bulkEditReply } },
  config: { access: onlyAdmins },
})

const bulkEditRowStates = ['good', 'same', 'bad', 'applied', 'refused'] as const
const bulkEditRow = z.object({
  _id: z.uuid(),
  line: z.number().int(),
  mentor: z.object({ _id: z.uuid(), number: z.string(), fullName: z.string() }).nullable(),
  given: z.string(),
  before: values.partial(),
  after: values.partial(),
  problems: z.array(z.object({ code: z.enum(listingProblemCodes), value: z.string() })),
  state: z.enum(bulkEditRowStates),
})
export type BulkEditRow = z.infer<typeof bulkEditRow>

const rowsQuery = listQuery(['line'])
  .omit({ q: true })
  .extend({ order: z.enum(['asc', 'desc']).default('asc'), state: z.enum(bulkEditRowStates).optional() })

export const bulkEditRows = endpoint({
  method: 'GET',
  url: '/api/admin/listing-changes/:id/rows',
  schema: {
    summary:
      'Its rows by line: the values of each mentor before and after, or the problem; may name phones, so owner and operations only',
    tags,
    params: idParams,
    querystring: rowsQuery,
    response: { 200: listReply(bulkEditRow) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const bulkEditRowsFile = endpoint({
  method: 'GET',
  url: '/api/admin/listing-changes/:id/rows.csv',
  schema: {
    summary: 'The same as a file; the download is audited',
    tags,
    params: idParams,
    querystring: rowsQuery.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const applyBulkEdit = endpoint({
  method: 'POST',
  url: '/api/admin/listing-changes/:id/apply',
  schema: {
    summary: 'Apply the good rows; mentors that changed since the preview are skipped. Idempotent',
    tags,
    params: idParams,
    response: { 200: bulkEditReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
