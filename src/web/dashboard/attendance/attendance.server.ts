import type { RouterContextProvider } from 'react-router'
import { enterVisitCode, saveNote } from '#contract/classes/attendance.ts'
import { markAttendance } from '#contract/classes/bookings.ts'
import { sendForm } from '../../form.server.ts'
import { attendanceBody } from '../kit/attendance-body.ts'

type RequestContext = Readonly<RouterContextProvider>

export const submitAttendance = (context: RequestContext, form: FormData) =>
  sendForm(context, markAttendance, form, { body: attendanceBody(form) })

/** Form intents for a marked lesson: visit code and note. */
export const recordForms = (context: RequestContext, form: FormData) => ({
  code: () => sendForm(context, enterVisitCode, form),
  note: () => sendForm(context, saveNote, form),
})
