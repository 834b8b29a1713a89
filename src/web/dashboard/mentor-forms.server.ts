import { answerPickedTime } from '#contract/classes/picked-times.ts'
import { updateMentor } from '#contract/mentors/mentors.ts'
import { setPayoutAccount } from '#contract/money/payouts.ts'
import { giveConsent } from '#contract/people/consents.ts'
import type { LoaderContext } from '../api.ts'
import { byIntent, readForm, sendForm } from '../form.server.ts'
import { textOf } from '../form.ts'
import { localHref } from '../locale.ts'
import { recordForms, submitAttendance } from './attendance/attendance.server.ts'
import { lessonForms } from './bookings/lesson-actions.server.ts'
import { classForms, concernText } from './changes/changes.server.ts'
import { attendanceText } from './kit/attendance-text.ts'
import { addressAfter } from './kit/dashboard-address.ts'
import { askedText } from './kit/family-confirmation.ts'
import { formResult } from './kit/form-result.ts'
import { reviewIntents } from './reviews/reviews.server.ts'
import { timeForms } from './timetable/set-times.server.ts'

/** The `action` of every page with a mentor's bookings: its forms and what each of them sends. */
export async function mentorAction(context: LoaderContext, request: Request) {
  const form = await readForm(request)
  const back = localHref(addressAfter(request))
  const times = { ...lessonForms(context, form), ...timeForms(context, form) }
  if (Object.hasOwn(times, textOf(form, 'intent'))) {
    const reply = await byIntent(form, times)
    return formResult(form, reply, back, askedText(form, reply))
  }
  if (textOf(form, 'intent') === 'attend') {
    const marked = await submitAttendance(context, form)
    return formResult(form, marked, back, marked.ok ? attendanceText(marked.data.data) : undefined)
  }
  const reply = await byIntent(form, {
    ...classForms(context, form),
    ...reviewIntents(context, form),
    ...recordForms(context, form),
    show: () => sendForm(context, updateMentor, form),
    account: () => sendForm(context, setPayoutAccount, form),
    consent: () => sendForm(context, giveConsent, form),
    'answer-time': () => sendForm(context, answerPickedTime, form),
  })
  return formResult(form, reply, back, concernText(form, reply))
}
