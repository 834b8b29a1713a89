import type { ShownEntry, Usage } from '#contract/catalogue-admin.ts'
import type { CatalogueKind } from '#contract/catalogue-changes.ts'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { formatDateTime } from '../ui/dates.tsx'
import { formatNumber } from '../ui/money.tsx'
import type { ShownEvent } from './timeline-words.ts'

const kindNames: Record<CatalogueKind, () => string> = {
  subject: m.admin_cat_subject,
  level: m.admin_cat_level,
  grade: m.admin_cat_grade,
  board: m.admin_cat_board,
  degree: m.admin_cat_degree,
}
export const catalogueKinds = Object.keys(kindNames) as CatalogueKind[] // true: the record's keys
export const kindName = (kind: CatalogueKind): string => kindNames[kind]()

/** Where the list of a kind is. */
export const listOf = (kind: CatalogueKind): string => {
  if (kind === 'subject') return '/admin/subjects'
  return kind === 'level' || kind === 'grade' ? '/admin/subjects/levels' : '/admin/subjects/boards'
}
export const entryHref = (kind: CatalogueKind, key: string): string =>
  `/admin/subjects/${kind}/${encodeURIComponent(key)}`

/** A name in the reader's language. */
export const nameOf = (one: Pick<ShownEntry, 'en' | 'hi'>): string => one[currentLocale()]

const stateNames = {
  shown: m.admin_cat_shown,
  hidden: m.admin_cat_hidden,
  merged: m.admin_cat_merged,
  removed: m.admin_cat_removed,
} as const
export type ShownState = keyof typeof stateNames
export const stateName = (state: ShownState): string => stateNames[state]()
export const stateOf = (one: Pick<ShownEntry, 'state' | 'into'>): ShownState => (one.into ? 'merged' : one.state)

/** Only what this kind of entry can be used by. */
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

const actions: Record<string, () => string> = {
  'catalogue.add': m.admin_cat_did_add,
  'catalogue.change': m.admin_cat_did_change,
  'catalogue.remove': m.admin_cat_did_remove,
  'catalogue.merge': m.admin_cat_did_merge,
}
const fieldNames: Record<string, () => string> = {
  en: m.admin_cat_en,
  hi: m.admin_cat_hi,
  aliases: m.admin_cat_aliases,
  place: m.admin_cat_place,
  state: m.admin_cat_state,
  isHome: m.admin_cat_home,
  subjects: m.admin_cat_subjects,
  grades: m.admin_cat_grades,
  into: m.admin_cat_into,
}
const said = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? m.apply_yes() : m.apply_no()) : [value ?? ''].flat().join(', ')
const isChange = (value: unknown): value is { was: unknown; now: unknown } =>
  typeof value === 'object' && value !== null && 'now' in value

type Past = { at: string; by: string | null; action: string; detail: Record<string, unknown> }

/** What was done with an entry, as its page shows it. */
export function historyWords({ at, by, action, detail }: Past, i: number): ShownEvent {
  const changes = Object.entries(detail).flatMap(([name, value]) => {
    const label = fieldNames[name]?.()
    if (!label) return []
    if (!isChange(value)) return [`${label}: ${said(value)}`]
    return [
      action === 'catalogue.add' ? `${label}: ${said(value.now)}` : `${label}: ${said(value.was)} → ${said(value.now)}`,
    ]
  })
  return {
    key: `${at}${i}`,
    title: actions[action]?.() ?? action,
    at: formatDateTime(at),
    facts: by ?? '',
    text: changes.join('; '),
    to: null,
  }
}
