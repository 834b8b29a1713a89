import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { securityEvents } from './security-events.ts'

const count = z.object({
  event: z.enum(securityEvents),
  hour: z.number().int(),
  day: z.number().int(),
  week: z.number().int(),
  /** More than this many in an hour raise an alert. */
  alertAbove: z.number().int(),
})
export type SecurityCount = z.infer<typeof count>

export const securityCounts = endpoint({
  method: 'GET',
  url: '/api/admin/security',
  schema: {
    summary: 'Refused requests that may be attacks, counted for the last hour, day and week',
    tags: ['settings'],
    response: { 200: z.object({ data: z.array(count) }) },
  },
  config: { access: onlyAdmins },
})
