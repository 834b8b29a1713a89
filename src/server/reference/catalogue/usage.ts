import { gradesOfKey } from '#contract/reference/catalogue.ts'
import type { ShownEntry, Usage } from '#contract/reference/catalogue-admin.ts'
import { type CatalogueEntry, type CatalogueKind, catalogueChanges } from '#contract/reference/catalogue-changes.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { entriesNow, type KnownEntry, namesOf } from './catalogue.ts'
import { wordsInUse } from './usage-rows.ts'

/** Words by which rows refer to an entry: drafts hold subject names, learners hold single classes. */
function wordsFor(one: CatalogueEntry, use: keyof Usage): readonly string[] {
  if (one.kind === 'subject' && use === 'drafts') return namesOf(one)
  return one.kind === 'grade' && use === 'learners' ? gradesOfKey(one.key) : [one.key]
}

function shown(entries: readonly KnownEntry[], words: Map<string, number>): ShownEntry[] {
  const count = (one: CatalogueEntry, use: keyof Usage) =>
    wordsFor(one, use).reduce((sum, word) => sum + (words.get(`${use} ${word}`) ?? 0), 0)
  return entries.map((one) => ({
    ...one,
    ...{ aliases: [...one.aliases], subjects: [...one.subjects] },
    usage: {
      ...{ mentors: count(one, 'mentors'), learners: count(one, 'learners') },
      ...{ bookings: count(one, 'bookings'), drafts: count(one, 'drafts') },
    },
  }))
}

const keptMs = 10_000
const kept = new WeakMap<Db, Map<string, { until: number; words: Promise<Map<string, number>> }>>()

/** Usage counts, cached so that paging and sorting don't repeat the query. A catalogue change invalidates them. */
function keptWords(db: Db, kind: CatalogueKind): Promise<Map<string, number>> {
  const mine = kept.get(db) ?? new Map<string, { until: number; words: Promise<Map<string, number>> }>()
  kept.set(db, mine)
  const name = `${kind} ${catalogueChanges()?.revision}`
  const known = mine.get(name)
  if (known && known.until > Date.now()) return known.words
  for (const [other, { until }] of mine) if (until <= Date.now()) mine.delete(other)
  const words = wordsInUse(db, kind)
  words.catch(() => mine.delete(name))
  mine.set(name, { until: Date.now() + keptMs, words })
  return words
}

/** Entries with their usage, which may be up to 10 s old. */
export const withUsage = async (db: Db, kind: CatalogueKind, entries: readonly KnownEntry[]): Promise<ShownEntry[]> =>
  shown(entries, await keptWords(db, kind))

/** One entry with its current usage. */
export async function shownEntry(db: Db, kind: CatalogueKind, key: string): Promise<ShownEntry> {
  const one = await entryOf(db, kind, key)
  const [found] = shown([one], await wordsInUse(db, kind))
  if (!found) throw new AppError('not-found')
  return found
}

export async function entryOf(db: Db, kind: CatalogueKind, key: string): Promise<KnownEntry> {
  const one = (await entriesNow(db, kind)).find((entry) => entry.key === key)
  if (!one) throw new AppError('not-found')
  return one
}
