import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { builtInCatalogue } from '#contract/reference/catalogue.ts'
import { applyCatalogue, type CatalogueEntry, type CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { normaliseWord, withChanges } from '#contract/reference/catalogue-entries.ts'
import { builtInDegrees } from '#contract/reference/degrees.ts'
import { type Listener, notifyChange, reloadOnChange } from '#server/platform/changes.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import * as rows from './rows.ts'

export { writeEntry } from './rows.ts'

export type VersionedEntry = CatalogueEntry & { version: number }

const builtIn: Record<CatalogueKind, readonly CatalogueEntry[]> = { ...builtInCatalogue, degree: builtInDegrees }

/** The entries of a kind from the database, which may be ahead of this process. */
export async function readEntries(db: Db, kind: CatalogueKind): Promise<VersionedEntry[]> {
  const changed = await rows.changedRows(db)
  const versions = new Map(changed.map((row) => [`${row.kind} ${row.key}`, row.version]))
  return withChanges(kind, builtIn[kind], changed).map((entry) => ({
    ...entry,
    version: versions.get(`${kind} ${entry.key}`) ?? 0,
  }))
}

let reading: Promise<void> = Promise.resolve()

/** Applies the database's catalogue to this process. Reads run one after another, so that none restores an older state. */
export function reloadCatalogue(db: Db): Promise<void> {
  reading = reading
    .catch(() => {})
    .then(async () => {
      const entries = (await rows.changedRows(db)).map(({ version: _, ...entry }) => entry)
      const revision = createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 12)
      applyCatalogue(entries.length > 0 ? { revision, entries } : null)
    })
  return reading
}

/** Reads the catalogue again whenever another process changes it. */
export function watchCatalogue(db: Db, url: string, log: FastifyBaseLogger): Listener {
  const read = async () => {
    await reloadCatalogue(db)
    // A page rendered between the change and this read must not stay cached.
    await notifyChange(db, 'public_pages')
  }
  return reloadOnChange(url, 'catalogue', { read, log })
}

/** Every word for an entry, in lower case. */
export const namesOf = (entry: CatalogueEntry): string[] => [
  ...new Set([entry.key, entry.en, entry.hi, ...entry.aliases].map(normaliseWord)),
]

/** Tells every process to read the catalogue, and caches to drop public pages. */
export async function notifyCatalogueChange(tx: Transaction): Promise<void> {
  await notifyChange(tx, 'catalogue')
  await notifyChange(tx, 'public_pages')
}
