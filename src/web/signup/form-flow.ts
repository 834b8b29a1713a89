import { type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import type { ApplicationState } from '#contract/mentors/applications.ts'

/** A mentor who sent the application changes it; before that, and after it was sent back, it is filled in. */
export const isChange = (state: Pick<ApplicationState, 'status'> | null): boolean =>
  state !== null && !['draft', 'rejected'].includes(state.status)

export const secondForm: readonly SectionName[] = ['personal', 'education']
/** What families see: `Form Edit`. */
export const publicForm: readonly SectionName[] = sectionNames.filter((one) => !secondForm.includes(one))

/** The sections one walks through around `section`: all of them, or the form it belongs to. */
export const walkOf = (section: SectionName, change: boolean): readonly SectionName[] =>
  change ? (secondForm.includes(section) ? secondForm : publicForm) : sectionNames

/** Addresses without language. */
export const sectionPath = (section: SectionName) => `/signup/${section}`
export const checkPath = '/signup/check'

/** Where "Save and continue" leads; somebody who came from the check page goes back to it. */
export function nextOf(section: SectionName, change: boolean, fromCheck: boolean): string {
  const walk = walkOf(section, change)
  const next = walk[walk.indexOf(section) + 1]
  return next && !fromCheck ? sectionPath(next) : checkPath
}
export function previousOf(section: SectionName, change: boolean, fromCheck: boolean): string {
  if (fromCheck) return checkPath
  const walk = walkOf(section, change)
  const before = walk[walk.indexOf(section) - 1]
  return before ? sectionPath(before) : change ? '/dashboard/mentor' : '/signup'
}

/** The section an address is about; null on the check page. `path` is without language. */
export const sectionIn = (path: string): SectionName | null =>
  sectionNames.find((one) => path === sectionPath(one)) ?? null

/** The section that asks for a field, by the first word of its path. */
const sectionOfField: Record<string, SectionName> = {
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
  ...{ location: 'location', teachingRange: 'location' },
  ...{ teachingModes: 'modes', teachesOnline: 'modes', onlinePrice: 'modes' },
  ...{ teachingPreferences: 'preferences', boards: 'preferences', languages: 'preferences' },
  ...Object.fromEntries(
    ['availableDays', 'dailyHours', 'startImmediately', 'startDate'].map((one) => [one, 'availability']),
  ),
}
export const sectionAsking = (field: string): SectionName => sectionOfField[field.split('.')[0] ?? ''] ?? 'details'
