import * as contract from '#contract/books.ts'
import { rupees } from '#contract/money.ts'
import type { Feature } from '#server/app.ts'
import { balances } from '#server/ledger/ledger.ts'
import { AppError } from '#server/platform/errors.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import { askCheck, resolve } from './books.ts'
import { moveOwnMoney, ownMoney } from './own-money.ts'
import * as queries from './queries.ts'

const checksShown = 10
const differencesShown = 100
const ownMoneyShown = 10

export const booksRoutes: Feature = (app, parts) => {
  const { db } = parts
  app.route({
    ...contract.adminBooks,
    handler: async (request) => {
      const [checks, data, counts, accounts, own] = await Promise.all([
        queries.newestChecks(db, checksShown),
        queries.listDifferences(db, request.query.show, differencesShown),
        queries.countDifferences(db),
        balances(db),
        ownMoney(db, ownMoneyShown),
      ])
      const isBalanced = accounts.reduce((sum, { paise }) => sum + paise, 0) === 0
      const inRupees = accounts.map(({ kind, paise }) => ({ account: kind, amount: rupees(paise) }))
      return { checks, data, counts, balances: inRupees, isBalanced, ownMoney: own }
    },
  })

  app.route({
    ...contract.startBooksCheck,
    handler: async (request) => {
      const check = await queries.checkById(db, await askCheck(parts, loggedIn(request)))
      if (!check) throw new AppError('internal')
      return { data: check }
    },
  })

  app.route({
    ...contract.resolveDifference,
    handler: async (request) => {
      const { id } = request.params
      await resolve(parts, loggedIn(request), id, request.body.note)
      const difference = await queries.differenceById(db, id)
      if (!difference) throw new AppError('not-found')
      return { data: difference }
    },
  })

  app.route({
    ...contract.moveOwnMoney,
    handler: async (request) => ({
      data: await moveOwnMoney(parts, loggedIn(request), request.params.id, request.body),
    }),
  })
}
