import type { CallRequest } from '#contract/support/calls.ts'
import * as contract from '#contract/support/calls.ts'
import type { Feature } from '#server/context.ts'
import { auditListFile } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { languageOf, orNotFound } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { listedPhone } from '#server/platform/masked.ts'
import { ipBlock } from '#server/platform/networks.ts'
import { requireViewer, type Viewer } from '#server/platform/sessions.ts'
import { handleCall, requestCall } from './calls.ts'
import * as rows from './queries.ts'

type Query = {
  status: rows.CallFilter['status']
  owner?: string | undefined
  mentor?: string | undefined
  q?: string | undefined
}
const filterOf = ({ status, owner, mentor, q }: Query, viewer: Viewer): rows.CallFilter => ({
  status,
  mentor: mentor ?? null,
  q: q ?? null,
  owner: owner === 'me' ? viewer.accountId : (owner ?? null),
})

/** Support sees the numbers of a request once it has taken it over, which is logged. */
function toListed(call: CallRequest, viewer: Viewer): CallRequest {
  if (call.owner?._id === viewer.accountId) return call
  const withPhone = <T extends { phone: string }>(of: T | null) => of && { ...of, phone: listedPhone(viewer, of.phone) }
  return {
    ...call,
    phone: listedPhone(viewer, call.phone),
    mentorPhone: call.mentorPhone && listedPhone(viewer, call.mentorPhone),
    mentor: withPhone(call.mentor),
    account: withPhone(call.account),
  }
}

export const callsRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...contract.requestCall,
    handler: async (request) => {
      const { mentorId, name, phone } = request.body
      const language = languageOf(request)
      const block = ipBlock(request.ip)
      const id = await requestCall(context, request.viewer, { mentorId, name, phone, language, ipBlock: block })
      return { data: { _id: id } }
    },
  })

  app.route({
    ...contract.callRequests,
    handler: async (request, reply) => {
      const { query } = request
      const list = await rows.callList(db, filterOf(query, requireViewer(request)))
      const page = await listPage<rows.CallRow, rows.CallSort>(db, cursors, list, query)
      const { nextCursor, previousCursor, total, before } = page
      reply.headers({
        ...(nextCursor && { 'x-next-cursor': nextCursor }),
        ...(previousCursor && { 'x-previous-cursor': previousCursor }),
        'x-total': typeof total === 'number' ? total : `${total.atLeast}+`,
        'x-before': before,
      })
      const calls = page.data.map((row) => toListed(rows.toCall(row), requireViewer(request)))
      // The specification's client reverses the array to show the newest first.
      return query.sort === 'date' && query.order === 'desc' ? calls.reverse() : calls
    },
  })

  app.route({
    ...contract.callRequestsFile,
    handler: async (request, reply) => {
      const { query } = request
      const viewer = requireViewer(request)
      await auditListFile(db, viewer, 'calls', query)
      const list = await rows.callList(db, filterOf(query, viewer))
      const head = ['asked', 'name', 'account', 'mentor', 'status', 'owner', 'note', 'ended']
      return sendCsv(reply, 'calls', head, listAll<rows.CallRow, rows.CallSort>(db, list, query), (row) => {
        const one = rows.toCall(row)
        return [
          ...[
            one.requestTime,
            one.name || `…${one.phone.slice(-4)}`,
            one.account?.name,
            one.mentor?.fullName,
            one.status,
          ],
          ...[one.owner?.name, one.note, one.handledAt],
        ]
      })
    },
  })

  app.route({
    ...contract.ownCalls,
    handler: async (request) => ({ data: await rows.callsOfAccount(db, requireViewer(request).accountId) }),
  })

  app.route({
    ...contract.handleCall,
    handler: async (request) => {
      const { id } = request.params
      await handleCall(context, requireViewer(request), id, request.body)
      const call = orNotFound(await rows.readCall(db, id))
      return { data: toListed(call, requireViewer(request)) }
    },
  })
}
