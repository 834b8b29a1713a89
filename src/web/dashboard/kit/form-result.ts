import { data, redirect } from 'react-router'
import type { ConfirmationReason } from '#contract/classes/timetables.ts'
import { type ErrorCode, type ErrorReply, errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { isTicked, textOf, valuesOf } from '../../form.ts'
import { currentLocale } from '../../locale.ts'
import { formatDate, instantOf } from '../../ui/dates.tsx'
import type { FormResult } from './lost-result.ts'

export type { FormResult } from './lost-result.ts'

type Reply = { ok: true } | { ok: false; error: ErrorReply; status: number }

const fieldOf: Partial<Record<ErrorCode, string>> = {
  'slot-taken': 'time',
  'learner-busy': 'time',
  'schedule-in-past': 'time',
  'no-lesson-that-day': 'date',
  'already-marked': 'date',
  'lesson-not-started': 'timeIn',
  'lesson-not-over': 'code',
  'lesson-end-ahead': 'timeOut',
  'review-contact': 'words',
  'visit-code-wrong': 'code',
  'visit-code-wrong-last': 'code',
  'visit-code-blocked': 'code',
  'early-end-blocked': 'code',
}

function fieldProblems({ code, details }: ErrorReply, words: string): Record<string, string> {
  const field = fieldOf[code]
  // The form of one class has its own name for the time.
  if (field) return { [field]: words, ...(field === 'time' && { scheduledTime: words }) }
  if (code !== 'bad-request' || !Array.isArray(details?.fields)) return {}
  const special: Record<string, string> = {
    timeOut: m.dash_bad_time_out(),
    scheduledDate: m.dash_bad_date(),
    from: m.dash_bad_date(),
    time: m.timetable_bad_time(),
    weekdays: m.timetable_bad_days(),
    accountNumber: m.earn_bad_number(),
    ifsc: m.earn_bad_ifsc(),
    upi: m.earn_bad_upi(),
    pan: m.tax_bad_pan(),
    gstin: m.tax_bad_gstin(),
    text: m.dispute_bad_words(),
    stars: m.review_bad_stars(),
    words: m.review_bad_words(),
    code: m.code_bad(),
    email: m.contact_bad_email(),
  }
  return Object.fromEntries(
    details.fields.map((one: { field?: unknown; words?: unknown }) => [
      String(one.field),
      // Page-specific fields bring their own messages.
      typeof one.words === 'string' ? one.words : (special[String(one.field)] ?? m.dash_bad_field()),
    ]),
  )
}

/** Formats dates in error details for display. */
function messageOf({ code, message, details }: ErrorReply): string {
  if (code !== 'timetable-clash' || !Array.isArray(details?.dates)) return message || errorText(code, currentLocale())
  const dates = details.dates.map((date) => formatDate(instantOf(String(date))))
  return errorText(code, currentLocale(), { dates })
}

/** Decisions a refusal asks the mentor for. */
const decisionsIn = ({ code, details }: ErrorReply): Pick<FormResult, 'confirmationReasons' | 'clashes'> => ({
  ...(code === 'family-must-confirm' && { confirmationReasons: details?.reasons as ConfirmationReason[] }), // safe: the code always names them
  ...(code === 'timetable-clash' && { clashes: details?.clashes as FormResult['clashes'] & object }), // safe: as above
})

/** Splits an error into field messages, where the form has the field, and a form message. */
export function refusalOf(error: ErrorReply, names: readonly string[]): Pick<FormResult, 'problem' | 'fields'> {
  // This asks for a decision and is not an error.
  if (error.code === 'family-must-confirm') return { fields: {}, problem: null }
  const words = messageOf(error)
  const fields = fieldProblems(error, words)
  return { fields, problem: Object.keys(fields).some((name) => names.includes(name)) ? null : words }
}

/** A success that needs its own words; `done` names those of `DoneNotice`, if they are not the intent's. */
export type SuccessText = { text: string; done?: 'asked' | 'code' }

/** Builds the form's reply: errors with the submitted values; without scripts success redirects. */
export function formResult(form: FormData, reply: Reply, back: string, success?: SuccessText) {
  const intent = textOf(form, 'intent')
  const values = valuesOf(form)
  const result: FormResult = {
    intent,
    of: textOf(form, 'of'),
    ok: reply.ok,
    problem: null,
    fields: {},
    values,
    nextKey: crypto.randomUUID(),
  }
  const plain = isTicked(form, 'plain')
  const done = success?.done ?? intent
  if (reply.ok)
    return plain
      ? redirect(`${back}${back.includes('?') ? '&' : '?'}done=${done}`)
      : { ...result, ...(success && { message: success.text }) }
  const refused = { ...result, ...refusalOf(reply.error, Object.keys(values)), ...decisionsIn(reply.error) }
  // Fetchers get a plain value; a full page response carries the status.
  return plain ? data(refused, { status: reply.status }) : refused
}
