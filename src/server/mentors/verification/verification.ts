import { verificationLifecycle } from '#contract/mentors/lifecycles.ts'
import type { AdminMentor, Decision } from '#contract/mentors/verification.ts'
import { type CheckKind, neededChecks } from '#contract/reference/catalogue.ts'
import type { Context } from '#server/context.ts'
import { forgetReopened, waitingChangeOf } from '#server/mentors/applications/applications.ts'
import { findMentor } from '#server/mentors/search/mentors.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import { isoFromJson } from '#server/platform/json-rows.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { eKycOf } from './e-kyc.ts'
import { assertEvidence, relevantResult } from './evidence.ts'
import { type Changes, changeListings, changesBetween } from './listing.ts'
import * as locked from './locked-rows.ts'
import * as rows from './queries.ts'
import { rechecksOf } from './recheck-rows.ts'
import {
  assertCurrentVersion,
  lockMentor,
  type MentorNotification,
  notifyMentor,
  recordAdminChange,
} from './record-change.ts'
import { assertListable, notifySuspension, resumeClasses } from './suspension.ts'
import { casesAbout } from './suspension-rows.ts'

export { deleteDocumentsOf, deleteEKycOf } from './documents.ts'
export { deleteOverdueCvs, deleteOverdueDocuments } from './expiry.ts'
export { changeListingsSince } from './listing.ts'
export {
  recordSafetyReport,
  restoreMentor,
  restoreWithAccount,
  suspendMentor,
  suspendWithAccount,
} from './suspension.ts'

/** All data of a mentor. Logs the view. */
export async function readMentor({ db }: Context, viewer: Viewer, id: string): Promise<AdminMentor> {
  const mentor = await rows.mentorDetail(db, id)
  const card = await findMentor(db, id, id)
  if (!mentor || !card) throw new AppError('not-found')
  await writeAudit(db, viewer, 'mentor.look', { kind: 'mentor', id })
  const [history, looks, rechecks, waiting, cases, eKyc] = await Promise.all([
    rows.eventsOf(db, id),
    rows.documentViewsOf(db, id),
    rechecksOf(db, id),
    waitingChangeOf(db, id),
    casesAbout(db, viewer, id),
    // Support doesn't review mentors.
    viewer.adminRole === 'support' ? null : eKycOf(db, id),
  ])
  return {
    ...mentor,
    submittedAt: mentor.submittedAt.toISOString(),
    documentDeletedAt: mentor.documentDeletedAt?.toISOString() ?? null,
    documentAskedAt: mentor.documentAskedAt?.toISOString() ?? null,
    cvDeletedAt: mentor.cvDeletedAt?.toISOString() ?? null,
    certificates: mentor.certificates.map((one) => ({
      ...one,
      sentAt: isoFromJson(one.sentAt),
      deletedAt: one.deletedAt && isoFromJson(one.deletedAt),
    })),
    eKyc,
    card,
    waiting,
    rechecks: rechecks.map((one) => ({ ...one, since: one.since.toISOString() })),
    history: history.map((one) => ({ ...one, at: one.at.toISOString() })),
    looks: looks.map((one) => ({ ...one, at: one.at.toISOString() })),
    cases: cases.map((one) => ({ ...one, at: one.at.toISOString() })),
  }
}

/** Event and notification of each decision. */
const decisionEffects: Record<Decision, { event: locked.EventKind; notification: MentorNotification | null }> = {
  start_review: { event: 'review_started', notification: null },
  verify: { event: 'verified', notification: 'mentor-verified' },
  reject: { event: 'rejected', notification: 'mentor-rejected' },
  suspend: { event: 'suspended', notification: 'mentor-suspended' },
  restore: { event: 'restored', notification: 'mentor-restored' },
}

type DecisionInput = { decision: Decision; reason: string; despite: boolean; show: boolean; version: number }

