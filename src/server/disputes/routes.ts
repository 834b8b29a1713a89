import * as contract from '#contract/disputes.ts'
import type { Feature, Parts } from '#server/app.ts'
import { AppError } from '#server/platform/errors.ts'
import { loggedIn, type Viewer } from '#server/platform/sessions.ts'
import { correctClass, decideDispute, openDispute, withdrawDispute } from './disputes.ts'
import * as queries from './queries.ts'

async function shown({ db }: Parts, { familyId }: Viewer, id: string): Promise<contract.Dispute> {
  const one = familyId && (await queries.disputeOf(db, id, familyId))
  if (!one) throw new AppError('not-found')
  return one
}

async function shownToAdmin({ db }: Parts, id: string): Promise<contract.AdminDispute> {
  const one = await queries.adminDispute(db, id)
  if (!one) throw new AppError('not-found')
  return one
}

export const disputesRoutes: Feature = (app, parts) => {
  const { db, cursors } = parts
  app.route({
    ...contract.openDispute,
    handler: async (request) => {
      const viewer = loggedIn(request)
      const { reason, text = '' } = request.body
      const id = await openDispute(parts, viewer, request.params.id, { reason, words: text })
      return { data: await shown(parts, viewer, id) }
    },
  })

  app.route({
    ...contract.withdrawDispute,
    handler: async (request) => {
      const viewer = loggedIn(request)
      return { data: await shown(parts, viewer, await withdrawDispute(parts, viewer, request.params.id)) }
    },
  })

  app.route({
    ...contract.adminDisputes,
    handler: async (request) => {
      const { status, order, cursor, limit } = request.query
      const list = `admin-disputes:${status}:${order ?? ''}`
      const after = cursor ? cursors.read<string>(list, cursor) : null
      const [found, { total, open }, settled] = await Promise.all([
        queries.listDisputes(db, { status, order }, after, limit),
        queries.countDisputes(db, { status, order }),
        order ? queries.settledOf(db, order) : null,
      ])
      const data = found.slice(0, limit)
      const last = data.at(-1)
      const nextCursor = found.length > limit && last ? cursors.write(list, last._id) : null
      return { data, nextCursor, total, open, settled }
    },
  })

  app.route({
    ...contract.decideDispute,
    handler: async (request) => {
      await decideDispute(parts, loggedIn(request), request.params.id, request.body)
      return { data: await shownToAdmin(parts, request.params.id) }
    },
  })

  app.route({
    ...contract.correctClass,
    handler: async (request) => {
      await correctClass(parts, loggedIn(request), request.params.id, request.body)
      return { data: await shownToAdmin(parts, request.params.id) }
    },
  })
}
