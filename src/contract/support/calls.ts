import { z } from 'zod'
import { listFile, listQuery } from '../admin/admin-lists.ts'
import { endpoint, onlyAdmins, onlyFamilies } from '../wire/endpoint.ts'
import { idParams, line, phone } from '../wire/fields.ts'
import { callStatuses, maxCallNote } from './limits.ts'

const tags = ['calls'] as const
/** Every admin role, including support, handles calls. */

const callRequest = z.object({
  _id: z.uuid(),
  /** As entered by the caller, otherwise from the account; empty if unknown. */
  name: z.string(),
  phone: z.string(),
  requestTime: z.iso.datetime(),
  mentorPhone: z.string().nullable(),
  status: z.enum(callStatuses),
  note: z.string(),
  version: z.number().int(),
  mentor: z.object({ _id: z.uuid(), fullName: z.string(), phone: z.string() }).nullable(),
  /** Account of the caller; null for visitors, whose name and phone are not verified. */
  account: z.object({ name: z.string(), phone: z.string() }).nullable(),
  owner: z.object({ _id: z.uuid(), name: z.string() }).nullable(),
  handledAt: z.iso.datetime().nullable(),
  /** When we promise to have called; null once handled. */
  dueAt: z.iso.datetime().nullable(),
})
export type CallRequest = z.infer<typeof callRequest>

export const requestCall = endpoint({
  method: 'POST',
  url: '/api/mentor-call',
  schema: {
    summary: 'Request a call with a mentor; `name` and `phone` are required unless logged in as a family',
    tags,
    body: z.strictObject({ mentorId: z.uuid().optional(), name: line(80).optional(), phone: phone.optional() }),
    response: { 200: z.object({ data: z.object({ _id: z.uuid() }) }) },
  },
  config: { access: { visitor: 'yes', family: 'yes', mentor: 'no', admin: 'yes' } },
})

const ownCall = z.object({
  _id: z.uuid(),
  requestTime: z.iso.datetime(),
  status: z.enum(callStatuses),
  mentor: z.object({ _id: z.uuid(), fullName: z.string() }).nullable(),
})
export type OwnCall = z.infer<typeof ownCall>

export const ownCalls = endpoint({
  method: 'GET',
  url: '/api/mentor-call/own',
  schema: {
    summary: 'Open call requests of the family and those closed in the last two days, newest first',
    tags,
    response: { 200: z.object({ data: z.array(ownCall) }) },
  },
  config: { access: onlyFamilies },
})

/** Filters of the admin list; `waiting` is new or assigned. */
export const callFilters = ['all', 'waiting', ...callStatuses] as const

/** `due` in ascending order: waiting requests by their deadline, then handled ones, newest first. */
export const callSorts = ['date', 'name', 'due'] as const
const query = listQuery(callSorts).extend({
  status: z.enum(callFilters).default('all'),
  owner: z.union([z.literal('me'), z.uuid()]).optional(),
  mentor: z.uuid().optional(),
})

export const callRequests = endpoint({
  method: 'GET',
  url: '/api/mentor-call',
  schema: {
    summary:
      "Call requests, newest page first. Rows within a page are oldest first, because the specification's client reverses the array; this does not apply to `order=asc` and other sorts. `q` is part of a caller's or mentor's name, or of a phone. Paging is in the headers x-next-cursor, x-previous-cursor, x-total (`10000+` means at least) and x-before (rows on previous pages)",
    tags,
    querystring: query,
    response: { 200: z.array(callRequest) },
  },
  config: { access: onlyAdmins },
})

export const callRequestsFile = listFile(
  callRequests,
  'The same list as CSV, without phone numbers; each download is audited',
)

export const handleCall = endpoint({
  method: 'PUT',
  url: '/api/mentor-call/:id',
  schema: {
    summary: 'Update a call request: number to connect, owner, status or note',
    tags,
    params: idParams,
    body: z.strictObject({
      mentorPhone: phone.nullable().optional(),
      status: z.enum(callStatuses).optional(),
      note: z
        .string()
        .transform((text) => text.replace(/\s+/g, ' ').trim())
        .pipe(
          z
            .string()
            .max(maxCallNote)
            .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'no control characters'),
        )
        .optional(),
      ownerId: z.union([z.literal('me'), z.uuid()]).optional(),
      /** Version the change is based on. Without it, only an empty `mentorPhone` can be set. */
      version: z.number().int().min(1).optional(),
    }),
    response: { 200: z.object({ data: callRequest }) },
  },
  config: { access: onlyAdmins, role: 'support' },
})
