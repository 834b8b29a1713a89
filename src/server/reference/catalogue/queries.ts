import { type Kysely, sql } from 'kysely'
import type { CatalogueEntry, CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>
export type ChangedRow = CatalogueEntry & { version: number }

/** Every changed entry. */
export async function changedRows(db: Db): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    select kind, key, parent, en, hi, aliases, subjects, place, state, into_key as "into", is_home as "isHome", version
    from catalogue_entry order by kind, key`.execute(db)
  return rows
}

/** Writes an entry whole, as its next version. */
export async function writeEntry(tx: Transaction, one: CatalogueEntry): Promise<void> {
  await sql`
    insert into catalogue_entry (kind, key, parent, en, hi, aliases, subjects, place, state, into_key, is_home)
    values (${one.kind}, ${one.key}, ${one.parent}, ${one.en}, ${one.hi}, ${[...one.aliases]}::text[], ${[...one.subjects]}::text[],
      ${one.place}, ${one.state}, ${one.into}, ${one.isHome})
    on conflict (kind, key) do update set parent = excluded.parent, en = excluded.en, hi = excluded.hi, aliases = excluded.aliases,
      subjects = excluded.subjects, place = excluded.place, state = excluded.state, into_key = excluded.into_key,
      is_home = excluded.is_home, version = catalogue_entry.version + 1, changed_at = now()`.execute(tx)
}

export async function historyOf(db: Db, kind: CatalogueKind, key: string) {
  const { rows } = await sql<{ at: Date; by: string | null; action: string; detail: Record<string, unknown> }>`
    select l.at, u.name as by, l.action, l.detail from audit l left join admin_user u on u.account_id = l.account_id
    where l.subject_kind = 'catalogue' and l.subject_id = ${`${kind} ${key}`} order by l.at desc, l.id desc limit 50`.execute(
    db,
  )
  return rows
}
