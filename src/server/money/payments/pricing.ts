import { demoPriceRupees, isRenewable, type Plan } from '#contract/classes/plans.ts'
import { type PackageDiscounts, planPaise } from '#contract/classes/prices.ts'
import { centreSeats, mayBeUnder16 } from '#contract/mentors/application-sections.ts'
import {
  type ClassMode,
  classModes,
  type Grade,
  gradesOfKey,
  levels,
  type Subject,
  subjectName,
} from '#contract/reference/catalogue.ts'
import { paise, rupees } from '#contract/wire/money.ts'
import { creditPaiseOf } from '#server/classes/lessons/lessons.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { type PriceList, pastDemo, priceListOf } from './queries.ts'

type PriceQuery = {
  mentorId: string
  plan: Plan
  hours: number
  mode?: ClassMode | undefined
  subject?: Subject | undefined
  /** The learner's class, where known. */
  grade?: Grade | null | undefined
}
/** `fullPaise`: price of the package's months bought one by one. */
export type Offer = { mode: ClassMode; subject: Subject; monthlyPaise: number; fullPaise: number; pricePaise: number }

/**
 * Plan implied by an amount alone: 99 is a demo, the homeTuition price (with or without the demo credit) a month.
 * Other amounts are refused.
 */
export function planOf(priceList: PriceList, amountRupees: number): Plan {
  if (amountRupees === demoPriceRupees) return 'demo'
  const monthly = priceList.prices.homeTuition
  const askedPaise = paise(amountRupees)
  if (monthly !== undefined && (askedPaise === monthly || askedPaise === monthly - paise(demoPriceRupees)))
    return 'monthly'
  const defaultPaise = monthly ?? Object.values(priceList.prices)[0] ?? 0
  throw new AppError('price-changed', { amount: rupees(defaultPaise) })
}

/** Price list of a mentor open for bookings. */
export async function bookablePriceList(db: Db, mentorId: string): Promise<PriceList> {
  const priceList = await priceListOf(db, mentorId)
  if (!priceList || !isBookable(priceList)) throw new AppError('mentor-not-available')
  return priceList
}

export const isBookable = ({ prices, subjects }: PriceList): boolean =>
  Object.keys(prices).length > 0 && subjects.length > 0

/**
 * Default subject of an order: the mentor's first-ranked subject for the learner's class. If the class is unknown,
 * the subject must rank first for all classes; otherwise the family chooses (409 `subject-needed`).
 */
function defaultSubject({ offers }: Pick<PriceList, 'offers'>, grade: Grade | null): Subject {
  const catalogueIndex = ({ key, subject }: PriceList['offers'][number]) =>
    Object.values(levels)
      .flatMap((keys) => keys[key] ?? [])
      .indexOf(subject)
  const offersForGrade = offers.filter(({ key }) => grade !== null && gradesOfKey(key).includes(grade))
  const ranked = (offersForGrade.length > 0 ? offersForGrade : [...offers]).sort(
    (a, b) => a.rank - b.rank || catalogueIndex(a) - catalogueIndex(b),
  )
  const topSubjects = new Set(ranked.map(({ key }) => ranked.find((one) => one.key === key)?.subject))
  const [first] = topSubjects
  if (first && topSubjects.size === 1) return first
  const choices = [...new Set(ranked.map(({ subject }) => subject))]
  throw new AppError('subject-needed', {
    choices: choices.map((slug) => ({ slug, name: subjectName(slug, 'en'), nameHi: subjectName(slug, 'hi') })),
  })
}

/** Price of a plan, computed from the mentor's own rates. */
export async function offerOf(db: Db, priceList: PriceList, query: PriceQuery): Promise<Offer> {
  const offered = assertOffered(priceList, query)
  return priced(offered, query, await readSetting(db, 'packageDiscounts'))
}

/** As `offerOf`, with discounts that were read before. */
export const offerAt = (priceList: PriceList, query: PriceQuery, discounts: PackageDiscounts): Offer =>
  priced(assertOffered(priceList, query), query, discounts)

type Offered = Pick<Offer, 'mode' | 'subject' | 'monthlyPaise'>

function assertOffered(priceList: PriceList, query: PriceQuery): Offered {
  const mode = query.mode ?? classModes.find((one) => priceList.prices[one] !== undefined)
  const monthlyPaise = mode && priceList.prices[mode]
  if (!mode || monthlyPaise === undefined) throw new AppError('mode-not-offered')
  const subject = query.subject ?? defaultSubject(priceList, query.grade ?? null)
  if (!priceList.subjects.includes(subject)) throw new AppError('subject-not-offered')
  if (
    mode === 'coachingCenter' &&
    (priceList.centreSeats ?? 0) > centreSeats.maxWithUnder16 &&
    mayBeUnder16(query.grade)
  )
    throw new AppError('centre-too-large', { most: centreSeats.maxWithUnder16 })
  return { mode, subject, monthlyPaise }
}

function priced(offered: Offered, { plan, hours }: PriceQuery, discounts: PackageDiscounts): Offer {
  const price = (off: PackageDiscounts) => planPaise(plan, offered.monthlyPaise, hours, off)
  return { ...offered, fullPaise: price({ months3: 0, months6: 0 }), pricePaise: price(discounts) }
}

/** The gateway accepts no payment below one rupee. */
const leastPaise = 100

/** The family's credit that a price can use, after the demo's fee. */
export const usableCredit = async (db: Db, familyId: string, pricePaise: number): Promise<number> =>
  usableOf(await creditPaiseOf(db, familyId), pricePaise)

export const usableOf = (creditPaise: number, pricePaise: number): number =>
  Math.min(creditPaise, pricePaise - leastPaise)

/** The demo's 99 rupees are credited to the first month; the mentor still earns the full price. */
export async function promotionOf(
  db: Db,
  plan: Plan,
  buyer: { familyId: string; learnerId: string; mentorId: string; subject: Subject },
): Promise<number> {
  const past = await pastDemo(db, buyer)
  if (plan === 'demo' && past.taken) throw new AppError('demo-already-taken')
  return isRenewable(plan) && past.creditOpen ? paise(demoPriceRupees) : 0
}
