import { lessonColumns } from '#contract/classes/lifecycles.ts'
import type { DisputeReason } from '#contract/classes/limits.ts'
import { brand } from '#contract/wire/brand.ts'
import { paise, rupees } from '#contract/wire/money.ts'
import { isFirstLesson, settleFromHold } from '#server/classes/bookings/bookings.ts'
import { compensationAccounts, moveLesson, setWorth, voidLesson } from '#server/classes/lessons/lessons.ts'
import type { Context } from '#server/context.ts'
import { type Line, lockAccounts, writeJournal } from '#server/ledger/ledger.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import { lockSlot } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertMayDecide, assertMayMoveMoney, lockCase, openCase, resolveCase } from '#server/support/cases/cases.ts'
import { decideAppeal, decideCompensation, paysNothing } from './appeals.ts'
import * as rows from './locked-rows.ts'
import { endConfirmationRequests, notifyAppeal, notifyDecided, notifyOpened, notifyWithdrawn } from './notifications.ts'
import { reprice, writeCorrection } from './repricing.ts'

async function lockLesson(tx: Transaction, id: string, familyId: string | null): Promise<rows.Lesson> {
  return orNotFound(await rows.lockLesson(tx, id, familyId))
}

/** Throws unless the family may still dispute this lesson. */
async function assertDisputable(tx: Transaction, lesson: rows.Lesson): Promise<void> {
  if (lessonColumns[lesson.state].settled) throw new AppError('already-settled')
  if (lessonColumns[lesson.state].status !== 'held') throw new AppError('dispute-not-held')
  if (lesson.isLate && !(await isFirstLesson(tx, lesson.id))) throw new AppError('dispute-too-late')
}

/**
 * Opens a case about a lesson and holds its fee. Repeating returns the same dispute.
 * @returns the dispute id
 */
export async function openDispute(
  { db, config }: Context,
  viewer: Viewer,
  lessonId: string,
  { reason, words }: { reason: DisputeReason; words: string },
): Promise<string> {
  const familyId = orNotFound(viewer.familyId)
  if (reason === 'other' && words === '') throw invalidField('text', 'what was wrong')
  return await transaction(db, async (tx) => {
    const lesson = await lockLesson(tx, lessonId, familyId)
    const before = await rows.latestDispute(tx, lessonId)
    if (before?.status === 'open') return before.id
    await assertDisputable(tx, lesson)
    const { id, opened } = await openHeldDispute(tx, config, lesson, reason, words)
    await notifyOpened(tx, lesson, opened)
    await endConfirmationRequests(tx, lesson)
    return id
  })
}

/** Opens a case about a lesson and holds its fee. */
async function openHeldDispute(
  tx: Transaction,
  config: Context['config'],
  lesson: rows.Lesson,
  reason: DisputeReason | 'no_show',
  words: string,
) {
  const { familyName, familyAccount, phone, language, familyId, mentorId, feePaise } = lesson
  const opened = await openCase(tx, config, {
    kind: 'dispute',
    topic: reason,
    text: words || reason,
    name: familyName || brand.name,
    phone,
    language,
    accountId: familyAccount,
    side: 'family',
    familyId,
    mentorId,
  })
  const id = await rows.insertDispute(tx, { lesson, caseId: opened.id, reason, words })
  await writeJournal(tx, {
    kind: 'dispute',
    subjectId: id,
    lines: [
      { kind: 'family_prepaid', ownerId: familyId, amountPaise: feePaise },
      { kind: 'held_in_dispute', amountPaise: -feePaise },
    ],
  })
  return { id, opened }
}

/** Opens a dispute when the accused side objects to a reported absence: an admin decides how much is paid. The caller checks access. */
export async function disputeNoShow(
  tx: Transaction,
  config: Context['config'],
  lessonId: string,
  { causedBy, words }: { causedBy: 'family' | 'mentor'; words: string },
): Promise<{ id: string; number: string; answerBy: Date }> {
  const lesson = await lockLesson(tx, lessonId, null)
  await moveLesson(tx, lessonId, causedBy === 'family' ? 'missByFamily' : 'missByMentor')
  const { id, opened } = await openHeldDispute(tx, config, lesson, 'no_show', words)
  return { id, number: opened.number, answerBy: opened.answerBy }
}

