import { z } from 'zod'
import { csvReply, listQuery } from '../admin/admin-lists.ts'
import { endpoint } from '../wire/endpoint.ts'
import { idParams, line, phone } from '../wire/fields.ts'
import { callStatuses, maxCallNote } from './limits.ts'

const tags = ['calls'] as const
/** Every role of the admin, support too: connecting calls is its work. */
const onlyAdmin = { visitor: 'no', family: 'no', mentor: 'no', admin: 'yes' } as const

const callRequest = z.object({
  _id: z.uuid(),
  /** As the caller gave it, or of its account; empty when neither says one. */
  name: z.string(),
  phone: z.string(),
  requestTime: z.iso.datetime(),
  mentorPhone: z.string().nullable(),
  status: z.enum(callStatuses),
  note: z.string(),
  version: z.number().int(),
  mentor: z.object({ _id: z.uuid(), fullName: z.string(), phone: z.string() }).nullable(),
  /** The account that asked; null for a visitor, whose name and phone nobody proved. */
  account: z.object({ name: z.string(), phone: z.string() }).nullable(),
  owner: z.object({ _id: z.uuid(), name: z.string() }).nullable(),
  handledAt: z.iso.datetime().nullable(),
})
export type CallRequest = z.infer<typeof callRequest>

export const requestCall = endpoint({
  method: 'POST',
  url: '/api/mentor-call',
  schema: {
    summary: 'Please connect me with this mentor; who is not logged in as a family says name and phone',
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
    summary: "The family's call requests that wait, and those of the last two days that ended, newest first",
    tags,
    response: { 200: z.object({ data: z.array(ownCall) }) },
  },
  config: { access: { visitor: 'no', family: 'own', mentor: 'no', admin: 'no' } },
})

/** Filters of the admin's list; `waiting` is new or assigned. */
export const callFilters = ['all', 'waiting', ...callStatuses] as const

export const callSorts = ['date', 'name'] as const
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
      "Call requests: the newest page first and, in a page, the oldest first, because the specification's client shows the array reversed; `order=asc` and other sorts as they say. q: part of a caller's or mentor's name, or of a phone. What other lists answer beside their rows is in x-next-cursor, x-previous-cursor, x-total (`10000+`: at least) and x-before (rows on the pages before)",
    tags,
    querystring: query,
    response: { 200: z.array(callRequest) },
  },
  config: { access: onlyAdmin },
})

export const callRequestsFile = endpoint({
  method: 'GET',
  url: '/api/mentor-call.csv',
  schema: {
    summary: 'The same list as a file, without phone numbers; that it was taken is written down',
    tags,
    querystring: query.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmin },
})

export const handleCall = endpoint({
  method: 'PUT',
  url: '/api/mentor-call/:id',
  schema: {
    summary: 'Store the number to connect, take a request over, say what became of it',
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
      /** What was looked at. Without it only a number can be stored, where none stands yet. */
      version: z.number().int().min(1).optional(),
    }),
    response: { 200: z.object({ data: callRequest }) },
  },
  config: { access: onlyAdmin, role: 'support' },
})
