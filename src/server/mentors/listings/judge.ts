import type { ListingProblem } from '#contract/mentors/listing-words.ts'
import type { ListingWish } from '#contract/mentors/listings.ts'
import type { Known } from './mentor-rows.ts'

/** What a row of a change says before anybody applies it. */
export type Judged = {
  line: number
  mentorId: string | null
  given: string
  version: number | null
  before: ListingWish
  after: ListingWish
  problems: ListingProblem[]
  state: 'good' | 'same' | 'bad'
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * What would become of one mentor, or why it cannot. A file that was made of another `version` has cells that somebody changed
 * since: it cannot be told which of its differences are meant.
 */
export function judge(
  line: number,
  mentor: Known,
  wish: ListingWish,
  found: readonly ListingProblem[] = [],
  version = '',
): Judged {
  const problems = [...found]
  const after: ListingWish = {}
  const before: ListingWish = {}
  const { adminRanking, tier, adminBrief, adminBriefVisible, showOnWebsite } = wish
  const set = <F extends keyof ListingWish>(field: F, value: ListingWish[F], isSame = mentor[field] === value) => {
    if (value === undefined || isSame) return
    after[field] = value
    before[field] = mentor[field]
  }
  set('adminRanking', adminRanking)
  set('tier', tier)
  // A table program takes line breaks away; that alone is no change.
  set('adminBrief', adminBrief, flat(mentor.adminBrief) === flat(adminBrief ?? ''))
  set('adminBriefVisible', adminBriefVisible)
  set('showOnWebsite', showOnWebsite)
  if (after.showOnWebsite && mentor.status !== 'verified') problems.push({ code: 'not-verified', value: '' })
  if (after.adminBriefVisible && (after.adminBrief ?? mentor.adminBrief).trim() === '')
    problems.push({ code: 'no-brief', value: '' })
  if (version !== '' && version !== String(mentor.version) && Object.keys(after).length > 0)
    problems.push({ code: 'old-file', value: '' })
  const state = problems.length > 0 ? 'bad' : Object.keys(after).length === 0 ? 'same' : 'good'
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
