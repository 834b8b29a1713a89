import type { RouterContextProvider } from 'react-router'
import { skipLesson } from '#contract/changes.ts'
import { addLesson, moveLesson } from '#contract/timetables.ts'
import { writeApi } from '../api.ts'
import { textOf } from './form-result.ts'
import { causes } from './timetable-words.ts'

/** Does what a form about one class asks for: another time, leaving it out, planning one. null: it is about something else. */
export function changeLesson(context: Readonly<RouterContextProvider>, form: FormData) {
  const text = (name: string) => textOf(form, name)
  const options = text('key') === '' ? {} : { idempotencyKey: text('key') }
  const params = { id: text('of') }
  const at = { date: text('date'), time: text('time') }
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
