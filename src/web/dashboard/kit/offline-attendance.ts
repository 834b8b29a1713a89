import { visitCodeDigits } from '#contract/classes/limits.ts'
import { m } from '#messages'
import { textOf } from '../../form.ts'
import { formatTime } from '../../ui/dates.tsx'
import { attendanceBody } from './attendance-body.ts'
import { storeAttendance } from './attendance-store.ts'
import { type FormResult, lostResult } from './lost-result.ts'
import { phoneNow } from './use-now.ts'

/** Saves attendance on the device when offline; if that fails the form stays unchanged. */
export async function storeOffline(form: FormData): Promise<FormResult> {
  const text = (name: string) => textOf(form, name)
  const fields = problemsOf(text('code'), text('timeIn'), text('timeOut'))
  if (text('code') === '' && Date.parse(text('endsAt')) > phoneNow())
    fields.code = m.attend_early_text({ time: formatTime(text('endsAt')) })
  // Refuse invalid input now: once stored, it would only fail on upload.
  if (Object.keys(fields).length > 0) return { ...lostResult(form), problem: null, fields }
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
    return lostResult(form)
  }
  return { ...lostResult(form), ok: true, problem: null, isStored: true, message: m.attend_saved_text() }
}

const isCode = new RegExp(`^[0-9०-९]{${visitCodeDigits}}$`)

/** Field errors the server would report regardless of the lesson's state. */
const problemsOf = (code: string, timeIn: string, timeOut: string): Record<string, string> => ({
  ...(code !== '' && !isCode.test(code.replace(/[\s-]/g, '')) && { code: m.code_bad() }),
  ...(timeOut <= timeIn && { timeOut: m.dash_bad_time_out() }),
})

/** Timeout after which the network counts as lost. */
const timeoutMs = 15_000

/** Rejects like a lost connection after the timeout. The request may still arrive. */
export const withTimeout = <T>(send: () => Promise<T>): Promise<T> =>
  Promise.race([
    send(),
    new Promise<never>((_, fail) => setTimeout(() => fail(new TypeError('no answer in time')), timeoutMs)),
  ])
