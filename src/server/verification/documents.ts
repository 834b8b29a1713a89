import type { Parts } from '#server/app.ts'
import { idOfAddress, remove } from '#server/media/media.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as locked from './locked-rows.ts'
import { mustDecide } from './verification.ts'

/**
 * Deletes the identity document of a mentor whose identity has passed: what was seen stays in the check. Without a
 * viewer a job does it, and leaves alone whom it may not delete. One deleted already is a success.
 */
export async function deleteDocument({ db, queue }: Pick<Parts, 'db' | 'queue'>, viewer: Viewer | null, id: string) {
  if (viewer) mustDecide(viewer)
  return await transaction(db, async (tx) => {
    const mentor = await locked.lockMentor(tx, id)
    if (!mentor) throw new AppError('not-found')
    const same = { _id: id, status: mentor.status, version: mentor.version }
    if (mentor.document === null || mentor.isDocumentDeleted) return same
    if (!(await locked.hasPassed(tx, id, 'identity'))) {
      if (viewer) throw new AppError('identity-open')
      return same
    }
    const mediaId = idOfAddress(mentor.document)
    if (mediaId) await remove(tx, queue, mediaId)
    await locked.markDocumentDeleted(tx, id)
    const version = await locked.raiseVersion(tx, id)
    const detail = { version, document: 'document' }
    await locked.writeEvent(tx, { mentorId: id, kind: 'document_deleted', accountId: viewer?.accountId ?? null })
    if (viewer) await writeAudit(tx, viewer, 'mentor.document-deleted', { kind: 'mentor', id, detail })
    return { ...same, version }
  })
}