/** Decides on a mentor and notifies them. Repeating a decision with the same reason succeeds. */
export async function decideMentor(context: Context, viewer: Viewer, id: string, input: DecisionInput) {
  const to = verificationLifecycle.target(input.decision)
  const { event, notification } = decisionEffects[input.decision]
  const reason = input.decision === 'reject' || input.decision === 'suspend' ? input.reason : ''
  return await transaction(context.db, async (tx) => {
    const mentor = await lockMentor(tx, id)
    const isShown = mentor.showOnWebsite || (input.decision === 'verify' && input.show)
    const isDone = mentor.status === to && mentor.rejection === reason && isShown === mentor.showOnWebsite
    if (isDone) return { _id: id, status: to, version: mentor.version, isShown }
    await assertCurrentVersion(tx, viewer, mentor, input.version)
    if (!verificationLifecycle.from(input.decision).includes(mentor.status))
      throw new AppError('status-moved', { status: mentor.status })
    if (input.decision === 'verify') {
      const valid = await locked.validChecks(tx, id)
      const open = neededChecks.filter((kind) => !valid.includes(kind))
      if (open.length > 0) throw new AppError('checks-open', { open })
    }
    if (to === 'verified') await assertListable(tx, mentor, input)
    await locked.changeStatus(tx, id, input.decision, reason)
    const changes: Changes = [{ field: 'status', from: mentor.status, to }]
    if (isShown !== mentor.showOnWebsite) {
      await locked.setVisible(tx, id)
      changes.push({ field: 'showOnWebsite', from: false, to: true })
    }
    const detail = { changes, ...(input.despite && { despite: true }) }
    const version = await recordAdminChange(tx, viewer, mentor, `mentor.${input.decision}`, {
      kind: event,
      note: input.reason,
      detail,
    })
    if (notification) await notifyMentor(tx, context.config, mentor, notification, { reason, version })
    if (input.decision === 'suspend') await notifySuspension(tx, mentor, version)
    if (input.decision === 'restore') await resumeClasses(tx, context.queue, mentor, version)
    return { _id: id, status: to, version, isShown }
  })
}

const emptyCheck: locked.CheckResult = {
  state: 'pending',
  method: '',
  basis: '',
  degree: '',
  degreeYear: null,
  issuedOn: null,
  evidence: '',
  checkedOn: null,
  validUntil: null,
}
const eventOfState = { passed: 'check_passed', failed: 'check_failed', pending: 'check_reopened' } as const

/** Saves the result of a check, with the viewer as its checker. */
export async function setCheck(
  { db }: Context,
  viewer: Viewer,
  { id, kind }: { id: string; kind: CheckKind },
  { version, ...given }: locked.CheckResult & { version: number },
) {
  const found = relevantResult(kind, given)
  return await transaction(db, async (tx) => {
    const mentor = await lockMentor(tx, id)
    const before = (await locked.checkOf(tx, id, kind)) ?? emptyCheck
    const changes = changesBetween<locked.CheckResult>(before, found)
    if (changes.length === 0) return { _id: id, status: mentor.status, version: mentor.version }
    await assertCurrentVersion(tx, viewer, mentor, version)
    assertEvidence(kind, before, found, await locked.uploadsOf(tx, id))
    await locked.writeCheck(tx, { mentorId: id, kind, checkerId: viewer.accountId }, found)
    // An admin's word counts more than the result that a withdrawn change would bring back.
    await forgetReopened(tx, id, kind)
    // Identity passed by another method: the requested document is no longer needed.
    if (kind === 'identity' && found.state === 'passed') await locked.setDocumentRequested(tx, id, false)
    const isMove = before.state !== found.state
    return {
      _id: id,
      status: mentor.status,
      version: await recordAdminChange(tx, viewer, mentor, 'mentor.check', {
        kind: isMove ? eventOfState[found.state] : 'changed',
        detail: { check: kind, changes },
      }),
    }
  })
}

/** Changes how a mentor is listed. */
export async function setListing(
  { db }: Context,
  viewer: Viewer,
  id: string,
  input: locked.ListingFields & { version: number },
) {
  const { version, ...wanted } = input
  return await transaction(db, async (tx) => {
    const mentor = await lockMentor(tx, id)
    const changes = changesBetween<locked.ListingFields>(mentor, wanted)
    if (changes.length === 0) return { _id: id, status: mentor.status, version: mentor.version }
    await assertCurrentVersion(tx, viewer, mentor, version)
    assertNotParty(viewer, [mentor.accountId])
    await changeListings(tx, viewer.accountId, [{ mentor, wanted }])
    const newVersion = mentor.version + 1
    await writeAudit(tx, viewer, 'mentor.listing', { kind: 'mentor', id, detail: { version: newVersion, changes } })
    return { _id: id, status: mentor.status, version: newVersion }
  })
}
