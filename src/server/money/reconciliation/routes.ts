import * as contract from '#contract/money/books.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Feature } from '#server/context.ts'
import { balances } from '#server/ledger/ledger.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { AppError } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { moveOwnMoney, ownMoney } from './own-money.ts'
import * as queries from './queries.ts'
import { askCheck, resolve } from './reconciliation.ts'

const checksShown = 10
type By = 'due' | 'amount'
const ownMoneyShown = 10

export const booksRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...contract.adminBooks,
    handler: async ({ query }) => {
      const [page, checks, counts, accounts, own] = await Promise.all([
        listPage<queries.DifferenceRow, By>(db, cursors, queries.differenceList(query), query),
        queries.newestChecks(db, checksShown),
        queries.countDifferences(db),
        balances(db),
        ownMoney(db, ownMoneyShown),
      ])
      const isBalanced = accounts.reduce((sum, { paise }) => sum + paise, 0) === 0
      const inRupees = accounts.map(({ kind, paise }) => ({ account: kind, amount: rupees(paise) }))
      const data = page.data.map(queries.toWire)
      return { ...page, data, checks, counts, balances: inRupees, isBalanced, ownMoney: own }
    },
  })

  app.route({
    ...contract.adminBooksFile,
    handler: async (request, reply) => {
      const { query } = request
      await writeAudit(db, requireViewer(request), 'books.file', { kind: 'list', id: 'books', detail: { ...query } })
      const head = ['found', 'gateway', 'kind', 'about', 'order', 'ours', 'theirs', 'happened', 'seen last', 'closed']
      const rows = listAll<queries.DifferenceRow, By>(db, queries.differenceList(query), query)
      return sendCsv(reply, 'books', [...head, 'closed by', 'note'], rows, (row) => {
        const one = queries.toWire(row)
        return [
          ...[one.firstSeenAt, one.gateway, one.kind, one.subject, one.number ?? '', one.ours ?? '', one.theirs ?? ''],
          ...[one.aboutAt, one.lastSeenAt, one.resolvedAt ?? '', one.resolvedBy ?? '', one.note],
        ]
      })
    },
  })

  app.route({
    ...contract.startBooksCheck,
    handler: async (request) => {
      const check = await queries.checkById(db, await askCheck(context, requireViewer(request)))
      if (!check) throw new AppError('internal')
      return { data: check }
    },
  })

  app.route({
    ...contract.resolveDifference,
    handler: async (request) => {
      const { id } = request.params
      await resolve(context, requireViewer(request), id, request.body.note)
      const difference = await queries.differenceById(db, id)
      if (!difference) throw new AppError('not-found')
      return { data: difference }
    },
  })

  app.route({
    ...contract.moveOwnMoney,
    handler: async (request) => ({
      data: await moveOwnMoney(context, requireViewer(request), request.params.id, request.body),
    }),
  })
}
