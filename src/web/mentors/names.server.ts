import {
  boardName as boardNameIn,
  type ClassMode,
  type genders,
  type Subject,
  subjectName as subjectNameIn,
  teachingModes,
  type Weekday,
} from '#contract/reference/catalogue.ts'
import { nameOf } from '#contract/reference/hindi-names.ts'
import { m } from '#messages'
import { dayNames } from '../day-names.ts'
import { currentLocale } from '../locale.ts'
import { placeNames } from './places.server.ts'

/** Short name of a day ("Mon", "सोम"), or of a range for `weekdays` and `weekend`. */
export function dayName(day: Weekday | 'weekdays' | 'weekend'): string {
  if (day === 'weekdays') return `${dayNames.monday()} - ${dayNames.friday()}`
  return day === 'weekend' ? `${dayNames.saturday()} - ${dayNames.sunday()}` : dayNames[day]()
}

const genderNames: Record<(typeof genders)[number], () => string> = {
  female: m.list_gender_female,
  male: m.list_gender_male,
  other: m.list_gender_other,
}
export const genderName = (gender: (typeof genders)[number]): string => genderNames[gender]()

export const modeName = (mode: ClassMode): string =>
  mode === 'online' ? m.list_online() : teachingModes[mode][currentLocale() === 'hi' ? 1 : 0]

/** Name of a mode for the middle of a sentence, for example "at your home". */
export const modeInSentence = (mode: ClassMode): string =>
  modeName(mode).charAt(0).toLowerCase() + modeName(mode).slice(1)

export const subjectName = (subject: Subject): string => subjectNameIn(subject, currentLocale())
export const boardName = (board: string): string => boardNameIn(board, currentLocale())
export const languageName = (language: string): string => nameOf('language', language, currentLocale())
/** Requires `knownAreas`. */
export const stateName = (state: string): string => placeNames.state(nameOf('state', state, currentLocale()))
