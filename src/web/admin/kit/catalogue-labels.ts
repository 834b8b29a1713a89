import type { AdminCatalogueEntry, Usage } from '#contract/reference/catalogue-admin.ts'
import type { CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'

type Kind = {
  name: () => string
  plural: () => string
  /** Button of the list, and title of the empty form. */
  add: () => string
  /** Where an entry of this kind can be used. */
  uses: readonly (keyof Usage)[]
}
export const catalogueKind: Record<CatalogueKind, Kind> = {
  subject: {
    name: m.admin_cat_subject,
    plural: m.admin_cat_tab_subjects,
    add: m.admin_cat_add_subject,
    uses: ['mentors', 'bookings', 'drafts'],
  },
  level: { name: m.admin_cat_level, plural: m.admin_cat_tab_levels, add: m.admin_cat_add_level, uses: ['drafts'] },
  grade: {
    name: m.admin_cat_grade,
    plural: m.admin_cat_tab_grades,
    add: m.admin_cat_add_grade,
    uses: ['mentors', 'learners', 'drafts'],
  },
  board: {
    name: m.admin_cat_board,
    plural: m.admin_cat_tab_boards,
    add: m.admin_cat_add_board,
    uses: ['mentors', 'learners', 'drafts'],
  },
  degree: {
    name: m.admin_cat_degree,
    plural: m.admin_cat_tab_degrees,
    add: m.admin_cat_add_degree,
    uses: ['mentors', 'drafts'],
  },
}
export const catalogueKinds = Object.keys(catalogueKind) as CatalogueKind[] // safe: the record's keys

/** The kind an address names. */
export function kindFrom(text: string): CatalogueKind {
  const kind = catalogueKinds.find((one) => one === text)
  if (!kind) throw new Response(null, { status: 404 })
  return kind
}

export const kindHref = (kind: CatalogueKind): string =>
  kind === 'subject' ? '/admin/subjects' : `/admin/subjects/${kind}`
export const entryHref = (kind: CatalogueKind, key: string): string =>
  `/admin/subjects/${kind}/${encodeURIComponent(key)}`

/** A name in the reader's language. */
export const nameOf = (one: Pick<AdminCatalogueEntry, 'en' | 'hi'>): string => one[currentLocale()]

const stateNames = {
  shown: m.admin_cat_shown,
  hidden: m.admin_cat_hidden,
  merged: m.admin_cat_merged,
  removed: m.admin_cat_removed,
} as const
export type EntryState = keyof typeof stateNames
export const stateName = (state: EntryState): string => stateNames[state]()
export const stateOf = (one: Pick<AdminCatalogueEntry, 'state' | 'into'>): EntryState =>
  one.into ? 'merged' : one.state

export const useNames: Record<keyof Usage, () => string> = {
  mentors: m.admin_cat_mentors,
  learners: m.admin_cat_learners,
  bookings: m.admin_cat_bookings,
  drafts: m.admin_cat_drafts,
}
