import type { RouterContextProvider } from 'react-router'
import { correctAttendance } from '#contract/admin-bookings.ts'
import { skipLesson } from '#contract/changes.ts'
import { moveLesson } from '#contract/timetables.ts'
import { m } from '#messages'
import { writeApi } from '../api.ts'
import { answerForm } from './answer-form.server.ts'

/** Does one thing with a class of a booking. */
export async function actOnBooking(context: Readonly<RouterContextProvider>, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const [params, reason] = [{ id: text('class') }, text('reason')]
  const bad = m.admin_booking_bad()
  const intent = text('intent')
  if (intent === 'move') {
    const body = { date: text('date'), time: text('time'), reason }
    return await answerForm(form, writeApi(context, moveLesson, { params, body }), {
      ...{ done: m.admin_booking_moved(), bad },
    })
  }
  if (intent === 'skip') {
    const cause = text('cause') as 'family' // true or refused by the API
    return await answerForm(form, writeApi(context, skipLesson, { params, body: { cause, reason } }), {
      ...{ done: m.admin_booking_skipped(), bad },
    })
  }
  if (intent === 'mark') {
    const body = { held: true as const, timeIn: text('timeIn'), timeOut: text('timeOut'), topic: text('topic'), reason }
    return await answerForm(form, writeApi(context, correctAttendance, { params, body }), {
      ...{ done: m.admin_booking_marked(), bad },
    })
  }
  const body = { held: false as const, reason }
  return await answerForm(form, writeApi(context, correctAttendance, { params, body }), {
    ...{ done: m.admin_booking_unmarked(), bad },
  })
}
