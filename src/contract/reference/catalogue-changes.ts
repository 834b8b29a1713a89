/** Changes of the catalogue by admins. Every page loads this file, so it does not import the catalogue itself. */

export type CatalogueKind = 'subject' | 'level' | 'grade' | 'board' | 'degree'
type CatalogueState = 'shown' | 'hidden' | 'removed'

/** A whole entry of the catalogue, built in or changed. */
export type CatalogueEntry = {
  kind: CatalogueKind
  key: string
  /** The level of a grade key; `bachelor` or `master` of a degree; else empty. */
  parent: string
  en: string
  hi: string
  /** Search terms, lower case, in either script. */
  aliases: readonly string[]
  /** Grade keys only: the subjects taught in it, in order. */
  subjects: readonly string[]
  /** Smaller numbers come first. */
  place: number
  state: CatalogueState
  /** The entry this one was merged into. */
  into: string | null
  /** Subjects only: shown on the home page. */
  isHome: boolean
}
/** Every entry that differs from the built-in catalogue; `revision` changes with them. */
export type CatalogueChanges = { revision: string; entries: readonly CatalogueEntry[] }

let current: CatalogueChanges | null = null
const listeners: ((entries: readonly CatalogueEntry[]) => void)[] = []

/** Applies changes to the catalogue of this process or page; null restores the built-in one. */
export function applyCatalogue(changes: CatalogueChanges | null): void {
  if (current?.revision === changes?.revision) return
  current = changes
  for (const listener of listeners) listener(changes?.entries ?? [])
}

export const catalogueChanges = (): CatalogueChanges | null => current

/** Calls `take` with the changed entries, now and after every change. */
export function onCatalogueChange(listener: (entries: readonly CatalogueEntry[]) => void): void {
  listeners.push(listener)
  listener(current?.entries ?? [])
}

/** Caches what `make` derives from the catalogue until the catalogue changes. */
export function derivedFromCatalogue<T>(make: () => T): () => T {
  let cached: { of: CatalogueChanges | null; value: T } | null = null
  return () => {
    if (cached?.of !== current || cached === null) cached = { of: current, value: make() }
    return cached.value
  }
}
