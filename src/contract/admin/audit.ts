import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { date, line } from '../wire/fields.ts'
import { listFile, listQuery, listReply } from './admin-lists.ts'

const tags = ['admin'] as const
const query = listQuery(['at']).extend({
  /** The admin who did it. */
  by: z.uuid().optional(),
  /** An action or its prefix: `refund` matches every action on refunds. */
  action: line(60).optional(),
  from: date.optional(),
  to: date.optional(),
})

/** The name of an id. `page` is the id or search text that leads to it. */
const named = z.object({
  is: z.enum([
    ...[
      'account',
      'mentor',
      'booking',
      'lesson',
      'order',
      'case',
      'refund',
      'dispute',
      'review',
      'payout-batch',
      'payout',
    ],
    ...['mentor-link', 'listing-change', 'call_request', 'media', 'place'],
  ] as const),
  name: z.string(),
  number: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  page: z.string(),
})
export type AuditName = z.infer<typeof named>

const entry = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  /** Null for the system. */
  by: z.object({ _id: z.uuid(), name: z.string() }).nullable(),
  action: z.string(),
  kind: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** Names of the ids above. */
  names: z.record(z.uuid(), named),
})
export type AuditEntry = z.infer<typeof entry>

export const auditLog = endpoint({
  method: 'GET',
  url: '/api/admin/audit',
  schema: {
    summary:
      'What admins and jobs did and looked at, newest first; `q` finds who and what an entry is about by name, phone, number or id',
    tags,
    querystring: query,
    response: { 200: listReply(entry) },
  },
  config: { access: onlyAdmins },
})

export const auditFile = listFile(
  auditLog,
  'The same list as a file; that it was taken is written down too',
  'operations',
)

export const auditNames = endpoint({
  method: 'GET',
  url: '/api/admin/audit/names',
  schema: {
    summary: 'Admins and actions there are, for the filters',
    tags,
    response: {
      200: z.object({
        data: z.object({
          admins: z.array(z.object({ _id: z.uuid(), name: z.string() })),
          actions: z.array(z.string()),
        }),
      }),
    },
  },
  config: { access: onlyAdmins },
})
