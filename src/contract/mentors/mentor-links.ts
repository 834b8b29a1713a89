import { z } from 'zod'
import { csvReply, listQuery, listReply, onlyAdmins } from '../admin/admin-lists.ts'
import { endpoint, everyone } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'
import { maxMentorsPerLink, mentorLinkDays } from './limits.ts'

const tags = ['listings'] as const
const link = z.object({
  _id: z.uuid(),
  name: z.string(),
  token: z.string(),
  mentors: z.number().int(),
  /** The address with all ids in it; null where that would be too long. */
  ids: z.array(z.uuid()).nullable(),
  madeAt: z.iso.datetime(),
  madeBy: z.string(),
  opens: z.number().int(),
  /** When it ends by itself; null: never. */
  endsAt: z.iso.datetime().nullable(),
  /** It leads to nobody any more: its time is over, or an admin ended it. */
  isOver: z.boolean(),
})
export type MentorLink = z.infer<typeof link>

const query = listQuery(['made', 'opens'])

export const mentorLinks = endpoint({
  method: 'GET',
  url: '/api/admin/mentor-links',
  schema: {
    summary: 'Links to chosen mentors, newest first; q: a piece of the name',
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
    summary: 'The same as a file; that it was taken is written down',
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
    summary:
      'Keep mentors under a short address, in the order given; who is not shown on the site is left out and counted',
    tags,
    body: z.strictObject({
      name: line(80),
      mentors: z.array(z.uuid()).min(1).max(maxMentorsPerLink),
      /** After so many days it ends; null: never. */
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
    summary: 'End a link: who has it is told that the list is over. One that is over already is a success',
    tags,
    params: idParams,
    response: { 200: z.object({ data: link }) },
  },
  config: { access: onlyAdmins, role: 'support' },
})

/** Of a link's address. */
const tokenParams = z.strictObject({ token: z.string().regex(/^[\w-]{10,40}$/) })

export const openMentorLink = endpoint({
  method: 'GET',
  url: '/api/mentor-links/:token',
  schema: {
    summary: 'Ids of the mentors behind a link who are shown now, in its order; none when it is over',
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
    summary: 'Count one visit of a link; not of programs, nor of admins. Nothing about the visitor is kept',
    tags,
    params: tokenParams,
    response: { 200: z.object({ data: z.object({ isCounted: z.boolean() }) }) },
  },
  config: { access: everyone },
})
