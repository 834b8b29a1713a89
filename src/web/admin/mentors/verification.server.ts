import { data, redirect } from 'react-router'
import { decideMentor, setCheck } from '#contract/mentors/verification.ts'
import { type CheckKind, checkKinds, neededChecks } from '#contract/reference/catalogue.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { type LoaderContext, writeApi } from '../../api.ts'
import { bodyOf, fromForm, intentOf } from '../../form.server.ts'
import { isTicked } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { type AdminResult, emptyResult } from '../kit/admin-result.ts'
import { checkLabels } from '../kit/mentor-labels.server.ts'
import { successMessage, toFailure } from './mentor-actions.server.ts'

/**
 * Passes the open checks of a form in turn, each with its own date, checker and audit entry, and then verifies the mentor. A
 * check that fails stays open with its error; a conflicting change by another admin stops the sequence.
 */
async function passAndVerify(context: LoaderContext, id: string, form: FormData): Promise<AdminResult> {
  const result = emptyResult(form)
  const fields: Record<string, string> = {}
  const open: CheckKind[] = []
  let { version } = bodyOf(decideMentor, form)
  const today = dateInIndia(new Date())
  for (const kind of checkKinds.filter((one) => isTicked(form, `${one}.`))) {
    const checked = fromForm(setCheck.schema.body, form, kind)
    // A file preselects the method, so only the basis says that the check is to pass.
    if (!checked.basis) {
      if (neededChecks.includes(kind)) open.push(kind)
      continue
    }
    const body = { ...checked, state: 'passed', checkedOn: today, version } as const
    const reply = await writeApi(context, setCheck, { params: { id, kind }, body })
    if (reply.ok) {
      version = reply.data.data.version
      continue
    }
    const refused = toFailure(reply.error)
    if (refused.conflict) return { ...result, ...refused }
    if (refused.problem) fields[kind] = refused.problem
    for (const [name, error] of Object.entries(refused.fields ?? {})) fields[`${kind}.${name}`] = error
  }
  if (isTicked(form, 'part') && Object.keys(fields).length === 0)
    return {
      ...result,
      done: {
        title: m.admin_verify_saved(),
        text: m.admin_verify_saved_text({ checks: open.map((kind) => checkLabels[kind]()).join(', ') }),
      },
    }
  for (const kind of open) fields[`${kind}.basis`] = m.admin_bad_basis()
  if (Object.keys(fields).length > 0) return { ...result, fields, problem: m.admin_verify_left() }
  const reply = await writeApi(context, decideMentor, { params: { id }, body: { decision: 'verify', version } })
  if (!reply.ok) return { ...result, ...toFailure(reply.error) }
  return { ...result, done: successMessage(reply.data.data.isShown ? 'verify' : 'verify_hidden') }
}

export async function verifyWithChecks(context: LoaderContext, id: string, form: FormData) {
  intentOf(form, 'verify')
  const result = await passAndVerify(context, id, form)
  if (!isTicked(form, 'plain')) return result
  return result.done ? redirect(localHref(`/admin/mentors/${id}?done=verify`)) : data(result, { status: 409 })
}
