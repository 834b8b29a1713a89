import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { adminRefunds, decideRefund, makeRefund } from '#contract/money/refunds.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { intentOf, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { currentLocale } from '../../locale.ts'
import { readList } from '../kit/list-address.server.ts'

type Context = Readonly<Pick<RouterContextProvider, 'get'>>

/** The list of refunds for its address; with the number of an order also what of it can go back. */
export async function readRefunds(context: Context, request: Request) {
  const { list, state } = await readList(context, request, adminRefunds)
  const inWords = <T extends { subject: string }>(one: T) => ({
    ...one,
    subject: subjectIn(one.subject, currentLocale()),
  })
  return {
    state,
    rows: list.data.map(inWords),
    counts: list.counts,
    order: list.order && { ...inWords(list.order), newId: crypto.randomUUID() },
    // Somebody looked for the number of an order, and none is paid.
    isNoOrder: /^MS-\d/i.test(state.given.q ?? '') && list.order === null,
    // The case it is made for, on whose page it stands then.
    forCase: z.uuid().safeParse(new URL(request.url).searchParams.get('case')).data ?? null,
  }
}

/** Makes or moves one refund. Both can be repeated, so a page sent twice does one thing. */
export async function changeRefund(context: Context, form: FormData) {
  const params = { id: textOf(form, 'id') }
  const isNew = intentOf(form, '', 'make') === 'make'
  const reply = await (isNew
    ? sendForm(context, makeRefund, form, { params })
    : sendForm(context, decideRefund, form, { params }))
  if (reply.ok) return { problem: null, status: reply.data.data.status, id: reply.data.data._id }
  const { code, message } = reply.error
  const problem = code === 'bad-request' ? (isNew ? m.admin_refund_bad_make() : m.admin_refund_bad_reason()) : message
  return data({ problem, status: null, id: params.id }, { status: reply.status })
}
