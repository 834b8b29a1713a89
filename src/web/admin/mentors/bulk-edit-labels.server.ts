import { type ListingProblem, listingProblemText } from '#contract/mentors/listing-problems.ts'
import type { BulkEdit, BulkEditRow, ListingInput } from '#contract/mentors/listings.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { formatNumber } from '../../ui/money.tsx'
import { countText } from '../kit/count-text.ts'
import { fullTime } from '../kit/full-time.ts'

const yesNo = (is: boolean) => (is ? m.admin_yes() : m.admin_no())
const tierNames = { gold: m.admin_listing_gold, silver: m.admin_listing_silver }
const maxBriefLength = 200
const shortened = (text: string) => (text.length > maxBriefLength ? `${text.slice(0, maxBriefLength)}…` : text)

/** Labels and values of the fields with a value. */
function fieldsOf({ adminRanking, tier, adminBrief, adminBriefVisible, showOnWebsite }: ListingInput) {
  const fields: [label: string, value: string | undefined][] = [
    [m.admin_listing_ranking_short(), adminRanking?.toString()],
    [m.admin_listing_tier(), tier && tierNames[tier]()],
    [
      m.admin_listing_brief_short(),
      adminBrief === '' ? m.admin_bulk_brief_none() : adminBrief && shortened(adminBrief),
    ],
    [m.admin_listing_brief_visible_short(), adminBriefVisible === undefined ? undefined : yesNo(adminBriefVisible)],
    [m.admin_listing_on_site(), showOnWebsite === undefined ? undefined : yesNo(showOnWebsite)],
  ]
  return fields.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))
}

const problemText = (one: ListingProblem) => listingProblemText(one, currentLocale())
const stateNames: Record<BulkEditRow['state'], () => string> = {
  good: m.admin_change_good,
  applied: m.admin_change_done,
  refused: m.admin_change_refused,
  bad: m.admin_change_bad,
  same: m.admin_change_same,
}

export function toEditRow({ before, after, problems, state, ...row }: BulkEditRow) {
  const was = fieldsOf(before)
  return {
    ...row,
    stateName: stateNames[state](),
    changes: fieldsOf(after).map(({ label, value }) => ({
      label,
      was: was.find((one) => one.label === label)?.value ?? '',
      becomes: value,
    })),
    problems: state === 'refused' ? [problemText({ code: 'changed', value: '' })] : problems.map(problemText),
  }
}
export type EditRow = ReturnType<typeof toEditRow>

/** Options of the state filter with row counts. */
export function stateOptions({ good, same, bad, applied, refused }: BulkEdit) {
  const counts = { good: good - applied - refused, applied, refused, bad, same }
  return (Object.keys(stateNames) as BulkEditRow['state'][]) // the record's keys
    .filter((state) => counts[state] > 0)
    .map((state) => ({ value: state, label: `${stateNames[state]()} (${formatNumber(counts[state])})` }))
}

const statusNames: Record<BulkEdit['status'], () => string> = {
  reading: m.admin_change_reading,
  ready: m.admin_change_ready,
  applying: m.admin_change_applying,
  applied: m.admin_change_applied,
}

/** Summary of the planned or applied changes. */
function summaryOf({ status, good, bad, applied, refused }: BulkEdit): string[] {
  if (status === 'reading') return [m.admin_change_reading_text()]
  if (status === 'ready')
    return [
      countText(good, m.admin_change_would_one, m.admin_change_would),
      ...(bad > 0 ? [countText(bad, m.admin_change_left_one, m.admin_change_left)] : []),
      m.admin_change_nothing_yet(),
    ]
  return [
    status === 'applying'
      ? m.admin_change_applying_text({ done: formatNumber(applied + refused), count: formatNumber(good) })
      : countText(applied, m.admin_change_applied_one, m.admin_change_applied_text),
    ...(refused > 0 ? [countText(refused, m.admin_change_refused_one, m.admin_change_refused_text)] : []),
  ]
}

export function toBulkEditSummary(one: BulkEdit) {
  const { _id, status, good, applied, bad, refused, fileName, madeBy, madeAt, appliedBy, appliedAt, unread } = one
  return {
    ...{ _id, status, good, applied, unread },
    isFile: fileName !== null,
    left: good - applied - refused,
    skipped: bad + refused,
    title: fileName ?? m.admin_change_ticked(),
    statusName: statusNames[status](),
    summary: summaryOf(one).join(' '),
    made: m.admin_change_by({ name: madeBy.name, at: fullTime(madeAt) }),
    done: appliedAt && m.admin_change_by({ name: appliedBy?.name ?? '', at: fullTime(appliedAt) }),
  }
}
export type BulkEditSummary = ReturnType<typeof toBulkEditSummary>
