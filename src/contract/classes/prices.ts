import { paise } from '../wire/money.ts'
import { demoPriceRupees, monthHours, type Plan, planMonths } from './plans.ts'

/** Package discounts in percent, set by an admin. */
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
 * Fee of the next lesson in paise: the price of all minutes up to its end, less the fees charged before. Fees add up to the
 * price exactly, whatever the lengths (product.md §11).
 */
export function lessonFeePaise(
  plan: { pricePaise: number; minutes: number },
  before: { minutes: number; paise: number },
  lessonMinutes: number,
): number {
  const minutes = Math.min(before.minutes + lessonMinutes, plan.minutes)
  return Math.round((plan.pricePaise * minutes) / plan.minutes) - before.paise
}

/** Value of a booking in paise and minutes, and the part its lessons use. */
export type BookingValue = { worthPaise: number; minutes: number; usedPaise: number; usedMinutes: number }

/**
 * Minutes left on a booking after a refund, reduced in proportion to the money so that every scheduled lesson stays paid.
 * Minutes in use are never reduced; any remaining money buys at least one minute.
 */
export function minutesAfterRefund(
  { worthPaise, minutes, usedPaise, usedMinutes }: BookingValue,
  refundPaise: number,
): number {
  const left = worthPaise - refundPaise
  if (left <= usedPaise) return usedMinutes
  return Math.max(usedMinutes + 1, Math.ceil((minutes * left) / worthPaise))
}

/** Minutes a sum buys at a price, rounded to the nearest minute, at least one. */
export const minutesBought = (sumPaise: number, price: { pricePaise: number; minutes: number }): number =>
  Math.max(1, Math.round((sumPaise * price.minutes) / price.pricePaise))

/** Rates in basis points (1% = 100). They are dated settings. */
export type FeeRates = { commission: number; gst: number; tds: number; tcs: number }

/** Splits a lesson fee in paise; the parts add up to the fee exactly. TDS and TCS are decided per mentor. */
export function splitFee(feePaise: number, rates: Pick<FeeRates, 'commission' | 'gst'>) {
  const part = (base: number, basisPoints: number) => Math.round((base * basisPoints) / 10_000)
  const commission = part(feePaise, rates.commission)
  const gst = part(commission, rates.gst)
  return { commission, gst, mentor: feePaise - commission - gst }
}