/** Returns the held amount to the family's balance without settling the lesson. */
async function releaseHold(tx: Transaction, lesson: rows.Lesson, { id, amountPaise }: rows.Dispute): Promise<void> {
  const lines: Line[] = [
    { kind: 'family_prepaid', ownerId: lesson.familyId, amountPaise: -amountPaise },
    { kind: 'held_in_dispute', amountPaise },
  ]
  await lockAccounts(tx, [...lines, ...compensationAccounts(lesson)])
  await writeJournal(tx, { kind: 'dispute_end', subjectId: id, lines })
}

const decidedAmounts = ({ amountPaise, mentorPaise }: rows.Dispute) => ({
  mentor: rupees(mentorPaise ?? 0),
  family: rupees(amountPaise - (mentorPaise ?? 0)),
})

/** The family withdraws the dispute, which confirms the lesson: it settles by the usual rule. @returns the dispute id */
export async function withdrawDispute({ db }: Context, viewer: Viewer, lessonId: string): Promise<string> {
  return await transaction(db, async (tx) => {
    const found = await rows.latestDispute(tx, lessonId)
    if (found?.caseId) await lockCase(tx, found.caseId)
    const lesson = await lockLesson(tx, lessonId, orNotFound(viewer.familyId))
    const dispute = orNotFound(await rows.latestDispute(tx, lessonId))
    if (dispute.status === 'decided') throw new AppError('dispute-decided', decidedAmounts(dispute))
    if (dispute.status === 'withdrawn') return dispute.id
    if (dispute.reason === 'no_show') throw new AppError('no-show-disputed')
    await rows.markWithdrawn(tx, dispute)
    if (dispute.caseId) await resolveCase(tx, dispute.caseId, { by: null, reason: '' })
    if (await isFirstLesson(tx, lessonId)) await releaseHold(tx, lesson, dispute)
    else await settleFromHold(tx, lessonId, dispute.amountPaise)
    await notifyWithdrawn(tx, lesson, dispute)
    return dispute.id
  })
}

/** Minutes a partly paid lesson uses, in proportion to its fee, so that later lessons keep their price. */
function minutesFor(lesson: rows.Lesson, feePaise: number): number {
  if (feePaise === lesson.feePaise) return lesson.minutes
  return feePaise === 0 ? 0 : Math.max(1, Math.round((lesson.minutes * feePaise) / lesson.feePaise))
}

type Decision = { share: number; reason: string; version: number; ours?: number | undefined }

/** Decides a dispute in percent of the fee, or again while it is appealed. Repeating the decision succeeds. */
export async function decideDispute({ db }: Context, viewer: Viewer, id: string, input: Decision): Promise<void> {
  const { share, reason, version } = input
  const caseId = orNotFound((await rows.disputeById(db, id))?.caseId)
  await transaction(db, async (tx) => {
    const about = await lockCase(tx, caseId)
    const dispute = orNotFound(await rows.disputeOfCase(tx, caseId))
    const lesson = await lockLesson(tx, dispute.lessonId, null)
    assertNotParty(viewer, [lesson.familyAccount, lesson.mentorAccount])
    const mentorPaise = Math.round((dispute.amountPaise * share) / 100)
    if (dispute.status === 'withdrawn') throw new AppError('dispute-withdrawn')
    if (dispute.status === 'decided' && !about.isAppealed) {
      const last = (await rows.lastDecision(tx, caseId)) ?? dispute
      if (last.mentorPaise === mentorPaise) return
      throw new AppError('dispute-decided', decidedAmounts(last))
    }
    const soloDecision = await assertMayDecide(tx, viewer, about, version)
    if (dispute.status === 'decided') return await decideAppeal(tx, viewer, lesson, dispute, input, soloDecision)
    await rows.markDecided(tx, dispute, { mentorPaise, verdict: reason, accountId: viewer.accountId })
    await resolveCase(tx, caseId, { by: viewer.accountId, reason })
    if (paysNothing(dispute, share)) {
      await voidLesson(tx, lesson.id, 'void')
      await releaseHold(tx, lesson, dispute)
    } else {
      // A mentor who is paid for an unmarked lesson was present, so the family missed it.
      if (lesson.state === 'missed_by_mentor_disputed') await moveLesson(tx, lesson.id, 'missByFamily')
      await setWorth(tx, lesson.id, mentorPaise, minutesFor(lesson, mentorPaise))
      await settleFromHold(tx, lesson.id, dispute.amountPaise)
    }
    await decideCompensation(tx, lesson, dispute, share)
    await notifyDecided(tx, lesson, { ...dispute, mentorPaise })
    await writeAudit(tx, viewer, 'dispute.decide', {
      kind: 'dispute',
      id: dispute.id,
      detail: { share, reason, ...soloDecision },
    })
  })
}

