import { z } from 'zod'
import { adminRoles, endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { line } from '../wire/fields.ts'
import { searchLimits } from './admin-search-limits.ts'

const id = z.uuid()
const at = z.iso.datetime()
const found = z.object({
  accounts: z.array(
    z.object({
      _id: id,
      name: z.string().nullable(),
      phone: z.string(),
      city: z.string().nullable(),
      is: z.array(z.enum(['family', 'mentor', 'admin'])),
      isSuspended: z.boolean(),
    }),
  ),
  mentors: z.array(
    z.object({
      _id: id,
      name: z.string(),
      number: z.string(),
      phone: z.string(),
      city: z.string(),
      status: z.string(),
    }),
  ),
  bookings: z.array(
    z.object({
      _id: id,
      mentor: z.string(),
      family: z.string().nullable(),
      learner: z.string().nullable(),
      subject: z.string(),
      status: z.string(),
      order: z.string(),
      at,
    }),
  ),
  orders: z.array(
    z.object({
      _id: id,
      number: z.string(),
      /** The family's account. */
      account: id,
      family: z.string().nullable(),
      mentor: z.string(),
      /** In rupees. */
      amount: z.number(),
      status: z.enum(['created', 'paid', 'failed', 'expired']),
      /** The booking it paid for. */
      booking: id.nullable(),
      at,
    }),
  ),
  cases: z.array(z.object({ _id: id, number: z.string(), name: z.string(), text: z.string(), status: z.string(), at })),
})
export type Found = z.infer<typeof found>
export type FoundKind = keyof Found

export const adminSearch = endpoint({
  method: 'GET',
  url: '/api/admin/search',
  schema: {
    summary:
      'Whoever and whatever a text means: accounts, mentors, bookings, orders and cases by phone, name, number or id, a few of each',
    tags: ['admin'],
    querystring: z.strictObject({
      q: line(80).refine((text) => text.length >= searchLimits.letters, 'three letters at least'),
      /** Maximum per kind. */
      limit: z.coerce.number().int().min(1).max(searchLimits.most).default(searchLimits.most),
    }),
    response: { 200: z.object({ data: found }) },
  },
  config: { access: onlyAdmins },
})

export const adminSelf = endpoint({
  method: 'GET',
  url: '/api/admin/me',
  schema: {
    summary: 'Which admin is logged in, and what waits in the sections of the menu',
    tags: ['admin'],
    response: {
      200: z.object({
        data: z.object({
          name: z.string(),
          role: z.enum(adminRoles),
          waiting: z.object({ mentors: z.number().int(), cases: z.number().int() }),
        }),
      }),
    },
  },
  config: { access: onlyAdmins },
})
