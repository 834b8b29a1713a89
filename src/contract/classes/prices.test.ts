import { expect, test } from 'vitest'
import { lessonFeePaise, minutesAfterRefund, minutesBought, planPaise, splitFee } from './prices.ts'

const noDiscounts = { months3: 0, months6: 0 }

test('prices every plan from the monthly price', () => {
  expect(planPaise('monthly', 450000, 1, noDiscounts)).toBe(450000)
  expect(planPaise('demo', 450000, 1, noDiscounts)).toBe(9900)
  expect(planPaise('hourly', 450000, 4, noDiscounts)).toBe(90000)
  expect(planPaise('hourly', 433300, 1.5, noDiscounts)).toBe(32498)
  expect(planPaise('months6', 300000, 1, { months3: 5, months6: 10 })).toBe(1620000)
})

test('rounds to the nearest paisa and minute', () => {
  // 3 × ₹3,333.34 less 5% are ₹9,500.019; a third of a rupee is 33.33 paise, two thirds are 66.67.
  expect(planPaise('months3', 333_334, 1, { months3: 5, months6: 10 })).toBe(950_002)
  expect(lessonFeePaise({ pricePaise: 100, minutes: 3 }, { minutes: 0, paise: 0 }, 1)).toBe(33)
  expect(lessonFeePaise({ pricePaise: 100, minutes: 3 }, { minutes: 1, paise: 33 }, 1)).toBe(34)
  const tenPaiseEach = { pricePaise: 1_000, minutes: 100 }
  expect([334, 335, 10, 1].map((sum) => minutesBought(sum, tenPaiseEach))).toEqual([33, 34, 1, 1])
  expect(splitFee(22_505, { commission: 1_000, gst: 1_800 })).toEqual({ commission: 2_251, gst: 405, mentor: 19_849 })
  expect(splitFee(2_500_000, { commission: 1_000, gst: 1_800 })).toEqual({
    commission: 250_000,
    gst: 45_000,
    mentor: 2_205_000,
  })
})

test('a refund leaves minutes in proportion, never fewer than are used, and one more while money is left', () => {
  const value = { worthPaise: 1_000, minutes: 100, usedPaise: 400, usedMinutes: 40 }
  // 700 paise buy 70 minutes, and 701 a part of the next.
  expect([300, 299, 600].map((refund) => minutesAfterRefund(value, refund))).toEqual([70, 71, 40])
  expect(minutesAfterRefund({ ...value, usedMinutes: 50 }, 599)).toBe(51)
})

test('splits any price into lesson fees that add up to it', () => {
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

test('keeps every scheduled lesson paid after any refunds', () => {
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
        const value = { worthPaise: plan.pricePaise, minutes: plan.minutes }
        if (plan.pricePaise - before.paise < refund) continue
        plan.minutes = minutesAfterRefund({ ...value, usedPaise: before.paise, usedMinutes: before.minutes }, refund)
        plan.pricePaise -= refund
        // Minutes remain if and only if money does.
        expect(plan.minutes > before.minutes).toBe(plan.pricePaise > before.paise)
      }
      expect(before.paise).toBe(plan.pricePaise)
    }
  }
})

test('splits a fee into parts that add up to it, with a mentor share of at least zero', () => {
  const rates = { commission: 1000, gst: 1800 }
  for (let fee = 0; fee < 3000; fee++) {
    const parts = splitFee(fee, rates)
    expect(parts.commission + parts.gst + parts.mentor).toBe(fee)
    expect(parts.mentor).toBeGreaterThanOrEqual(0)
  }
})
