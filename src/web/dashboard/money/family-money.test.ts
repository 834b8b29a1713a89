import { expect, test } from 'vitest'
import type { Lesson } from '#contract/classes/bookings.ts'
import { moneyOf } from '../kit/bookings.server.ts'
import type { ShownBooking } from '../kit/classes.ts'

// true: nothing else of a booking is money
const booking = (status: ShownBooking['status'], balance: number, lessons: Partial<Lesson>[]) =>
  ({ status, balance, lessons }) as ShownBooking

test('a class that waits is part of what is left, also of a booking that ended', () => {
  const held = { status: 'held', settled: false, fee: 375 } as const
  const bookings = [
    booking('scheduled', 7125, [{ status: 'held', settled: true, fee: 375 }, held]),
    booking('cancelled', 0, [held, { status: 'cancelled', settled: false, fee: 375 }]),
  ]
  expect(moneyOf(bookings, [])).toEqual({ left: 7500, held: 750, back: 0 })
})
