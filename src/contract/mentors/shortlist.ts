import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/fields.ts'
import { maxShortlist } from './limits.ts'

const tags = ['shortlist'] as const
/** Visitors keep theirs in a cookie of the pages. */
const familiesOnly = { visitor: 'no', family: 'own', mentor: 'no', admin: 'no' } as const
/** Ids of the mentors kept, the newest first. */
const response = { 200: z.object({ data: z.array(z.uuid()) }) }

export const readShortlist = endpoint({
  method: 'GET',
  url: '/api/shortlist',
  schema: { summary: "The family's shortlist, newest first; hidden mentors stay in it", tags, response },
  config: { access: familiesOnly },
})

export const mergeShortlist = endpoint({
  method: 'PUT',
  url: '/api/shortlist',
  schema: {
    summary: 'Add what was kept before the login; unknown mentors and those that no longer fit are left out',
    tags,
    body: z.strictObject({ mentors: z.array(z.uuid()).max(maxShortlist) }),
    response,
  },
  config: { access: familiesOnly },
})

export const addToShortlist = endpoint({
  method: 'PUT',
  url: '/api/shortlist/:id',
  schema: { summary: 'Keep a mentor', tags, params: idParams, response },
  config: { access: familiesOnly },
})

export const removeFromShortlist = endpoint({
  method: 'DELETE',
  url: '/api/shortlist/:id',
  schema: { summary: 'Keep a mentor no longer', tags, params: idParams, response },
  config: { access: familiesOnly },
})
