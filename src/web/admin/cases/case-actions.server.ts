import { data, redirect } from 'react-router'
import { recordPolice, runCaseAction, type TimelineEntry } from '#contract/support/admin-cases.ts'
import { type CaseAction, caseActions } from '#contract/support/case-types.ts'
import { type ErrorReply, errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { type LoaderContext, writeApi } from '../../api.ts'
import { bodyOf, intentOf, sendForm } from '../../form.server.ts'
import { isTicked } from '../../form.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { type AdminResult, emptyResult } from '../kit/admin-result.ts'
import { answerForm, wrongFields } from '../kit/answer-form.server.ts'
import { momentTitle } from '../kit/case-labels.server.ts'
import { fullTime } from '../kit/full-time.ts'

const doneTexts: Record<CaseAction, () => string> = {
  take: m.cases_done_take,
  give: m.cases_done_give,
  priority: m.cases_done_priority,
  note: m.cases_done_note,
  answer: m.cases_done_answer,
  resolve: m.cases_done_resolve,
  reopen: m.cases_done_reopen,
  appeal: m.cases_done_appeal,
  concerns: m.cases_done_concerns,
  pause: m.cases_done_pause,
  unpause: m.cases_done_unpause,
}
const toCaseAction = (name: string | null | undefined) => caseActions.find((one) => one === name)
/** Success text for the `done` parameter; null if unknown. */
export function caseDoneText(name: string | null): string | null {
  const step = toCaseAction(name)
  return step ? doneTexts[step]() : null
}

type Conflict = {
  by: string | null
  at: string | null
  events: (Pick<TimelineEntry, 'kind' | 'detail' | 'text'> & { by: string | null })[]
}
function toFailedResult(refusal: ErrorReply): Partial<AdminResult> {
  const { code, message, details } = refusal
  if (code === 'case-changed') {
    const { by, at, events } = details as Conflict // safe: details of `case-changed` (guards.ts)
    const conflictEvents = events.map((one) => ({ title: momentTitle(one), changes: one.text ? [one.text] : [] }))
    const text = by && at ? m.cases_conflict_by({ name: by, at: fullTime(at) }) : m.cases_conflict()
    return { conflict: { text, events: conflictEvents } }
  }
  const fields = wrongFields(refusal, { text: m.cases_bad_text(), to: m.cases_bad_to() })
  return Object.keys(fields).length > 0 ? { fields } : { problem: message || errorText(code, currentLocale(), details) }
}

/** Handles a form of a case: returns success, errors or a conflict. */
export async function actOnCase(context: LoaderContext, id: string, form: FormData) {
  intentOf(form, 'work', 'answer', 'note', 'end', 'pause', 'unpause', 'concerns')
  const result = emptyResult(form)
  const isPlain = isTicked(form, 'plain')
  const body = bodyOf(runCaseAction, form)
  const { step } = body
  // Several actions share a form; each takes only its own fields.
  if (step !== 'give' && step !== 'concerns') delete body.to
  if (step !== 'priority') delete body.priority
  const reply = await writeApi(context, runCaseAction, { params: { id }, body })
  if (reply.ok) {
    return isPlain
      ? redirect(localHref(`/admin/reports/${id}?done=${step}`))
      : { ...result, done: { title: doneTexts[step](), text: '' } }
  }
  const refused = { ...result, ...toFailedResult(reply.error) }
  // With JavaScript a refusal is a normal result; without it the page has the error status.
  return isPlain ? data(refused, { status: reply.status }) : refused
}

/** Saves the record of a report to the police. */
export async function savePolice(context: LoaderContext, id: string, form: FormData) {
  const needed = m.police_needed()
  return await answerForm(form, sendForm(context, recordPolice, form, { params: { id } }), {
    done: m.police_saved(),
    bad: m.police_bad(),
    conflict: 'case-changed',
    fields: { reportedBy: needed, date: needed, time: needed, place: needed, reference: needed, reason: needed },
  })
}
