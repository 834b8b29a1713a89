import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, date, idParams, line, rupeesField } from './fields.ts'

const tags = ['payouts'] as const
const mentorOnly = { visitor: 'no', family: 'no', mentor: 'own', admin: 'no' } as const
/** Owner and operations only, which the handlers check. */
const adminOnly = { visitor: 'no', family: 'no', mentor: 'no', admin: 'yes' } as const
const mentorAndAdmin = { visitor: 'no', family: 'no', mentor: 'own', admin: 'yes' } as const

/** Rupees; what was taken back is negative. */
const rupees = z.number()
const parts = {
  /** What families paid; fee = commission + gst + tds + tcs + net. */
  fee: rupees,
  commission: rupees,
  gst: rupees,
  tds: rupees,
  tcs: rupees,
  /** What is the mentor's. */
  net: rupees,
}
const lesson = z.object({
  startsAt: z.iso.datetime(),
  minutes: z.number().int(),
  /** Slug of the catalogue. */
  subject: z.string(),
  student: z.string().nullable(),
})

const earning = z.object({
  _id: z.uuid(),
  /** When it came into the books. */
  at: z.iso.datetime(),
  /** null: a correction that is about no class. Less than nothing with one: money of a settled class that went back. */
  lesson: lesson.nullable(),
  ...parts,
  /** `waiting` for the next payout, `sending` in one that is on its way. */
  status: z.enum(['waiting', 'sending', 'paid']),
  payout: z.uuid().nullable(),
})
export type Earning = z.infer<typeof earning>

/** A class that took place and waits for the family's word: its fee is not the mentor's yet. */
const heldEarning = z.object({
  _id: z.uuid(),
  lesson,
  ...parts,
  until: z.iso.datetime(),
  /** The family disputes it: its case, and by when we call. */
  dispute: z.object({ number: z.string(), answerBy: z.iso.datetime() }).nullable(),
})
export type HeldEarning = z.infer<typeof heldEarning>

const payoutStatus = z.enum(['open', 'paid', 'left_out', 'undone'])
const payout = z.object({
  _id: z.uuid(),
  amount: rupees,
  status: payoutStatus,
  madeAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  reference: z.string().nullable(),
  /** Masked: where it goes. */
  account: z.string(),
})
export type Payout = z.infer<typeof payout>

const earnings = z.object({
  data: z.array(earning),
  nextCursor: z.string().nullable(),
  held: z.array(heldEarning),
  /** Of everything in the books; `paid` and `waiting` are parts of `net`, `held` is on top. */
  totals: z.object({ ...parts, paid: rupees, waiting: rupees, held: rupees }),
  /** The newest of them. */
  payouts: z.array(payout),
  /** Masked: where payouts go; null while we were not told. */
  account: z.string().nullable(),
})
export type Earnings = z.infer<typeof earnings>

export const ownEarnings = endpoint({
  method: 'GET',
  url: '/api/mentor/earnings',
  schema: {
    summary: "What the session's mentor earned, class by class, newest first, and what was paid out",
    tags,
    querystring: z.strictObject({
      cursor: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: { 200: earnings },
  },
  config: { access: mentorOnly },
})

const holder = line(100)
/** An account in India: 9 to 18 digits and the IFSC of its branch; or a UPI id. */
const payoutAccount = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('bank'),
    holder,
    accountNumber: z
      .string()
      .max(40)
      .transform((text) => text.replace(/[\s-]/g, ''))
      .pipe(z.string().regex(/^\d{9,18}$/, '9 to 18 digits')),
    ifsc: z
      .string()
      .max(40)
      .transform((text) => text.replace(/\s/g, '').toUpperCase())
      .pipe(z.string().regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'four letters, a zero, six letters or digits')),
  }),
  z.strictObject({
    method: z.literal('upi'),
    holder,
    upi: z
      .string()
      .trim()
      .max(120)
      .regex(/^[a-z0-9][a-z0-9._-]{1,60}@[a-z][a-z0-9]{1,40}$/i, 'like name@bank'),
  }),
])
export type PayoutAccount = z.infer<typeof payoutAccount>

