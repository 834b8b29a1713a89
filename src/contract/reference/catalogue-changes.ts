/** What was changed in the admin's catalogue. No import of the catalogue itself: every page loads this file. */

export type CatalogueKind = 'subject' | 'level' | 'grade' | 'board' | 'degree'
export type CatalogueState = 'shown' | 'hidden' | 'removed'

/** One thing of the catalogue, whole: as it is built in, or as it was changed. */
export type CatalogueEntry = {
  kind: CatalogueKind
  key: string
  /** The level of a grade key; `bachelor` or `master` of a degree; else empty. */
  parent: string
  en: string
  hi: string
  /** Other words for it, lower case, in either script. */
  aliases: readonly string[]
  /** Of a grade key: what can be taught in it, in order. */
  subjects: readonly string[]
  /** Smaller stands first. */
  place: number
  state: CatalogueState
  /** The subject this one became part of. */
  into: string | null
  /** A subject on the home page. */
  isHome: boolean
}
/** Everything that is another than built in; `revision` is another one whenever it changes. */
export type CatalogueChanges = { revision: string; entries: readonly CatalogueEntry[] }

let current: CatalogueChanges | null = null
const takers: ((entries: readonly CatalogueEntry[]) => void)[] = []

/** Makes the catalogue of this process, or of this page, what the changes say; null: as it is built in. */
export function applyCatalogue(changes: CatalogueChanges | null): void {
  if (current?.revision === changes?.revision) return
  current = changes
  for (const take of takers) take(changes?.entries ?? [])
}

export const catalogueChanges = (): CatalogueChanges | null => current

/** Calls `take` with the changed entries, now and whenever there are others. */
export function onCatalogue(take: (entries: readonly CatalogueEntry[]) => void): void {
  takers.push(take)
  take(current?.entries ?? [])
}

/** What is made of the catalogue, made again only when that is another one. */
export function perCatalogue<T>(make: () => T): () => T {
  let made: { of: CatalogueChanges | null; value: T } | null = null
  return () => {
    if (made?.of !== current || made === null) made = { of: current, value: make() }
    return made.value
  }
}
