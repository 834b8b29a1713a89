import type { RouterContextProvider } from 'react-router'
import { skipLesson } from '#contract/classes/changes.ts'
import { addLesson, moveLesson } from '#contract/classes/timetables.ts'
import { writeApi } from '../../api.ts'
import { isWarned } from '../kit/asked-form.ts'
import { textOf } from '../kit/form-result.ts'
import { causes } from '../kit/timetable-words.ts'

/** Does what a form about one class asks for: another time, leaving it out, planning one. null: it is about something else. */
export function changeLesson(context: Readonly<RouterContextProvider>, form: FormData) {
  const text = (name: string) => textOf(form, name)
  const options = text('key') === '' ? {} : { idempotencyKey: text('key') }
  const params = { id: text('of') }
  const at = { date: text('date'), time: text('time'), askFamily: isWarned(form) }
  if (text('intent') === 'move') return writeApi(context, moveLesson, { params, body: at }, options)
  if (text('intent') === 'skip') {
    const cause = causes.find((one) => one === text('cause')) ?? 'mentor'
    return writeApi(context, skipLesson, { params, body: { cause } }, options)
  }
  if (text('intent') !== 'plan') return null
  const [credit, minutes] = [text('credit'), text('minutes')]
  const piece = credit !== '' ? { credit } : minutes !== '' ? { minutes: Number(minutes) } : {}
  return writeApi(context, addLesson, { params, body: { ...at, ...piece } }, options)
}
