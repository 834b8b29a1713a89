import { z } from 'zod'
import { csvReply, listQuery, listReply, onlyAdmins } from '../admin/admin-lists.ts'
import { endpoint } from '../wire/endpoint.ts'
import { date, idParams, line, rupeesField } from '../wire/fields.ts'
import { payoutStatus } from './payouts.ts'

const tags = ['payouts'] as const
/** Owner and operations only; the handlers check it. */
const adminOnly = onlyAdmins
const rupees = z.number()

const totals = { amount: rupees, mentors: z.number().int() }
export const batchStatuses = ['open', 'paid', 'undone'] as const
const batch = z.object({
  _id: z.uuid(),
  /** Last day of the earnings included, in India. */
  until: z.string(),
  status: z.enum(batchStatuses),
  reference: z.string().nullable(),
  madeAt: z.iso.datetime(),
  madeBy: z.string(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: z.string().nullable(),
  ...totals,
})
export type PayoutBatch = z.infer<typeof batch>

/** `stopped`: a later deduction keeps it out of this batch. */
export const lineStatuses = [...payoutStatus.options, 'stopped'] as const
const batchLine = z.object({
  _id: z.uuid(),
  mentorId: z.uuid(),
  number: z.string(),
  fullName: z.string(),
  account: z.string(),
  amount: rupees,
  status: z.enum(lineStatuses),
  /**
   * Why it was skipped: an admin's text, `new-account` (the account was changed less than a day before the batch) or
   * `new-phone` (the mentor's phone number changed within the week).
   */
  reason: z.string().nullable(),
  /** Part of a downloaded bank file, so the bank may have paid it. */
  isInFile: z.boolean(),
})
export type BatchLine = z.infer<typeof batchLine>

const query = listQuery(['date']).extend({
  /** Last day of the payable amount; defaults to today. */
  until: date.optional(),
  status: z.enum(batchStatuses).optional(),
})

export const payoutBatches = endpoint({
  method: 'GET',
  url: '/api/admin/payouts',
  schema: {
    summary: 'What could be paid out up to a day, and the batches so far, newest first; q: reference of the bank',
    tags,
    querystring: query,
    response: {
      200: listReply(batch).extend({
        /** The open batch. */
        open: z.uuid().nullable(),
        /** `withoutAccount`: mentors without a payout account. */
        payable: z.object({ until: z.string(), ...totals, withoutAccount: z.object(totals) }),
      }),
    },
  },
  config: { access: adminOnly, role: 'operations' },
})

export const payoutBatchesFile = endpoint({
  method: 'GET',
  url: '/api/admin/payouts.csv',
  schema: {
    summary: 'The batches as a file; that it was taken is written down',
    tags,
    querystring: query.omit({ until: true, cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: adminOnly, role: 'operations' },
})

/** Bank transfer reference (UTR of NEFT, RTGS, IMPS or UPI): 8 to 22 letters and digits. Spaces are removed. */
export const bankReference = z
  .string()
  .max(80)
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .pipe(z.string().regex(/^(?=.*\d)[A-Z0-9]{8,22}$/, '8 to 22 letters and digits'))

/** Required once the bank file was downloaded. */
const bankDidNotPay = z.boolean().optional()

const oneBatch = z.object({
  data: batch.extend({
    /** A bank file was downloaded, so the bank may have paid it. */
    isSent: z.boolean(),
    /** Number of payouts kept out of this batch by a later deduction. */
    stopped: z.number().int(),
  }),
})

export const payoutBatch = endpoint({
  method: 'GET',
  url: '/api/admin/payouts/:id',
  schema: { summary: 'One batch', tags, params: idParams, response: { 200: oneBatch } },
  config: { access: adminOnly, role: 'operations' },
})

export const lineSorts = ['name', 'amount'] as const
const lineQuery = listQuery(lineSorts).extend({
  order: z.enum(['asc', 'desc']).default('asc'),
  status: z.enum(lineStatuses).optional(),
})

export const payoutBatchLines = endpoint({
  method: 'GET',
  url: '/api/admin/payouts/:id/lines',
  schema: {
    summary: 'What each mentor gets of one batch; q: part of a name, or an MS number',
    tags,
    params: idParams,
    querystring: lineQuery,
    response: { 200: listReply(batchLine) },
  },
  config: { access: adminOnly, role: 'operations' },
})

export const payoutBatchLinesFile = endpoint({
  method: 'GET',
  url: '/api/admin/payouts/:id/lines.csv',
  schema: {
    summary: 'The same as a file, without what the bank needs; that it was taken is written down',
    tags,
    params: idParams,
    querystring: lineQuery.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: adminOnly, role: 'operations' },
})

export const createPayoutBatch = endpoint({
  method: 'POST',
  url: '/api/admin/payouts',
  schema: {
    summary: 'Make a batch of everything payable up to a day. While one is open, it is the answer',
    tags,
    body: z.strictObject({ until: date }),
    response: { 200: oneBatch },
  },
  config: { access: adminOnly, role: 'operations' },
})

export const payoutBankFile = endpoint({
  method: 'GET',
  url: '/api/admin/payouts/:id/bank-file',
  schema: {
    summary: 'The batch as CSV for the bank, with the account of each mentor. Who took it is logged',
    tags,
    params: idParams,
    response: { 200: z.unknown() },
  },
  config: { access: adminOnly, role: 'operations' },
})

export const payPayoutBatch = endpoint({
  method: 'POST',
  url: '/api/admin/payouts/:id/paid',
  schema: {
    summary: "Write down that the bank paid a batch: its reference, and the amount, which must be the batch's",
    tags,
    params: idParams,
    body: z.strictObject({ reference: bankReference, amount: rupeesField }),
    response: { 200: oneBatch },
  },
  config: { access: adminOnly, role: 'operations' },
})

export const correctBatchReference = endpoint({
  method: 'PUT',
  url: '/api/admin/payouts/:id/reference',
  schema: {
    summary: "Correct the bank's reference of a paid batch; nothing else of it changes",
    tags,
    params: idParams,
    body: z.strictObject({ reference: bankReference, reason: line(300) }),
    response: { 200: oneBatch },
  },
  config: { access: adminOnly, role: 'operations' },
})

export const skipPayout = endpoint({
  method: 'POST',
  url: '/api/admin/payouts/:id/leave-out',
  schema: {
    summary: 'Leave one mentor out of an open batch, for the next one; or without a reason put it back',
    tags,
    params: idParams,
    body: z.strictObject({ payout: z.uuid(), reason: line(300).nullable(), bankDidNotPay }),
    response: { 200: oneBatch },
  },
  config: { access: adminOnly, role: 'operations' },
})

export const undoPayoutBatch = endpoint({
  method: 'POST',
  url: '/api/admin/payouts/:id/undo',
  schema: {
    summary: 'Take back a batch that was not paid: everything in it is payable again',
    tags,
    params: idParams,
    body: z.strictObject({ bankDidNotPay }).nullish(),
    response: { 200: oneBatch },
  },
  config: { access: adminOnly, role: 'operations' },
})
