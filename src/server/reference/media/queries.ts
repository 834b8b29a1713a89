import { sql } from 'kysely'
import type { UploadKind, UploadPreset } from '#contract/wire/uploads.ts'
import { isDocument, unusedHours, uploadPresets } from '#contract/wire/uploads.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

export type MediaRow = {
  id: string
  accountId: string
  preset: UploadPreset
  kind: UploadKind
  format: string
  contentType: string
  bytes: number
  width: number | null
  height: number | null
  pages: number | null
  fileName: string
  storeKeys: string[]
  isPrivate: boolean
  createdAt: Date
}
type NewMedia = Omit<MediaRow, 'createdAt'> & { sha256: Buffer; uploadId: string | null }

const columns = sql`id, account_id as "accountId", preset, kind, format, content_type as "contentType", bytes, width, height, pages,
  file_name as "fileName", store_keys as "storeKeys", is_private as "isPrivate", created_at as "createdAt"`
const isAvailable = sql`ready_at is not null and deleted_at is null`

/** Inserts the row before the bytes are stored, so that no stored bytes are without a row. */
export async function insertMedia(db: Db, media: NewMedia): Promise<void> {
  const { id, preset, kind, format, bytes, width, height, pages, sha256 } = media
  await db
    .insertInto('media')
    .values({
      id,
      preset,
      kind,
      format,
      bytes,
      width,
      height,
      pages,
      sha256,
      account_id: media.accountId,
      content_type: media.contentType,
      file_name: media.fileName,
      store_keys: media.storeKeys,
      is_private: media.isPrivate,
    })
    .execute()
}

