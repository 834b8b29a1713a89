import type { Kysely } from 'kysely'
import { demoPriceRupees, isRenewable, type Plan } from '#contract/classes/plans.ts'
import { type PackageDiscounts, planPaise } from '#contract/classes/prices.ts'
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
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { type Card, pastDemo, priceCard } from './queries.ts'

/** What a family asks the price of. */
export type Ask = {
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
export function planOf(card: Card, amountRupees: number): Plan {
  if (amountRupees === demoPriceRupees) return 'demo'
  const monthly = card.prices.homeTuition
  const asked = paise(amountRupees)
  if (monthly !== undefined && (asked === monthly || asked === monthly - paise(demoPriceRupees))) return 'monthly'
  const first = monthly ?? Object.values(card.prices)[0] ?? 0
  throw new AppError('price-changed', { amount: rupees(first) })
}

/** The card of a mentor that families can book. */
export async function bookableCard(db: Kysely<DB>, mentorId: string): Promise<Card> {
  const card = await priceCard(db, mentorId)
  if (!card || Object.keys(card.prices).length === 0 || card.subjects.length === 0)
    throw new AppError('mentor-not-available')
  return card
}

/**
 * The subject of an order that names none: the one the mentor ranks first for the learner's class. Of a class we do not know it must
 * be the first of all classes; else the family chooses (409 `subject-needed`).
 */
export function firstSubject({ offers }: Pick<Card, 'offers'>, grade: Grade | null): Subject {
  const place = ({ key, subject }: Card['offers'][number]) =>
    Object.values(levels)
      .flatMap((keys) => keys[key] ?? [])
      .indexOf(subject)
  const ofClass = offers.filter(({ key }) => grade !== null && gradesOfKey(key).includes(grade))
  const ranked = (ofClass.length > 0 ? ofClass : [...offers]).sort((a, b) => a.rank - b.rank || place(a) - place(b))
  const firsts = new Set(ranked.map(({ key }) => ranked.find((one) => one.key === key)?.subject))
  const [first] = firsts
  if (first && firsts.size === 1) return first
  const choices = [...new Set(ranked.map(({ subject }) => subject))]
  throw new AppError('subject-needed', {
    choices: choices.map((slug) => ({ slug, name: subjectName(slug, 'en'), nameHi: subjectName(slug, 'hi') })),
  })
}

/** Our price of a plan, from the mentor's own row. */
export async function offerOf(db: Kysely<DB>, card: Card, ask: Ask): Promise<Offer> {
  const mode = ask.mode ?? classModes.find((one) => card.prices[one] !== undefined)
  const monthlyPaise = mode && card.prices[mode]
  if (!mode || monthlyPaise === undefined) throw new AppError('mode-not-offered')
  const subject = ask.subject ?? firstSubject(card, ask.grade ?? null)
  if (!card.subjects.includes(subject)) throw new AppError('subject-not-offered')
  const discounts = await readSetting(db, 'packageDiscounts')
  const price = (off: PackageDiscounts) => planPaise(ask.plan, monthlyPaise, ask.hours, off)
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
  return isRenewable(plan) && past.creditOpen ? paise(demoPriceRupees) : 0
}
