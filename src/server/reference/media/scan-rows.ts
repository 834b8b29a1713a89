import { sql } from 'kysely'
import { isDocument, uploadPresets } from '#contract/wire/uploads.ts'
import type { Db } from '#server/platform/database.ts'

type ScanResult = 'clean' | 'number' | 'unread'

const documents = sql`ready_at is not null and deleted_at is null and preset in (${sql.join(
  uploadPresets.filter(isDocument).map((preset) => sql.lit(preset)),
)})`

/** Documents that this version of the reader has not seen, oldest first. */
export async function documentsToScan(db: Db, version: number, limit: number) {
  const { rows } = await sql<{ id: string; kind: string; storeKeys: string[] }>`
    select id, kind, store_keys as "storeKeys" from media where ${documents} and scanned_with is distinct from ${version}
    order by created_at, id limit ${limit}`.execute(db)
  return rows
}

export const setScanned = (db: Db, id: string, version: number, result: ScanResult) =>
  db.updateTable('media').set({ scanned_with: version, scan_result: result }).where('id', '=', id).execute()

/** Documents whose last scan found a number or could not read them, and how many wait for this version of the reader. */
export async function scannedDocuments(db: Db, version: number) {
  const { rows } = await sql<{ numbers: string[]; unread: number; waiting: number }>`
    select coalesce(array_agg(id::text order by created_at, id) filter (where scan_result = 'number'), '{}') as numbers,
      count(*) filter (where scan_result = 'unread')::int as unread,
      count(*) filter (where scanned_with is distinct from ${version})::int as waiting from media where ${documents}`.execute(
    db,
  )
  return rows[0] ?? { numbers: [], unread: 0, waiting: 0 }
}
