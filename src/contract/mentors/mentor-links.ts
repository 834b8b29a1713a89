import { z } from 'zod'
import { listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { endpoint, everyone, onlyAdmins } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'
import { maxMentorsPerLink, mentorLinkDays } from './limits.ts'

const tags = ['listings'] as const
const link = z.object({
  _id: z.uuid(),
  name: z.string(),
  token: z.string(),
  mentors: z.number().int(),
  madeAt: z.iso.datetime(),
  madeBy: z.string(),
  opens: z.number().int(),
  /** When it expires; null: never. */
  endsAt: z.iso.datetime().nullable(),
  /** It expired, or an admin ended it. */
  isOver: z.boolean(),
})
export type MentorLink = z.infer<typeof link>

const query = listQuery(['made', 'opens'])

export const mentorLinks = endpoint({
  method: 'GET',
  url: '/api/admin/mentor-links',
  schema: {
    summary: 'Links to selected mentors, newest first; q: part of the name',
    tags,
    querystring: query,
    response: { 200: listReply(link) },
  },
  config: { access: onlyAdmins },
})

export const mentorLinksFile = listFile(mentorLinks, 'The same as a file; the download is audited')

export const makeMentorLink = endpoint({
  method: 'POST',
  url: '/api/admin/mentor-links',
  schema: {
    summary:
      'Create a short address for mentors, in the order given; those not shown on the site are skipped and counted',
    tags,
    body: z.strictObject({
      name: line(80),
      mentors: z.array(z.uuid()).min(1).max(maxMentorsPerLink),
      /** Expires after so many days; null: never. */
      days: z.number().int().min(1).max(365).nullable().default(mentorLinkDays),
    }),
    response: { 200: z.object({ data: link.extend({ leftOut: z.number().int() }) }) },
  },
  config: { access: onlyAdmins, role: 'support' },
})

export const endMentorLink = endpoint({
  method: 'POST',
  url: '/api/admin/mentor-links/:id/end',
  schema: {
    summary: 'End a link: visitors see that it expired. Idempotent',
    tags,
    params: idParams,
    response: { 200: z.object({ data: link }) },
  },
  config: { access: onlyAdmins, role: 'support' },
})

const tokenParams = z.strictObject({ token: z.string().regex(/^[\w-]{10,40}$/) })

export const openMentorLink = endpoint({
  method: 'GET',
  url: '/api/mentor-links/:token',
  schema: {
    summary: 'Ids of the mentors of a link who are shown now, in its order; none once it is over',
    tags,
    params: tokenParams,
    response: {
      200: z.object({
        data: z.object({ mentors: z.array(z.uuid()), named: z.number().int(), isOver: z.boolean() }),
      }),
    },
  },
  config: { access: everyone },
})

export const countMentorLink = endpoint({
  method: 'POST',
  url: '/api/mentor-links/:token/open',
  schema: {
    summary: 'Count one visit of a link, unless by a bot or an admin. Nothing about the visitor is kept',
    tags,
    params: tokenParams,
    response: { 200: z.object({ data: z.object({ isCounted: z.boolean() }) }) },
  },
  config: { access: everyone },
})
