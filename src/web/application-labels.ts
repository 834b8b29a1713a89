import type { SectionName, teachingRanges, twelfthStreams } from '#contract/mentors/application-sections.ts'
import {
  boardName,
  boards,
  type ClassMode,
  type experiences,
  type genders,
  isOffered,
  type Weekday,
} from '#contract/reference/catalogue.ts'
import { type DegreeKind, degreeName, degreesToChoose, noMaster } from '#contract/reference/degrees.ts'
import { m } from '#messages'
import { currentLocale } from './locale.ts'

type Label = () => string

export const sectionTitles: Record<SectionName, Label> = {
  personal: m.apply_personal,
  education: m.apply_education,
  location: m.apply_location,
  modes: m.apply_modes,
  preferences: m.apply_preferences,
  availability: m.apply_availability,
  details: m.apply_details,
}
export const sectionDescriptions: Record<SectionName, Label> = {
  personal: m.apply_personal_text,
  education: m.apply_education_text,
  location: m.apply_location_text,
  modes: m.apply_modes_text,
  preferences: m.apply_preferences_text,
  availability: m.apply_availability_text,
  details: m.apply_details_text,
}

const labels = {
  fullName: m.apply_label_fullName,
  email: m.apply_label_email,
  phone: m.apply_label_phone,
  gender: m.apply_label_gender,
  age: m.apply_label_age,
  profilePhoto: m.apply_label_photo,
  mentorId: m.apply_label_document,
  twelfthStream: m.apply_label_stream,
  twelfthBoard: m.apply_label_board,
  'graduation.degree': m.apply_label_graduation,
  'graduation.college': m.apply_label_graduation_college,
  'postGraduation.degree': m.apply_label_post,
  'postGraduation.college': m.apply_label_post_college,
  'qualifications.highestQualification': m.apply_label_highest,
  'qualifications.specialization': m.apply_label_specialization,
  'qualifications.university': m.apply_label_university,
  'qualifications.graduationYear': m.apply_label_year,
  'qualifications.display': m.apply_label_display,
  experience: m.apply_label_experience,
  'certificates.degree': m.apply_label_certificate_degree,
  'certificates.teaching': m.apply_label_certificate_teaching,
  'certificates.police': m.apply_label_certificate_police,
  'location.state': m.apply_label_state,
  'location.city': m.apply_label_city,
  'location.area': m.apply_label_area,
  teachingRange: m.apply_label_range,
  teachingModes: m.apply_label_modes,
  onlinePrice: m.apply_mode_online,
  teachingPreferences: m.apply_label_preferences,
  boards: m.apply_label_boards,
  languages: m.apply_label_languages,
  availableDays: m.apply_label_days,
  dailyHours: m.apply_label_hours,
  centreSeats: m.apply_label_seats,
  startImmediately: m.apply_label_start,
  startDate: m.apply_label_date,
  teachingExperience: m.apply_label_teaching,
  brief: m.apply_label_brief,
  teachingVideo: m.apply_label_video,
  publishVideo: m.apply_label_publish,
  cv: m.apply_label_cv,
} as const satisfies Record<string, Label>
type FieldPath = keyof typeof labels

/** Label of the field at a path, or of its nearest parent that has one. */
export function labelOf(path: string): string {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    if (Object.hasOwn(labels, at)) return labels[at as FieldPath]() // checked above
  }
  return path
}

export const genderNames: Record<(typeof genders)[number], Label> = {
  female: m.apply_female,
  male: m.apply_male,
  other: m.apply_other,
}
export const streamNames: Record<(typeof twelfthStreams)[number], Label> = {
  science: m.apply_science,
  commerce: m.apply_commerce,
  arts: m.apply_arts,
}
const years = (span: string) => () => m.apply_years({ years: span })
export const experienceNames: Record<(typeof experiences)[number], Label> = {
  fresher: m.apply_fresher,
  '1-3': years('1-3'),
  '3-5': years('3-5'),
  '5-10': years('5-10'),
  '10+': m.apply_years_more,
}
const km = (count: number) => () => m.apply_range_km({ km: count })
export const rangeNames: Record<(typeof teachingRanges)[number], Label> = {
  '2km': km(2),
  '5km': km(5),
  '10km': km(10),
  '15km': km(15),
  '20km': km(20),
  '25km+': m.apply_range_far,
  anywhere: m.apply_range_any,
}
export const modeNames: Record<ClassMode, readonly [name: Label, text: Label]> = {
  homeTuition: [m.apply_mode_homeTuition, m.apply_mode_homeTuition_text],
  myPlace: [m.apply_mode_myPlace, m.apply_mode_myPlace_text],
  coachingCenter: [m.apply_mode_coachingCenter, m.apply_mode_coachingCenter_text],
  schoolTeaching: [m.apply_mode_schoolTeaching, m.apply_mode_schoolTeaching_text],
  counsellor: [m.apply_mode_counsellor, m.apply_mode_counsellor_text],
  groupClasses: [m.apply_mode_groupClasses, m.apply_mode_groupClasses_text],
  online: [m.apply_mode_online, m.apply_mode_online_text],
}
export const dayNames: Record<Weekday, Label> = {
  monday: m.apply_day_monday,
  tuesday: m.apply_day_tuesday,
  wednesday: m.apply_day_wednesday,
  thursday: m.apply_day_thursday,
  friday: m.apply_day_friday,
  saturday: m.apply_day_saturday,
  sunday: m.apply_day_sunday,
}

/** Label of a choice; empty for an unknown value. */
export const choiceName = (names: Record<string, Label>, value: string): string =>
  Object.hasOwn(names, value) ? (names[value]?.() ?? '') : ''
/** Options of a select. */
export const optionsOf = (names: Record<string, Label>) =>
  Object.entries(names).map(([value, label]) => ({ value, label: label() }))

const noMasterNames: Record<(typeof noMaster)[number], Label> = {
  none: m.apply_none_master,
  pursuing: m.apply_pursuing,
}
export const degreeLabel = (code: string): string =>
  choiceName(noMasterNames, code) || (degreeName(code, currentLocale()) ?? '')
/** Offered degrees, and the chosen one even if it is no longer offered. */
export const degreeOptions = (kind: DegreeKind, chosen: string) =>
  [...(kind === 'master' ? noMaster : []), ...degreesToChoose(kind, chosen)].map((value) => ({
    value,
    label: degreeLabel(value),
  }))
/** Offered boards, and chosen ones even if they are no longer offered. */
export const boardOptions = (chosen: readonly string[]) =>
  boards
    .filter((board) => isOffered('board', board) || chosen.includes(board))
    .map((value) => ({ value, label: boardName(value, currentLocale()) }))
