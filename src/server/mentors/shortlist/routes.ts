import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/mentors/shortlist.ts'
import type { Feature } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import * as rows from './queries.ts'
import { addMentor, mergeShortlist } from './shortlist.ts'

function familyOf(request: FastifyRequest): string {
  const { familyId } = requireViewer(request)
  if (!familyId) throw new AppError('not-found')
  return familyId
}

export const shortlistRoutes: Feature = (app, { db }) => {
  app.route({
    ...contract.readShortlist,
    handler: async (request) => ({ data: await rows.shortlistOf(db, familyOf(request)) }),
  })
  app.route({
    ...contract.mergeShortlist,
    handler: async (request) => ({ data: await mergeShortlist(db, familyOf(request), request.body.mentors) }),
  })
  app.route({
    ...contract.addToShortlist,
    handler: async (request) => ({ data: await addMentor(db, familyOf(request), request.params.id) }),
  })
  app.route({
    ...contract.removeFromShortlist,
    handler: async (request) => {
      const familyId = familyOf(request)
      await rows.deleteMentor(db, familyId, request.params.id)
      return { data: await rows.shortlistOf(db, familyId) }
    },
  })
}
