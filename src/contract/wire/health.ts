import { z } from 'zod'
import { endpoint, onlyAdmins } from './endpoint.ts'

/** External providers whose calls are counted. */
export const providers = ['payments', 'bank-check', 'codes', 'sms', 'mail', 'maps', 'store'] as const
export type Provider = (typeof providers)[number]

const part = z.object({
  part: z.enum([...providers, 'redis', 'database', 'jobs']),
  /**
   * `stand-in`: no real provider. `built-in`: our own, for a single machine. `none`: optional and not configured. `away`:
   * unreachable.
   */
  state: z.enum(['real', 'stand-in', 'built-in', 'none', 'away']),
  /** Provider name, never a key or an address. */
  by: z.string(),
  lastSuccessAt: z.iso.datetime().nullable(),
  lastFailureAt: z.iso.datetime().nullable(),
  /** Calls in the last 24 hours, by full hours. */
  succeeded: z.number().int(),
  failed: z.number().int(),
  /** Calls of providers by hour, oldest first, the current hour last. */
  hours: z
    .array(z.object({ from: z.iso.datetime(), succeeded: z.number().int(), failed: z.number().int() }))
    .optional(),
  /** Jobs more than five minutes late, and failures by job. */
  late: z.number().int().optional(),
  failing: z.array(z.object({ name: z.string(), count: z.number().int() })).optional(),
})
export type HealthPart = z.infer<typeof part>

export const platformHealth = endpoint({
  method: 'GET',
  url: '/api/admin/health',
  schema: {
    summary:
      'What the platform stands on: set up or stand-in, when it last worked and failed, how often in the last day',
    tags: ['settings'],
    response: { 200: z.object({ data: z.array(part) }) },
  },
  config: { access: onlyAdmins },
})
