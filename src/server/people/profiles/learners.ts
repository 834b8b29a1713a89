import type { ParentConsent, ShownConsent } from '#contract/people/consents.ts'
import type { Learner, LearnerAgreement, LearnerFacts } from '#contract/people/learners.ts'
import { maxLearners } from '#contract/people/limits.ts'
import type { Grade } from '#contract/reference/catalogue.ts'
import { ensureConduct, giveConsent, isConsentGiven, isConsentWithdrawn } from '#server/people/consents/consents.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { lockFamily, lockLearner } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './queries.ts'

async function assertUnderLimit(tx: Transaction, familyId: string): Promise<void> {
  if ((await rows.countLearners(tx, familyId)) >= maxLearners)
    throw new AppError('learner-limit', { most: maxLearners })
}

/** The first learner under 18 needs a parent's consent. */
async function assertAgreed(tx: Transaction, accountId: string, { adult, parent }: LearnerAgreement): Promise<void> {
  if (adult || (await isConsentGiven(tx, accountId, 'child'))) return
  if (!parent) throw new AppError('parent-consent-needed')
  await giveConsent(tx, accountId, { kind: 'child', ...parent })
}

export const learnersFor = async (db: Db, viewer: Viewer) =>
  viewer.familyId ? await rows.learnersOf(db, viewer.familyId) : { data: [], archived: [] }

/** Adds a learner. The same name and class updates the existing one and unarchives it. */
export async function addLearner(
  db: Db,
  viewer: Viewer,
  { adult = false, parent, ...given }: LearnerFacts & LearnerAgreement,
): Promise<Learner> {
  const familyId = orNotFound(viewer.familyId)
  return await transaction(db, async (tx) => {
    await lockFamily(tx, familyId)
    const same = await rows.findSameLearner(tx, familyId, given, adult)
    if (same) await rows.setArchived(tx, familyId, same, false)
    else await assertUnderLimit(tx, familyId)
    if (!same) await assertAgreed(tx, viewer.accountId, { adult, parent })
    return orNotFound(
      await (same ? rows.setLearner(tx, familyId, same, given) : rows.insertLearner(tx, familyId, given, adult)),
    )
  })
}

type OrderedLearner = {
  learnerId?: string | undefined
  learner?: { name?: string | undefined; grade?: Grade | undefined; adult?: boolean | undefined } | undefined
  parent?: ParentConsent | undefined
}

/**
 * The learner an order names, created if the family has none like it. The caller holds the family's lock. New orders
 * for a learner under 18 end with the parent's consent.
 */
export async function ensureLearner(
  tx: Transaction,
  viewer: { accountId: string; familyId: string },
  { learnerId, learner = {}, parent }: OrderedLearner,
): Promise<string> {
  const id = learnerId ?? (await findOrAddLearner(tx, viewer, learner, parent))
  if ((await isConsentWithdrawn(tx, viewer.accountId, 'child')) && !(await rows.isAdult(tx, id)))
    throw new AppError('consent-needed')
  return id
}

/** Classes at home of a learner under 18 need the family's code of conduct. */
export async function ensureHomeConduct(
  tx: Transaction,
  accountId: string,
  learnerId: string,
  conduct: ShownConsent | undefined,
): Promise<void> {
  if (!(await rows.isAdult(tx, learnerId))) await ensureConduct(tx, accountId, 'family-conduct', conduct)
}

async function findOrAddLearner(
  tx: Transaction,
  { accountId, familyId }: { accountId: string; familyId: string },
  learner: NonNullable<OrderedLearner['learner']>,
  parent: ParentConsent | undefined,
): Promise<string> {
  const name = learner.name ?? null
  const grade = learner.grade ?? null
  // Once a parent agreed, forms ask no more who learns: a nameless learner is a child then.
  const isChild = parent !== undefined || (name === null && (await isConsentGiven(tx, accountId, 'child')))
  const isAdult = learner.adult ? true : isChild ? false : null
  const found = await rows.findLearner(tx, familyId, { name, grade, isAdult })
  if (found) {
    if (parent) await assertAgreed(tx, accountId, { adult: learner.adult, parent })
    return found
  }
  await assertUnderLimit(tx, familyId)
  // The specification's basic order names nobody, so nobody has to agree; who does is recorded.
  if (name !== null || grade !== null || parent) await assertAgreed(tx, accountId, { adult: learner.adult, parent })
  return await rows.insertNamedLearner(tx, familyId, name, grade, learner.adult ?? false)
}

/** A missing learner and another family's give the same error. */
export const changeLearner = async (db: Db, viewer: Viewer, id: string, given: LearnerFacts): Promise<Learner> =>
  orNotFound(await rows.setLearner(db, orNotFound(viewer.familyId), id, given))

/** Archives a learner without active bookings, or restores one. */
export async function archiveLearner(db: Db, viewer: Viewer, id: string, archived: boolean): Promise<Learner> {
  const familyId = orNotFound(viewer.familyId)
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
