import { z } from 'zod'
import { endpoint, onlyFamilies } from '../wire/endpoint.ts'
import { idParams } from '../wire/fields.ts'
import { maxShortlist } from './limits.ts'

const tags = ['shortlist'] as const
/** Visitors have theirs in a cookie. */
/** Mentor ids, newest first. */
const response = { 200: z.object({ data: z.array(z.uuid()) }) }

export const readShortlist = endpoint({
  method: 'GET',
  url: '/api/shortlist',
  schema: { summary: "The family's shortlist, newest first; hidden mentors are included", tags, response },
  config: { access: onlyFamilies },
})

export const mergeShortlist = endpoint({
  method: 'PUT',
  url: '/api/shortlist',
  schema: {
    summary: 'Merge the shortlist from before the login; unknown mentors and those above the limit are skipped',
    tags,
    body: z.strictObject({ mentors: z.array(z.uuid()).max(maxShortlist) }),
    response,
  },
  config: { access: onlyFamilies },
})

export const addToShortlist = endpoint({
  method: 'PUT',
  url: '/api/shortlist/:id',
  schema: { summary: 'Add a mentor', tags, params: idParams, response },
  config: { access: onlyFamilies },
})

export const removeFromShortlist = endpoint({
  method: 'DELETE',
  url: '/api/shortlist/:id',
  schema: { summary: 'Remove a mentor', tags, params: idParams, response },
  config: { access: onlyFamilies },
})
