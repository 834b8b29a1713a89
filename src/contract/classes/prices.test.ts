import { expect, test } from 'vitest'
import { lessonFeePaise, minutesAfterRefund, planPaise, splitFee } from './prices.ts'

const none = { months3: 0, months6: 0 }

test('plans are priced by the monthly price', () => {
  expect(planPaise('monthly', 450000, 1, none)).toBe(450000)
  expect(planPaise('demo', 450000, 1, none)).toBe(9900)
  expect(planPaise('hourly', 450000, 4, none)).toBe(90000)
  expect(planPaise('hourly', 433300, 1.5, none)).toBe(32498)
  expect(planPaise('months6', 300000, 1, { months3: 5, months6: 10 })).toBe(1620000)
})

test('fees add up to the price for any price and any lengths of lessons', () => {
  for (const price of [9900, 100000, 450000, 333333, 2500000, 99901]) {
    for (const length of [30, 45, 60, 70, 90, 100, 110, 480, 1200, 2000]) {
      const plan = { pricePaise: price, minutes: 1200 }
      const before = { minutes: 0, paise: 0 }
      while (before.minutes < plan.minutes) {
        const fee = lessonFeePaise(plan, before, length)
        expect(fee).toBeGreaterThanOrEqual(0)
        before.minutes = Math.min(plan.minutes, before.minutes + length)
        before.paise += fee
      }
      expect(before.paise).toBe(price)
    }
  }
})

test('after any refunds in between, what is left pays for every class, and all of it', () => {
  for (const price of [9900, 100000, 450000, 333333]) {
    for (const refund of [1, 375, 12_345, Math.floor(price / 3)]) {
      const plan = { pricePaise: price, minutes: 1200 }
      const before = { minutes: 0, paise: 0 }
      while (before.minutes < plan.minutes) {
        const length = Math.min(100, plan.minutes - before.minutes)
        const fee = lessonFeePaise(plan, before, length)
        expect(fee).toBeGreaterThanOrEqual(0)
        before.minutes += length
        before.paise += fee
        const worth = { worthPaise: plan.pricePaise, minutes: plan.minutes }
        if (plan.pricePaise - before.paise < refund) continue
        plan.minutes = minutesAfterRefund({ ...worth, usedPaise: before.paise, usedMinutes: before.minutes }, refund)
        plan.pricePaise -= refund
        // Minutes are left exactly while money is.
        expect(plan.minutes > before.minutes).toBe(plan.pricePaise > before.paise)
      }
      expect(before.paise).toBe(plan.pricePaise)
    }
  }
})

test('the parts of a fee add up to the fee, and the mentor never owes for teaching', () => {
  const rates = { commission: 1000, gst: 1800, tds: 10, tcs: 50 }
  for (let fee = 0; fee < 3000; fee++) {
    const part = splitFee(fee, rates)
    expect(part.commission + part.gst + part.tds + part.tcs + part.mentor).toBe(fee)
    expect(part.mentor).toBeGreaterThanOrEqual(0)
  }
})
