import { demoPriceRupees } from '#contract/classes/plans.ts'
import { subjectFrom, subjectName } from '#contract/reference/catalogue.ts'
import { paise, rupees } from '#contract/wire/money.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { settingOr } from '#server/settings/settings/settings.ts'
import { type MonthRow, monthsAfter } from './month-rows.ts'
import { isBookable, offerAt, usableOf } from './pricing.ts'
import { isCreditOpen } from './queries.ts'

/** First month after a demo in rupees: what it costs, what the demo's fee and the family's credit take off. */
type MonthPrice = { price: number; promotion: number; credit: number; amount: number }

/** Today's prices of the first months after a family's demos, by the demo's booking; only where its fee is taken off. */
export async function monthsAfterDemos(
  db: Db,
  familyId: string,
  demoIds: readonly string[],
): Promise<Record<string, MonthPrice>> {
  if (demoIds.length === 0) return {}
  const rows = await monthsAfter(db, familyId, demoIds)
  return Object.fromEntries(
    rows.flatMap((row) => {
      const price = priceOf(row)
      return price ? [[row.booking, price]] : []
    }),
  )
}

/** As the quote of the month would be; null where there is none. */
function priceOf({ discounts, creditPaise, own, moved, used, ...row }: MonthRow): MonthPrice | null {
  if (!isBookable(row) || !isCreditOpen({ taken: true, own, moved, used })) return null
  const { booking: _, mentorId, mode, ...priceList } = row
  const subject = subjectFrom(subjectName(row.subject, 'en')) ?? row.subjects[0]
  try {
    const wanted = { mentorId, plan: 'monthly', hours: 1, mode, subject } as const
    const { pricePaise } = offerAt(priceList, wanted, settingOr('packageDiscounts', discounts))
    const demo = paise(demoPriceRupees)
    const credit = usableOf(creditPaise, pricePaise - demo)
    return {
      price: rupees(pricePaise),
      promotion: rupees(demo + credit),
      credit: rupees(credit),
      amount: rupees(pricePaise - demo - credit),
    }
  } catch (error) {
    // The mentor no longer offers it.
    if (error instanceof AppError) return null
    throw error
  }
}
