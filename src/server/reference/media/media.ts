import type { UploadPreset } from '#contract/wire/uploads.ts'
import { draftFileHours, unusedHours, uploadPresets } from '#contract/wire/uploads.ts'
import type { Context } from '#server/context.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import type { Queue } from '#server/platform/queue.ts'
import { idOfAddress, pathOf } from './addresses.ts'
import { mediaFolders, sweepFolders } from './chunks.ts'
import * as rows from './queries.ts'

export { idOfAddress } from './addresses.ts'
export { createLinks } from './links.ts'
export { personalFiles } from './personal.ts'
export { existingMediaIds } from './queries.ts'

/** A file in use. Store and show `path`, which stays valid if the site's address changes. */
export type AttachedMedia = rows.MediaRow & { path: string }

/**
 * Marks an uploaded file as used, so that it is not swept. `url` is the `secure_url` of the upload's reply. Returns null if
 * the file is another account's, has none of the presets or was removed. Repeating it changes nothing.
 */
export async function attach(
  tx: Transaction,
  { accountId, url, presets }: { accountId: string; url: string; presets: readonly UploadPreset[] },
): Promise<AttachedMedia | null> {
  const id = idOfAddress(url)
  const row = id && (await rows.markUsed(tx, { id, accountId, presets }))
  return row ? { ...row, path: pathOf(row) } : null
}

/** Postpones the removal of files that a draft refers to by URL, see `draftFileHours`. */
export async function holdForDraft(tx: Transaction, accountId: string, urls: readonly string[]): Promise<void> {
  const ids = urls.flatMap((url) => idOfAddress(url) ?? [])
  if (ids.length > 0) await rows.holdUnused(tx, accountId, ids, draftFileHours - unusedHours)
}

/** Marks a file as unused. It is removed two days later unless it is attached again. */
export async function detach(tx: Transaction, id: string): Promise<void> {
  await rows.markUnused(tx, id)
}

/** Removes a file for good. It cannot be opened after the commit; a job erases its bytes. */
export async function remove(tx: Transaction, queue: Queue, id: string): Promise<void> {
  if (await rows.markDeleted(tx, id)) await queue.send(tx, 'media.erase', { mediaId: id })
}

/** Removes every file of an account, or those of some presets. */
export async function removeFilesOf(
  tx: Transaction,
  queue: Queue,
  accountId: string,
  presets: readonly UploadPreset[] = uploadPresets,
): Promise<void> {
  for (const id of await rows.filesOf(tx, accountId, presets)) await remove(tx, queue, id)
}

/** Makes a video public. */
export const publish = (tx: Transaction, id: string): Promise<void> => rows.setPrivate(tx, id, false)

/** Makes a video private; its uploader and admins can still open it. */
export const unpublish = (tx: Transaction, id: string): Promise<void> => rows.setPrivate(tx, id, true)

/** Erases the bytes of a deleted file from the store. */
export async function eraseMedia({ db, store }: Pick<Context, 'db' | 'store'>, id: string): Promise<void> {
  const keys = await rows.keysToErase(db, id)
  if (!keys) return
  for (const key of keys) await store.remove(key)
  await rows.markErased(db, id)
}

/** Removes files that have been unused for two days, and what uploads left. */
export async function sweepMedia({ db, queue, config }: Pick<Context, 'db' | 'queue' | 'config'>): Promise<void> {
  await transaction(db, async (tx) => {
    await rows.forgetUsedLinks(tx)
    const ids = await rows.deleteUnused(tx)
    if (ids.length === 0) return
    await queue.insert(
      tx,
      'media.erase',
      ids.map((mediaId) => ({ mediaId })),
    )
  })
  await sweepFolders(mediaFolders(config))
}
