import type { RouterContextProvider } from 'react-router'
import type { Outcome } from '#contract/classes/changes.ts'
import {
  answerNoShow,
  answerProposal,
  cancelLesson,
  lessonOutcome,
  proposeTime,
  sayNoShow,
} from '#contract/classes/changes.ts'
import { writeApi } from '../../api.ts'
import { refuseForm, textOf } from '../kit/form-result.ts'

type Context = Readonly<RouterContextProvider>
/** What a class would cost that is given up or was missed; or why that cannot be said. */
export type AskedOutcome = { of: string; outcome: Outcome | null; problem: string | null }

const actions = [
  ['cancel', 'cancel'],
  ['absent', 'no-show'],
] as const

/** The outcome a dialog in the address asks for. */
export async function askedOutcome(context: Context, url: URL): Promise<AskedOutcome | null> {
  for (const [name, action] of actions) {
    const of = url.searchParams.get(name)
    if (of === null) continue
    const reply = await writeApi(context, lessonOutcome, { params: { id: of }, query: { action } })
    return reply.ok
      ? { of, outcome: reply.data.data, problem: null }
      : { of, outcome: null, problem: reply.error.message }
  }
  return null
}

const oneOf = <T extends string>(form: FormData, ...known: T[]): T =>
  known.find((one) => one === form.get('answer')) ?? refuseForm()

/** Does what a form asks about a class; null when it is about something else. */
export async function changeClass(context: Context, form: FormData) {
  const text = (name: string) => textOf(form, name)
  const params = { id: text('of') }
  const shown = { startsAt: text('startsAt'), fee: Number(text('fee')), credit: Number(text('credit')) }
  switch (text('intent')) {
    case 'cancel':
      return await writeApi(context, cancelLesson, { params, body: shown })
    case 'absent':
      return await writeApi(context, sayNoShow, { params, body: shown })
    case 'answer-absent': {
      const words = text('text').trim()
      const answer = oneOf(form, 'object', 'agree', 'withdraw')
      return await writeApi(context, answerNoShow, { params, body: { answer, ...(words !== '' && { text: words }) } })
    }
    case 'propose':
      return await writeApi(context, proposeTime, { params, body: { date: text('date'), time: text('time') } })
    case 'answer-proposal':
      return await writeApi(context, answerProposal, {
        params,
        body: {
          answer: oneOf(form, 'decline', 'accept', 'withdraw'),
          ...(form.has('date') && { date: text('date'), time: text('time') }),
        },
      })
    default:
      return null
  }
}
