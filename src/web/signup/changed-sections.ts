import { type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import { isEqual } from './draft.ts'
import { type Answers, answerAt, textAt } from './form-answers.ts'

type BySection = Partial<Record<SectionName, Answers>>

/** Empty answers and unselected modes, whose prices are ignored. */
const isEmptyAnswer = (value: unknown) =>
  value === undefined ||
  value === '' ||
  value === false ||
  (typeof value === 'object' &&
    value !== null &&
    (Object.keys(value).length === 0 || ('monthlyPrice' in value && !('selected' in value))))

/** Text for comparison: uploads return an absolute URL, and the database stores its path. */
export const comparableText = (text: string): string => text.trim().replace(/^https?:\/\/[^/]+(?=\/media\/)/, '')

/** Normalises answers for comparison: numbers become text, empty values are dropped, lists are sorted. */
function normalise(value: unknown, without: readonly string[]): unknown {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map((one) => normalise(one, without)).sort()
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? comparableText(value) : value
  const entries = Object.entries(value)
    .filter(([name]) => !without.includes(name))
    .map(([name, one]) => [name, normalise(one, without)] as const)
  return Object.fromEntries(entries.filter(([, one]) => !isEmptyAnswer(one)))
}

/** Fields to ignore: those the server fills in, and those another answer makes irrelevant. */
function ignoredFields(section: SectionName, now: Answers): string[] {
  if (section === 'education' && textAt(now, 'qualifications.display').trim() === '') return ['display']
  if (section === 'location' && textAt(now, 'location.lat') === '') return ['lat', 'lon']
  if (section === 'modes')
    return [
      ...(now.teachesOnline === true ? [] : ['onlinePrice']),
      ...(answerAt(now, 'teachingModes.coachingCenter.selected') === true ? [] : ['centreSeats']),
    ]
  return section === 'availability' && now.startImmediately === 'yes' ? ['startDate'] : []
}

/** Sections whose answers differ from the submitted ones. */
export const changedSections = (now: BySection, submitted: BySection): SectionName[] =>
  sectionNames.filter((one) => {
    const names = ignoredFields(one, now[one] ?? {})
    return !isEqual(normalise(now[one] ?? {}, names), normalise(submitted[one] ?? {}, names))
  })
