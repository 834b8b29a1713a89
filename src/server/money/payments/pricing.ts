import type { Kysely } from 'kysely'
import {
  type ClassMode,
  classModes,
  type Grade,
  gradesOfKey,
  levels,
  type Subject,
  subjectName,
} from '#contract/reference/catalogue.ts'
import { demoPriceRupees, isLong, type Plan } from '#contract/wire/limits.ts'
import { type PackageDiscounts, paise, planPaise, rupees } from '#contract/wire/money.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { type PriceList, pastDemo, priceListOf } from './queries.ts'

/** What a family asks the price of. */
export type PriceQuery = {
  mentorId: string
  plan: Plan
  hours: number
  mode?: ClassMode | undefined
  subject?: Subject | undefined
  /** The learner's class, where it is known. */
  grade?: Grade | null | undefined
}
/** `fullPaise`: what the months of a package cost one by one. */
export type Offer = { mode: ClassMode; subject: Subject; monthlyPaise: number; fullPaise: number; pricePaise: number }

/** The plan meant by an amount alone: 99 is a demo, the homeTuition price (less a demo) a month, anything else no price of ours. */
export function planOf(card: PriceList, amountRupees: number): Plan {
  if (amountRupees === demoPriceRupees) return 'demo'
  const monthly = card.prices.homeTuition
  const askedPaise = paise(amountRupees)
  if (monthly !== undefined && (askedPaise === monthly || askedPaise === monthly - paise(demoPriceRupees)))
    return 'monthly'
  const first = monthly ?? Object.values(card.prices)[0] ?? 0
  throw new AppError('price-changed', { amount: rupees(first) })
}

/** The card of a mentor that families can book. */
export async function bookablePriceList(db: Kysely<DB>, mentorId: string): Promise<PriceList> {
  const card = await priceListOf(db, mentorId)
  if (!card || Object.keys(card.prices).length === 0 || card.subjects.length === 0)
    throw new AppError('mentor-not-available')
  return card
}

/**
 * The subject of an order that names none: the one the mentor ranks first for the learner's class. Of a class we do not know it must
 * be the first of all classes; else the family chooses (409 `subject-needed`).
 */
export function firstSubject({ offers }: Pick<PriceList, 'offers'>, grade: Grade | null): Subject {
  const catalogueIndex = ({ key, subject }: PriceList['offers'][number]) =>
    Object.values(levels)
      .flatMap((keys) => keys[key] ?? [])
      .indexOf(subject)
  const ofClass = offers.filter(({ key }) => grade !== null && gradesOfKey(key).includes(grade))
  const ranked = (ofClass.length > 0 ? ofClass : [...offers]).sort(
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

/** Our price of a plan, from the mentor's own row. */
export async function offerOf(db: Kysely<DB>, card: PriceList, query: PriceQuery): Promise<Offer> {
  const mode = query.mode ?? classModes.find((one) => card.prices[one] !== undefined)
  const monthlyPaise = mode && card.prices[mode]
  if (!mode || monthlyPaise === undefined) throw new AppError('mode-not-offered')
  const subject = query.subject ?? firstSubject(card, query.grade ?? null)
  if (!card.subjects.includes(subject)) throw new AppError('subject-not-offered')
  const discounts = await readSetting(db, 'packageDiscounts')
  const price = (off: PackageDiscounts) => planPaise(query.plan, monthlyPaise, query.hours, off)
  return { mode, subject, monthlyPaise, fullPaise: price({ months3: 0, months6: 0 }), pricePaise: price(discounts) }
}

/** The demo's 99 rupees come off the first month; the mentor is paid in full all the same. */
export async function promotionOf(
  db: Kysely<DB>,
  plan: Plan,
  buyer: { familyId: string; learnerId: string; mentorId: string; subject: Subject },
): Promise<number> {
  const past = await pastDemo(db, buyer)
  if (plan === 'demo' && past.taken) throw new AppError('demo-already-taken')
  return isLong(plan) && past.creditOpen ? paise(demoPriceRupees) : 0
}
