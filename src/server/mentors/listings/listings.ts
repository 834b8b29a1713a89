import type { Context } from '#server/context.ts'
import { changeListingsSince } from '#server/mentors/verification/verification.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './bulk-edit-rows.ts'

export { deleteOldBulkEdits } from './bulk-edit-rows.ts'

const chunkRows = 500
/** Mentors whose values the audit entry names; the rows of the bulk edit keep the others. */
const auditRows = 500

/**
 * Applies a previewed bulk edit: the first rows at once, the others by jobs. Idempotent, and resumes one that stopped.
 * Skips mentors that changed after the preview.
 */
export async function applyBulkEdit(context: Context, viewer: Viewer, id: string): Promise<void> {
  const { db, queue } = context
  const wasStarted = await transaction(db, async (tx) => {
    const bulkEdit = orNotFound(await rows.lockBulkEdit(tx, id))
    if (bulkEdit.status === 'applying' || bulkEdit.status === 'applied') return true
    if (bulkEdit.status !== 'ready' || bulkEdit.good === 0) throw new AppError('listing-not-ready')
    if (await rows.changesOwnMentor(tx, id, viewer.accountId)) throw new AppError('own-account')
    await rows.startApplying(tx, id, viewer.accountId)
    const pending = await rows.pendingRows(tx, id, auditRows)
    await writeAudit(tx, viewer, 'mentor.listing-change', {
      kind: 'listing-change',
      id,
      detail: {
        mentors: bulkEdit.good,
        ...(bulkEdit.fileName !== null && { file: bulkEdit.fileName }),
        changes: pending.map(({ mentorId, before, after }) => ({ mentor: mentorId, from: before, to: after })),
      },
    })
    await queue.send(tx, 'mentors.listing', { bulkEditId: id })
    return false
  })
  // The job of an earlier start may have failed for good.
  if (wasStarted) await applyNext(context, id)
  else await applyChunk(db, id)
}

/** Applies the next rows and queues another job for what is left, so that no job runs long. */
export async function applyNext({ db, queue }: Context, bulkEditId: string): Promise<void> {
  await transaction(db, async (tx) => {
    if (await applyChunk(tx, bulkEditId)) await queue.send(tx, 'mentors.listing', { bulkEditId })
  })
}

/** @returns whether rows are left */
async function applyChunk(db: Db, bulkEditId: string): Promise<boolean> {
  return await transaction(db, async (tx) => {
    const bulkEdit = await rows.lockBulkEdit(tx, bulkEditId)
    if (bulkEdit?.status !== 'applying' || bulkEdit.appliedBy === null) return false
    const pending = await rows.pendingRows(tx, bulkEditId, chunkRows)
    const changed = await changeListingsSince(tx, bulkEdit.appliedBy, pending)
    const idsWhere = (isChanged: boolean) =>
      pending.filter(({ mentorId }) => changed.has(mentorId) === isChanged).map(({ id }) => id)
    const isLast = pending.length < chunkRows
    await rows.markRows(tx, bulkEditId, { applied: idsWhere(true), refused: idsWhere(false), isLast })
    return !isLast
  })
}
