import type { CatalogueEntry, CatalogueKind } from './catalogue-changes.ts'

/** A built-in entry at index `place` of its list. Places are ten apart, so that others fit between. */
export const builtIn = (
  kind: CatalogueKind,
  key: string,
  [en, hi]: readonly [en: string, hi: string],
  place: number,
  more: Partial<CatalogueEntry> = {},
): CatalogueEntry => ({
  kind,
  key,
  parent: '',
  en,
  hi,
  aliases: [],
  subjects: [],
  place: (place + 1) * 10,
  state: 'shown',
  into: null,
  isHome: false,
  ...more,
})

/** The built-in entries of a kind with the changes of admins applied, in display order. */
export function withChanges(
  kind: CatalogueKind,
  base: readonly CatalogueEntry[],
  changed: readonly CatalogueEntry[],
): CatalogueEntry[] {
  const all = new Map(base.map((entry) => [entry.key, entry]))
  for (const entry of changed) if (entry.kind === kind) all.set(entry.key, entry)
  return [...all.values()].sort((a, b) => a.place - b.place)
}

/** Replaces the values of a list in place, because other modules hold a reference to it. */
export function refill<T>(list: T[], values: readonly T[]): void {
  list.splice(0, list.length, ...values)
}

/** The current entry of a key: the target if it was merged, null if it was removed. */
export function resolveEntry<E extends CatalogueEntry>(list: readonly E[], key: string): E | null {
  let current = list.find((entry) => entry.key === key)
  for (let hops = 0; current?.into && hops < list.length; hops++)
    current = list.find((entry) => entry.key === current?.into)
  return current && current.into === null && current.state !== 'removed' ? current : null
}

/** A word normalised for comparison: lower case, single spaces. */
export const normaliseWord = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
