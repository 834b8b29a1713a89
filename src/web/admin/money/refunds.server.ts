import { data } from 'react-router'
import { z } from 'zod'
import { adminRefunds, decideRefund, makeRefund } from '#contract/money/refunds.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import type { LoaderContext } from '../../api.ts'
import { intentOf, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { currentLocale } from '../../locale.ts'
import { readList } from '../kit/list-address.server.ts'

/** Refunds for the address's filter; searching an order number also loads its refundable amounts. */
export async function readRefunds(context: LoaderContext, request: Request) {
  const { list, state } = await readList(context, request, adminRefunds)
  const withSubjectName = <T extends { subject: string }>(one: T) => ({
    ...one,
    subject: subjectIn(one.subject, currentLocale()),
  })
  return {
    state,
    rows: list.data.map(withSubjectName),
    counts: list.counts,
    order: list.order && { ...withSubjectName(list.order), newId: crypto.randomUUID() },
    orders: list.orders.map(withSubjectName),
    // An order number was searched, and no paid order has it.
    isNoOrder: /^MS-\d/i.test(state.query.q ?? '') && list.order === null,
    // Support case the refund is made for.
    forCase: z.uuid().safeParse(new URL(request.url).searchParams.get('case')).data ?? null,
  }
}

/** Creates or decides a refund. Both are idempotent, so a resubmitted form does nothing new. */
export async function changeRefund(context: LoaderContext, form: FormData) {
  const params = { id: textOf(form, 'id') }
  const isNew = intentOf(form, '', 'make') === 'make'
  const reply = await (isNew
    ? sendForm(context, makeRefund, form, { params })
    : sendForm(context, decideRefund, form, { params }))
  if (reply.ok) {
    const { _id, status, amount } = reply.data.data
    return { problem: null, done: { status, amount }, id: _id, isReason: false }
  }
  const { code, message } = reply.error
  const problem = code === 'bad-request' ? (isNew ? m.admin_refund_bad_make() : m.admin_refund_bad_reason()) : message
  // The form to decline has one field, so an invalid request is about the reason.
  const isReason = code === 'bad-request' && !isNew
  return data({ problem, done: null, id: params.id, isReason }, { status: reply.status })
}
