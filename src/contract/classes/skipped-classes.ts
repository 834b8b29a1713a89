import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { date, idParams, line } from '../wire/fields.ts'

const tags = ['changes'] as const
const skipPreview = z.object({
  mentor: z.object({ _id: z.uuid(), name: z.string(), isPaused: z.boolean() }),
  classes: z.number().int(),
  /** Affected families, each with its number of lessons, and the first and last of them. */
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
    summary: "A paused mentor's planned classes since the pause began, by family; all, or up to a day",
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
      "Skip a paused mentor's planned classes: the families are owed the minutes and each gets one message. Skipped classes count against nobody",
    tags,
    params: idParams,
    body: z.strictObject({
      until: date.nullable().default(null),
      /** Number of lessons the client displayed; a different number answers 409 `left-out-changed`. */
      classes: z.number().int().min(1),
      reason: line(400),
    }),
    response: { 200: z.object({ data: z.object({ classes: z.number().int(), families: z.number().int() }) }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
