import * as contract from '#contract/calls.ts'
import { ipBlock } from '#server/accounts/accounts.ts'
import type { Feature } from '#server/app.ts'
import { AppError, languageOf } from '#server/platform/errors.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import { handleCall, requestCall } from './calls.ts'
import * as rows from './queries.ts'

export const callsRoutes: Feature = (app, parts) => {
  const { db, cursors } = parts
  app.route({
    ...contract.requestCall,
    handler: async (request) => {
      const { mentorId, name, phone } = request.body
      const [language, block] = [languageOf(request), ipBlock(request.ip)]
      const id = await requestCall(parts, request.viewer, { mentorId, name, phone, language, ipBlock: block })
      return { data: { _id: id } }
    },
  })

  app.route({
    ...contract.callRequests,
    handler: async (request, reply) => {
      const { status, owner, mentor = null, q = null, cursor, limit } = request.query
      const ownerId = owner === 'me' ? loggedIn(request).accountId : (owner ?? null)
      const filter = { status, owner: ownerId, mentor, q }
      const list = `calls:${JSON.stringify(filter)}`
      const after = cursor ? cursors.read<string>(list, cursor) : null
      const { data, next } = await rows.listCalls(db, filter, after, limit)
      if (next) reply.header('x-next-cursor', cursors.write(list, next))
      return data
    },
  })

  app.route({
    ...contract.ownCalls,
    handler: async (request) => ({ data: await rows.callsOf(db, loggedIn(request).accountId) }),
  })

  app.route({
    ...contract.handleCall,
    handler: async (request) => {
      const { id } = request.params
      await handleCall(parts, loggedIn(request), id, request.body)
      const call = await rows.readCall(db, id)
      if (!call) throw new AppError('not-found')
      return { data: call }
    },
  })
}
