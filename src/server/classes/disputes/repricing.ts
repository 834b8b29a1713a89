import { splitFee } from '#contract/classes/prices.ts'
import { balancePaise, type Line, lockAccounts } from '#server/ledger/ledger.ts'
import type { Transaction } from '#server/platform/database.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import * as rows from './locked-rows.ts'

/** What a class comes to: what its family pays, and what we put to that for its mentor. */
export type Worth = { feePaise: number; oursPaise: number }

export type Repriced = { lines: Line[]; familyPaise: number; mentorPaise: number; oursPaise: number }

/**
 * The one journal that makes a class another price, at the rates of its day, whatever the direction. The mentor gives back what was
 * not paid out and the bank was not told to pay; when it gets more, then only what it does not have of this class already. What the
 * other lines leave is ours. The accounts stay locked, so it is written as it was computed.
 * @returns its lines, and what each side has more by it
 */
export async function repriced(tx: Transaction, lesson: rows.Lesson, was: Worth, is: Worth): Promise<Repriced> {
  const rates = await readSetting(tx, 'feeRates', lesson.startsAt)
  const [before, after] = [was, is].map((one) => splitFee(one.feePaise + one.oursPaise, rates)) as [Split, Split] // true: of two
  const back = (name: keyof Split) => before[name] - after[name]
  const { mentorId: ownerId, familyId } = lesson
  const mentorLine = (amountPaise: number): Line => ({ kind: 'mentor_payable', ownerId, amountPaise })
  const others: Line[] = [
    { kind: 'family_prepaid', ownerId: familyId, amountPaise: is.feePaise - was.feePaise },
    { kind: 'commission', amountPaise: back('commission') },
    { kind: 'gst', amountPaise: back('gst') },
    { kind: 'tds', amountPaise: back('tds') },
    { kind: 'tcs', amountPaise: back('tcs') },
  ]
  await lockAccounts(tx, [...others, mentorLine(0), { kind: 'promotions', amountPaise: 0 }])
  const unpaidPaise = -(await balancePaise(tx, 'mentor_payable', ownerId)) - (await rows.paiseAtBank(tx, ownerId))
  const fromMentor =
    back('mentor') < 0
      ? Math.min(0, (await rows.paiseOfMentor(tx, lesson.id)) - after.mentor)
      : Math.min(back('mentor'), Math.max(0, unpaidPaise))
  const oursPaise = -others.reduce((sum, { amountPaise }) => sum + amountPaise, fromMentor)
  return {
    lines: [...others, mentorLine(fromMentor), { kind: 'promotions', amountPaise: oursPaise }],
    ...{ familyPaise: was.feePaise - is.feePaise, mentorPaise: -fromMentor, oursPaise },
  }
}

type Split = ReturnType<typeof splitFee>
