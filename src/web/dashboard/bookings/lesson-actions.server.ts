import { skipLesson } from '#contract/classes/changes.ts'
import { addLesson, moveLesson } from '#contract/classes/timetables.ts'
import type { LoaderContext } from '../../api.ts'
import { sendForm } from '../../form.server.ts'
import { isWarned } from '../kit/family-confirmation.ts'

/** Form intents for one lesson: reschedule, skip, add. */
export const lessonForms = (context: LoaderContext, form: FormData) => ({
  move: () => sendForm(context, moveLesson, form, { body: { askFamily: isWarned(form) } }),
  skip: () => sendForm(context, skipLesson, form),
  plan: () => sendForm(context, addLesson, form, { body: { askFamily: isWarned(form) } }),
})
