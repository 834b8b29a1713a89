import { data, redirect } from 'react-router'
import { type CallRequest, handleCall } from '#contract/support/calls.ts'
import { callUndoSeconds } from '#contract/support/limits.ts'
import { type ErrorReply, errorText } from '#contract/wire/errors.ts'
import { phone } from '#contract/wire/fields.ts'
import { m } from '#messages'
import type { LoaderContext } from '../../api.ts'
import { intentOf, sendForm } from '../../form.server.ts'
import { isTicked } from '../../form.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { type AdminResult, emptyResult } from '../kit/admin-result.ts'
import { wrongFields } from '../kit/answer-form.server.ts'
import { callStatusLabels } from '../kit/call-labels.server.ts'
import { fullTime } from '../kit/full-time.ts'

const doneTexts: Record<string, () => string> = { stored: m.calls_stored, saved: m.calls_saved }
/** Success text for the `done` parameter; null if unknown. */
export const callDoneText = (name: string | null): string | null =>
  name !== null && Object.hasOwn(doneTexts, name) ? (doneTexts[name]?.() ?? null) : null

/** "Meera: Connected. Number given: 9826010001". */
const summaryOf = ({ name, phone: own, status, mentorPhone }: CallRequest): string =>
  [
    `${name || own}: ${callStatusLabels[status]()}`,
    ...(mentorPhone ? [`${m.calls_number_short()}: ${mentorPhone}`] : []),
  ].join('. ')

/** With what takes an outcome back, if one was set now. */
function doneOf(title: string, call: CallRequest, status: string | undefined): AdminResult['done'] {
  const { _id, version, mentorPhone, handledAt } = call
  const text = summaryOf(call)
  if (handledAt === null || status !== call.status || Date.now() - Date.parse(handledAt) > callUndoSeconds * 1000)
    return { title, text }
  const number = mentorPhone ?? ''
  const values = { intent: `call ${_id}`, call: _id, version: String(version), status: 'assigned', undo: '1' }
  return { title, text, undo: { ...values, mentorPhone: number, before: number } }
}

function toFailedResult(refusal: ErrorReply): Partial<AdminResult> {
  const { code, message, details } = refusal
  if (code === 'call-changed') {
    const { by, at } = details as { by: string | null; at: string | null } // safe: details of `call-changed` (calls.ts)
    const text = by && at ? m.calls_conflict_by({ name: by, at: fullTime(at) }) : m.calls_conflict()
    return { conflict: { text, events: [] } }
  }
  const fields = wrongFields(refusal, { mentorPhone: m.calls_bad_number(), note: m.calls_bad_note() })
  return Object.keys(fields).length > 0 ? { fields } : { problem: message || errorText(code, currentLocale(), details) }
}

/** Handles the form of one request: returns success, errors or a conflict. */
export async function actOnCall(context: LoaderContext, url: URL, form: FormData) {
  intentOf(form, 'call')
  const result = emptyResult(form)
  const { values } = result
  const isPlain = isTicked(form, 'plain')
  // Other form values may name an owner; only taking over is allowed here.
  const ownerId = values.ownerId === 'me' ? values.ownerId : undefined
  const reply = await sendForm(context, handleCall, form, { params: { id: values.call ?? '' }, body: { ownerId } })
  if (reply.ok) {
    const stored = phone.safeParse(values.mentorPhone).data
    const done = stored && stored !== values.before ? 'stored' : 'saved'
    if (values.undo) return { ...result, done: { title: m.calls_undone(), text: '' } }
    if (!isPlain) return { ...result, done: doneOf(callDoneText(done) ?? '', reply.data.data, values.status) }
    url.searchParams.set('done', done)
    return redirect(localHref(`/call-admin${url.search}`))
  }
  const refused = { ...result, ...toFailedResult(reply.error) }
  // With JavaScript a refusal is a normal result; without it the page has the error status.
  return isPlain ? data(refused, { status: reply.status }) : refused
}
