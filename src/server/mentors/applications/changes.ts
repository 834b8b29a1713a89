import { isDeepStrictEqual } from 'node:util'
import { applicationSections } from '#contract/mentors/application-rules.ts'
import { sectionNames } from '#contract/mentors/application-sections.ts'
import { changeLifecycle } from '#contract/mentors/lifecycles.ts'
import type { WaitingChange } from '#contract/mentors/mentor-changes.ts'
import {
  factsOfCheck,
  identityFacts,
  type ReviewedFact,
  reviewedFactNames,
  reviewedFacts,
} from '#contract/mentors/reviewed-facts.ts'
import type { CheckKind } from '#contract/reference/catalogue.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { lockApplicant } from '#server/platform/locks.ts'
import { findArea } from '#server/reference/places/places.ts'
import * as changes from './change-rows.ts'
import { contactFields } from './contact-rules.ts'
import { answersFrom, type MentorFacts, type ReviewedFacts } from './facts.ts'
import { releaseFiles } from './files.ts'
import * as rows from './queries.ts'
import { type Reopened, reopenChecks } from './reopened-checks.ts'

/** Mentors whose facts were checked. Everybody else is read as a whole before families see them. */
export const reviewedStatuses: readonly rows.Applicant['status'][] = ['verified', 'suspended']

const namesIn = (facts: Partial<ReviewedFacts>) => reviewedFactNames.filter((fact) => Object.hasOwn(facts, fact))
const only = (facts: ReviewedFacts, names: readonly ReviewedFact[]): Partial<ReviewedFacts> =>
  Object.fromEntries(names.map((fact) => [fact, facts[fact]]))

/** The facts of `from` that `facts` has too. */
export const pick = (from: ReviewedFacts, facts: Partial<ReviewedFacts>) => only(from, namesIn(facts))

/** Reviewed facts with a new value. Taking a video away needs no review. */
export const newReviewedFacts = (before: MentorFacts, after: MentorFacts): Partial<ReviewedFacts> =>
  only(
    after,
    reviewedFactNames.filter(
      (fact) =>
        before[fact] !== after[fact] &&
        !(fact === 'teaching_video' && after[fact] === null) &&
        !(fact === 'area' && findArea(after.area, after.city)),
    ),
  )

const isAboutIdentity = (facts: Partial<ReviewedFacts>) => identityFacts.some((fact) => Object.hasOwn(facts, fact))

/** Splits reopened checks by whether one of their facts still waits. */
function splitReopened(reopened: Reopened, facts: Partial<ReviewedFacts>): [open: Reopened, over: Reopened] {
  const waits = (kind: string) =>
    (factsOfCheck[kind as keyof typeof factsOfCheck] as readonly ReviewedFact[]).some(
      (
        fact, // safe: only these are reopened
      ) => Object.hasOwn(facts, fact),
    )
  const of = (wanted: boolean): Reopened =>
    Object.fromEntries(Object.entries(reopened).filter(([kind]) => waits(kind) === wanted))
  return [of(true), of(false)]
}

type Ask = {
  waiting: changes.ChangeRow | null
  wanted: Partial<ReviewedFacts>
  reopened: Reopened
  /** Checks with a new document; their old results never return. */
  proven: readonly CheckKind[]
}
/** Lets new values wait for an admin, instead of those that waited before. */
export async function askForChange(
  tx: Transaction,
  { accountId, mentorId }: { accountId: string; mentorId: string },
  { waiting, wanted, reopened, proven }: Ask,
): Promise<void> {
  const unproven = (results: Reopened): Reopened =>
    Object.fromEntries(Object.entries(results).filter(([kind]) => !proven.some((one) => one === kind)))
  const [open] = splitReopened(unproven({ ...waiting?.reopened, ...reopened }), wanted)
  // Of an applicant who was never verified nothing waits: checks reopened now stay open.
  const [, over] = splitReopened(unproven(waiting?.reopened ?? {}), wanted)
  await rows.restoreChecks(tx, mentorId, Object.values(over))
  await changes.setIdentityInReview(tx, mentorId, isAboutIdentity(wanted))
  const changed = namesIn(wanted)
  const isSame = isDeepStrictEqual(waiting?.facts ?? {}, wanted)
  if (waiting && isSame) return await changes.writeReopened(tx, waiting.id, open)
  if (waiting) await changes.closeChange(tx, waiting.id, { move: 'withdraw', by: accountId, reason: '' })
  if (changed.length > 0) await changes.insertChange(tx, mentorId, { facts: wanted, reopened: open })
  if (!isSame)
    await rows.writeEvent(tx, {
      mentorId,
      accountId,
      detail: { changed },
      kind: changed.length > 0 ? 'change_asked' : 'change_withdrawn',
    })
}

