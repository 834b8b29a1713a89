import * as contract from '#contract/calls.ts'
import { ipBlock } from '#server/accounts/accounts.ts'
import type { Feature } from '#server/app.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { AppError, languageOf } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { loggedIn, type Viewer } from '#server/platform/sessions.ts'
import { handleCall, requestCall } from './calls.ts'
import * as rows from './queries.ts'

type Query = {
  status: rows.Filter['status']
  owner?: string | undefined
  mentor?: string | undefined
  q?: string | undefined
}
const newest = { sort: 'date', order: 'desc' } as const

const filterOf = ({ status, owner, mentor, q }: Query, viewer: Viewer): rows.Filter => ({
  ...{ status, mentor: mentor ?? null, q: q ?? null },
  owner: owner === 'me' ? viewer.accountId : (owner ?? null),
})

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
      const list = await rows.callList(db, filterOf(request.query, loggedIn(request)))
      const page = await listPage<rows.CallRow, 'date'>(db, cursors, list, { ...newest, ...request.query })
      if (page.nextCursor) reply.header('x-next-cursor', page.nextCursor)
      return page.data.map(rows.toCall)
    },
  })

  app.route({
    ...contract.callRequestsFile,
    handler: async (request, reply) => {
      const [{ query }, viewer] = [request, loggedIn(request)]
      await writeAudit(db, viewer, 'calls.file', { kind: 'list', id: 'calls', detail: { ...query } })
      const list = await rows.callList(db, filterOf(query, viewer))
      const head = ['asked', 'name', 'account', 'mentor', 'status', 'owner', 'note', 'ended']
      return sendCsv(reply, 'calls', head, listAll<rows.CallRow, 'date'>(db, list, newest), (row) => {
        const one = rows.toCall(row)
        return [
          ...[one.requestTime, one.name, one.account?.name ?? '', one.mentor?.fullName ?? '', one.status],
          ...[one.owner?.name ?? '', one.note, one.handledAt ?? ''],
        ]
      })
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
