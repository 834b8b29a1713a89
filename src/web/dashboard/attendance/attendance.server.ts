import type { RouterContextProvider } from 'react-router'
import { typeVisitCode, writeNote } from '#contract/classes/attendance.ts'
import { markAttendance } from '#contract/classes/bookings.ts'
import { writeApi } from '../../api.ts'
import { attendanceBody } from '../kit/attendance-body.ts'
import { textOf } from '../kit/form-result.ts'

type Given = Readonly<RouterContextProvider>

/** Marks a class as held. */
export function attend(context: Given, form: FormData) {
  const text = (name: string) => textOf(form, name)
  return writeApi(
    context,
    markAttendance,
    { body: attendanceBody(form) },
    text('key') === '' ? {} : { idempotencyKey: text('key') },
  )
}

/** Does what a form about a marked class asks for: its code, or what the family reads. null: it is about something else. */
export function changeRecord(context: Given, form: FormData) {
  const text = (name: string) => textOf(form, name)
  const params = { id: text('of') }
  if (text('intent') === 'code') return writeApi(context, typeVisitCode, { params, body: { code: text('code') } })
  if (text('intent') !== 'note') return null
  return writeApi(context, writeNote, { params, body: { note: text('note'), homework: text('homework') } })
}
