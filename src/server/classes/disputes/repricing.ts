import { lessonColumns } from '#contract/classes/lifecycles.ts'
import { splitFee } from '#contract/classes/prices.ts'
import { collectedPaise, compensationAccounts } from '#server/classes/lessons/lessons.ts'
import { balancePaise, type Line, lockAccounts, writeJournal } from '#server/ledger/ledger.ts'
import { planTaxes, recordTaxes, type TaxPlan, taxesOfLesson } from '#server/mentors/taxes/taxes.ts'
import type { Transaction } from '#server/platform/database.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import * as rows from './locked-rows.ts'

/** A lesson's fee to the family, and MentorSetu's contribution to the mentor. */
export type Worth = { feePaise: number; oursPaise: number }

export type Repriced = {
  lines: Line[]
  taxes: TaxPlan
  /** What the mentor pays more for commission and GST; negative when it gets some back. */
  fees: { commissionPaise: number; gstPaise: number }
  familyPaise: number
  mentorPaise: number
  oursPaise: number
}

/**
 * Computes the journal entry that changes the price of a lesson at the rates it was settled at, up or down. Taxes that the lesson bore
 * are returned, and an increase is taxed as a new fee. The mentor returns only what is neither paid out nor in a bank file, owes
 * again what the lesson paid of its debt, and receives only what this lesson has not paid yet. MentorSetu bears the difference.
 * Locks all accounts of a decision until commit, also those of the compensation.
 * @returns the entry's lines, and the change for each side
 */
export async function reprice(tx: Transaction, lesson: rows.Lesson, was: Worth, is: Worth): Promise<Repriced> {
  const rates = await readSetting(tx, 'feeRates', lesson.pricedAt)
  const wasPaise = was.feePaise + was.oursPaise
  const isPaise = is.feePaise + is.oursPaise
  // As booked: the rates may have been others.
  const received = await rows.receivedFor(tx, lesson.id)
  const before = { ...received, mentor: wasPaise - received.commission - received.gst }
  const after = splitFee(isPaise, rates)
  const { mentorId: ownerId, familyId } = lesson
  const fees = { commissionPaise: after.commission - before.commission, gstPaise: after.gst - before.gst }
  const taxes = await planTaxes(tx, {
    mentorId: ownerId,
    lessonId: lesson.id,
    at: lesson.pricedAt,
    kind: lessonColumns[lesson.state].status === 'held' ? 'class' : 'cancellation',
    grossPaise: isPaise - wasPaise,
    sharePaise: after.mentor - before.mentor,
  })
  const mentorLine = (amountPaise: number): Line => ({ kind: 'mentor_payable', ownerId, amountPaise })
  const otherLines: Line[] = [
    { kind: 'family_prepaid', ownerId: familyId, amountPaise: is.feePaise - was.feePaise },
    { kind: 'commission', amountPaise: -fees.commissionPaise },
    { kind: 'gst', amountPaise: -fees.gstPaise },
    { kind: 'tds', amountPaise: -taxes.tds },
    { kind: 'tcs', amountPaise: -taxes.tcs },
  ]
  const debtLine = (amountPaise: number): Line => ({ kind: 'mentor_debt', ownerId, amountPaise })
  await lockAccounts(tx, [
    ...otherLines,
    mentorLine(0),
    ...compensationAccounts(lesson),
    { kind: 'promotions', amountPaise: 0 },
  ])
  const unpaidPaise = -(await balancePaise(tx, 'mentor_payable', ownerId)) - (await rows.paiseInBankFile(tx, ownerId))
  const taxed = await taxesOfLesson(tx, lesson.id)
  const mentorDifference = before.mentor - after.mentor + taxes.tds + taxes.tcs
  const mentorAfter = after.mentor - taxed.tds - taxed.tcs - taxes.tds - taxes.tcs
  const fromMentor =
    mentorDifference < 0
      ? Math.min(0, received.mentor - mentorAfter)
      : Math.min(mentorDifference, Math.max(0, unpaidPaise))
  const owedAgain = Math.max(0, Math.min(mentorDifference - fromMentor, await collectedPaise(tx, lesson.id)))
  const oursPaise = -otherLines.reduce((sum, { amountPaise }) => sum + amountPaise, fromMentor + owedAgain)
  return {
    lines: [...otherLines, mentorLine(fromMentor), debtLine(owedAgain), { kind: 'promotions', amountPaise: oursPaise }],
    taxes,
    fees,
    familyPaise: was.feePaise - is.feePaise,
    mentorPaise: -fromMentor - owedAgain,
    oursPaise,
  }
}

/** Writes the journal of a new price, with its taxes. */
export async function writeCorrection(tx: Transaction, subjectId: string, { lines, taxes, fees }: Repriced) {
  await writeJournal(tx, { kind: 'correction', subjectId, lines })
  await recordTaxes(tx, taxes, { journal: 'correction', subjectId, ...fees })
}
