import { data } from 'react-router'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import type { WriteReply } from '../../api.ts'
import { isTicked } from '../../form.ts'
import { type AdminResult, emptyResult } from './admin-result.ts'

type Words = {
  done: string
  /** For the whole form, where a field without words of its own does not fit. */
  bad: string
  /** By field: what it asks for. */
  fields?: Readonly<Record<string, string>>
  /** Refusals that stand beside a field, and what they say there. */
  beside?: (refusal: ErrorReply) => Record<string, string> | null
  /** What a refusal asks back besides its words, and what the form has to know for that. */
  asks?: (refusal: ErrorReply) => Partial<Pick<AdminResult, 'fields' | 'values'>>
  /** The code of the refusal that says somebody else saved first. */
  conflict?: ErrorReply['code']
}

/** What is wrong, beside each field that has words. */
function wrongFields({ code, details }: ErrorReply, words: Readonly<Record<string, string>>): Record<string, string> {
  if (code !== 'bad-request' || !Array.isArray(details?.fields)) return {}
  // Of a list only the field as a whole has words.
  const names = details.fields.map(({ field }: { field?: unknown }) => String(field).replace(/\.\d+$/, ''))
  return Object.fromEntries(names.flatMap((name) => (words[name] ? [[name, words[name]]] : [])))
}

/** Answers a form with what came of it: `done` in words, or what is wrong. */
export async function answerForm(
  form: FormData,
  sent: Promise<WriteReply<Endpoint>>,
  { done, bad, fields: words = {}, beside, asks, conflict }: Words,
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
    ...{ ...result, fields: { ...fields, ...asked?.fields }, values, problem },
    conflict: isConflict ? { text: message, events: [] } : null,
  }
  // To scripts a refusal is an answer like any other; a page of its own carries the status.
  return isTicked(form, 'plain') ? data(refused, { status: reply.status }) : refused
}
