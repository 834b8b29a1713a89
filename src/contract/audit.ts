import { z } from 'zod'
import { csvReply, listQuery, listReply, onlyAdmins } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { date, line } from './fields.ts'

const tags = ['admin'] as const
const query = listQuery(['at']).extend({
  /** The admin who did it. */
  by: z.uuid().optional(),
  /** What was done, or the part before the dot: `refund` for everything about refunds. */
  action: line(60).optional(),
  from: date.optional(),
  to: date.optional(),
})

const entry = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  /** Null: a job of ours did it. */
  by: z.object({ _id: z.uuid(), name: z.string() }).nullable(),
  action: z.string(),
  kind: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof entry>

export const auditLog = endpoint({
  method: 'GET',
  url: '/api/admin/audit',
  schema: {
    summary: 'What admins and jobs did and looked at, newest first; `q` finds a subject by its id',
    tags,
    querystring: query,
    response: { 200: listReply(entry) },
  },
  config: { access: onlyAdmins },
})

export const auditFile = endpoint({
  method: 'GET',
  url: '/api/admin/audit.csv',
  schema: {
    summary: 'The same list as a file; that it was taken is written down too',
    tags,
    querystring: query.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

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
