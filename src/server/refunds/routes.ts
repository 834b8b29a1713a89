import { subjectName } from '#contract/catalogue.ts'
import { rupees } from '#contract/money.ts'
import * as contract from '#contract/refunds.ts'
import type { Feature, Parts } from '#server/app.ts'
import { AppError } from '#server/platform/errors.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import { orderOf } from './locked-rows.ts'
import * as queries from './queries.ts'
import { askRefund, decideRefund, makeRefund, refundableOf } from './refunds.ts'

async function shown({ db }: Parts, id: string): Promise<contract.AdminRefund> {
  const refund = await queries.refundById(db, id)
  if (!refund) throw new AppError('not-found')
  return refund
}

/** What of an order can go back; null when no paid order has this number. */
async function refundable({ db, payments }: Parts, number: string): Promise<contract.Refundable | null> {
  const facts = await queries.orderByNumber(db, number)
  const order = facts && (await orderOf(db, facts.id, null, false))
  if (!order) return null
  const can = await refundableOf(db, order, false)
  const { id, subject, ...rest } = facts
  return {
    ...rest,
    _id: id,
    subject: subjectName(subject, 'en'),
    amount: rupees(order.amountPaise),
    left: rupees(can?.left ?? 0),
    leftEnded: rupees(can?.leftEnded ?? 0),
    isEnded: can?.money.isEnded ?? true,
    isElsewhere: order.gateway !== payments.name,
  }
}

export const refundsRoutes: Feature = (app, parts) => {
  const { db, cursors } = parts
  app.route({
    ...contract.familyRefunds,
    handler: async (request) => {
      const { familyId } = loggedIn(request)
      return { data: familyId ? await queries.refundsOf(db, familyId) : [] }
    },
  })

  app.route({
    ...contract.askRefund,
    handler: async (request) => {
      return { data: await shown(parts, await askRefund(parts, loggedIn(request), request.body)) }
    },
  })

  app.route({
    ...contract.adminRefunds,
    handler: async (request) => {
      const { status, order, cursor, limit } = request.query
      const list = `admin-refunds:${status}:${order ?? ''}`
      const after = cursor ? cursors.read<string>(list, cursor) : null
      const [found, { total, ...counts }, wanted] = await Promise.all([
        queries.listRefunds(db, { status, order }, after, limit),
        queries.countRefunds(db, { status, order }),
        order ? refundable(parts, order) : null,
      ])
      const data = found.slice(0, limit)
      const last = data.at(-1)
      const nextCursor = found.length > limit && last ? cursors.write(list, last._id) : null
      return { data, nextCursor, total, counts, order: wanted }
    },
  })

  app.route({
    ...contract.makeRefund,
    handler: async (request) => ({
      data: await shown(parts, await makeRefund(parts, loggedIn(request), request.params.id, request.body)),
    }),
  })

  app.route({
    ...contract.decideRefund,
    handler: async (request) => {
      const { decision, reason = '' } = request.body
      const id = await decideRefund(parts, loggedIn(request), request.params.id, { decision, reason })
      return { data: await shown(parts, id) }
    },
  })
}
