import { z } from 'zod'
import { listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { idParams, line, rupeesField } from '../wire/fields.ts'

const tags = ['books'] as const

const discrepancyKinds = [
  'payment_unknown',
  'payment_amount',
  'payment_missing',
  'refund_by_hand',
  'refund_amount',
  'refund_status',
  'refund_missing',
  'journal_missing',
  'journal_off',
  'settlement_amount',
  'settlement_missing',
  'settlement_other',
  'hold_amount',
  'transfer_silent',
] as const
export type DiscrepancyKind = (typeof discrepancyKinds)[number]

const check = z.object({
  _id: z.uuid(),
  gateway: z.string(),
  /** Days in India, both inclusive. */
  from: z.string(),
  until: z.string(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  madeAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Admin who requested it; null for the nightly check. */
  madeBy: z.string().nullable(),
  /** Number of records in the gateway's list. */
  payments: z.number().int(),
  refunds: z.number().int(),
  settlements: z.number().int(),
  /** Discrepancies open at the end of the check. */
  differences: z.number().int(),
  /** Reason of the failure. */
  problem: z.string(),
})
export type ReconciliationCheck = z.infer<typeof check>

const discrepancy = z.object({
  _id: z.uuid(),
  gateway: z.string(),
  kind: z.enum(discrepancyKinds),
  /** The gateway's id of the payment, refund or settlement, or ours when the gateway has none. */
  subject: z.string(),
  /** Order number; null without an order. */
  number: z.string().nullable(),
  /** Rupees in our ledger and at the gateway; null on the side that has no record. */
  ours: z.number().nullable(),
  theirs: z.number().nullable(),
  aboutAt: z.iso.datetime(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** When it must be settled: three days after it was first seen. */
  dueAt: z.iso.datetime(),
  isOverdue: z.boolean(),
  /** Admin who looks into it; null: nobody yet. */
  owner: z.string().nullable(),
  resolvedAt: z.iso.datetime().nullable(),
  /** Null: resolved automatically. */
  resolvedBy: z.string().nullable(),
  note: z.string(),
})
export type Discrepancy = z.infer<typeof discrepancy>

const ownerEquityMove = z.object({
  _id: z.uuid(),
  /** Rupees; deposits are positive, withdrawals negative. */
  amount: z.number(),
  note: z.string(),
  madeBy: z.string(),
  madeAt: z.iso.datetime(),
})
export type OwnerEquityMove = z.infer<typeof ownerEquityMove>

const query = listQuery(['due', 'amount']).extend({
  /** By urgency: open discrepancies oldest first, resolved ones newest first. */
  order: z.enum(['asc', 'desc']).default('asc'),
  show: z.enum(['open', 'resolved']).default('open'),
})

export const adminReconciliation = endpoint({
  method: 'GET',
  url: '/api/admin/books',
  schema: {
    summary:
      'Open or resolved discrepancies, recent checks and account balances. q: order number, or an id of the gateway',
    tags,
    querystring: query,
    response: {
      200: listReply(discrepancy).extend({
        checks: z.array(check),
        counts: z.object({ open: z.number().int(), resolved: z.number().int() }),
        /** Rupees by account kind; debits are positive. */
        balances: z.array(z.object({ account: z.string(), amount: z.number() })),
        isBalanced: z.boolean(),
        /** The last ten deposits and withdrawals. */
        ownMoney: z.array(ownerEquityMove),
      }),
    },
  },
  config: { access: onlyAdmins },
})

export const adminReconciliationFile = listFile(adminReconciliation, 'Discrepancies as CSV; the download is audited')

export const startReconciliationCheck = endpoint({
  method: 'POST',
  url: '/api/admin/books/checks',
  schema: {
    summary: 'Start a reconciliation with the gateway, or return the open one',
    tags,
    response: { 200: z.object({ data: check }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const resolveDiscrepancy = endpoint({
  method: 'POST',
  url: '/api/admin/books/differences/:id/resolve',
  schema: {
    summary: 'Resolve a discrepancy with a note. It reopens when its amounts change',
    tags,
    params: idParams,
    body: z.strictObject({ note: line(600) }),
    response: { 200: z.object({ data: discrepancy }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const takeDiscrepancy = endpoint({
  method: 'POST',
  url: '/api/admin/books/differences/:id/take',
  schema: {
    summary: 'Take on an open discrepancy, also from a colleague',
    tags,
    params: idParams,
    response: { 200: z.object({ data: discrepancy }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const moveOwnerEquity = endpoint({
  method: 'PUT',
  url: '/api/admin/books/own-money/:id',
  schema: {
    summary: 'Record an owner’s deposit or withdrawal; idempotent by the caller’s id',
    tags,
    params: idParams,
    body: z.strictObject({ way: z.enum(['in', 'out']), amount: rupeesField.min(0.01), note: line(200) }),
    response: { 200: z.object({ data: ownerEquityMove }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
