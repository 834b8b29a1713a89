import { isDeepStrictEqual } from 'node:util'
import { problemsOf } from '#contract/mentors/application-rules.ts'
import type { SectionName } from '#contract/mentors/application-sections.ts'
import { checkOfCertificate } from '#contract/mentors/check-evidence.ts'
import type { Application } from '#contract/mentors/submitted-application.ts'
import type { Context } from '#server/context.ts'
import { projectMentors, setVisibility, slugFrom } from '#server/mentors/search/mentors.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { ensureConduct } from '#server/people/consents/consents.ts'
import { beforeEmailChange } from '#server/people/profiles/profiles.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { lockApplicant } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertEnabled } from '#server/settings/settings/settings.ts'
import { syncCertificates } from './certificates.ts'
import * as changes from './change-rows.ts'
import { askForChange, newReviewedFacts, pick, reviewedStatuses } from './changes.ts'
import { assertNoContacts, contactFields, contactProblems } from './contact-rules.ts'
import { factsFrom, type MentorFacts, modesFrom, offersFrom } from './facts.ts'
import { attachFiles, holdDraftFiles, releaseFiles, syncVideoVisibility } from './files.ts'
import * as rows from './queries.ts'
import { handleNewDocument, reopenChecks, reopenForCertificates } from './reopened-checks.ts'

export { applicationReads } from './application-rows.ts'
export { forgetReopened } from './change-rows.ts'
export { decideWaitingChange, lockApplicantOf, waitingChangeOf } from './changes.ts'
export { contactFields } from './contact-rules.ts'
export { syncVideoVisibility } from './files.ts'
export { toOwnState } from './own-state.ts'
export { personalMentors } from './personal.ts'
export {
  draftPlace,
  lockDraftsNaming,
  mentorPlace,
  noteRename,
  renameBoard,
  renameDegree,
  renamePlace,
  renameSubject,
  writeDraftTree,
} from './renames.ts'

/**
 * Saves a section's answers, valid or not. Throws `draft-changed` with the stored answers when `revision` is outdated.
 */
export async function saveSection(
  { db }: Context,
  viewer: Viewer,
  section: SectionName,
  { answers, revision }: { answers: Record<string, unknown>; revision: number },
) {
  return await transaction(db, async (tx) => {
    await lockApplicant(tx, viewer.accountId)
    const draft = (await rows.draftOf(tx, viewer.accountId)) ?? { answers: {}, revisions: {} }
    const now = draft.revisions[section] ?? 0
    const isSame = isDeepStrictEqual(draft.answers[section], answers)
    if (now !== revision && !isSame) {
      throw new AppError('draft-changed', { revision: now, answers: draft.answers[section] ?? {} })
    }
    const next = isSame ? now : now + 1
    await rows.writeDraft(tx, viewer.accountId, {
      answers: { ...draft.answers, [section]: answers },
      revisions: { ...draft.revisions, [section]: next },
    })
    await holdDraftFiles(tx, viewer.accountId, answers)
    return { revision: next, problems: [...problemsOf(section, answers), ...contactProblems(section, answers)] }
  })
}

async function writeTeaching(tx: Transaction, mentorId: string, one: Application): Promise<void> {
  await rows.writeModes(tx, mentorId, modesFrom(one))
  await rows.writeOffers(tx, mentorId, offersFrom(one))
  await projectMentors(tx, [mentorId])
  await syncVideoVisibility(tx, mentorId)
}

/** Submits the application of a verified phone, or resubmits it after a rejection. */
export async function submitApplication({ db }: Context, viewer: Viewer, one: Application) {
  if (one.phone !== undefined && one.phone !== viewer.phone) throw invalidField('phone', 'phone-not-proven')
  const given = factsFrom(one)
  assertNoContacts(given)
  return await transaction(db, async (tx) => {
    await lockApplicant(tx, viewer.accountId)
    const known = await rows.applicantOf(tx, viewer.accountId, true)
    if (known && !['draft', 'rejected'].includes(known.status)) {
      throw new AppError('already-applied', { number: known.number })
    }
    // A resubmission is allowed while new applications are closed.
    if (known?.status !== 'rejected') await assertEnabled(tx, 'applications')
    await ensureConduct(tx, viewer.accountId, 'mentor-conduct')
    const before = known && (await rows.factsOf(tx, known.id))
    if (before) await beforeEmailChange(tx, viewer, 'mentor', { from: before.email, to: given.email })
    const facts = await attachFiles(tx, viewer.accountId, given, before)
    let id = known?.id
    if (id === undefined || !before) {
      id = await rows.insertMentor(tx, viewer.accountId, await rows.freeSlug(tx, slugFrom(one.fullName)), facts)
    } else {
      await reopenChecks(tx, viewer.accountId, id, { before, submitted: before, after: facts })
      await releaseFiles(tx, [before], [facts])
      await rows.updateMentor(tx, id, facts)
      await rows.resubmit(tx, id)
      await rows.clearDocumentRequest(tx, id)
    }
    const certificates = await syncCertificates(tx, { accountId: viewer.accountId, mentorId: id }, one.certificates)
    await reopenForCertificates(tx, viewer, id, certificates)
    await rows.openChecks(tx, id)
    await writeTeaching(tx, id, one)
    await rows.writeEvent(tx, { mentorId: id, kind: known ? 'resubmitted' : 'submitted', accountId: viewer.accountId })
    const made = await rows.applicantOf(tx, viewer.accountId)
    if (!made) throw new Error('a submitted application has no mentor')
    const onceKey = `${id}:${made.submittedAt?.toISOString()}`
    const values = inBothLanguages(() => ({ number: made.number }))
    await notify(tx, { event: 'application-received', accountId: viewer.accountId, side: 'mentor', onceKey, values })
    return { _id: id, number: made.number, status: made.status }
  })
}

