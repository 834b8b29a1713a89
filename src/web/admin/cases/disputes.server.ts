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
import { currentLocale } from '../../locale.ts'
import { readList } from '../kit/list-address.server.ts'
import { disputeStatusName, sumsOf } from './dispute-cells.tsx'

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

const shares: Record<string, number> = { mentor: 100, family: 0 }

/** Decides one dispute, or corrects one settled class. Both can be repeated, so a page sent twice does one thing. */
export async function changeDispute(context: Context, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const number = (name: string) => Number(text(name) || Number.NaN)
  const [params, reason] = [{ id: text('id') }, text('reason')]
  const isCorrection = form.get('intent') === 'correct'
  const part = number('percent')
  // All or nothing has a choice of its own.
  const share = shares[text('verdict')] ?? (part > 0 && part < 100 ? part : Number.NaN)
  const about = { id: params.id, lesson: text('lesson') }
  const values = { verdict: text('verdict'), percent: text('percent'), amount: text('amount'), reason, outcome: null }
  if (text('intent') === 'look' && reason !== '') {
    const seen = await writeApi(context, appealOutcome, { params, query: { share } })
    if (seen.ok) return { ...about, problem: null, done: null, values: { ...values, outcome: seen.data.data } }
    return refused(seen)
  }
  const ours = text('ours')
  const reply = isCorrection
    ? await writeApi(context, correctClass, {
        params,
        body: { lesson: text('lesson'), amount: number('amount'), fee: number('fee'), reason },
      })
    : await writeApi(context, decideDispute, {
        params,
        body: { share, reason, version: number('version'), ...(ours !== '' && { ours: Number(ours) }) },
      })
  if (reply.ok) {
    const { amount, kept } = reply.data.data
    // What an appeal comes to was looked at before.
    const done = ours === '' ? sumsOf({ amount, kept }) : { kept: '', back: '' }
    return { ...about, problem: null, done, values: null }
  }
  return refused(reply)

  function refused({ error, status }: { error: ErrorReply; status: number }) {
    const words = isCorrection ? m.admin_correct_bad() : m.admin_dispute_bad()
    const problem = error.code === 'bad-request' ? words : error.message
    return data({ ...about, problem, done: null, values }, { status })
  }
}
