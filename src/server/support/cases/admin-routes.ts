import * as contract from '#contract/support/admin-cases.ts'
import type { Context, Feature } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { requireViewer, type Viewer } from '#server/platform/sessions.ts'
import { runCaseAction } from './actions.ts'
import { activeAdmins, caseById, ordersOf } from './detail-rows.ts'
import { assertNotPartyOfCase } from './guards.ts'
import { caseList, countCases, type ListedCase } from './list-rows.ts'
import { recordPolice } from './police.ts'
import { policeOf } from './police-rows.ts'
import { excerptRange, timelineOf } from './timeline-rows.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Reads one case. Each read is audited, because the case contains a phone number. */
async function viewCase({ db }: Context, viewer: Viewer, id: string): Promise<contract.AdminCase> {
  const one = orNotFound(await caseById(db, id))
  await assertNotPartyOfCase(db, viewer, id)
  await writeAudit(db, viewer, 'case.look', { kind: 'case', id, detail: { number: one.number } })
  // The timeline includes chat messages, so this read is audited as a chat read too.
  const excerpt = one.hasChat && (await excerptRange(db, id))
  if (excerpt) {
    const detail = { ...excerpt, excerpt: true, role: viewer.adminRole }
    await writeAudit(db, viewer, 'chat.look', { kind: 'case', id, detail })
  }
  const [orders, timeline, admins, police] = await Promise.all([
    ordersOf(db, id),
    timelineOf(db, id),
    activeAdmins(db),
    policeOf(db, id),
  ])
  const { createdAt, answerBy, settleBy, dueAt, answeredAt, resolvedAt, appealedAt, ...rest } = one
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    answerBy: answerBy.toISOString(),
    settleBy: settleBy.toISOString(),
    dueAt: iso(dueAt),
    answeredAt: iso(answeredAt),
    resolvedAt: iso(resolvedAt),
    appealedAt: iso(appealedAt),
    orders,
    timeline,
    admins,
    police,
  }
}

const csvColumns = [
  'number',
  'type',
  'kind',
  'reported by',
  'concerning',
  'description',
  'opened',
  'status',
  'priority',
]

export const adminCasesRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...contract.adminCases,
    handler: async (request) => {
      const { query } = request
      const list = caseList(query, requireViewer(request).accountId)
      const page = await listPage<ListedCase, 'due' | 'opened'>(db, cursors, list, query)
      const data = page.data.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        dueAt: iso(row.dueAt),
      }))
      return { ...page, data }
    },
  })
  app.route({
    ...contract.adminCasesFile,
    handler: async (request, reply) => {
      const { query } = request
      const viewer = requireViewer(request)
      await writeAudit(db, viewer, 'case.file', { kind: 'case-list', id: 'file', detail: { ...query } })
      const rows = listAll<ListedCase, 'due' | 'opened'>(db, caseList(query, viewer.accountId), query)
      return sendCsv(reply, 'cases', [...csvColumns, 'owner', 'due'], rows, (row) => [
        ...[row.number, row.type, row.kind, row.reportedBy, row.concerning, row.description],
        ...[row.createdAt.toISOString(), row.status, row.priority, row.owner?.name, iso(row.dueAt)],
      ])
    },
  })
  app.route({
    ...contract.caseCounts,
    handler: async (request) => ({ data: await countCases(db, requireViewer(request).accountId) }),
  })
  app.route({
    ...contract.adminCase,
    handler: async (request) => ({ data: await viewCase(context, requireViewer(request), request.params.id) }),
  })
  app.route({
    ...contract.runCaseAction,
    handler: async (request) => ({
      data: await runCaseAction(context, requireViewer(request), request.params.id, request.body),
    }),
  })
  app.route({
    ...contract.recordPolice,
    handler: async (request) => ({
      data: await recordPolice(context, requireViewer(request), request.params.id, request.body),
    }),
  })
}
