import { enterVisitCode, saveNote } from '#contract/classes/attendance.ts'
import { markAttendance } from '#contract/classes/bookings.ts'
import type { LoaderContext } from '../../api.ts'
import { sendForm } from '../../form.server.ts'
import { attendanceBody } from '../kit/attendance-body.ts'

export const submitAttendance = (context: LoaderContext, form: FormData) =>
  sendForm(context, markAttendance, form, { body: attendanceBody(form) })

/** Form intents for a marked lesson: visit code and note. */
export const recordForms = (context: LoaderContext, form: FormData) => ({
  code: () => sendForm(context, enterVisitCode, form),
  note: () => sendForm(context, saveNote, form),
})