export const setPayoutAccount = endpoint({
  method: 'PUT',
  url: '/api/mentor/payout-account',
  schema: {
    summary: 'Where the earnings of the mentor go; it is never shown again but masked',
    tags,
    body: payoutAccount,
    response: { 200: z.object({ data: z.object({ account: z.string() }) }) },
  },
  config: { access: mentorOnly },
})

const statement = payout.extend({
  until: z.string(),
  mentor: z.object({ number: z.string(), fullName: z.string() }),
  rows: z.array(earning.omit({ status: true, payout: true })),
  totals: z.object(parts),
})
export type Statement = z.infer<typeof statement>

export const payoutStatement = endpoint({
  method: 'GET',
  url: '/api/payouts/:id',
  schema: {
    summary: 'What a payout is made of, for its mentor and for admins',
    tags,
    params: idParams,
    response: { 200: z.object({ data: statement }) },
  },
  config: { access: mentorAndAdmin, role: 'operations' },
})

export const payoutStatementCsv = endpoint({
  method: 'GET',
  url: '/api/payouts/:id/statement',
  schema: { summary: 'The same as CSV', tags, params: idParams, response: { 200: z.unknown() } },
  config: { access: mentorAndAdmin, role: 'operations' },
})

export const payoutStatementPdf = endpoint({
  method: 'GET',
  url: '/api/payouts/:id/pdf',
  schema: {
    summary: 'The same as PDF, in this language',
    tags,
    params: idParams,
    querystring: z.strictObject({ language: z.enum(['en', 'hi']).default('en') }),
    response: { 200: z.unknown() },
  },
  config: { access: mentorAndAdmin, role: 'operations' },
})

/** How much, to how many mentors. */
const goesOut = { amount: rupees, mentors: z.number().int() }
const batch = z.object({
  _id: z.uuid(),
  /** Earnings up to and with this day are in it. */
  until: z.string(),
  status: z.enum(['open', 'paid', 'undone']),
  reference: z.string().nullable(),
  madeAt: z.iso.datetime(),
  madeBy: z.string(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: z.string().nullable(),
  ...goesOut,
})
export type PayoutBatch = z.infer<typeof batch>

const batchLine = z.object({
  _id: z.uuid(),
  mentorId: z.uuid(),
  number: z.string(),
  fullName: z.string(),
  account: z.string(),
  amount: rupees,
  /** `stopped`: something was taken back since, so it does not go out with this batch. */
  status: z.enum([...payoutStatus.options, 'stopped']),
  /** Why an admin left it out, or `new-account`: its account took another's place less than a day before the batch. */
  reason: z.string().nullable(),
  /** It is in a file for the bank, which may have paid it. */
  isInFile: z.boolean(),
})
export type BatchLine = z.infer<typeof batchLine>

export const payoutBatches = endpoint({
  method: 'GET',
  url: '/api/admin/payouts',
  schema: {
    summary: 'What could be paid out up to a day (today when none is named), and the batches so far, newest first',
    tags,
    querystring: z.strictObject({ until: date.optional() }),
    response: {
      200: z.object({
        data: z.array(batch),
        /** `withoutAccount`: of mentors who did not tell us where to. */
        payable: z.object({ until: z.string(), ...goesOut, withoutAccount: z.object(goesOut) }),
      }),
    },
  },
  config: { access: adminOnly, role: 'operations' },
})

/** Needed after the download of the bank's file. */
const bankDidNotPay = z.boolean().optional()

const oneBatch = z.object({ data: batch.extend({ lines: z.array(batchLine) }) })

export const payoutBatch = endpoint({
  method: 'GET',
  url: '/api/admin/payouts/:id',
  schema: { summary: 'One batch, mentor by mentor', tags, params: idParams, response: { 200: oneBatch } },
  config: { access: adminOnly, role: 'operations' },
})

export const makePayoutBatch = endpoint({
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
    body: z.strictObject({ reference: line(80), amount: rupeesField }),
    response: { 200: oneBatch },
  },
  config: { access: adminOnly, role: 'operations' },
})

export const leaveOutOfBatch = endpoint({
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
