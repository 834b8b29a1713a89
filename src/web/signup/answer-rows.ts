import type { SectionName } from '#contract/mentors/application-sections.ts'
import { certificateKinds } from '#contract/mentors/check-evidence.ts'
import { eKycDocument } from '#contract/mentors/e-kyc.ts'
import {
  boardName,
  classModes,
  gradeKeyName,
  levelName,
  subjectName,
  teachingModeIds,
  weekdays,
} from '#contract/reference/catalogue.ts'
import { nameOf } from '#contract/reference/hindi-names.ts'
import { m } from '#messages'
import {
  choiceName,
  dayNames,
  degreeLabel,
  experienceNames,
  genderNames,
  labelOf,
  modeNames,
  rangeNames,
  streamNames,
} from '../application-labels.ts'
import { currentLocale } from '../locale.ts'
import { formatDay } from '../ui/dates.tsx'
import { formatRupees } from '../ui/money.tsx'
import type { LoadedForm } from './application.server.ts'
import { answerAt, listAt, preferencesOf, textAt } from './form-answers.ts'

type Cities = LoadedForm['cities']

/** One answer as text lines; `field` is the path of its form field. */
type AnswerRow = { field: string; label: string; lines: string[]; file?: string }

const formatters: Record<string, (value: string) => string> = {
  gender: (value) => choiceName(genderNames, value),
  twelfthStream: (value) => choiceName(streamNames, value),
  twelfthBoard: (value) => boardName(value, currentLocale()),
  'graduation.degree': degreeLabel,
  'postGraduation.degree': degreeLabel,
  experience: (value) => choiceName(experienceNames, value),
  'location.state': (value) => nameOf('state', value, currentLocale()),
  teachingRange: (value) => choiceName(rangeNames, value),
  dailyHours: (hours) => (Number(hours) === 1 ? m.apply_hours_value_one() : m.apply_hours_value({ hours })),
  startImmediately: (value) => (value === 'yes' ? m.apply_yes() : value === 'no' ? m.apply_no() : ''),
  startDate: (value) =>
    /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(`${value}T12:00:00+05:30`, { year: true }) : value,
}
const fieldsBySection: Record<SectionName, readonly string[]> = {
  personal: ['fullName', 'email', 'gender', 'age', 'profilePhoto', 'mentorId'],
  education: [
    ...['twelfthStream', 'twelfthBoard', 'graduation.degree', 'graduation.college', 'postGraduation.degree'],
    ...['postGraduation.college', 'qualifications.highestQualification', 'qualifications.specialization'],
    ...['qualifications.university', 'qualifications.graduationYear', 'qualifications.display', 'experience'],
    ...certificateKinds.map((kind) => `certificates.${kind}`),
  ],
  location: ['location.state', 'location.city', 'location.area', 'teachingRange'],
  modes: [],
  preferences: [],
  availability: ['availableDays', 'dailyHours', 'startImmediately', 'startDate'],
  details: ['teachingExperience', 'brief', 'teachingVideo', 'publishVideo', 'cv'],
}
const fileFields = ['profilePhoto', 'mentorId', 'teachingVideo', 'cv']

function rowOf(answers: unknown, field: string, cities: Cities): AnswerRow {
  const text = textAt(answers, field).trim()
  const row = { field, label: labelOf(field) }
  if (field === 'mentorId' && text === eKycDocument) return { ...row, lines: [m.apply_e_kyc_uploaded()] }
  if (fileFields.includes(field))
    return { ...row, lines: text ? [m.apply_uploaded()] : [], ...(text && { file: text }) }
  if (field === 'availableDays') {
    const days = listAt(answers, field)
    const names = weekdays.filter((day) => days.includes(day)).map((day) => dayNames[day]())
    return { ...row, lines: names.length > 0 ? [names.join(', ')] : [] }
  }
  if (field === 'publishVideo')
    return { ...row, lines: [answerAt(answers, field) === true ? m.apply_yes() : m.apply_no()] }
  if (field === 'location.city' && text)
    return { ...row, lines: [cities.find((one) => one.value === text)?.label ?? text] }
  if (field.startsWith('certificates.')) {
    const count = listAt(answers, field).length
    return { ...row, lines: count > 1 ? [m.apply_uploaded_files({ count })] : count > 0 ? [m.apply_uploaded()] : [] }
  }
  return { ...row, lines: text ? [formatters[field]?.(text) ?? text].filter(Boolean) : [] }
}

function modeRows(answers: unknown): AnswerRow[] {
  const chosen = classModes.flatMap((mode) => {
    const isOnline = mode === 'online'
    const on = answerAt(answers, isOnline ? 'teachesOnline' : `teachingModes.${mode}.selected`) === true
    const price = Number(textAt(answers, isOnline ? 'onlinePrice' : `teachingModes.${mode}.monthlyPrice`))
    const field = isOnline ? 'teachesOnline' : `teachingModes.${mode}.selected`
    return on ? [{ field, label: modeNames[mode][0](), lines: [formatRupees(price)] }] : []
  })
  return chosen.length > 0
    ? chosen
    : [{ field: `teachingModes.${teachingModeIds[0]}.selected`, label: labelOf('teachingModes'), lines: [] }]
}

function preferenceRows(answers: unknown): AnswerRow[] {
  const locale = currentLocale()
  const taught = Object.entries(preferencesOf(answers)).flatMap(([level, keys]) =>
    Object.entries(keys).map(([key, list]) => ({
      field: 'teachingPreferences',
      label: `${levelName(level, locale)}: ${gradeKeyName(key, locale)}`,
      lines: list.length > 0 ? [list.map((one) => subjectName(one, locale)).join(', ')] : [],
    })),
  )
  const lists = (['boards', 'languages'] as const).map((field) => ({
    field,
    label: labelOf(field),
    lines: [
      listAt(answers, field)
        .map((one) => (field === 'boards' ? boardName(one, locale) : nameOf('language', one, locale)))
        .join(', '),
    ].filter(Boolean),
  }))
  const none = { field: 'teachingPreferences', label: labelOf('teachingPreferences'), lines: [] }
  return [...(taught.length > 0 ? taught : [none]), ...lists]
}

/** The answers of a section as rows in the language of the page. */
export function answerRows(section: SectionName, answers: unknown, cities: Cities = []): AnswerRow[] {
  if (section === 'modes') return modeRows(answers)
  if (section === 'preferences') return preferenceRows(answers)
  const rows = fieldsBySection[section].map((field) => rowOf(answers, field, cities))
  const isLater = textAt(answers, 'startImmediately') === 'no'
  return rows.filter(
    ({ field, lines }) =>
      !(field === 'qualifications.display' && lines.length === 0) &&
      !(field === 'startDate' && !isLater) &&
      !(field === 'postGraduation.college' && textAt(answers, 'postGraduation.degree') === 'none') &&
      !(field === 'publishVideo' && !textAt(answers, 'teachingVideo')),
  )
}
