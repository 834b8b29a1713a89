import { data } from 'react-router'
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
import { type LoaderContext, writeApi } from '../../api.ts'
import { intentOf, sendForm } from '../../form.server.ts'
import { textOf, valuesOf } from '../../form.ts'
import { currentLocale } from '../../locale.ts'
import { readList } from '../kit/list-address.server.ts'
import { disputeStatusName, formatSplit } from './dispute-cells.tsx'

/** The filtered list of disputes; for an order number also its settled lessons. */
export async function readDisputes(context: LoaderContext, request: Request) {
  const { list, state } = await readList(context, request, adminDisputes)
  return {
    state,
    rows: list.data.map((one) => ({ ...one, subject: subjectIn(one.subject, currentLocale()) })),
    open: list.open,
    settled: list.settled?.map((one) => ({ ...one, newId: crypto.randomUUID() })) ?? null,
    // The search was an order number that does not exist.
    isNoOrder: /^MS-\d/i.test(state.query.q ?? '') && list.settled === null,
    statuses: disputeStatuses.map((value) => ({ value, label: disputeStatusName(value) })),
  }
}

const sharePercents: Record<string, number> = { mentor: 100, family: 0 }

/** Decides a dispute or corrects a settled lesson. Both are idempotent, so a double submit acts once. */
export async function changeDispute(context: LoaderContext, form: FormData) {
  const intent = intentOf(form, '', 'look', 'correct')
  const { verdict = '', percent = '', amount = '', reason = '', lesson = '', ours = '' } = valuesOf(form)
  const params = { id: textOf(form, 'id') }
  const part = Number(percent)
  // 0 and 100 percent have options of their own.
  const share = sharePercents[verdict] ?? (part > 0 && part < 100 ? part : Number.NaN)
  const about = { id: params.id, lesson }
  const values = { verdict, percent, amount, reason, outcome: null }
  if (intent === 'look' && reason.trim() !== '') {
    const preview = await writeApi(context, appealOutcome, { params, query: { share } })
    if (preview.ok) return { ...about, problem: null, done: null, values: { ...values, outcome: preview.data.data } }
    return refused(preview)
  }
  const reply = await (intent === 'correct'
    ? sendForm(context, correctClass, form, { params })
    : sendForm(context, decideDispute, form, { params, body: { share } }))
  if (reply.ok) {
    const { amount, kept } = reply.data.data
    // The preview already showed the amounts of an appeal.
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