/** Marks a file as stored completely. Returns null if another file of the same upload is ready already. */
export async function makeReady(db: Db, id: string, uploadId: string | null): Promise<MediaRow | null> {
  const { rows } = await sql<MediaRow>`update media set ready_at = now(), upload_id = ${uploadId} where id = ${id}
    and not exists (select from media m where m.account_id = media.account_id and m.upload_id = ${uploadId}) returning ${columns}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function mediaById(db: Db, id: string): Promise<MediaRow | null> {
  const { rows } = await sql<MediaRow>`select ${columns} from media where id = ${id} and ${isAvailable}`.execute(db)
  return rows[0] ?? null
}

export async function mediaOfUpload(db: Db, accountId: string, uploadId: string): Promise<MediaRow | null> {
  const { rows } = await sql<MediaRow>`select ${columns} from media
    where account_id = ${accountId} and upload_id = ${uploadId} and ${isAvailable}`.execute(db)
  return rows[0] ?? null
}

/** The ids among `ids` of files that the account still has. */
export async function existingMediaIds(db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from media
    where account_id = ${accountId} and id = any(${[...ids]}::uuid[]) and ${isAvailable}`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Marks a link as used. Returns false if it was before. */
export async function useLink(db: Db, signature: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_link')
    .values({ signature })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Links expire within minutes. */
export const forgetUsedLinks = (tx: Transaction) =>
  tx.deleteFrom('used_link').where('used_at', '<', sql<Date>`now() - interval '1 hour'`).execute()

/** Name of an admin, written across the documents it opens. */
export async function adminName(db: Db, accountId: string): Promise<string> {
  const row = await db.selectFrom('admin_user').select('name').where('account_id', '=', accountId).executeTakeFirst()
  return row?.name ?? ''
}

/**
 * Uploads of an account in the last hour, how many of them were documents and how many were opened and refused, and the bytes of
 * its unused files.
 */
export async function recentUploads(db: Db, accountId: string) {
  const { rows } = await sql<{ count: number; documents: number; refused: number; unusedBytes: number }>`
    select (count(*) filter (where created_at > now() - interval '1 hour'))::int as count,
      (count(*) filter (where created_at > now() - interval '1 hour' and preset = any(${uploadPresets.filter(isDocument)})))::int as documents,
      (count(*) filter (where created_at > now() - interval '1 hour' and store_keys = '{}' and erased_at is not null))::int as refused,
      coalesce(sum(bytes) filter (where unused_since is not null and deleted_at is null), 0)::float8 as "unusedBytes"
    from media where account_id = ${accountId}`.execute(db)
  return rows[0] ?? { count: 0, documents: 0, refused: 0, unusedBytes: 0 }
}

/** Records that a file was opened and refused, as a row without stored bytes. */
export async function insertRefused(
  db: Db,
  media: Pick<NewMedia, 'accountId' | 'preset' | 'kind' | 'format' | 'contentType' | 'bytes' | 'sha256'>,
): Promise<void> {
  await sql`insert into media (account_id, preset, kind, format, content_type, bytes, sha256, file_name, store_keys, is_private,
      unused_since, deleted_at, erased_at)
    values (${media.accountId}, ${media.preset}, ${media.kind}, ${media.format}, ${media.contentType}, ${media.bytes}, ${media.sha256}, '', '{}', true,
      null, now(), now())`.execute(db)
}

/** Marks an account's file as used. The row lock keeps a concurrent sweep from removing it. */
export async function markUsed(
  tx: Transaction,
  { id, accountId, presets }: { id: string; accountId: string; presets: readonly UploadPreset[] },
): Promise<MediaRow | null> {
  const { rows } = await sql<MediaRow>`update media set unused_since = null
    where id = ${id} and account_id = ${accountId} and preset = any(${[...presets]}) and ${isAvailable} returning ${columns}`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Postpones the removal of an account's unused files to `moreHours` later than usual from now. */
export const holdUnused = (tx: Transaction, accountId: string, ids: readonly string[], moreHours: number) =>
  sql`update media set unused_since = greatest(unused_since, now() + make_interval(hours => ${moreHours}))
    where id = any(${[...ids]}::uuid[]) and account_id = ${accountId} and unused_since is not null and ${isAvailable}`.execute(
    tx,
  )

/** A video nobody names is no longer public; the others are public for good. */
export const markUnused = (tx: Transaction, id: string) =>
  sql`update media set unused_since = coalesce(unused_since, now()), is_private = is_private or kind = 'video'
    where id = ${id}`.execute(tx)

/** Marks a file as deleted. Returns false if it was already. */
export async function markDeleted(tx: Transaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ deleted_at: sql`now()`, upload_id: null })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function filesOf(tx: Transaction, accountId: string, presets: readonly UploadPreset[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('media')
    .select('id')
    .where('account_id', '=', accountId)
    .where('preset', 'in', [...presets])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function setPrivate(tx: Transaction, id: string, isPrivate: boolean): Promise<void> {
  await tx
    .updateTable('media')
    .set({ is_private: isPrivate })
    .where('id', '=', id)
    .where('kind', '=', 'video')
    .execute()
}

/**
 * Marks files as deleted that have been unused for `unusedHours`, and returns their ids, with those of files deleted
 * before that were kept as evidence until now. The bytes of evidence stay (`keysToErase`).
 */
export async function deleteUnused(tx: Transaction): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with unused as (update media set deleted_at = now(), upload_id = null
      where deleted_at is null and unused_since < now() - make_interval(hours => ${unusedHours}) returning id)
    select id from unused union all
    select id from media where erased_at is null and deleted_at < now() - interval '1 day' and not account_is_held(account_id)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Store keys of a deleted file; null if it is not deleted, already erased, or kept as evidence of a safety case. */
export async function keysToErase(db: Db, id: string): Promise<string[] | null> {
  const row = await db
    .selectFrom('media')
    .select('store_keys as storeKeys')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('erased_at', 'is', null)
    .where(sql<boolean>`not account_is_held(account_id)`)
    .executeTakeFirst()
  return row?.storeKeys ?? null
}

export const markErased = (db: Db, id: string) =>
  db.updateTable('media').set({ erased_at: sql`now()`, file_name: '' }).where('id', '=', id).execute()
