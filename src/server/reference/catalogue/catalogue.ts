import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { builtInCatalogue } from '#contract/reference/catalogue.ts'
import { applyCatalogue, type CatalogueEntry, type CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { laidOver, wordOf } from '#contract/reference/catalogue-entries.ts'
import { builtInDegrees } from '#contract/reference/degrees.ts'
import { type Listener, notifyChange, reloadOnChange } from '#server/platform/changes.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'
import * as rows from './queries.ts'

export { writeEntry } from './queries.ts'

type Db = Kysely<DB>
export type KnownEntry = CatalogueEntry & { version: number }

const builtIn: Record<CatalogueKind, readonly CatalogueEntry[]> = { ...builtInCatalogue, degree: builtInDegrees }

/** The entries of a kind as the database has them, which may be ahead of this process. */
export async function entriesNow(db: Db, kind: CatalogueKind): Promise<KnownEntry[]> {
  const changed = await rows.changedRows(db)
  const versions = new Map(changed.map((one) => [`${one.kind} ${one.key}`, one.version]))
  return laidOver(kind, builtIn[kind], changed).map((one) => ({
    ...one,
    version: versions.get(`${kind} ${one.key}`) ?? 0,
  }))
}

let reading: Promise<void> = Promise.resolve()

/** Makes this process's catalogue what the database says. One reading after the other, so that none brings back an older one. */
export function readCatalogue(db: Db): Promise<void> {
  reading = reading
    .catch(() => {})
    .then(async () => {
      const entries = (await rows.changedRows(db)).map(({ version: _, ...one }) => one)
      const revision = createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 12)
      applyCatalogue(entries.length > 0 ? { revision, entries } : null)
    })
  return reading
}

/** Reads the catalogue again whenever another process changed it, until it is stopped. */
export function keepCatalogue(db: Db, url: string, log: FastifyBaseLogger): Listener {
  const read = async () => {
    await readCatalogue(db)
    // A page drawn between the change and our reading of it is kept no longer.
    await notifyChange(db, 'public_pages')
  }
  return reloadOnChange(url, 'catalogue', { read, log })
}

/** Every word that means an entry, lower case. */
export const namesOf = (one: CatalogueEntry): string[] => [
  ...new Set([one.key, one.en, one.hi, ...one.aliases].map(wordOf)),
]

export async function tellCatalogue(tx: Transaction): Promise<void> {
  await notifyChange(tx, 'catalogue')
  await notifyChange(tx, 'public_pages')
}
