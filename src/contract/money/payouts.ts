import { z } from 'zod'
import { endpoint, mentorOrAdmin, onlyMentors } from '../wire/endpoint.ts'
import { cursor, idParams, line } from '../wire/fields.ts'
import { accountProblems, accountStatuses, newAccountReason, newPhoneReason } from './limits.ts'

const tags = ['payouts'] as const

/** Rupees; deductions are negative. */
const rupees = z.number()
const parts = {
  /** Paid by families; fee = commission + gst + tds + tcs + net, and 0 for what is collected for or returned of a credit. */
  fee: rupees,
  commission: rupees,
  gst: rupees,
  tds: rupees,
  tcs: rupees,
  /** The mentor's share. */
  net: rupees,
}
const lesson = z.object({
  startsAt: z.iso.datetime(),
  minutes: z.number().int(),
  /** Catalogue slug. */
  subject: z.string(),
  student: z.string().nullable(),
})

/** What a mentor's entry is about; a `correction` without a lesson is unrelated to a class. */
const earningKinds = [
  'lesson',
  'correction',
  'tax_return',
  'collection',
  'compensation_end',
  'transfer',
  'transfer_failed',
] as const
export type EarningKind = (typeof earningKinds)[number]

/** Why the mentor is paid for a class that was not held: the family cancelled late, or was absent. */
const chargedFor = z.enum(['cancelled', 'missed'])

const earning = z.object({
  _id: z.uuid(),
  /** Date of the ledger entry. */
  at: z.iso.datetime(),
  kind: z.enum(earningKinds),
  /** With a negative amount: a refund of a settled class. */
  lesson: lesson.nullable(),
  /** Null for classes that were held. */
  chargedFor: chargedFor.nullable(),
  ...parts,
  /** `waiting` for the next payout, `sending` in an open batch. */
  status: z.enum(['waiting', 'sending', 'paid']),
  payout: z.uuid().nullable(),
})
export type Earning = z.infer<typeof earning>

/** A class awaiting the family's confirmation; its fee is not earned yet. */
const heldEarning = z.object({
  _id: z.uuid(),
  lesson,
  ...parts,
  until: z.iso.datetime(),
  /** Open dispute: case number and the deadline of our call. */
  dispute: z.object({ number: z.string(), answerBy: z.iso.datetime() }).nullable(),
})
export type HeldEarning = z.infer<typeof heldEarning>

export const payoutStatus = z.enum(['open', 'paid', 'left_out', 'undone'])
const payout = z.object({
  _id: z.uuid(),
  amount: rupees,
  status: payoutStatus,
  madeAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  reference: z.string().nullable(),
  /** Masked destination. */
  account: z.string(),
})
export type Payout = z.infer<typeof payout>

const earnings = z.object({
  data: z.array(earning),
  nextCursor: z.string().nullable(),
  /**
   * Earned by month in India as `YYYY-MM`, newest first; months without an entry are left out. `classes` were held; for
   * late `cancellations` and `absences` of the family a fee was charged.
   */
  months: z.array(
    z.object({
      month: z.string(),
      net: rupees,
      classes: z.number().int(),
      cancellations: z.number().int(),
      absences: z.number().int(),
    }),
  ),
  held: z.array(heldEarning),
  /** Totals over all entries; `paid` and `waiting` are parts of `net`; `held`, of which `disputed` and `unconfirmed` are the parts, comes on top. */
  totals: z.object({ ...parts, paid: rupees, waiting: rupees, held: rupees, disputed: rupees, unconfirmed: rupees }),
  /** Newest payouts. */
  payouts: z.array(payout),
  /** Newest invoices for the commission of a month; a credit note is negative. */
  invoices: z.array(z.object({ _id: z.uuid(), number: z.string(), month: z.string(), amount: rupees })),
  /** Masked payout account; null while there is none. */
  account: z.string().nullable(),
  /** The gateway pays mentors itself: to bank accounts only, and needs the postal address with them. */
  needsAddress: z.boolean(),
  /** The gateway pays mentors itself, class by class, without payouts of ours. */
  isPaidPerClass: z.boolean(),
  /** Why the gateway, which pays mentors itself, cannot pay this one; null if it refused nothing. */
  payeeRefusal: z.object({ isEmail: z.boolean(), reason: z.string() }).nullable(),
  /** What the bank said about it; nothing is paid to it before it is proven. `look`: an admin compares the names. */
  accountCheck: z.object({ status: z.enum(accountStatuses), problem: z.enum(accountProblems).nullable() }).nullable(),
  /** Why payouts are on hold unless an admin releases them: the account or the phone number is too new. */
  rest: z.object({ reason: z.enum([newAccountReason, newPhoneReason]), until: z.iso.datetime() }).nullable(),
})
export type Earnings = z.infer<typeof earnings>

export const ownEarnings = endpoint({
  method: 'GET',
  url: '/api/mentor/earnings',
  schema: {
    summary: "The mentor's earnings by class, newest first, and payouts",
    tags,
    querystring: z.strictObject({
      cursor: cursor.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      /** Entries of one month only. */
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'a month as YYYY-MM')
        .optional(),
    }),
    response: { 200: earnings },
  },
  config: { access: onlyMentors },
})

const holder = line(100)
/** An Indian bank account (9 to 18 digits and the branch IFSC), or a UPI id. */
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
    /** House and street, and the postal code: only a gateway that pays mentors itself may need them. */
    street: line(100).optional(),
    pincode: z
      .string()
      .max(10)
      .transform((text) => text.replace(/\s/g, ''))
      .pipe(z.string().regex(/^[1-9]\d{5}$/, 'six digits'))
      .optional(),
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
    summary: 'Set the mentor’s payout account; replies only ever contain it masked',
    tags,
    body: payoutAccount,
    response: { 200: z.object({ data: z.object({ account: z.string() }) }) },
  },
  config: { access: onlyMentors },
})

const statement = payout.extend({
  until: z.string(),
  mentor: z.object({ number: z.string(), fullName: z.string() }),
  rows: z.array(earning.omit({ status: true, payout: true })),
  totals: z.object(parts),
})
export type Statement = z.infer<typeof statement>

/** Number of a payout on its statement. */
export const paymentNumber = (payoutId: string): string => payoutId.slice(-12).toUpperCase()

export const payoutStatement = endpoint({
  method: 'GET',
  url: '/api/payouts/:id',
  schema: {
    summary: 'Statement of a payout, for its mentor and admins',
    tags,
    params: idParams,
    response: { 200: z.object({ data: statement }) },
  },
  config: { access: mentorOrAdmin, role: 'operations' },
})

export const payoutStatementCsv = endpoint({
  method: 'GET',
  url: '/api/payouts/:id/statement',
  schema: { summary: 'The same as CSV', tags, params: idParams, response: { 200: z.unknown() } },
  config: { access: mentorOrAdmin, role: 'operations' },
})

export const payoutStatementPdf = endpoint({
  method: 'GET',
  url: '/api/payouts/:id/pdf',
  schema: {
    summary: 'The same as PDF, in the requested language',
    tags,
    params: idParams,
    querystring: z.strictObject({ language: z.enum(['en', 'hi']).default('en') }),
    response: { 200: z.unknown() },
  },
  config: { access: mentorOrAdmin, role: 'operations' },
})
