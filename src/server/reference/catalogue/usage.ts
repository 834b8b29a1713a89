import { gradesOfKey } from '#contract/reference/catalogue.ts'
import type { AdminCatalogueEntry, Usage } from '#contract/reference/catalogue-admin.ts'
import { type CatalogueEntry, type CatalogueKind, catalogueChanges } from '#contract/reference/catalogue-changes.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { namesOf, readEntries, type VersionedEntry } from './catalogue.ts'
import { countUses } from './usage-rows.ts'

/** Words by which rows refer to an entry: drafts hold subject names, learners hold single classes. */
function wordsFor(entry: CatalogueEntry, use: keyof Usage): readonly string[] {
  if (entry.kind === 'subject' && use === 'drafts') return namesOf(entry)
  return entry.kind === 'grade' && use === 'learners' ? gradesOfKey(entry.key) : [entry.key]
}

function withCounts(entries: readonly VersionedEntry[], counts: Map<string, number>): AdminCatalogueEntry[] {
  const count = (entry: CatalogueEntry, use: keyof Usage) =>
    wordsFor(entry, use).reduce((sum, word) => sum + (counts.get(`${use} ${word}`) ?? 0), 0)
  return entries.map((entry) => ({
    ...entry,
    aliases: [...entry.aliases],
    subjects: [...entry.subjects],
    usage: {
      mentors: count(entry, 'mentors'),
      learners: count(entry, 'learners'),
      bookings: count(entry, 'bookings'),
      drafts: count(entry, 'drafts'),
    },
  }))
}

const cacheMs = 10_000
const cache = new WeakMap<Db, Map<string, { until: number; counts: Promise<Map<string, number>> }>>()

/** Usage counts, cached so that paging and sorting don't repeat the query. A catalogue change invalidates them. */
function cachedCounts(db: Db, kind: CatalogueKind): Promise<Map<string, number>> {
  const ofDatabase = cache.get(db) ?? new Map<string, { until: number; counts: Promise<Map<string, number>> }>()
  cache.set(db, ofDatabase)
  const name = `${kind} ${catalogueChanges()?.revision}`
  const known = ofDatabase.get(name)
  if (known && known.until > Date.now()) return known.counts
  for (const [other, { until }] of ofDatabase) if (until <= Date.now()) ofDatabase.delete(other)
  const counts = countUses(db, kind)
  counts.catch(() => ofDatabase.delete(name))
  ofDatabase.set(name, { until: Date.now() + cacheMs, counts })
  return counts
}

/** Entries with their usage, which may be up to 10 s old. */
export const withUsage = async (
  db: Db,
  kind: CatalogueKind,
  entries: readonly VersionedEntry[],
): Promise<AdminCatalogueEntry[]> => withCounts(entries, await cachedCounts(db, kind))

/** One entry with its current usage. */
export async function entryWithUsage(db: Db, kind: CatalogueKind, key: string): Promise<AdminCatalogueEntry> {
  const entry = await findEntry(db, kind, key)
  const [found] = withCounts([entry], await countUses(db, kind))
  if (!found) throw new AppError('not-found')
  return found
}

export async function findEntry(db: Db, kind: CatalogueKind, key: string): Promise<VersionedEntry> {
  return orNotFound((await readEntries(db, kind)).find((entry) => entry.key === key))
}
