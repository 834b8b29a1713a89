import { endLeave, setDay, setWeek, takeLeave } from '#contract/classes/availability.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { m } from '#messages'
import type { LoaderContext, WriteReply } from '../../api.ts'
import { sendForm } from '../../form.server.ts'
import { isTicked, textOf, textsOf, valuesOf } from '../../form.ts'

/** A form row of hours; its fields are named `from-` and `to-` plus `name`. */
type Row = { name: string; from: string; to: string }

/** Form rows of one weekday or date, without empty and removed ones. */
function formRows(form: FormData, prefix: string): Row[] {
  const names = Object.keys(valuesOf(form)).flatMap((key) => (key.startsWith(`from-${prefix}-`) ? [key.slice(5)] : []))
  return names
    .map((name) => ({ name, from: textOf(form, `from-${name}`), to: textOf(form, `to-${name}`) }))
    .filter(({ name, from, to }) => (from !== '' || to !== '') && textOf(form, 'remove') !== name)
}

/** Maps the server's field paths to form field names, with messages. */
function withFieldNames(error: ErrorReply, rows: readonly Row[]): ErrorReply {
  const { code, details } = error
  if (code === 'changed-meanwhile') return { ...error, message: m.hours_changed() }
  if (code !== 'bad-request' || !Array.isArray(details?.fields)) return error
  const fields = details.fields.map((one: { field?: unknown; problem?: unknown }) => {
    if (one.field === 'date') return { field: 'date', words: m.leave_bad_from() }
    const [, nth, end] = /^(?:week|hours)\.(\d+)\.(from|to)$/.exec(String(one.field)) ?? []
    const row = rows[Number(nth)]
    if (!row || !end) return one
    const words =
      row[end === 'to' ? 'to' : 'from'] === ''
        ? m.hours_bad_empty()
        : end === 'to'
          ? m.hours_bad_order()
          : m.hours_bad_overlap()
    return { field: `${end}-${row.name}`, words }
  })
  return { ...error, details: { ...details, fields } }
}

const withFormErrors = <R extends WriteReply<typeof setWeek>>(reply: R, rows: readonly Row[]): R =>
  reply.ok ? reply : { ...reply, error: withFieldNames(reply.error, rows) }

/** Form intents of the availability page; all are idempotent. */
export const availabilityForms = (context: LoaderContext, form: FormData) => ({
  leave: async () => {
    const from = textOf(form, 'leaveFrom')
    return withLeaveErrors(
      await sendForm(context, takeLeave, form, { body: { from, to: textOf(form, 'leaveTo') || from } }),
    )
  },
  'leave-end': () => sendForm(context, endLeave, form),
  'day-usual': () => sendForm(context, setDay, form, { params: { date: textOf(form, 'of') }, body: { hours: null } }),
  day: async () => {
    const rows = formRows(form, 'day')
    const hours = rows.map(({ from, to }) => ({ from, to }))
    const params = { date: textOf(form, 'date') || 'none' }
    return withFormErrors(await sendForm(context, setDay, form, { params, body: { hours } }), rows)
  },
  week: async () => {
    const copyTo = isTicked(form, 'copy') ? textsOf(form, 'copyTo') : []
    const rows = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
      const day = String(weekday)
      return formRows(form, copyTo.includes(day) ? textOf(form, 'copyFrom') : day).map((row) => ({ ...row, weekday }))
    })
    const week = rows.map(({ weekday, from, to }) => ({ weekday, from, to }))
    return withFormErrors(await sendForm(context, setWeek, form, { body: { week } }), rows)
  },
})

/** The leave form has its own field names, because the page also has a form for a date. */
function withLeaveErrors<R extends WriteReply<typeof takeLeave>>(reply: R): R {
  if (reply.ok || reply.error.code !== 'bad-request' || !Array.isArray(reply.error.details?.fields)) return reply
  const fields = reply.error.details.fields.map(({ field }: { field?: unknown }) =>
    field === 'to'
      ? { field: 'leaveTo', words: m.leave_bad_to() }
      : field === 'from'
        ? { field: 'leaveFrom', words: m.leave_bad_from() }
        : { field },
  )
  return { ...reply, error: { ...reply.error, details: { ...reply.error.details, fields } } }
}
