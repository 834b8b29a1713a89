import * as contract from '#contract/money/refunds.ts'
import { subjectName } from '#contract/reference/catalogue.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Context, Feature } from '#server/context.ts'
import { auditListFile } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { readTogether } from '#server/platform/json-rows.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { parseSearchTerm } from '#server/platform/search-term.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { orderOf } from './locked-rows.ts'
import * as queries from './queries.ts'
import { askRefund, decideRefund, makeRefund, refundableOf } from './refunds.ts'

const parts = { left: 0, held: 0, upcoming: 0, waiting: 0, onHold: 0, refundable: 0 }
const noMoney = { ...parts, back: 0, paid: 0, credits: 0, completed: 0, charged: 0, refunded: 0 }

type SortKey = 'date' | 'amount'

async function adminRefund({ db }: Context, id: string): Promise<contract.AdminRefund> {
  return orNotFound(await queries.refundById(db, id))
}

/** Refundable amounts by order number; null without a paid order. */
async function refundableOrder({ db, payments }: Context, number: string): Promise<contract.Refundable | null> {
  const facts = await queries.orderByNumber(db, number)
  const order = facts && (await orderOf(db, facts.id, null, false))
  if (!order) return null
  const refundable = await refundableOf(db, order)
  const { id, subject, ...rest } = facts
  return {
    ...rest,
    _id: id,
    subject: subjectName(subject, 'en'),
    amount: rupees(order.amountPaise),
    left: rupees(refundable?.left ?? 0),
    leftEnded: rupees(refundable?.leftEnded ?? 0),
    isEnded: refundable?.money.isEnded ?? true,
    isElsewhere: order.gateway !== payments.name,
  }
}

export const refundsRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...contract.familyRefunds,
    handler: async (request) => {
      const { familyId } = requireViewer(request)
      if (!familyId) return { data: [], money: noMoney }
      const { refunds, money } = queries.toFamilyRefunds(await readTogether(db, queries.familyReads(familyId)))
      return { data: refunds, money }
    },
  })

  app.route({
    ...contract.askRefund,
    handler: async (request) => {
      return { data: await adminRefund(context, await askRefund(context, requireViewer(request), request.body)) }
    },
  })

  app.route({
    ...contract.adminRefunds,
    handler: async (request) => {
      const { query } = request
      const wanted = parseSearchTerm(query.q ?? '')
      const isMeant = query.q ? await queries.meantOrders(db, query.q) : null
      const offersOrders = !('order' in wanted) && !query.cursor && requireViewer(request).adminRole !== 'support'
      const [page, counts, order, orders] = await Promise.all([
        listPage<queries.RefundRow, SortKey>(db, cursors, queries.refundList(query, isMeant), query),
        queries.countRefunds(db),
        'order' in wanted ? refundableOrder(context, wanted.order) : null,
        isMeant && offersOrders ? queries.paidOrders(db, isMeant) : [],
      ])
      return { ...page, data: page.data.map(queries.toAdminRefund), counts, order, orders }
    },
  })

  app.route({
    ...contract.adminRefundsFile,
    handler: async (request, reply) => {
      const { query } = request
      await auditListFile(db, requireViewer(request), 'refunds', query)
      const head = ['asked', 'order', 'family', 'mentor', 'subject', 'plan', 'amount', 'kind', 'status', 'reason']
      const ends = ['ends the booking', 'decided by', 'declined because', 'sent', 'ended', 'gateway', 'bank reference']
      const isMeant = query.q ? await queries.meantOrders(db, query.q) : null
      const rows = listAll<queries.RefundRow, SortKey>(db, queries.refundList(query, isMeant), query)
      return sendCsv(reply, 'refunds', [...head, ...ends], rows, (row) => {
        const one = queries.toAdminRefund(row)
        return [
          ...[one.createdAt, one.number, one.familyName, one.mentorName, one.subject, one.plan, one.amount],
          ...[one.kind, one.status, one.reason, one.endsBooking, one.decidedBy, one.declineReason],
          ...[one.sentAt, one.endedAt, one.message, one.reference],
        ]
      })
    },
  })

  app.route({
    ...contract.makeRefund,
    handler: async (request) => ({
      data: await adminRefund(
        context,
        await makeRefund(context, requireViewer(request), request.params.id, request.body),
      ),
    }),
  })

  app.route({
    ...contract.decideRefund,
    handler: async (request) => {
      const { decision, reason = '' } = request.body
      const id = await decideRefund(context, requireViewer(request), request.params.id, { decision, reason })
      return { data: await adminRefund(context, id) }
    },
  })
}
