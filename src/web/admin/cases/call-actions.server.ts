import { data, type RouterContextProvider, redirect } from 'react-router'
import { handleCall } from '#contract/support/calls.ts'
import { type ErrorReply, errorText } from '#contract/wire/errors.ts'
import { phone } from '#contract/wire/fields.ts'
import { m } from '#messages'
import { intentOf, sendForm } from '../../form.server.ts'
import { isTicked } from '../../form.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { formatDateTime } from '../../ui/dates.tsx'
import { type AdminResult, emptyResult } from '../kit/admin-result.ts'

const doneTexts: Record<string, () => string> = { stored: m.calls_stored, saved: m.calls_saved }
/** Success text for the `done` parameter; null if unknown. */
export const callDoneText = (name: string | null): string | null =>
  name !== null && Object.hasOwn(doneTexts, name) ? (doneTexts[name]?.() ?? null) : null

const fieldErrors: Record<string, () => string> = { mentorPhone: m.calls_bad_number, note: m.calls_bad_note }

function toFailedResult({ code, message, details }: ErrorReply): Partial<AdminResult> {
  if (code === 'call-changed') {
    const { by, at } = details as { by: string | null; at: string | null } // safe: details of `call-changed` (calls.ts)
    const text = by && at ? m.calls_conflict_by({ name: by, at: formatDateTime(at) }) : m.calls_conflict()
    return { conflict: { text, events: [] } }
  }
  const faults = code === 'bad-request' && Array.isArray(details?.fields) ? details.fields : []
  const fields = faults.flatMap((one: { field?: unknown }) => {
    const words = fieldErrors[String(one.field)]
    return words ? [[String(one.field), words()] as const] : []
  })
  if (fields.length > 0) return { fields: Object.fromEntries(fields) }
  return { problem: message || errorText(code, currentLocale(), details) }
}

/** Handles the form of one request: returns success, errors or a conflict. */
export async function actOnCall(context: Readonly<RouterContextProvider>, url: URL, form: FormData) {
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
    if (!isPlain) return { ...result, done: { title: callDoneText(done) ?? '', text: '' } }
    url.searchParams.set('done', done)
    return redirect(localHref(`/call-admin${url.search}`))
  }
  const refused = { ...result, ...toFailedResult(reply.error) }
  // With JavaScript a refusal is a normal result; without it the page has the error status.
  return isPlain ? data(refused, { status: reply.status }) : refused
}