/** Shows a waiting change beside the facts in use. */
export const toWaitingChange = ({ id, askedAt, facts }: changes.ChangeRow, before: MentorFacts): WaitingChange => ({
  _id: id,
  askedAt: askedAt.toISOString(),
  isUnlisted: isAboutIdentity(facts),
  changes: namesIn(facts).map((fact) => ({ fact, from: before[fact], to: facts[fact] ?? null })),
})

/** New values of a mentor that wait for an admin. */
export async function waitingChangeOf(db: Db, mentorId: string): Promise<WaitingChange | null> {
  const waiting = await changes.waitingOf(db, mentorId)
  return waiting && toWaitingChange(waiting, await rows.factsOf(db, mentorId))
}

/** Puts declined answers of a saved draft back, so that the next save does not ask for them again. */
async function resetDraft(tx: Transaction, accountId: string, mentorId: string, facts: Partial<ReviewedFacts>) {
  const draft = await rows.draftOf(tx, accountId)
  if (!draft) return
  const stored = answersFrom(await rows.factsOf(tx, mentorId))
  const fields = namesIn(facts).map((fact) => reviewedFacts[fact].split('.')[0] ?? '')
  for (const name of sectionNames) {
    if (!draft.answers[name] || !fields.some((field) => Object.hasOwn(applicationSections[name].shape, field))) continue
    draft.answers[name] = stored[name]
    draft.revisions[name] = (draft.revisions[name] ?? 0) + 1
  }
  await rows.writeDraft(tx, accountId, draft)
}

/** Serialises a decision with changes by the applicant. Take it before the mentor's row. */
export async function lockApplicantOf(tx: Transaction, mentorId: string): Promise<void> {
  const accountId = await rows.accountOf(tx, mentorId)
  if (accountId) await lockApplicant(tx, accountId)
}

type Decision = { change: string; decision: 'approve' | 'decline'; reason: string; by: string }
/**
 * Decides a waiting change of a mentor, after `lockApplicantOf` and a lock on its row: approving applies it, declining leaves everything as it was. Throws
 * `change-decided` for one that was decided otherwise or replaced. @returns what changed; null when this decision was
 * made before
 */
export async function decideWaitingChange(
  tx: Transaction,
  { id: mentorId, accountId }: { id: string; accountId: string },
  { change: id, decision, reason, by }: Decision,
  assertCurrent: () => Promise<void>,
): Promise<WaitingChange['changes'] | null> {
  const change = orNotFound(await changes.changeOf(tx, mentorId, id))
  if (change.status === changeLifecycle.target(decision)) return null
  if (change.status !== 'waiting') throw new AppError('change-decided')
  await assertCurrent()
  const before = await rows.factsOf(tx, mentorId)
  await changes.closeChange(tx, id, { move: decision, by, reason })
  await changes.setIdentityInReview(tx, mentorId, false)
  if (decision === 'approve') {
    const after = { ...before, ...change.facts }
    await changes.writeReviewedFacts(tx, mentorId, change.facts)
    const fields = await contactFields(tx, mentorId)
    if (fields.length > 0) throw new AppError('text-has-contacts', { fields })
    // A check that passed while the change waited was about the old facts.
    await reopenChecks(tx, by, mentorId, { before, submitted: before, after })
    await releaseFiles(tx, [before], [after])
  } else {
    await rows.restoreChecks(tx, mentorId, Object.values(change.reopened))
    await releaseFiles(tx, [change.facts], [before])
    await resetDraft(tx, accountId, mentorId, change.facts)
  }
  return toWaitingChange(change, before).changes
}
