import { visitCodeDigits } from '#contract/classes/limits.ts'
import { m } from '#messages'
import { withOrderHint } from '../../accounts/login-hints.ts'
import { textOf } from '../../form.ts'
import { connectionLostAction } from '../../lost-connection.ts'
import { formatTime } from '../../ui/dates.tsx'
import { attendanceBody } from './attendance-body.ts'
import { storeAttendance } from './attendance-store.ts'
import { connectionLostResult, type FormResult } from './lost-result.ts'
import { serverNow } from './use-now.ts'

/** Saves attendance on the device while offline. If that fails, the form keeps its values and reports the lost connection. */
async function storeOffline(form: FormData): Promise<FormResult> {
  const text = (name: string) => textOf(form, name)
  const fields = fieldErrors(text('code'), text('timeIn'), text('timeOut'))
  if (text('code') === '' && Date.parse(text('endsAt')) > serverNow())
    fields.code = m.attend_early_text({ time: formatTime(text('endsAt')) })
  // Refuse invalid input now: once stored, it would only fail on upload.
  if (Object.keys(fields).length > 0) return { ...connectionLostResult(form), problem: null, fields }
  try {
    await storeAttendance({
      lesson: text('lesson'),
      mentor: text('mentor'),
      student: text('student'),
      key: crypto.randomUUID(),
      savedAt: new Date().toISOString(),
      body: attendanceBody(form),
      state: 'saved',
    })
  } catch {
    return connectionLostResult(form)
  }
  return { ...connectionLostResult(form), ok: true, problem: null, isStored: true, message: m.attend_saved_text() }
}

const codePattern = new RegExp(`^[0-9०-९]{${visitCodeDigits}}$`)

/** Field errors the server would report whatever the lesson's state. */
const fieldErrors = (code: string, timeIn: string, timeOut: string): Record<string, string> => ({
  ...(code !== '' && !codePattern.test(code.replace(/[\s-]/g, '')) && { code: m.code_bad() }),
  ...(timeOut <= timeIn && { timeOut: m.dash_bad_time_out() }),
})

/** A request without a response for this long counts as a lost connection. */
const timeoutMs = 15_000

/** After the timeout, rejects like a fetch without a connection. The request may still arrive. */
const withTimeout = <T>(send: () => Promise<T>): Promise<T> =>
  Promise.race([
    send(),
    new Promise<never>((_, fail) => setTimeout(() => fail(new TypeError('no response in time')), timeoutMs)),
  ])

const isAttendance = (form: FormData) => textOf(form, 'intent') === 'attend'

/** `clientAction` of a page with attendance forms: stores attendance on the device without a connection. */
export const attendanceClientAction = connectionLostAction(
  (form) => (isAttendance(form) ? storeOffline(form) : connectionLostResult(form)),
  (send, form) => (isAttendance(form) ? withTimeout(send) : withOrderHint(send)),
)
