import type { RouterContextProvider } from 'react-router'
import { skipLesson } from '#contract/classes/changes.ts'
import { addLesson, moveLesson } from '#contract/classes/timetables.ts'
import { sendForm } from '../../form.server.ts'
import { isWarned } from '../kit/asked-form.ts'

/** What a form can ask about one class: another time, leaving it out, planning one. */
export const lessonForms = (context: Readonly<RouterContextProvider>, form: FormData) => ({
  move: () => sendForm(context, moveLesson, form, { body: { askFamily: isWarned(form) } }),
  skip: () => sendForm(context, skipLesson, form),
  plan: () => sendForm(context, addLesson, form, { body: { askFamily: isWarned(form) } }),
})
