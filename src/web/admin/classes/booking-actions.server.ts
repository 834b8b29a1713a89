import { cancelBooking, correctAttendance, moveClass } from '#contract/classes/admin-bookings.ts'
import { skipLesson } from '#contract/classes/changes.ts'
import { m } from '#messages'
import type { LoaderContext } from '../../api.ts'
import { byIntent, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { answerForm } from '../kit/answer-form.server.ts'
import { besideMove, moveFieldLabels } from '../kit/move-labels.server.ts'

/** Runs an admin action on a booking or one of its lessons. */
export async function actOnBooking(context: LoaderContext, bookingId: string, form: FormData) {
  const params = { id: textOf(form, 'class') }
  const words = { bad: m.admin_booking_bad(), fields: moveFieldLabels() }
  const mark = (held: boolean) => sendForm(context, correctAttendance, form, { params, body: { held } })
  return await byIntent(form, {
    move: () =>
      answerForm(form, sendForm(context, moveClass, form, { params }), {
        ...words,
        done: m.admin_booking_moved(),
        beside: besideMove,
      }),
    skip: () =>
      answerForm(form, sendForm(context, skipLesson, form, { params }), { ...words, done: m.admin_booking_skipped() }),
    mark: () => answerForm(form, mark(true), { ...words, done: m.admin_booking_marked() }),
    unmark: () => answerForm(form, mark(false), { ...words, done: m.admin_booking_unmarked() }),
    cancel: () => {
      const amount = textOf(form, 'refund') === 'part' ? {} : { amount: undefined }
      const sent = sendForm(context, cancelBooking, form, { params: { id: bookingId }, body: amount })
      return answerForm(form, sent, { done: m.admin_booking_cancelled(), bad: words.bad })
    },
  })
}
