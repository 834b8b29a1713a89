import type { ListingProblem } from '#contract/mentors/listing-problems.ts'
import type { ListingInput } from '#contract/mentors/listings.ts'
import type { MentorListing } from './mentor-rows.ts'

/** A row of a bulk edit before it is applied. */
export type CheckedRow = {
  line: number
  mentorId: string | null
  /** The id, number or phone in the file; empty once the mentor is known. */
  given: string
  version: number | null
  before: ListingInput
  after: ListingInput
  problems: ListingProblem[]
  state: 'good' | 'same' | 'bad'
}

const singleLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * Compares the input for one mentor with the current listing. A row exported at another `version` is refused if it
 * differs, because an outdated cell looks like an edited one.
 */
export function checkRow(
  line: number,
  mentor: MentorListing,
  input: ListingInput,
  parseProblems: readonly ListingProblem[] = [],
  version = '',
): CheckedRow {
  const problems = [...parseProblems]
  const after: ListingInput = {}
  const before: ListingInput = {}
  const compare = <F extends keyof ListingInput>(field: F, isSame = mentor[field] === input[field]) => {
    if (input[field] === undefined || isSame) return
    after[field] = input[field]
    before[field] = mentor[field]
  }
  compare('adminRanking')
  compare('tier')
  // Spreadsheet programs drop line breaks, which alone is not a change.
  compare('adminBrief', singleLine(mentor.adminBrief) === singleLine(input.adminBrief ?? ''))
  compare('adminBriefVisible')
  compare('showOnWebsite')
  const isSame = Object.keys(after).length === 0
  if (after.showOnWebsite && mentor.status !== 'verified') problems.push({ code: 'not-verified', value: '' })
  if (after.adminBriefVisible && (after.adminBrief ?? mentor.adminBrief).trim() === '')
    problems.push({ code: 'no-brief', value: '' })
  if (version !== '' && version !== String(mentor.version) && !isSame) problems.push({ code: 'old-file', value: '' })
  const state = problems.length > 0 ? 'bad' : isSame ? 'same' : 'good'
  return {
    line,
    mentorId: mentor.id,
    given: '',
    version: mentor.version,
    ...(state === 'good' ? { before, after } : { before: {}, after: {} }),
    problems,
    state,
  }
}
