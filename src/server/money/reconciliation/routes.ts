import * as contract from '#contract/money/reconciliation.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Feature } from '#server/context.ts'
import { type AccountKind, balances } from '#server/ledger/ledger.ts'
import { auditListFile } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { latestMoves, moveOwnerEquity } from './owner-equity.ts'
import * as queries from './queries.ts'
import { requestCheck, resolveDiscrepancy, takeDiscrepancy } from './reconciliation.ts'

const maxChecks = 10
type SortKey = 'due' | 'amount'
const maxMoves = 10

/** The API calls the owner's equity `own_money`. */
const accountName = (kind: AccountKind): string => (kind === 'owner_equity' ? 'own_money' : kind)

export const reconciliationRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...contract.adminReconciliation,
    handler: async ({ query }) => {
      const [page, checks, counts, accounts, ownerMoves] = await Promise.all([
        listPage<queries.DiscrepancyRow, SortKey>(db, cursors, queries.discrepancyList(query), query),
        queries.newestChecks(db, maxChecks),
        queries.countDiscrepancies(db),
        balances(db),
        latestMoves(db, maxMoves),
      ])
      const isBalanced = accounts.reduce((sum, { paise }) => sum + paise, 0) === 0
      const accountBalances = accounts.map(({ kind, paise }) => ({ account: accountName(kind), amount: rupees(paise) }))
      const data = page.data.map(queries.toDiscrepancy)
      return { ...page, data, checks, counts, balances: accountBalances, isBalanced, ownMoney: ownerMoves }
    },
  })

  app.route({
    ...contract.adminReconciliationFile,
    handler: async (request, reply) => {
      const { query } = request
      await auditListFile(db, requireViewer(request), 'books', query)
      const head = [
        'found',
        'gateway',
        'kind',
        'about',
        'order',
        'ours',
        'theirs',
        'happened',
        'seen last',
        'owner',
        'due',
        'closed',
      ]
      const rows = listAll<queries.DiscrepancyRow, SortKey>(db, queries.discrepancyList(query), query)
      return sendCsv(reply, 'books', [...head, 'closed by', 'note'], rows, (row) => {
        const one = queries.toDiscrepancy(row)
        return [
          ...[one.firstSeenAt, one.gateway, one.kind, one.subject, one.number, one.ours, one.theirs],
          ...[one.aboutAt, one.lastSeenAt, one.owner, one.dueAt, one.resolvedAt, one.resolvedBy, one.note],
        ]
      })
    },
  })

  app.route({
    ...contract.startReconciliationCheck,
    handler: async (request) => {
      const check = await queries.checkById(db, await requestCheck(context, requireViewer(request)))
      if (!check) throw new AppError('internal')
      return { data: check }
    },
  })

  app.route({
    ...contract.resolveDiscrepancy,
    handler: async (request) => {
      const { id } = request.params
      await resolveDiscrepancy(context, requireViewer(request), id, request.body.note)
      return { data: orNotFound(await queries.discrepancyById(db, id)) }
    },
  })

  app.route({
    ...contract.takeDiscrepancy,
    handler: async (request) => {
      const { id } = request.params
      await takeDiscrepancy(context, requireViewer(request), id)
      return { data: orNotFound(await queries.discrepancyById(db, id)) }
    },
  })

  app.route({
    ...contract.moveOwnerEquity,
    handler: async (request) => ({
      data: await moveOwnerEquity(context, requireViewer(request), request.params.id, request.body),
    }),
  })
}
