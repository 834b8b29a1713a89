import { paise } from '../wire/money.ts'
import { demoPriceRupees, monthHours, type Plan, planMonths } from './plans.ts'

/** Discount of a package in percent; an admin sets it, these are the defaults of a new installation. */
export type PackageDiscounts = { months3: number; months6: number }

/**
 * Price of a plan in paise.
 * @param monthlyPaise the chosen mode's monthly price
 * @param hours only for hourly
 */
export function planPaise(plan: Plan, monthlyPaise: number, hours: number, discounts: PackageDiscounts): number {
  if (plan === 'demo') return paise(demoPriceRupees)
  if (plan === 'hourly') return Math.round((monthlyPaise * hours) / monthHours)
  const percent = plan === 'months3' ? discounts.months3 : plan === 'months6' ? discounts.months6 : 0
  return Math.round((monthlyPaise * planMonths[plan] * (100 - percent)) / 100)
}

/**
 * Fee of the next lesson in paise, by minutes: what the plan's price is worth after this lesson, less what was
 * charged before. Fees add up to the price exactly, whatever the lengths (product.md §11).
 */
export function lessonFeePaise(
  plan: { pricePaise: number; minutes: number },
  before: { minutes: number; paise: number },
  lessonMinutes: number,
): number {
  const minutes = Math.min(before.minutes + lessonMinutes, plan.minutes)
  return Math.round((plan.pricePaise * minutes) / plan.minutes) - before.paise
}

/** What a booking is worth by now, in paise and minutes, and what of it its classes use. */
export type BookingValue = { worthPaise: number; minutes: number; usedPaise: number; usedMinutes: number }

/**
 * Minutes of a booking after money went back: as much of them goes as of the money, so that what is left pays for every
 * class to come. What classes use stays; what is left over buys a minute at least.
 */
export function minutesAfterRefund(
  { worthPaise, minutes, usedPaise, usedMinutes }: BookingValue,
  refundPaise: number,
): number {
  const left = worthPaise - refundPaise
  if (left <= usedPaise) return usedMinutes
  return Math.max(usedMinutes + 1, Math.ceil((minutes * left) / worthPaise))
}

/** Minutes of teaching that a sum buys where so many minutes have this price: to the nearest minute, one at least. */
export const minutesBought = (sumPaise: number, price: { pricePaise: number; minutes: number }): number =>
  Math.max(1, Math.round((sumPaise * price.minutes) / price.pricePaise))

/** Rates in basis points (1% = 100); dated settings, these are the defaults of a new installation. */
export type FeeRates = { commission: number; gst: number; tds: number; tcs: number }

/** How one lesson's fee is split, in paise. The parts add up to the fee exactly. */
export function splitFee(feePaise: number, rates: FeeRates) {
  const part = (base: number, basisPoints: number) => Math.round((base * basisPoints) / 10_000)
  const commission = part(feePaise, rates.commission)
  const gst = part(commission, rates.gst)
  const tds = part(feePaise, rates.tds)
  const tcs = part(feePaise, rates.tcs)
  return { commission, gst, tds, tcs, mentor: feePaise - commission - gst - tds - tcs }
}
