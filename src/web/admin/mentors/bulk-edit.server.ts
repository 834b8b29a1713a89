import { listingProblemText } from '#contract/mentors/listing-problems.ts'
import type { BulkEdit, BulkEditRow } from '#contract/mentors/listings.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import type { BadgeKind } from '../../ui/badge.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { eventText } from '../kit/event-labels.server.ts'
import { fullTime } from '../kit/full-time.ts'

const states: Record<BulkEditRow['state'], readonly [BadgeKind, () => string]> = {
  good: ['pending', m.admin_change_good],
  applied: ['paid', m.admin_change_done],
  refused: ['cancelled', m.admin_change_refused],
  bad: ['failed', m.admin_change_bad],
  same: ['unknown', m.admin_change_same],
}

const countTexts: Record<BulkEditRow['state'], (values: { count: string }) => string> = {
  good: m.admin_change_count_good,
  applied: m.admin_change_count_applied,
  refused: m.admin_change_count_refused,
  bad: m.admin_change_count_bad,
  same: m.admin_change_count_same,
}

export function toEditRow({ before, after, problems, state, ...row }: BulkEditRow) {
  const changes = Object.entries(after).map(([field, to]) => ({ field, from: before[field as keyof typeof after], to })) // its own keys
  const found = state === 'refused' ? [{ code: 'changed', value: '' } as const] : problems
  return {
    ...row,
    state: states[state][1](),
    badge: states[state][0],
    changes: eventText({ kind: 'changed', check: null, changes }).changes,
    problems: found.map((one) => listingProblemText(one, currentLocale())),
  }
}
export type EditRow = ReturnType<typeof toEditRow>

const statusTexts: Record<BulkEdit['status'], () => string> = {
  reading: m.admin_change_reading_text,
  ready: m.admin_change_nothing_yet,
  applying: m.admin_change_applying_text,
  applied: m.admin_change_applied,
}

/** A bulk edit with the number of its rows by state. */
export function toBulkEdit({ status, good, same, bad, applied, refused, fileName, madeBy, madeAt, unread }: BulkEdit) {
  const left = good - applied - refused
  const counts = Object.entries({ good: left, applied, refused, bad, same } satisfies Record<
    BulkEditRow['state'],
    number
  >)
  return {
    status,
    left,
    unread,
    isFile: fileName !== null,
    statusText: statusTexts[status](),
    title: fileName ?? m.admin_change_ticked(),
    made: m.admin_change_by({ name: madeBy.name, at: fullTime(madeAt) }),
    states: counts
      .filter(([, count]) => count > 0)
      .map(([value, count]) => {
        const label = countTexts[value as BulkEditRow['state']] // safe: the record's keys
        return { value, label: label({ count: formatNumber(count) }) }
      }),
  }
}
