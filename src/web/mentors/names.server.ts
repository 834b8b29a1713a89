import { type ClassMode, type Subject, subjects, teachingModes, type Weekday } from '#contract/catalogue.ts'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'

const place = () => (currentLocale() === 'hi' ? 1 : 0)
const days = {
  monday: m.profile_day_monday,
  tuesday: m.profile_day_tuesday,
  wednesday: m.profile_day_wednesday,
  thursday: m.profile_day_thursday,
  friday: m.profile_day_friday,
  saturday: m.profile_day_saturday,
  sunday: m.profile_day_sunday,
}

/** "Mon", "सोम"; a shortcut such as `weekend` as its days. */
export function dayName(day: Weekday | 'weekdays' | 'weekend'): string {
  if (day === 'weekdays') return `${days.monday()} - ${days.friday()}`
  return day === 'weekend' ? `${days.saturday()} - ${days.sunday()}` : days[day]()
}

export const modeName = (mode: ClassMode): string =>
  mode === 'online' ? m.list_online() : teachingModes[mode][place()]

/** "at our home": in the middle of a sentence. */
export const modeInSentence = (mode: ClassMode): string =>
  modeName(mode).charAt(0).toLowerCase() + modeName(mode).slice(1)

export const subjectName = (subject: Subject): string => subjects[subject][place()]
