import { data } from 'react-router'
import { leaveClasses } from '#contract/classes/availability.ts'
import { cancelLesson, proposeTime } from '#contract/classes/changes.ts'
import { subjectFrom, subjectName } from '#contract/reference/catalogue.ts'
import { errorText } from '#contract/wire/errors.ts'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { type LoaderContext, readApi, serverContext, writeApi } from '../../api.ts'
import { fromForm, intentOf, refuseForm } from '../../form.server.ts'
import { isTicked, textOf, valuesOf } from '../../form.ts'
import { currentLocale } from '../../locale.ts'
import { type FormResult, formResult } from '../kit/form-result.ts'

export async function loadLeave(context: LoaderContext, id: string) {
  const { data: leave } = await readApi(context, leaveClasses, { params: { id } })
  const { locale } = context.get(serverContext)
  const classes = leave.classes.map((one) => {
    const subject = subjectFrom(one.subject)
    return { ...one, subject: subject ? subjectName(subject, locale) : one.subject }
  })
  return { ...leave, classes }
}
export type ShownLeave = Awaited<ReturnType<typeof loadLeave>>
export type ShownLeaveClass = ShownLeave['classes'][number]

/** Applies the selected option to each lesson in turn; resubmitting is safe. Refusals are returned per lesson. */
export async function submitDecisions(context: LoaderContext, form: FormData, back: string) {
  intentOf(form, 'decide')
  const refused: Record<string, string> = {}
  for (const [name, chosen] of Object.entries(valuesOf(form))) {
    const id = /^do-(.+)$/.exec(name)?.[1]
    if (!id || chosen === 'keep') continue
    if (chosen !== 'cancel' && chosen !== 'propose') refuseForm()
    const reply = await submitDecision(context, form, id, chosen === 'cancel')
    if (!reply.ok) refused[name] = reply.error.message || errorText(reply.error.code, currentLocale())
  }
  const isDone = Object.keys(refused).length === 0
  if (isDone) return formResult(form, { ok: true }, back)
  const result: FormResult = {
    intent: 'decide',
    of: textOf(form, 'of'),
    ok: false,
    fields: refused,
    values: {},
    nextKey: '',
    problem: m.leave_some_failed(),
  }
  return isTicked(form, 'plain') ? data(result, { status: 409 }) : result
}

async function submitDecision(context: LoaderContext, form: FormData, id: string, cancels: boolean) {
  const params = { id }
  if (cancels)
    return await writeApi(context, cancelLesson, { params, body: fromForm(cancelLesson.schema.body, form, id) })
  const at = new Date(textOf(form, `${id}.near`))
  const isTime = !Number.isNaN(at.getTime())
  const body = { date: isTime ? dateInIndia(at) : '', time: isTime ? timeInIndia(at) : '' }
  return await writeApi(context, proposeTime, { params, body })
}
