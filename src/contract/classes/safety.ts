import { z } from 'zod'
import { lines, openedCase } from '../support/cases.ts'
import { bothSides, endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/fields.ts'
import { maxConcernLength } from './limits.ts'

const tags = ['bookings'] as const

export const reportConcern = endpoint({
  method: 'POST',
  url: '/api/class-bookings/lessons/:id/concern',
  schema: {
    summary: 'Report a safety concern about a class: opens a safety case; the same words return the open one',
    tags,
    params: idParams,
    body: z.strictObject({ text: lines(0, maxConcernLength).default('') }),
    response: { 200: z.object({ data: openedCase }) },
  },
  config: { access: bothSides },
})

export const doorCode = endpoint({
  method: 'GET',
  url: '/api/class-bookings/lessons/:id/door-code',
  schema: {
    summary: 'Code that both sides of a class at the family’s home see, so that the family knows who is at the door',
    tags,
    params: idParams,
    /** `code` is null before `from` and after `until`. */
    response: {
      200: z.object({
        data: z.object({ code: z.string().nullable(), from: z.iso.datetime(), until: z.iso.datetime() }),
      }),
    },
  },
  config: { access: bothSides },
})
export type DoorCode = z.infer<(typeof doorCode)['schema']['response'][200]>['data']
