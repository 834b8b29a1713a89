import type { ShownEntry, Usage } from '#contract/reference/catalogue-admin.ts'
import type { CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { formatNumber } from '../../ui/money.tsx'

const kindNames: Record<CatalogueKind, () => string> = {
  subject: m.admin_cat_subject,
  level: m.admin_cat_level,
  grade: m.admin_cat_grade,
  board: m.admin_cat_board,
  degree: m.admin_cat_degree,
}
export const catalogueKinds = Object.keys(kindNames) as CatalogueKind[] // true: the record's keys
export const kindName = (kind: CatalogueKind): string => kindNames[kind]()

/** The URL of the list of a kind. */
export const listOf = (kind: CatalogueKind): string => {
  if (kind === 'subject') return '/admin/subjects'
  return kind === 'level' || kind === 'grade' ? '/admin/subjects/levels' : '/admin/subjects/boards'
}
export const entryHref = (kind: CatalogueKind, key: string): string =>
  `/admin/subjects/${kind}/${encodeURIComponent(key)}`

/** A name in the page's language. */
export const nameOf = (one: Pick<ShownEntry, 'en' | 'hi'>): string => one[currentLocale()]

const stateNames = {
  shown: m.admin_cat_shown,
  hidden: m.admin_cat_hidden,
  merged: m.admin_cat_merged,
  removed: m.admin_cat_removed,
} as const
export type ShownState = keyof typeof stateNames
export const isState = (state: string): state is ShownState => Object.hasOwn(stateNames, state)
export const stateName = (state: ShownState): string => stateNames[state]()
export const stateOf = (one: Pick<ShownEntry, 'state' | 'into'>): ShownState => (one.into ? 'merged' : one.state)

/** Usage counts that apply to this kind of entry. */
export function usageFacts(kind: CatalogueKind, usage: Usage): [label: string, count: string][] {
  return [
    ...(kind === 'level' ? [] : [[m.admin_cat_mentors(), formatNumber(usage.mentors)] as [string, string]]),
    ...(kind === 'grade' || kind === 'board'
      ? [[m.admin_cat_learners(), formatNumber(usage.learners)] as [string, string]]
      : []),
    ...(kind === 'subject' ? [[m.admin_cat_bookings(), formatNumber(usage.bookings)] as [string, string]] : []),
    [m.admin_cat_drafts(), formatNumber(usage.drafts)],
  ]
}
