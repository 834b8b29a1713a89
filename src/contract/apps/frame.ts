import { z } from 'zod'
import { viewer } from '../people/accounts.ts'
import { endpoint, everyone } from '../wire/endpoint.ts'

export const appFrame = endpoint({
  method: 'GET',
  url: '/api/apps/frame',
  schema: {
    summary: 'What every page of the caller shows: who it is, its unread messages and its shortlist',
    tags: ['apps'],
    response: {
      200: z.object({
        data: z.object({
          /** Null for visitors. */
          viewer: viewer.nullable(),
          /** 0 for people who cannot chat. */
          unreadMessages: z.number().int(),
          /** Mentors of a family's shortlist, newest first; visitors have theirs in a cookie. */
          shortlist: z.array(z.uuid()),
        }),
      }),
    },
  },
  config: { access: everyone },
})
