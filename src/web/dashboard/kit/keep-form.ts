import { visitCodeDigits } from '#contract/classes/limits.ts'
import { m } from '#messages'
import { textOf } from '../../form.ts'
import { formatTime } from '../../ui/dates.tsx'
import { attendanceBody } from './attendance-body.ts'
import { keepAttendance } from './kept-attendance.ts'
import { type FormResult, lostResult } from './lost-result.ts'
import { phoneNow } from './use-now.ts'

/** Without a connection attendance is saved on the phone; where that is not possible the form stays as it is. */
export async function keptResult(form: FormData): Promise<FormResult> {
  const text = (name: string) => textOf(form, name)
  const fields = problemsOf(text('code'), text('timeIn'), text('timeOut'))
  if (text('code') === '' && Date.parse(text('endsAt')) > phoneNow())
    fields.code = m.attend_early_text({ time: formatTime(text('endsAt')) })
  // Kept, it would only be refused hours later.
  if (Object.keys(fields).length > 0) return { ...lostResult(form), problem: null, fields }
  try {
    await keepAttendance({
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
  return { ...lostResult(form), ok: true, problem: null, isKept: true, told: m.attend_saved_text() }
}

const isCode = new RegExp(`^[0-9०-९]{${visitCodeDigits}}$`)

/** What the server would refuse whatever it knows of the class, beside the fields. */
const problemsOf = (code: string, timeIn: string, timeOut: string): Record<string, string> => ({
  ...(code !== '' && !isCode.test(code.replace(/[\s-]/g, '')) && { code: m.code_bad() }),
  ...(timeOut <= timeIn && { timeOut: m.dash_bad_time_out() }),
})

/** A network that says nothing for this long is none. */
const patienceMs = 15_000

/** `send`, given up as if the connection was lost when it takes too long. It may arrive all the same. */
export const inTime = <T>(send: () => Promise<T>): Promise<T> =>
  Promise.race([
    send(),
    new Promise<never>((_, fail) => setTimeout(() => fail(new TypeError('no answer in time')), patienceMs)),
  ])
