import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { idParams } from '../wire/fields.ts'
import { transferStatuses } from './limits.ts'

/** Shown at once: unfinished ones first, then the newest. */
export const shownTransfers = 50

const transfer = z.object({
  _id: z.uuid(),
  /** Order number. */
  order: z.string(),
  mentorId: z.uuid(),
  number: z.string(),
  fullName: z.string(),
  /** `release`: to the mentor for a class; `return`: to our balance at the gateway. */
  kind: z.enum(['release', 'return']),
  /** Rupees. */
  amount: z.number(),
  status: z.enum(transferStatuses),
  /** What the gateway said last. */
  message: z.string(),
  /** The gateway has given no usable answer for a while; an admin may have it sent again. */
  isStuck: z.boolean(),
  at: z.iso.datetime(),
})
export type Transfer = z.infer<typeof transfer>

export const newestTransfers = endpoint({
  method: 'GET',
  url: '/api/admin/transfers',
  schema: {
    summary: 'Transfers of money that the gateway holds for mentors, unfinished ones first, and what it holds now',
    tags: ['payouts'],
    response: {
      200: z.object({
        data: z.array(transfer),
        /** Mentors whom the gateway in use refused, and why. */
        refused: z.array(transfer.pick({ mentorId: true, number: true, fullName: true, message: true })),
        /** Rupees held for mentors; `inUse`: new orders are split. */
        held: z.number(),
        inUse: z.boolean(),
      }),
    },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const retryTransfer = endpoint({
  method: 'POST',
  url: '/api/admin/transfers/:id/retry',
  schema: {
    summary:
      'Ask the gateway about a stuck transfer: sent `again` under a new key if it was not carried out, otherwise recorded as `sent`',
    tags: ['payouts'],
    params: idParams,
    response: { 200: z.object({ data: z.object({ _id: z.uuid(), outcome: z.enum(['again', 'sent']) }) }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
