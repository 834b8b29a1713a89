import { data } from 'react-router'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import type { WriteReply } from '../../api.ts'
import { isTicked } from '../../form.ts'
import { type AdminResult, emptyResult } from './admin-result.ts'

type Words = {
  done: string
  /** Message for the whole form, used when an invalid field has no message. */
  bad: string
  /** Message by field. */
  fields?: Readonly<Record<string, string>>
  /** Error codes shown beside a field, with their messages. */
  beside?: (refusal: ErrorReply) => Record<string, string> | null
  /** Error codes that need an answer, with what the form needs to ask for it. */
  asks?: (refusal: ErrorReply) => Partial<Pick<AdminResult, 'fields' | 'values'>>
  /** The code of the refusal that says somebody else saved first. */
  conflict?: ErrorReply['code']
  /** What they saved. */
  events?: () => Promise<NonNullable<AdminResult['conflict']>['events']>
}

/** Messages for the invalid fields. */
export function wrongFields(
  { code, details }: ErrorReply,
  words: Readonly<Record<string, string>>,
): Record<string, string> {
  if (code !== 'bad-request' || !Array.isArray(details?.fields)) return {}
  // Of a list only the field as a whole has words.
  const names = details.fields.map(({ field }: { field?: unknown }) => String(field).replace(/\.\d+$/, ''))
  return Object.fromEntries(names.flatMap((name) => (words[name] ? [[name, words[name]]] : [])))
}

/** Runs a form action and returns its result: the success message, or the errors. */
export async function answerForm(
  form: FormData,
  sent: Promise<WriteReply<Endpoint>>,
  { done, bad, fields: words = {}, beside, asks, conflict, events }: Words,
) {
  const result: AdminResult = emptyResult(form)
  const reply = await sent
  if (reply.ok) return { ...result, done: { title: done, text: '' } }
  const { code, message } = reply.error
  const isConflict = code === conflict
  const fields = beside?.(reply.error) ?? wrongFields(reply.error, words)
  const problem = Object.keys(fields).length > 0 || isConflict ? null : code === 'bad-request' ? bad : message
  const asked = asks?.(reply.error)
  const values = { ...result.values, ...asked?.values }
  const refused = {
    ...result,
    fields: { ...fields, ...asked?.fields },
    values,
    problem,
    conflict: isConflict ? { text: message, events: (await events?.()) ?? [] } : null,
  }
  // With scripts a refusal is data with status 200; without them the page has the error status.
  return isTicked(form, 'plain') ? data(refused, { status: reply.status }) : refused
}
