import { checkOfCertificate } from '#contract/mentors/check-evidence.ts'
import { eKycDocument } from '#contract/mentors/e-kyc.ts'
import { isDocument, uploadPresets } from '#contract/wire/uploads.ts'
import type { Context } from '#server/context.ts'
import { inBothLanguages, mentorHome, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import { lockApplicant } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { idOfAddress, remove, removeFilesOf } from '#server/reference/media/media.ts'
import * as due from './due-rows.ts'
import { deleteEKyc } from './e-kyc-rows.ts'
import * as locked from './locked-rows.ts'

type Services = Pick<Context, 'db' | 'queue'>

/** Deletes a file of a locked mentor and records it. @returns the new version */
async function deleteFile(
  tx: Transaction,
  queue: Context['queue'],
  viewer: Viewer | null,
  mentor: locked.LockedMentor,
  file: due.PrivateFile,
) {
  const mediaId = idOfAddress(mentor[file] ?? '')
  if (mediaId) await remove(tx, queue, mediaId)
  const isEKyc = file === 'document' && mentor.document === eKycDocument
  if (isEKyc) await deleteEKyc(tx, mentor.accountId)
  await (file === 'cv' ? locked.markCvDeleted : locked.markDocumentDeleted)(tx, mentor.id)
  return await writeDeleted(tx, viewer, mentor, isEKyc ? eKycDocument : file)
}

async function writeDeleted(tx: Transaction, viewer: Viewer | null, mentor: locked.LockedMentor, file: string) {
  const version = await locked.incrementVersion(tx, mentor.id)
  const accountId = viewer?.accountId ?? null
  const detail = { changed: [file] }
  await locked.writeEvent(tx, { mentorId: mentor.id, kind: 'document_deleted', accountId, detail })
  const of = { kind: 'mentor' as const, id: mentor.id, detail: { version, document: file } }
  await writeAudit(tx, viewer, 'mentor.document-deleted', of)
  return version
}

/**
 * Deletes the identity document of a mentor whose identity has passed; the check keeps its result. Repeating it
 * succeeds.
 */
export async function deleteDocument({ db, queue }: Services, viewer: Viewer, id: string) {
  return await transaction(db, async (tx) => {
    const mentor = orNotFound(await locked.lockMentor(tx, id))
    assertNotParty(viewer, [mentor.accountId])
    const same = { _id: id, status: mentor.status, version: mentor.version }
    if (mentor.document === null || mentor.isDocumentDeleted) return same
    if (!(await locked.hasPassed(tx, id, 'identity'))) throw new AppError('identity-open')
    return { ...same, version: await deleteFile(tx, queue, viewer, mentor, 'document') }
  })
}

/** Job: deletes a file past its retention period, unless it was replaced or resubmitted meanwhile. */
export async function deleteOverdue(
  { db, queue }: Services,
  file: due.PrivateFile,
  of: { checkedDays: number; id: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const mentor = await locked.lockMentor(tx, of.id)
    if (mentor && (await due.overdueFiles(tx, file, of)).length > 0) await deleteFile(tx, queue, null, mentor, file)
  })
}

/** Job: deletes a mentor's certificates past their retention period. */
export async function deleteOverdueCertificates(
  { db, queue }: Services,
  of: { checkedDays: number; id: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const mentor = await locked.lockMentor(tx, of.id)
    if (!mentor) return
    for (const { mediaId, kind } of await due.overdueCertificates(tx, of)) {
      await remove(tx, queue, mediaId)
      await locked.markCertificateDeleted(tx, of.id, mediaId, checkOfCertificate[kind])
      await writeDeleted(tx, null, mentor, `certificate-${kind}`)
    }
  })
}

/**
 * Requests a new identity document when identity is due and the old document is deleted. Notifies the mentor once.
 * Idempotent.
 */
export async function requestDocument({ db, config }: Pick<Context, 'db' | 'config'>, viewer: Viewer, id: string) {
  return await transaction(db, async (tx) => {
    const mentor = orNotFound(await locked.lockMentor(tx, id))
    assertNotParty(viewer, [mentor.accountId])
    const { status, number, fullName: name, accountId } = mentor
    if (mentor.isDocumentRequested) return { _id: id, status, version: mentor.version }
    const isThere = mentor.document !== null && !mentor.isDocumentDeleted
    // A rejected applicant reads in the reason what to do.
    if (isThere || status === 'rejected' || (await locked.validChecks(tx, id)).includes('identity'))
      throw new AppError('document-not-needed')
    await locked.setDocumentRequested(tx, id, true)
    const version = await locked.incrementVersion(tx, id)
    await locked.writeEvent(tx, { mentorId: id, kind: 'document_asked', accountId: viewer.accountId })
    await writeAudit(tx, viewer, 'mentor.document-asked', { kind: 'mentor', id, detail: { version } })
    const values = inBothLanguages((language) => ({ number, name, link: mentorHome(config.publicUrl, language) }))
    await notify(tx, { event: 'document-asked', accountId, side: 'mentor', onceKey: `${id}:${version}`, values })
    return { _id: id, status, version }
  })
}

/** Deletes the documents of an account that withdrew its consent to them. Checks that passed keep their result. */
export async function deleteDocumentsOf(tx: Transaction, queue: Context['queue'], viewer: Viewer): Promise<void> {
  const mentor = viewer.mentorId ? await locked.lockMentor(tx, viewer.mentorId) : null
  if (mentor) {
    for (const { mediaId, kind } of await locked.certificatesOf(tx, mentor.id)) {
      await locked.markCertificateDeleted(tx, mentor.id, mediaId, checkOfCertificate[kind])
      await writeDeleted(tx, viewer, mentor, `certificate-${kind}`)
    }
    if (mentor.document !== null && mentor.document !== eKycDocument && !mentor.isDocumentDeleted)
      await deleteFile(tx, queue, viewer, mentor, 'document')
    if (mentor.cv !== null) await deleteFile(tx, queue, viewer, mentor, 'cv')
  }
  // Those of a draft or a waiting change too.
  await removeFilesOf(tx, queue, viewer.accountId, uploadPresets.filter(isDocument))
}

/** Deletes what is kept of the e-KYC file of an account that withdrew its consent to it. A check that passed keeps its result. */
export async function deleteEKycOf(tx: Transaction, queue: Context['queue'], viewer: Viewer): Promise<void> {
  // A file sent at the same moment waits, or its result would outlast the consent.
  await lockApplicant(tx, viewer.accountId)
  const mentor = viewer.mentorId ? await locked.lockMentor(tx, viewer.mentorId) : null
  if (mentor?.document === eKycDocument && !mentor.isDocumentDeleted)
    await deleteFile(tx, queue, viewer, mentor, 'document')
  await deleteEKyc(tx, viewer.accountId)
}
