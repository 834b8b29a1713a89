import type { Outcome } from '#contract/classes/changes.ts'
import {
  answerNoShow,
  answerProposal,
  cancelLesson,
  lessonOutcome,
  proposeTime,
  reportNoShow,
} from '#contract/classes/changes.ts'
import { type DoorCode, doorCode, reportConcern } from '#contract/classes/safety.ts'
import { m } from '#messages'
import { type LoaderContext, writeApi } from '../../api.ts'
import { sendForm } from '../../form.server.ts'
import { isTicked, textOf } from '../../form.ts'
import { formatDateTime } from '../../ui/dates.tsx'
import type { SuccessText } from '../kit/form-result.ts'

/** Outcome of cancelling or of an absence, or why it is unavailable. */
export type RequestedOutcome = { of: string; outcome: Outcome | null; problem: string | null }

const actions = [
  ['cancel', 'cancel'],
  ['absent', 'no-show'],
] as const

/** Outcome for the dialog in the URL. */
export async function requestedOutcome(context: LoaderContext, url: URL): Promise<RequestedOutcome | null> {
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

/** Door code for the dialog in the URL; null without one or if the class has none. */
export async function requestedDoorCode(context: LoaderContext, url: URL): Promise<(DoorCode & { of: string }) | null> {
  const of = url.searchParams.get('door')
  if (!of) return null
  const reply = await writeApi(context, doorCode, { params: { id: of } })
  return reply.ok ? { of, ...reply.data.data } : null
}

/** Form intents for a lesson. */
export const classForms = (context: LoaderContext, form: FormData) => ({
  cancel: () => sendForm(context, cancelLesson, form),
  absent: () => sendForm(context, reportNoShow, form),
  'answer-absent': () => sendForm(context, answerNoShow, form),
  concern: () => sendForm(context, reportConcern, form),
  propose: () => sendForm(context, proposeTime, form),
  'answer-proposal': () => {
    // A counter-proposal left empty is an error, not a plain decline.
    const other = isTicked(form, 'date') ? { date: textOf(form, 'date'), time: textOf(form, 'time') } : {}
    return sendForm(context, answerProposal, form, { body: other })
  },
})

type Reply = { ok: true; data: { data: object } } | { ok: false }

/** Text after a safety concern, with the number of its case; undefined for other forms. */
export function concernText(form: FormData, reply: Reply): SuccessText | undefined {
  if (textOf(form, 'intent') !== 'concern' || !reply.ok) return undefined
  const { number, answerBy } = reply.data.data as { number: string; answerBy: string } // safe: as this endpoint replies
  return { text: m.concern_done({ number, time: formatDateTime(answerBy) }) }
}
