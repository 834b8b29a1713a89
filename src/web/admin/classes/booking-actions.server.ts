import type { RouterContextProvider } from 'react-router'
import { cancelBooking, type cancelRefunds, correctAttendance, moveClass } from '#contract/classes/admin-bookings.ts'
import { skipLesson } from '#contract/classes/changes.ts'
import { m } from '#messages'
import { writeApi } from '../../api.ts'
import { answerForm } from '../kit/answer-form.server.ts'
import { besideMove, fieldWords } from '../kit/move-words.server.ts'

/** Does one thing with a booking, or with a class of it. */
export async function actOnBooking(context: Readonly<RouterContextProvider>, bookingId: string, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const [params, reason] = [{ id: text('class') }, text('reason')]
  const bad = m.admin_booking_bad()
  const fields = fieldWords()
  const intent = text('intent')
  if (intent === 'move') {
    const body = { date: text('date'), time: text('time'), reason, ...(form.has('atAnyHour') && { atAnyHour: true }) }
    return await answerForm(form, writeApi(context, moveClass, { params, body }), {
      ...{ done: m.admin_booking_moved(), bad, fields, beside: besideMove },
    })
  }
  if (intent === 'skip') {
    const cause = text('cause') as 'family' // true or refused by the API
    return await answerForm(form, writeApi(context, skipLesson, { params, body: { cause, reason } }), {
      ...{ done: m.admin_booking_skipped(), bad, fields },
    })
  }
  if (intent === 'mark') {
    const body = { held: true as const, timeIn: text('timeIn'), timeOut: text('timeOut'), topic: text('topic'), reason }
    return await answerForm(form, writeApi(context, correctAttendance, { params, body }), {
      ...{ done: m.admin_booking_marked(), bad, fields },
    })
  }
  if (intent === 'cancel') {
    const refund = text('refund') as (typeof cancelRefunds)[number] // true or refused by the API
    const amount = refund === 'part' ? { amount: Number(text('amount') || Number.NaN) } : {}
    const body = { id: text('id'), refund, ...amount, left: Number(text('left') || Number.NaN), reason }
    return await answerForm(form, writeApi(context, cancelBooking, { params: { id: bookingId }, body }), {
      ...{ done: m.admin_booking_cancelled(), bad },
    })
  }
  const body = { held: false as const, reason }
  return await answerForm(form, writeApi(context, correctAttendance, { params, body }), {
    ...{ done: m.admin_booking_unmarked(), bad, fields },
  })
}
