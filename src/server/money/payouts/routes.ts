import { mentorSummary } from '#contract/mentors/mentor-summary.ts'
import * as batches from '#contract/money/payout-batches.ts'
import * as contract from '#contract/money/payouts.ts'
import * as transfers from '#contract/money/transfers.ts'
import { rupees } from '#contract/wire/money.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import type { Feature } from '#server/context.ts'
import {
  heldTotal,
  newestTransfers,
  refusedPayees,
  retryTransfer,
  splitsInUse,
} from '#server/money/transfers/transfers.ts'
import { auditListFile, writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { costlyRead } from '#server/platform/guards.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { sendFile } from '#server/platform/send-file.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { contactOf, readSetting } from '#server/settings/settings/settings.ts'
import { accountsToLookAt } from './account-rows.ts'
import { decideAccount, setAccount } from './accounts.ts'
import { earningsFor, statementCsv, statementFileName, statementFor } from './earnings.ts'
import { openBatch } from './locked-rows.ts'
import {
  bankFile,
  batchFor,
  correctReference,
  createBatch,
  payBatch,
  resumePayouts,
  skipPayout,
  toBatch,
  toLine,
  undoBatch,
} from './payouts.ts'
import * as rows from './queries.ts'
import { summaryFor } from './summary.ts'

export const payoutsRoutes: Feature = (app, context) => {
  const { db, cursors } = context

  app.route({
    ...mentorSummary,
    handler: async (request) => ({ data: await summaryFor(db, requireViewer(request)) }),
  })

  app.route({
    ...contract.ownEarnings,
    handler: (request) => earningsFor(context, requireViewer(request), request.query),
  })

  app.route({
    ...contract.setPayoutAccount,
    handler: async (request) => ({
      data: { account: await setAccount(context, requireViewer(request), request.body) },
    }),
  })

  app.route({
    ...contract.payoutStatement,
    handler: async (request) => ({ data: await statementFor(context, requireViewer(request), request.params.id) }),
  })

  app.route({
    ...contract.payoutStatementCsv,
    handler: async (request, reply) => {
      const { name, text } = statementCsv(await statementFor(context, requireViewer(request), request.params.id))
      return sendFile(reply, name, text)
    },
  })

  app.route({
    ...contract.payoutStatementPdf,
    // PDF rendering is expensive.
    config: { ...contract.payoutStatementPdf.config, ...costlyRead(60) },
    handler: async (request, reply) => {
      const statement = await statementFor(context, requireViewer(request), request.params.id)
      const { statementPdf } = await import('./statement-pdf.ts')
      const pdf = await statementPdf(statement, request.query.language, await contactOf(db))
      return sendFile(reply, `${statementFileName(statement)}.pdf`, pdf)
    },
  })

  app.route({
    ...transfers.newestTransfers,
    handler: async () => {
      const [found, held, splits, refused] = await Promise.all([
        newestTransfers(db, transfers.shownTransfers),
        heldTotal(db),
        splitsInUse(context),
        refusedPayees(db, context.payments.name, transfers.shownTransfers),
      ])
      const data = found.map(({ amountPaise, at, ...row }) => ({
        ...row,
        amount: rupees(amountPaise),
        at: at.toISOString(),
      }))
      return { data, refused: splits ? refused : [], held: rupees(held), inUse: splits !== null }
    },
  })

  app.route({
    ...transfers.retryTransfer,
    handler: async (request) => {
      const { id } = request.params
      return { data: { _id: id, outcome: await retryTransfer(context, requireViewer(request), id) } }
    },
  })

  app.route({
    ...batches.accountsToCheck,
    handler: async () => ({
      data: (await accountsToLookAt(db, batches.maxAccountsToCheck)).map(({ since, ...row }) => ({
        ...row,
        since: since.toISOString(),
      })),
    }),
  })

  app.route({
    ...batches.decideAccount,
    handler: async (request) => {
      await decideAccount(context, requireViewer(request), request.params.id, request.body.decision)
      return { data: { _id: request.params.id } }
    },
  })

  app.route({
    ...batches.payoutBatches,
    handler: async (request) => {
      const { query } = request
      const until = query.until ?? dateInIndia(new Date())
      const [page, open, { ready, withoutAccount }, pausedFrom] = await Promise.all([
        listPage<rows.BatchRow, 'date'>(db, cursors, rows.batchList(query), query),
        openBatch(db),
        rows.payableUpTo(db, until),
        readSetting(db, 'payoutsPausedFrom'),
      ])
      const toRupees = (of: typeof ready) => ({ amount: rupees(of.paise), mentors: of.mentors })
      const payable = {
        until,
        ...toRupees(ready),
        withoutAccount: { ...toRupees(withoutAccount), names: withoutAccount.names },
      }
      const paused = { pausedFrom: pausedFrom === '' ? null : new Date(pausedFrom).toISOString() }
      return { ...page, data: page.data.map(toBatch), open: open?.id ?? null, payable, ...paused }
    },
  })

  app.route({
    ...batches.payoutBatchesFile,
    handler: async (request, reply) => {
      const { query } = request
      await auditListFile(db, requireViewer(request), 'payouts', query)
      const head = ['until', 'made', 'made by', 'mentors', 'amount', 'status', 'reference', 'ended', 'ended by']
      const all = listAll<rows.BatchRow, 'date'>(db, rows.batchList(query), query)
      return sendCsv(reply, 'payouts', head, all, (row) => {
        const one = toBatch(row)
        return [
          ...[one.until, one.madeAt, one.madeBy, one.mentors, one.amount, one.status],
          ...[one.reference, one.endedAt, one.endedBy],
        ]
      })
    },
  })

  app.route({
    ...batches.payoutBatch,
    handler: async (request) => ({ data: await batchFor(db, request.params.id) }),
  })

  app.route({
    ...batches.payoutBatchLines,
    handler: async ({ params: { id }, query }) => {
      await batchFor(db, id)
      const list = await rows.lineList(db, id, query)
      const page = await listPage<rows.BatchLineRow, rows.LineSort>(db, cursors, list, query)
      return { ...page, data: page.data.map(toLine) }
    },
  })

  app.route({
    ...batches.payoutBatchLinesFile,
    handler: async (request, reply) => {
      const { query } = request
      const { id } = request.params
      const { until } = await batchFor(db, id)
      await writeAudit(db, requireViewer(request), 'payouts.lines-file', {
        kind: 'payout-batch',
        id,
        detail: { ...query },
      })
      const head = ['number', 'name', 'account', 'amount', 'status', 'reason', "in the bank's file"]
      const all = listAll<rows.BatchLineRow, rows.LineSort>(db, await rows.lineList(db, id, query), query)
      return sendCsv(reply, `payout-lines-${until}`, head, all, (row) => {
        const one = toLine(row)
        return [...[one.number, one.fullName, one.account, one.amount, one.status, one.reason], one.isInFile]
      })
    },
  })

  app.route({
    ...batches.createPayoutBatch,
    handler: async (request) => ({ data: await createBatch(context, requireViewer(request), request.body.until) }),
  })

  app.route({
    ...batches.resumePayouts,
    handler: async (request) => {
      await resumePayouts(context, requireViewer(request), request.body.reason)
      return { data: { pausedFrom: null } }
    },
  })

  app.route({
    ...batches.payoutBankFile,
    handler: async (request, reply) => {
      const { name, text } = await bankFile(context, requireViewer(request), request.params.id)
      return sendFile(reply, name, text)
    },
  })

  app.route({
    ...batches.payPayoutBatch,
    handler: async (request) => ({
      data: await payBatch(context, requireViewer(request), request.params.id, request.body),
    }),
  })

  app.route({
    ...batches.correctBatchReference,
    handler: async (request) => ({
      data: await correctReference(context, requireViewer(request), request.params.id, request.body),
    }),
  })

  app.route({
    ...batches.undoPayoutBatch,
    handler: async (request) => ({
      data: await undoBatch(context, requireViewer(request), request.params.id, request.body?.bankDidNotPay),
    }),
  })

  app.route({
    ...batches.skipPayout,
    handler: async (request) => ({
      data: await skipPayout(context, requireViewer(request), request.params.id, request.body),
    }),
  })
}
