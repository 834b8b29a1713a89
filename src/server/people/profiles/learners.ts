import type { Kysely } from 'kysely'
import type { Learner, LearnerFacts } from '#contract/people/learners.ts'
import { maxLearners } from '#contract/people/limits.ts'
import type { Grade } from '#contract/reference/catalogue.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockFamily, lockLearner } from '#server/platform/locks.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './queries.ts'

type Db = Kysely<DB>

function familyOf(viewer: Viewer): string {
  if (!viewer.familyId) throw new AppError('not-found')
  return viewer.familyId
}

/** A missing learner and another family's learner give the same error. */
function orNotFound(learner: Learner | undefined): Learner {
  if (!learner) throw new AppError('not-found')
  return learner
}

async function assertUnderLimit(tx: Transaction, familyId: string): Promise<void> {
  if ((await rows.countLearners(tx, familyId)) >= maxLearners)
    throw new AppError('learner-limit', { most: maxLearners })
}

export const learnersFor = async (db: Db, viewer: Viewer) =>
  viewer.familyId ? await rows.learnersOf(db, viewer.familyId) : { data: [], archived: [] }

/** Adds a learner. The same name and class updates the existing one and unarchives it. */
export async function addLearner(db: Db, viewer: Viewer, given: LearnerFacts): Promise<Learner> {
  const familyId = familyOf(viewer)
  return await transaction(db, async (tx) => {
    await lockFamily(tx, familyId)
    const same = await rows.findSameLearner(tx, familyId, given)
    if (same) await rows.setArchived(tx, familyId, same, false)
    else await assertUnderLimit(tx, familyId)
    return orNotFound(
      await (same ? rows.setLearner(tx, familyId, same, given) : rows.insertLearner(tx, familyId, given)),
    )
  })
}

/** The learner an order names, created if the family has none like it. The caller holds the family's lock. */
export async function ensureLearner(tx: Transaction, familyId: string, name: string | null, grade: Grade | null) {
  const found = await rows.findLearner(tx, familyId, name, grade)
  if (found) return found
  await assertUnderLimit(tx, familyId)
  return await rows.insertNamedLearner(tx, familyId, name, grade)
}

export const changeLearner = async (db: Db, viewer: Viewer, id: string, given: LearnerFacts): Promise<Learner> =>
  orNotFound(await rows.setLearner(db, familyOf(viewer), id, given))

/** Archives a learner without active bookings, or restores one. */
export async function archiveLearner(db: Db, viewer: Viewer, id: string, archived: boolean): Promise<Learner> {
  const familyId = familyOf(viewer)
  return await transaction(db, async (tx) => {
    await lockFamily(tx, familyId)
    // Serialises with bookings created at the same time.
    await lockLearner(tx, familyId, id)
    const { data } = await rows.learnersOf(tx, familyId)
    const isHere = data.some(({ _id }) => _id === id)
    if (archived && isHere && (await rows.hasActiveBooking(tx, id))) throw new AppError('learner-has-classes')
    if (!archived && !isHere) await assertUnderLimit(tx, familyId)
    return orNotFound(await rows.setArchived(tx, familyId, id, archived))
  })
}
