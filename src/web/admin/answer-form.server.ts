import { data } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import type { WriteReply } from '../api.ts'
import { type AdminResult, emptyResult } from './admin-result.ts'

/** Answers a form with what came of it: `done` in words, or what is wrong; `bad` where a field is. */
export async function answerForm(
  form: FormData,
  sent: Promise<WriteReply<Endpoint>>,
  { done, bad }: { done: string; bad: string },
) {
  const result: AdminResult = emptyResult(form)
  const reply = await sent
  if (reply.ok) return { ...result, done: { title: done, text: '' } }
  const { code, message } = reply.error
  const refused = { ...result, problem: code === 'bad-request' ? bad : message }
  // To scripts a refusal is an answer like any other; a page of its own carries the status.
  return form.has('plain') ? data(refused, { status: reply.status }) : refused
}
