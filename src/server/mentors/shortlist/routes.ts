import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/mentors/shortlist.ts'
import type { Feature } from '#server/context.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import * as rows from './queries.ts'
import { addMentor, mergeShortlist } from './shortlist.ts'

const familyOf = (request: FastifyRequest) => orNotFound(requireViewer(request).familyId)

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
