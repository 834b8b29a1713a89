import { lessonColumns } from '#contract/classes/lifecycles.ts'
import { paise, rupees } from '#contract/wire/money.ts'
import { completeIfDone } from '#server/classes/bookings/bookings.ts'
import {
  compensate,
  reinstateLesson,
  reverseCompensation,
  setWorth,
  voidLesson,
} from '#server/classes/lessons/lessons.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import { lockSlot } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertMayDecide, lockCase, resolveCase, type SoleDecider } from '#server/support/cases/cases.ts'
import * as rows from './locked-rows.ts'
import { notifyAppeal } from './notifications.ts'
import { type Repriced, reprice, type Worth, writeCorrection } from './repricing.ts'

type Recalculation = Repriced & { was: Worth; is: Worth; mentorMinutes: number; totalPaise: number }

/**
 * Recalculates a disputed lesson for another share. An increase is paid from money in the booking that no other lesson
 * uses; what was refunded or spent since is borne by MentorSetu. A decrease first returns MentorSetu's contribution.
 */
async function recalculate(
  tx: Transaction,
  lesson: rows.Lesson,
  one: rows.Dispute,
  share: number,
): Promise<Recalculation> {
  const { oursPaise, freePaise, freeMinutes } = await rows.unusedWorth(tx, lesson)
  const isPaid = lessonColumns[lesson.state].settled === true
  const was = { feePaise: isPaid ? lesson.feePaise : 0, oursPaise }
  const totalPaise = Math.round((one.amountPaise * share) / 100)
  const morePaise = totalPaise - was.feePaise - was.oursPaise
  const ours =
    morePaise > 0
      ? was.oursPaise + Math.max(0, morePaise - Math.max(0, freePaise))
      : Math.max(0, was.oursPaise + morePaise)
  const is = { feePaise: totalPaise - ours, oursPaise: ours }
  const proportionalMinutes = Math.round((lesson.lengthMinutes * is.feePaise) / Math.max(1, one.amountPaise))
  const maxMinutes = (isPaid ? lesson.minutes : 0) + Math.max(0, freeMinutes)
  return {
    ...(await reprice(tx, lesson, was, is)),
    was,
    is,
    totalPaise,
    mentorMinutes: is.feePaise === 0 ? 0 : Math.min(Math.max(1, proportionalMinutes), maxMinutes),
  }
}

/** Whether a share pays nothing for a lesson that had a fee, which then does not count. */
export const paysNothing = ({ amountPaise }: rows.Dispute, share: number): boolean =>
  share === 0 || (Math.round((amountPaise * share) / 100) === 0 && amountPaise > 0)

/**
 * Credits the family for a mentor's absence that a decision confirms, and reverses the credit when a decision pays the
 * mentor. Call after other journals of the transaction.
 */
export async function decideCompensation(tx: Transaction, lesson: rows.Lesson, dispute: rows.Dispute, share: number) {
  const { id: lessonId, familyId, mentorId } = lesson
  if (!paysNothing(dispute, share)) return await reverseCompensation(tx, lessonId)
  await compensate(tx, { lessonId, familyId, mentorId, paise: await rows.compensationOf(tx, dispute.id) })
}

/** Previews another decision on an appealed dispute, for an admin who may make it. Read-only. */
export async function previewAppeal({ db }: Context, viewer: Viewer, id: string, share: number) {
  const caseId = orNotFound((await rows.disputeById(db, id))?.caseId)
  return await transaction(db, async (tx) => {
    const one = await lockCase(tx, caseId)
    const dispute = orNotFound(await rows.disputeOfCase(tx, caseId))
    const lesson = orNotFound(await rows.lockLesson(tx, dispute.lessonId, null))
    assertNotParty(viewer, [lesson.familyAccount, lesson.mentorAccount])
    if (!one.isAppealed || dispute.status !== 'decided') throw new AppError('case-moved', { status: one.status })
    await assertMayDecide(tx, viewer, one, null)
    const { was, totalPaise, familyPaise, mentorPaise, oursPaise } = await recalculate(tx, lesson, dispute, share)
    return {
      share,
      version: one.version,
      now: rupees(was.feePaise + was.oursPaise),
      kept: rupees(totalPaise),
      family: rupees(familyPaise),
      mentor: rupees(mentorPaise),
      ours: rupees(oursPaise),
    }
  })
}

type AppealDecision = { share: number; reason: string; ours?: number | undefined }

/** Decides an appealed dispute and its appeal in one journal entry. Locks lesson and case, and checks that this admin may decide. */
export async function decideAppeal(
  tx: Transaction,
  viewer: Viewer,
  lesson: rows.Lesson,
  one: rows.Dispute,
  input: AppealDecision,
  alone: SoleDecider,
) {
  const { share, reason } = input
  if (one.caseId === null) throw new AppError('not-found')
  if (input.ours === undefined) throw invalidField('ours', 'what we would bear')
  // Before the ledger accounts, which the recalculation locks.
  await lockSlot(tx, lesson.slotId)
  const recalculation = await recalculate(tx, lesson, one, share)
  if (paise(input.ours) !== recalculation.oursPaise) throw new AppError('appeal-changed')
  const { is, totalPaise, mentorMinutes } = recalculation
  const verdict = { mentorPaise: totalPaise, oursPaise: is.oursPaise, verdict: reason, accountId: viewer.accountId }
  const id = await rows.insertAppealDecision(tx, one, verdict)
  await resolveCase(tx, one.caseId, { by: viewer.accountId, reason })
  if (!paysNothing(one, share)) await reinstateLesson(tx, lesson.id, is.feePaise, mentorMinutes)
  else if (lessonColumns[lesson.state].settled) {
    // Reset to the original worth: a lesson paid by MentorSetu alone uses no minutes.
    await setWorth(tx, lesson.id, one.amountPaise, lesson.lengthMinutes)
    await voidLesson(tx, lesson.id, 'void')
  }
  await completeIfDone(tx, lesson.bookingId)
  await writeCorrection(tx, id, recalculation)
  await decideCompensation(tx, lesson, one, share)
  await notifyAppeal(tx, lesson, { ...one, id, mentorPaise: totalPaise, oursPaise: is.oursPaise })
  const { familyPaise, mentorPaise, oursPaise } = recalculation
  const moved = { family: rupees(familyPaise), mentor: rupees(mentorPaise), ours: rupees(oursPaise) }
  const detail = { share, reason, ...moved, ...alone }
  await writeAudit(tx, viewer, 'dispute.decide', { kind: 'dispute', id: one.id, detail })
}