/** Updates a submitted application; changed facts reopen their checks and, once they were checked, wait for an admin. */
async function changeApplication(tx: Transaction, viewer: Viewer, mentorId: string, one: Application): Promise<void> {
  if (one.phone !== undefined && one.phone !== viewer.phone) throw invalidField('phone', 'phone-not-proven')
  const given = factsFrom(one)
  assertNoContacts(given)
  await lockApplicant(tx, viewer.accountId)
  // Lock the row: an admin or a job may be deleting one of its files.
  const known = await rows.applicantOf(tx, viewer.accountId, true)
  const before = await rows.factsOf(tx, mentorId)
  await beforeEmailChange(tx, viewer, 'mentor', { from: before.email, to: given.email })
  const taken = await attachFiles(tx, viewer.accountId, given, before)
  const waiting = await changes.waitingOf(tx, mentorId)
  const wanted = known && reviewedStatuses.includes(known.status) ? newReviewedFacts(before, taken) : {}
  const facts: MentorFacts = { ...taken, ...pick(before, wanted) }
  await rows.updateMentor(tx, mentorId, facts)
  const reopened = await reopenChecks(tx, viewer.accountId, mentorId, {
    before,
    submitted: { ...before, ...waiting?.facts },
    after: taken,
  })
  await handleNewDocument(tx, viewer, mentorId, before, facts)
  const certificates = await syncCertificates(tx, { accountId: viewer.accountId, mentorId }, one.certificates)
  await reopenForCertificates(tx, viewer, mentorId, certificates)
  const proven = [
    ...(before.document === facts.document ? [] : (['identity'] as const)),
    ...[...certificates].map((kind) => checkOfCertificate[kind]),
  ]
  await askForChange(tx, { accountId: viewer.accountId, mentorId }, { waiting, wanted, reopened, proven })
  await releaseFiles(tx, [before, waiting?.facts], [facts, wanted])
  const factNames = Object.keys(facts) as (keyof MentorFacts)[] // safe: a whole object of facts
  const changed = [
    ...factNames.filter((fact) => JSON.stringify(before[fact]) !== JSON.stringify(facts[fact])),
    ...[...certificates].map((kind) => `certificate-${kind}`),
  ]
  await rows.writeEvent(tx, { mentorId, kind: 'changed', accountId: viewer.accountId, detail: { changed } })
  await writeTeaching(tx, mentorId, one)
}

/**
 * Changes the application (by the mentor) or the visibility (by the mentor or an admin). @returns whether the mentor is
 * shown
 */
export async function changeMentor(
  { db }: Context,
  viewer: Viewer,
  id: string,
  change: { showOnWebsite?: boolean | undefined; application?: Application | undefined },
): Promise<boolean> {
  const isOwn = viewer.userType === 'mentor' && viewer.mentorId === id
  if (viewer.userType !== 'admin' && !isOwn) throw new AppError('not-found')
  // Support is read-only.
  if (viewer.userType === 'admin' && viewer.adminRole === 'support') throw new AppError('not-allowed')
  if (change.application && !isOwn) throw new AppError('not-allowed')
  return await transaction(db, async (tx) => {
    if (change.application) await changeApplication(tx, viewer, id, change.application)
    const shown = await setVisibility(tx, id, change.showOnWebsite ?? null)
    if (shown === null) throw new AppError('not-found')
    if (shown.now !== shown.was) {
      if (shown.now && (await contactFields(tx, id)).length > 0) throw new AppError('text-has-contacts')
      const changes = [{ field: 'showOnWebsite', from: shown.was, to: shown.now }]
      await rows.writeEvent(tx, { mentorId: id, kind: 'changed', accountId: viewer.accountId, detail: { changes } })
    }
    await projectMentors(tx, [id])
    await syncVideoVisibility(tx, id)
    if (viewer.userType === 'admin')
      await writeAudit(tx, viewer, 'mentor.show', { kind: 'mentor', id, detail: { showOnWebsite: shown.now } })
    return shown.now
  })
}
