import { z } from 'zod'
import { csvReply, listQuery, listReply } from '../admin/admin-lists.ts'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { date, idParams, line, rupeesField } from '../wire/fields.ts'
import { payoutStatus } from './payouts.ts'

const tags = ['payouts'] as const
/** Owner and operations only; the handlers check it. */
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

/** `stopped`: a later deduction, or an account that is not proven any more, keeps it out of this batch. */
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
   * Why it was skipped: an admin's text, `unproven-account` (the bank has not confirmed the account), `new-account` (the account was changed less than a day before the batch) or
   * `new-phone` (the mentor's phone number changed within the week).
   */
  reason: z.string().nullable(),
  /** Part of a downloaded bank file, so the bank may have paid it. */
  isInFile: z.boolean(),
})
export type BatchLine = z.infer<typeof batchLine>

/** Time to which the database was restored, while payouts are paused because of that. */
const pausedFrom = z.iso.datetime().nullable()

const query = listQuery(['date']).extend({
  /** Last day of the payable amount; defaults to today. */
  until: date.optional(),
  status: z.enum(batchStatuses).optional(),
})

export const payoutBatches = endpoint({
  method: 'GET',
  url: '/api/admin/payouts',
  schema: {
    summary: 'Amount payable up to a day, and batches, newest first; q: bank reference',
    tags,
    querystring: query,
    response: {
      200: listReply(batch).extend({
        /** The open batch. */
        open: z.uuid().nullable(),
        pausedFrom,
        /** `withoutAccount`: mentors without a payout account; `names`: those owed most. */
        payable: z.object({
          until: z.string(),
          ...totals,
          withoutAccount: z.object({
            ...totals,
            names: z.array(z.object({ _id: z.uuid(), number: z.string(), name: z.string(), amount: z.number() })),
          }),
        }),
      }),
    },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const payoutBatchesFile = endpoint({
  method: 'GET',
  url: '/api/admin/payouts.csv',
  schema: {
    summary: 'Batches as CSV; the download is audited',
    tags,
    querystring: query.omit({ until: true, cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
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
    /** Number of stopped payouts. */
    stopped: z.number().int(),
    /** Payouts are paused after a restore. */
    isPaused: z.boolean(),
  }),
})

export const payoutBatch = endpoint({
  method: 'GET',
  url: '/api/admin/payouts/:id',
  schema: { summary: 'One batch', tags, params: idParams, response: { 200: oneBatch } },
  config: { access: onlyAdmins, role: 'operations' },
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
    summary: 'Payouts of one batch; q: part of a name, or an MS number',
    tags,
    params: idParams,
    querystring: lineQuery,
    response: { 200: listReply(batchLine) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const payoutBatchLinesFile = endpoint({
  method: 'GET',
  url: '/api/admin/payouts/:id/lines.csv',
  schema: {
    summary: 'The same as CSV, without bank details; the download is audited',
    tags,
    params: idParams,
    querystring: lineQuery.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const createPayoutBatch = endpoint({
  method: 'POST',
  url: '/api/admin/payouts',
  schema: {
    summary: 'Create a batch of everything payable up to a day, or return the open one',
    tags,
    body: z.strictObject({ until: date }),
    response: { 200: oneBatch },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const resumePayouts = endpoint({
  method: 'POST',
  url: '/api/admin/payouts/resume',
  schema: {
    summary: 'Resume payouts, which are paused after the database was restored to an earlier time',
    tags,
    body: z.strictObject({ reason: line(300) }),
    response: { 200: z.object({ data: z.object({ pausedFrom }) }) },
  },
  config: { access: onlyAdmins, role: 'owner' },
})

export const payoutBankFile = endpoint({
  method: 'GET',
  url: '/api/admin/payouts/:id/bank-file',
  schema: {
    summary: 'The batch as CSV for the bank, with mentors’ accounts; the download is audited',
    tags,
    params: idParams,
    response: { 200: z.unknown() },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const payPayoutBatch = endpoint({
  method: 'POST',
  url: '/api/admin/payouts/:id/paid',
  schema: {
    summary: "Mark a batch as paid with the bank reference; the amount must equal the batch's",
    tags,
    params: idParams,
    body: z.strictObject({ reference: bankReference, amount: rupeesField }),
    response: { 200: oneBatch },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const correctBatchReference = endpoint({
  method: 'PUT',
  url: '/api/admin/payouts/:id/reference',
  schema: {
    summary: 'Correct the bank reference of a paid batch',
    tags,
    params: idParams,
    body: z.strictObject({ reference: bankReference, reason: line(300) }),
    response: { 200: oneBatch },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const skipPayout = endpoint({
  method: 'POST',
  url: '/api/admin/payouts/:id/leave-out',
  schema: {
    summary: 'Skip one payout of an open batch with a reason, or include it again without one',
    tags,
    params: idParams,
    body: z.strictObject({ payout: z.uuid(), reason: line(300).nullable(), bankDidNotPay }),
    response: { 200: oneBatch },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const undoPayoutBatch = endpoint({
  method: 'POST',
  url: '/api/admin/payouts/:id/undo',
  schema: {
    summary: 'Undo an unpaid batch; its earnings become payable again',
    tags,
    params: idParams,
    body: z.strictObject({ bankDidNotPay }).nullish(),
    response: { 200: oneBatch },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

/** Accounts shown at once; the rest follows when some are decided. */
export const maxAccountsToCheck = 50

const accountToCheck = z.object({
  _id: z.uuid(),
  mentorId: z.uuid(),
  number: z.string(),
  fullName: z.string(),
  /** Masked. */
  account: z.string(),
  /** Empty if the bank gave none. */
  nameAtBank: z.string(),
  since: z.iso.datetime(),
})
export type AccountToCheck = z.infer<typeof accountToCheck>

export const accountsToCheck = endpoint({
  method: 'GET',
  url: '/api/admin/payout-accounts',
  schema: {
    summary: 'Payout accounts whose name at the bank is not clearly the mentor’s, oldest first',
    tags,
    response: { 200: z.object({ data: z.array(accountToCheck) }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const decideAccount = endpoint({
  method: 'POST',
  url: '/api/admin/payout-accounts/:id',
  schema: {
    summary: 'Accept an account whose name at the bank differs, or refuse it; the mentor is notified of a refusal',
    tags,
    params: idParams,
    body: z.strictObject({ decision: z.enum(['accept', 'refuse']) }),
    response: { 200: z.object({ data: z.object({ _id: z.uuid() }) }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
