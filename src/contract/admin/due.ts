import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { dueKinds } from './due-kinds.ts'

const counts = z.record(z.enum(dueKinds), z.number().int())

export const adminDue = endpoint({
  method: 'GET',
  url: '/api/admin/overview/due',
  schema: {
    summary:
      'Open safety cases, then what is overdue or due within a day, the earliest deadline first, a few of each kind; support sees its own',
    tags: ['admin'],
    response: {
      200: z.object({
        data: z.object({
          rows: z.array(
            z.object({
              kind: z.enum(dueKinds),
              _id: z.uuid(),
              /** Kind of the case, the authority to notify, or the status; as stored. */
              what: z.string(),
              /** Case, breach, order or mentor number; the last day of a payout batch, or since when payouts are paused. Empty for calls. */
              number: z.string(),
              /** Of the person; empty if unknown. */
              name: z.string(),
              dueAt: z.iso.datetime(),
            }),
          ),
          /** Overdue, and due within a day, of each kind. */
          late: counts,
          soon: counts,
        }),
      }),
    },
  },
  config: { access: onlyAdmins },
})
