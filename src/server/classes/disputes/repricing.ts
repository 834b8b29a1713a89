import { splitFee } from '#contract/classes/prices.ts'
import { balancePaise, type Line, lockAccounts } from '#server/ledger/ledger.ts'
import type { Transaction } from '#server/platform/database.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import * as rows from './locked-rows.ts'

/** A lesson's fee to the family, and MentorSetu's contribution to the mentor. */
export type Worth = { feePaise: number; oursPaise: number }

export type Repriced = { lines: Line[]; familyPaise: number; mentorPaise: number; oursPaise: number }

/**
 * Computes the journal entry that changes the price of a lesson at the rates of its date, up or down. The mentor returns
 * only what is neither paid out nor in a bank file, and receives only what this lesson has not paid yet. MentorSetu
 * bears the difference. Account locks are held until commit.
 * @returns the entry's lines, and the change for each side
 */
export async function reprice(tx: Transaction, lesson: rows.Lesson, was: Worth, is: Worth): Promise<Repriced> {
  const rates = await readSetting(tx, 'feeRates', lesson.startsAt)
  const [before, after] = [was, is].map((one) => splitFee(one.feePaise + one.oursPaise, rates)) as [Split, Split] // safe: of two
  const difference = (name: keyof Split) => before[name] - after[name]
  const { mentorId: ownerId, familyId } = lesson
  const mentorLine = (amountPaise: number): Line => ({ kind: 'mentor_payable', ownerId, amountPaise })
  const otherLines: Line[] = [
    { kind: 'family_prepaid', ownerId: familyId, amountPaise: is.feePaise - was.feePaise },
    { kind: 'commission', amountPaise: difference('commission') },
    { kind: 'gst', amountPaise: difference('gst') },
    { kind: 'tds', amountPaise: difference('tds') },
    { kind: 'tcs', amountPaise: difference('tcs') },
  ]
  await lockAccounts(tx, [...otherLines, mentorLine(0), { kind: 'promotions', amountPaise: 0 }])
  const unpaidPaise = -(await balancePaise(tx, 'mentor_payable', ownerId)) - (await rows.paiseInBankFile(tx, ownerId))
  const fromMentor =
    difference('mentor') < 0
      ? Math.min(0, (await rows.paiseOfMentor(tx, lesson.id)) - after.mentor)
      : Math.min(difference('mentor'), Math.max(0, unpaidPaise))
  const oursPaise = -otherLines.reduce((sum, { amountPaise }) => sum + amountPaise, fromMentor)
  return {
    lines: [...otherLines, mentorLine(fromMentor), { kind: 'promotions', amountPaise: oursPaise }],
    ...{ familyPaise: was.feePaise - is.feePaise, mentorPaise: -fromMentor, oursPaise },
  }
}

type Split = ReturnType<typeof splitFee>