type Correction = { lesson: string; amount: number; fee: number; reason: string }

/**
 * Refunds part or all of a settled lesson, under an id generated by the client: repeating succeeds. Commission and
 * taxes are returned in proportion. Amounts already paid out or in a bank file are MentorSetu's loss, not the mentor's
 * debt.
 */
export async function correctClass({ db }: Context, viewer: Viewer, id: string, input: Correction): Promise<void> {
  const amountPaise = paise(input.amount)
  await transaction(db, async (tx) => {
    const orderId = await rows.orderOfLesson(tx, input.lesson)
    const soloDecision = orderId ? await assertMayMoveMoney(tx, viewer, orderId, null) : {}
    const lesson = await lockLesson(tx, input.lesson, null)
    const before = await rows.disputeById(tx, id)
    if (before) {
      const isSame = before.lessonId === lesson.id && before.amountPaise - (before.mentorPaise ?? 0) === amountPaise
      if (!isSame || before.caseId !== null) throw new AppError('idempotency-mismatch')
      return
    }
    if (!lessonColumns[lesson.state].settled || lesson.feePaise !== paise(input.fee))
      throw new AppError('correction-changed')
    if (amountPaise > lesson.feePaise) throw new AppError('correction-too-large')
    const { oursPaise } = await rows.unusedWorth(tx, lesson)
    const was = { feePaise: lesson.feePaise, oursPaise }
    const is = { feePaise: lesson.feePaise - amountPaise, oursPaise }
    const mentorPaise = is.feePaise + oursPaise
    const verdict = { mentorPaise, oursPaise, verdict: input.reason, accountId: viewer.accountId }
    if (!(await rows.insertCorrection(tx, id, lesson, { ...verdict, amountPaise: was.feePaise + oursPaise })))
      throw new AppError('idempotency-mismatch')
    // Before the ledger accounts, which repricing locks.
    if (mentorPaise === 0) await lockSlot(tx, lesson.slotId)
    await writeCorrection(tx, id, await reprice(tx, lesson, was, is))
    if (mentorPaise === 0) await voidLesson(tx, lesson.id, lesson.state === 'settled' ? 'void' : 'waiveCharge')
    else await setWorth(tx, lesson.id, is.feePaise, minutesFor(lesson, is.feePaise))
    const dispute = {
      id,
      lessonId: lesson.id,
      caseId: null,
      number: null,
      amountPaise: was.feePaise,
      mentorPaise,
      oursPaise,
    }
    // MentorSetu's share of an appeal stays with the mentor: each side gets its own amount.
    const notifyResult = oursPaise > 0 ? notifyAppeal : notifyDecided
    await notifyResult(tx, lesson, { ...dispute, reason: 'settled', status: 'decided' })
    await writeAudit(tx, viewer, 'dispute.correct', { kind: 'dispute', id, detail: { ...input, ...soloDecision } })
  })
}
