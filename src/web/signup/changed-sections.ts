import { type SectionName, sectionNames } from '#contract/application-sections.ts'
import { isSame } from './draft.ts'
import type { Answers } from './form-answers.ts'

type BySection = Partial<Record<SectionName, Answers>>

/** A mode that is not ticked counts for nothing, whatever its price. */
const isNothing = (value: unknown) =>
  value === undefined ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && value !== null && 'monthlyPrice' in value && !('selected' in value))

/** Numbers of the database and texts of the fields are the same answers; an empty one is none. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(plain).sort()
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value.trim() : value
  const entries = Object.entries(value).map(([name, one]) => [name, plain(one)] as const)
  return Object.fromEntries(entries.filter(([, one]) => !isNothing(one)))
}

const withoutIdle = (section: SectionName, answers: Answers = {}): Answers => {
  if (section === 'modes' && answers.teachesOnline !== true) return { ...answers, onlinePrice: '' }
  if (section === 'availability' && answers.startImmediately === 'yes') return { ...answers, startDate: '' }
  return answers
}

/** Sections whose answers differ from what was submitted. */
export const changedSections = (now: BySection, submitted: BySection): SectionName[] =>
  sectionNames.filter((one) => !isSame(plain(withoutIdle(one, now[one])), plain(withoutIdle(one, submitted[one]))))
