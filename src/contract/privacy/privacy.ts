import { z } from 'zod'
import { bothSides, endpoint } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'
import { erasureBlockers, erasureDays } from './limits.ts'

const tags = ['privacy'] as const

const nominee = z.strictObject({ name: line(80), relation: line(40), contact: line(120) })
export type Nominee = z.infer<typeof nominee>

const privacy = z.object({
  /** A request that waits for its day. */
  erasure: z.object({ askedAt: z.iso.datetime(), dueAt: z.iso.datetime() }).nullable(),
  /** What is open now; nothing is erased before it ends. */
  blockers: z.array(z.enum(erasureBlockers)),
  /** The roles that each blocker is of; none for those of the account itself. */
  blockerRoles: z.array(z.object({ blocker: z.enum(erasureBlockers), roles: z.array(z.enum(['student', 'mentor'])) })),
  /** Who may use the account's rights after the person's death or incapacity. */
  nominee: nominee.nullable(),
  /** The last PDF the person asked for; kept for a day. */
  copy: z
    .object({
      _id: z.uuid(),
      status: z.enum(['waiting', 'made', 'failed']),
      percent: z.number().int(),
      askedAt: z.iso.datetime(),
    })
    .nullable(),
})
export type Privacy = z.infer<typeof privacy>
const reply = { 200: z.object({ data: privacy }) }

export const ownPrivacy = endpoint({
  method: 'GET',
  url: '/api/profile/privacy',
  schema: { summary: 'State of the request to erase the account', tags, response: reply },
  config: { access: bothSides },
})

export const downloadOwnData = endpoint({
  method: 'GET',
  url: '/api/profile/privacy/download',
  schema: {
    summary: 'Everything kept about the account, as a file: rows by kind',
    tags,
    response: {
      200: z.object({
        madeAt: z.iso.datetime(),
        data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
      }),
    },
  },
  config: { access: bothSides },
})

export const askErasure = endpoint({
  method: 'POST',
  url: '/api/profile/privacy/erasure',
  schema: {
    summary: `Ask to erase the account in ${erasureDays} days; repeating it changes nothing. Needs a recent login`,
    tags,
    response: reply,
  },
  config: { access: bothSides },
})

export const cancelErasure = endpoint({
  method: 'DELETE',
  url: '/api/profile/privacy/erasure',
  schema: { summary: 'Keep the account; repeating it changes nothing', tags, response: reply },
  config: { access: bothSides },
})

export const setNominee = endpoint({
  method: 'PUT',
  url: '/api/profile/privacy/nominee',
  schema: {
    summary: 'Nominate somebody, or change the nominee. Needs a recent login',
    tags,
    body: nominee,
    response: reply,
  },
  config: { access: bothSides },
})

export const removeNominee = endpoint({
  method: 'DELETE',
  url: '/api/profile/privacy/nominee',
  schema: {
    summary: 'Remove the nominee; repeating it changes nothing. Needs a recent login',
    tags,
    response: reply,
  },
  config: { access: bothSides },
})

export const askCopy = endpoint({
  method: 'POST',
  url: '/api/profile/privacy/copies',
  schema: {
    summary:
      'Ask for the download as a PDF, made by a job, once a day; while one is being made, asking again changes nothing',
    tags,
    body: z.strictObject({ language: z.enum(['en', 'hi']) }),
    response: reply,
  },
  config: { access: bothSides },
})

export const copyFile = endpoint({
  method: 'GET',
  url: '/api/profile/privacy/copies/:id',
  schema: {
    summary: 'The PDF, for the account that asked for it',
    tags,
    params: idParams,
    response: { 200: z.unknown() },
  },
  config: { access: bothSides },
})
