import { sql } from 'kysely'
import type { CatalogueEntry } from '#contract/reference/catalogue-changes.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

type ChangedRow = CatalogueEntry & { version: number }

/** Every changed entry. */
export async function changedRows(db: Db): Promise<ChangedRow[]> {
  return await db
    .selectFrom('catalogue_entry')
    .select(['kind', 'key', 'parent', 'en', 'hi', 'aliases', 'subjects', 'place', 'state', 'version'])
    .select(['into_key as into', 'is_home as isHome'])
    .orderBy('kind')
    .orderBy('key')
    .$castTo<ChangedRow>() // true: constraints of the table name the kinds and states
    .execute()
}

/** Writes a whole entry as its next version. */
export async function writeEntry(tx: Transaction, entry: CatalogueEntry): Promise<void> {
  const { kind, key, into, isHome, aliases, subjects, parent, en, hi, place, state } = entry
  const lists = { aliases: [...aliases], subjects: [...subjects] }
  const columns = { parent, en, hi, place, state, ...lists, into_key: into, is_home: isHome }
  await tx
    .insertInto('catalogue_entry')
    .values({ kind, key, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .doUpdateSet({ ...columns, version: sql`catalogue_entry.version + 1`, changed_at: sql`now()` }),
    )
    .execute()
}
