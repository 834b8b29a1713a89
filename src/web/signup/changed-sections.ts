import { type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import { isSame } from './draft.ts'
import { type Answers, textAt } from './form-answers.ts'

type BySection = Partial<Record<SectionName, Answers>>

/** A mode that is not ticked counts for nothing, whatever its price. */
const isNothing = (value: unknown) =>
  value === undefined ||
  value === '' ||
  value === false ||
  (typeof value === 'object' &&
    value !== null &&
    (Object.keys(value).length === 0 || ('monthlyPrice' in value && !('selected' in value))))

/** A text as it counts: an upload is answered with its whole address, and kept by its path. */
export const plainText = (text: string): string => text.trim().replace(/^https?:\/\/[^/]+(?=\/media\/)/, '')

/** Numbers of the database and texts of the fields are the same answers; an empty one is none. */
function plain(value: unknown, without: readonly string[]): unknown {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map((one) => plain(one, without)).sort()
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? plainText(value) : value
  const entries = Object.entries(value)
    .filter(([name]) => !without.includes(name))
    .map(([name, one]) => [name, plain(one, without)] as const)
  return Object.fromEntries(entries.filter(([, one]) => !isNothing(one)))
}

/** What the server fills in by itself, and what counts for nothing beside another answer. */
function idle(section: SectionName, now: Answers): string[] {
  if (section === 'education' && textAt(now, 'qualifications.display').trim() === '') return ['display']
  if (section === 'location' && textAt(now, 'location.lat') === '') return ['lat', 'lon']
  if (section === 'modes' && now.teachesOnline !== true) return ['onlinePrice']
  return section === 'availability' && now.startImmediately === 'yes' ? ['startDate'] : []
}

/** Sections whose answers differ from what was submitted. */
export const changedSections = (now: BySection, submitted: BySection): SectionName[] =>
  sectionNames.filter((one) => {
    const names = idle(one, now[one] ?? {})
    return !isSame(plain(now[one] ?? {}, names), plain(submitted[one] ?? {}, names))
  })
