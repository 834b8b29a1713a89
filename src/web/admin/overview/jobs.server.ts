import { data } from 'react-router'
import { runJobAgain } from '#contract/admin/jobs.ts'
import type { LoaderContext } from '../../api.ts'
import { intentOf, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'

/** Runs a failed job again. Idempotent: a job that waits or runs stays as it is. */
export async function runAgain(context: LoaderContext, form: FormData) {
  intentOf(form)
  const params = { job: textOf(form, 'job'), id: textOf(form, 'id') }
  const reply = await sendForm(context, runJobAgain, form, { params })
  if (reply.ok) return { problem: null }
  return data({ problem: reply.error.message }, { status: reply.status })
}
