import { data, type RouterContextProvider } from 'react-router'
import {
  adminDisputes,
  appealOutcome,
  correctClass,
  decideDispute,
  disputeStatuses,
} from '#contract/classes/disputes.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { writeApi } from '../../api.ts'
import { intentOf, sendForm } from '../../form.server.ts'
import { textOf, valuesOf } from '../../form.ts'
import { currentLocale } from '../../locale.ts'
import { readList } from '../kit/list-address.server.ts'
import { disputeStatusName, formatSplit } from './dispute-cells.tsx'

type Context = Readonly<Pick<RouterContextProvider, 'get'>>

/** The list of disputes for its address; with the number of an order also its settled classes. */
export async function readDisputes(context: Context, request: Request) {
  const { list, state } = await readList(context, request, adminDisputes)
  return {
    state,
    rows: list.data.map((one) => ({ ...one, subject: subjectIn(one.subject, currentLocale()) })),
    open: list.open,
    settled: list.settled?.map((one) => ({ ...one, newId: crypto.randomUUID() })) ?? null,
    // Somebody looked for the number of an order, and there is none.
    isNoOrder: /^MS-\d/i.test(state.given.q ?? '') && list.settled === null,
    statuses: disputeStatuses.map((value) => ({ value, label: disputeStatusName(value) })),
  }
}

const sharePercents: Record<string, number> = { mentor: 100, family: 0 }

/** Decides one dispute, or corrects one settled class. Both can be repeated, so a page sent twice does one thing. */
export async function changeDispute(context: Context, form: FormData) {
  const intent = intentOf(form, '', 'look', 'correct')
  const { verdict = '', percent = '', amount = '', reason = '', lesson = '', ours = '' } = valuesOf(form)
  const params = { id: textOf(form, 'id') }
  const part = Number(percent)
  // All or nothing has a choice of its own.
  const share = sharePercents[verdict] ?? (part > 0 && part < 100 ? part : Number.NaN)
  const about = { id: params.id, lesson }
  const values = { verdict, percent, amount, reason, outcome: null }
  if (intent === 'look' && reason.trim() !== '') {
    const seen = await writeApi(context, appealOutcome, { params, query: { share } })
    if (seen.ok) return { ...about, problem: null, done: null, values: { ...values, outcome: seen.data.data } }
    return refused(seen)
  }
  const reply = await (intent === 'correct'
    ? sendForm(context, correctClass, form, { params })
    : sendForm(context, decideDispute, form, { params, body: { share } }))
  if (reply.ok) {
    const { amount, kept } = reply.data.data
    // What an appeal comes to was looked at before.
    const done = ours === '' ? formatSplit({ amount, kept }) : { kept: '', back: '' }
    return { ...about, problem: null, done, values: null }
  }
  return refused(reply)

  function refused({ error, status }: { error: ErrorReply; status: number }) {
    const words = intent === 'correct' ? m.admin_correct_bad() : m.admin_dispute_bad()
    const problem = error.code === 'bad-request' ? words : error.message
    return data({ ...about, problem, done: null, values }, { status })
  }
}
