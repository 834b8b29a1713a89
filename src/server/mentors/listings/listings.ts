import type { Context } from '#server/context.ts'
import { changeListingsSince } from '#server/mentors/verification/verification.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as changes from './change-rows.ts'

export { deleteOldChanges } from './change-rows.ts'

const chunkRows = 500
/** Mentors whose values an audit entry names; of more, the rows of the change keep them. */
const auditRows = 500

/**
 * Makes a preview true. The first part is done at once, the rest by jobs; twice is once, and goes on with what stopped on
 * the way. Whoever somebody changed since the preview is left alone.
 */
export async function applyListing(context: Context, viewer: Viewer, id: string): Promise<void> {
  const { db, queue } = context
  const isBegun = await transaction(db, async (tx) => {
    const change = await changes.lockChange(tx, id)
    if (!change) throw new AppError('not-found')
    if (change.status === 'applying' || change.status === 'applied') return true
    if (change.status !== 'ready' || change.good === 0) throw new AppError('listing-not-ready')
    await changes.startApplying(tx, id, viewer.accountId)
    const some = await changes.plannedRows(tx, id, auditRows)
    await writeAudit(tx, viewer, 'mentor.listing-change', {
      kind: 'listing-change',
      id,
      detail: {
        mentors: change.good,
        ...(change.fileName !== null && { file: change.fileName }),
        changes: some.map(({ mentorId, before, after }) => ({ mentor: mentorId, from: before, to: after })),
      },
    })
    await queue.send(tx, 'mentors.listing', { changeId: id })
    return false
  })
  // The job of one that began earlier may have failed for good.
  if (isBegun) await applyNext(context, id)
  else await applyPart(db, id)
}

/** Does the next part of a change that somebody applied; what is left then is another job, so that none is too long. */
export async function applyNext({ db, queue }: Context, changeId: string): Promise<void> {
  await transaction(db, async (tx) => {
    if (await applyPart(tx, changeId)) await queue.send(tx, 'mentors.listing', { changeId })
  })
}

/** @returns whether there is more to do */
async function applyPart(db: Db, changeId: string): Promise<boolean> {
  return await transaction(db, async (tx) => {
    const change = await changes.lockChange(tx, changeId)
    if (change?.status !== 'applying' || change.appliedBy === null) return false
    const rows = await changes.plannedRows(tx, changeId, chunkRows)
    const changed = await changeListingsSince(tx, change.appliedBy, rows)
    const ids = (isDone: boolean) => rows.filter((row) => changed.has(row.mentorId) === isDone).map((row) => row.id)
    const isLast = rows.length < chunkRows
    await changes.markRows(tx, changeId, ids(true), ids(false), isLast)
    return !isLast
  })
}
