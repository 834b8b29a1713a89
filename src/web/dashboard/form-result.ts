import { data, redirect } from 'react-router'
import { type ErrorCode, type ErrorReply, errorWords } from '#contract/errors.ts'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'

/** What became of a form of a dashboard. `of` is the row it was about. */
export type FormResult = {
  intent: string
  of: string
  ok: boolean
  /** Words for the whole form. */
  problem: string | null
  /** Words beside single fields. */
  fields: Record<string, string>
  /** What was typed. */
  values: Record<string, string>
  /** A try after a failure is another request and needs a key of its own. */
  nextKey: string
}

type Reply = { ok: true } | { ok: false; error: ErrorReply; status: number }

const fieldOf: Partial<Record<ErrorCode, string>> = {
  'slot-taken': 'scheduledTime',
  'learner-busy': 'scheduledTime',
  'schedule-in-past': 'scheduledTime',
  'no-lesson-that-day': 'date',
  'already-marked': 'date',
  'lesson-not-started': 'timeIn',
  'review-contact': 'words',
}

function fieldProblems({ code, details }: ErrorReply, words: string): Record<string, string> {
  const field = fieldOf[code]
  if (field) return { [field]: words }
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
    text: m.dispute_bad_words(),
    stars: m.review_bad_stars(),
    words: m.review_bad_words(),
    email: m.contact_bad_email(),
  }
  return Object.fromEntries(
    details.fields.map((one: { field?: unknown }) => [
      String(one.field),
      special[String(one.field)] ?? m.dash_bad_field(),
    ]),
  )
}

/** What a refusal says: beside the fields it is about where the form has them, else for the whole form. */
export function refusalOf(error: ErrorReply, names: readonly string[]): Pick<FormResult, 'problem' | 'fields'> {
  const words = error.message || errorWords(error.code, currentLocale())
  const fields = fieldProblems(error, words)
  return { fields, problem: Object.keys(fields).some((name) => names.includes(name)) ? null : words }
}

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

const valuesOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))

/** Without a connection the form stays as it is, and its next try keeps its key. */
export function lostResult(form: FormData): FormResult {
  return {
    intent: textOf(form, 'intent'),
    of: textOf(form, 'of'),
    ok: false,
    problem: m.failure_connection(),
    fields: {},
    values: valuesOf(form),
    nextKey: textOf(form, 'key'),
  }
}

/** Answers a form: errors beside their fields with everything typed; forms sent before scripts get a new page. */
export function formResult(form: FormData, of: string, reply: Reply, back: string) {
  const intent = textOf(form, 'intent')
  const values = valuesOf(form)
  const result: FormResult = {
    intent,
    of,
    ok: reply.ok,
    problem: null,
    fields: {},
    values,
    nextKey: crypto.randomUUID(),
  }
  const plain = form.has('plain')
  if (reply.ok) return plain ? redirect(`${back}${back.includes('?') ? '&' : '?'}done=${intent}`) : result
  const refused = { ...result, ...refusalOf(reply.error, Object.keys(values)) }
  // To scripts a refusal is an answer like any other; a page of its own carries the status.
  return plain ? data(refused, { status: reply.status }) : refused
}
