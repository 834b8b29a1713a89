import { z } from 'zod'
import { onlyAdmins } from '../admin/admin-lists.ts'
import { endpoint } from '../wire/endpoint.ts'
import { date, idParams, line } from '../wire/fields.ts'

const tags = ['changes'] as const
const skipPreview = z.object({
  mentor: z.object({ _id: z.uuid(), name: z.string(), isPaused: z.boolean() }),
  classes: z.number().int(),
  /** Affected families, with their first and last lesson. */
  families: z.array(
    z.object({
      account: z.uuid(),
      name: z.string().nullable(),
      classes: z.number().int(),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
    }),
  ),
})
export type SkipPreview = z.infer<typeof skipPreview>

export const previewSkippedClasses = endpoint({
  method: 'GET',
  url: '/api/admin/mentors/:id/classes-to-leave-out',
  schema: {
    summary: 'The planned classes of a paused mentor since the pause began, up to a day or all, by family',
    tags,
    params: idParams,
    querystring: z.strictObject({ until: date.optional() }),
    response: { 200: z.object({ data: skipPreview }) },
  },
  config: { access: onlyAdmins },
})

export const skipClasses = endpoint({
  method: 'POST',
  url: '/api/admin/mentors/:id/classes-to-leave-out',
  schema: {
    summary:
      'Leave the planned classes of a paused mentor out: their minutes are owed to the families, who are told once each. They count for nobody',
    tags,
    params: idParams,
    body: z.strictObject({
      until: date.nullable().default(null),
      /** Number of lessons the client displayed; another answers 409 `left-out-changed`. */
      classes: z.number().int().min(1),
      reason: line(400),
    }),
    response: { 200: z.object({ data: z.object({ classes: z.number().int(), families: z.number().int() }) }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
