import { type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import type { ApplicationState } from '#contract/mentors/applications.ts'

/** Whether the form edits a submitted application; drafts and rejected applications are filled in. */
export const isEditing = (state: Pick<ApplicationState, 'status'> | null): boolean =>
  state !== null && !['draft', 'rejected'].includes(state.status)

export const documentsForm: readonly SectionName[] = ['personal', 'education']
/** Sections shown to families ("Edit public profile"). */
export const publicForm: readonly SectionName[] = sectionNames.filter((one) => !documentsForm.includes(one))

/** Sections to step through: all of them, or those of the same form when editing. */
export const sectionsAround = (section: SectionName, change: boolean): readonly SectionName[] =>
  change ? (documentsForm.includes(section) ? documentsForm : publicForm) : sectionNames

/** Paths without a language. */
export const sectionPath = (section: SectionName) => `/signup/${section}`
export const checkPath = '/signup/check'

/** Target of "Save and continue"; from the check page it returns there. */
export function nextPath(section: SectionName, change: boolean, fromCheck: boolean): string {
  const walk = sectionsAround(section, change)
  const next = walk[walk.indexOf(section) + 1]
  return next && !fromCheck ? sectionPath(next) : checkPath
}
export function previousPath(section: SectionName, change: boolean, fromCheck: boolean): string {
  if (fromCheck) return checkPath
  const walk = sectionsAround(section, change)
  const before = walk[walk.indexOf(section) - 1]
  return before ? sectionPath(before) : change ? '/dashboard/mentor' : '/signup'
}

/** The section of a path without language; null on the check page. */
export const sectionOfPath = (path: string): SectionName | null =>
  sectionNames.find((one) => path === sectionPath(one)) ?? null

/** Section of a field, by the first part of its path. */
const sectionsByField: Record<string, SectionName> = {
  ...Object.fromEntries(
    ['fullName', 'email', 'phone', 'gender', 'age', 'profilePhoto', 'mentorId'].map((one) => [one, 'personal']),
  ),
  ...Object.fromEntries(
    [
      'twelfthStream',
      'twelfthBoard',
      'graduation',
      'postGraduation',
      'qualifications',
      'experience',
      'certificates',
    ].map((one) => [one, 'education']),
  ),
  location: 'location',
  teachingRange: 'location',
  teachingModes: 'modes',
  teachesOnline: 'modes',
  onlinePrice: 'modes',
  centreSeats: 'modes',
  teachingPreferences: 'preferences',
  boards: 'preferences',
  languages: 'preferences',
  ...Object.fromEntries(
    ['availableDays', 'dailyHours', 'startImmediately', 'startDate'].map((one) => [one, 'availability']),
  ),
}
export const sectionOfField = (field: string): SectionName => sectionsByField[field.split('.')[0] ?? ''] ?? 'details'
