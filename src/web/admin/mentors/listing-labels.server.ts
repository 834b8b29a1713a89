import { type ListingProblem, listingProblemWords } from '#contract/mentors/listing-problems.ts'
import type { BulkEdit, BulkEditRow, ListingInput } from '#contract/mentors/listings.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { formatDateTime } from '../../ui/dates.tsx'

const yesNo = (is: boolean) => (is ? m.admin_yes() : m.admin_no())

/** The values of a listing in words, each with its name. */
function wordsOf(wish: ListingInput): [name: string, value: string][] {
  const { adminRanking, tier, adminBrief, adminBriefVisible, showOnWebsite } = wish
  return [
    ...(adminRanking === undefined ? [] : [[m.admin_listing_ranking_short(), String(adminRanking)] as const]),
    ...(tier === undefined
      ? []
      : [[m.admin_listing_tier(), tier === 'gold' ? m.admin_listing_gold() : m.admin_listing_silver()] as const]),
    ...(adminBrief === undefined
      ? []
      : [[m.admin_listing_brief_short(), adminBrief === '' ? m.admin_bulk_brief_none() : adminBrief] as const]),
    ...(adminBriefVisible === undefined
      ? []
      : [[m.admin_listing_brief_visible_short(), yesNo(adminBriefVisible)] as const]),
    ...(showOnWebsite === undefined ? [] : [[m.admin_listing_on_site(), yesNo(showOnWebsite)] as const]),
  ].map(([name, value]) => [name, value])
}

const problem = (one: ListingProblem) => listingProblemWords(one, currentLocale())

/** A row of a preview, every word chosen here. */
export function changeRowOf(row: BulkEditRow) {
  const { before, after, problems, state, mentor, given, line, _id } = row
  const now = new Map(wordsOf(before))
  return {
    _id,
    line,
    mentor,
    given,
    state,
    changes: wordsOf(after).map(([name, to]) => ({ name, from: now.get(name) ?? '', to })),
    problems: state === 'refused' ? [problem({ code: 'changed', value: '' })] : problems.map(problem),
  }
}
export type ShownChangeRow = ReturnType<typeof changeRowOf>

const statusWords: Record<BulkEdit['status'], () => string> = {
  reading: m.admin_change_reading,
  ready: m.admin_change_ready,
  applying: m.admin_change_applying,
  applied: m.admin_change_applied,
}
/** A change as the list of imports and its own page show it. */
export function changeOf(change: BulkEdit) {
  const { madeAt, madeBy, appliedAt, appliedBy, fileName, status } = change
  return {
    ...change,
    title: fileName ?? m.admin_change_ticked(),
    statusWord: statusWords[status](),
    made: m.admin_change_by({ name: madeBy.name, at: formatDateTime(madeAt) }),
    done: appliedAt && m.admin_change_by({ name: appliedBy?.name ?? '', at: formatDateTime(appliedAt) }),
  }
}
export type ShownChange = ReturnType<typeof changeOf>
