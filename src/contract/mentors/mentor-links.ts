import { z } from 'zod'
import { csvReply, listQuery, listReply, onlyAdmins } from '../admin/admin-lists.ts'
import { endpoint, everybody } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'
import { maxMentorsPerLink, mentorLinkDays } from './limits.ts'

const tags = ['listings'] as const
const link = z.object({
  _id: z.uuid(),
  name: z.string(),
  token: z.string(),
  mentors: z.number().int(),
  /** Mentor ids for a link with all ids in its URL; null when that URL would be too long. */
  ids: z.array(z.uuid()).nullable(),
  madeAt: z.iso.datetime(),
  madeBy: z.string(),
  opens: z.number().int(),
  /** Expiry time; null for a link that never expires. */
  endsAt: z.iso.datetime().nullable(),
  /** The link expired or an admin ended it. */
  isOver: z.boolean(),
})
export type MentorLink = z.infer<typeof link>

const query = listQuery(['made', 'opens'])

export const mentorLinks = endpoint({
  method: 'GET',
  url: '/api/admin/mentor-links',
  schema: {
    summary: 'Links to selected mentors, newest first; q searches the name',
    tags,
    querystring: query,
    response: { 200: listReply(link) },
  },
  config: { access: onlyAdmins },
})

export const mentorLinksFile = endpoint({
  method: 'GET',
  url: '/api/admin/mentor-links.csv',
  schema: {
    summary: 'The same list as a CSV file; the export is logged',
    tags,
    querystring: query.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmins },
})

export const makeMentorLink = endpoint({
  method: 'POST',
  url: '/api/admin/mentor-links',
  schema: {
    summary: 'Create a short link to mentors in the given order; mentors not shown on the site are skipped and counted',
    tags,
    body: z.strictObject({
      name: line(80),
      mentors: z.array(z.uuid()).min(1).max(maxMentorsPerLink),
      /** Days until the link expires; null for never. */
      days: z.number().int().min(1).max(365).nullable().default(mentorLinkDays.default),
    }),
    response: { 200: z.object({ data: link.extend({ leftOut: z.number().int() }) }) },
  },
  config: { access: onlyAdmins, role: 'support' },
})

export const endMentorLink = endpoint({
  method: 'POST',
  url: '/api/admin/mentor-links/:id/end',
  schema: {
    summary: 'End a link; visitors see that it has ended. Ending it again succeeds',
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
    summary: 'Ids of the mentors of a link that are currently shown, in its order; none after it has ended',
    tags,
    params: tokenParams,
    response: {
      200: z.object({
        data: z.object({ mentors: z.array(z.uuid()), named: z.number().int(), isOver: z.boolean() }),
      }),
    },
  },
  config: { access: everybody },
})

export const countMentorLink = endpoint({
  method: 'POST',
  url: '/api/mentor-links/:token/open',
  schema: {
    summary: 'Count one visit to a link, except by bots and admins. Nothing about the visitor is stored',
    tags,
    params: tokenParams,
    response: { 200: z.object({ data: z.object({ isCounted: z.boolean() }) }) },
  },
  config: { access: everybody },
})
