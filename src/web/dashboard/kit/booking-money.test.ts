import { expect, test } from 'vitest'
import { m } from '#messages'
import { moneyParts } from './booking-money.ts'
import type { ShownBooking } from './classes.ts'

type Given = Partial<Record<'unheld' | 'waiting' | 'onHold' | 'cameBack', number>> & {
  price: number
  lessons?: readonly (readonly [status: string, fee: number])[]
  replacedBy?: string
}
// The parts of a booking that the function reads.
const of = ({ unheld = 0, waiting = 0, onHold = 0, lessons = [], ...rest }: Given) =>
  ({
    cameBack: 0,
    replacedBy: null,
    ...rest,
    money: { unheld, waiting, onHold, unused: 0 },
    lessons: lessons.map(([status, fee]) => ({ status, fee, settled: status !== 'scheduled' })),
  }) as unknown as ShownBooking
const sumOf = (parts: ReturnType<typeof moneyParts>) =>
  parts.reduce((sum, [, rupees]) => sum + Math.round(rupees * 100), 0) / 100

test('names a late cancellation, and every other part of the price', () => {
  const held = Array.from({ length: 8 }, () => ['held', 375] as const)
  const lessons = [...held, ['cancelled', 187.5], ['scheduled', 375]] as const
  const parts = moneyParts(of({ price: 4500, unheld: 937.5, waiting: 375, lessons }))
  expect(parts).toEqual([
    [m.dash_balance_for(), 937.5, 'scheduled'],
    [m.dash_balance_waiting(), 375, 'awaiting'],
    [m.dash_money_completed(), 3000, 'completed'],
    [m.dash_money_charged(), 187.5, 'unknown'],
  ])
  expect(sumOf(parts)).toBe(4500)
})

test('tells what can be refunded of a finished booking from what was refunded, and adds up with paise', () => {
  const parts = moneyParts(of({ price: 1000.3, unheld: 100.1, cameBack: 100.1, lessons: [['held', 400.1]] }))
  expect(parts).toEqual([
    [m.dash_balance_refundable(), 100.1, 'refundable'],
    [m.dash_money_completed(), 400.1, 'completed'],
    [m.dash_money_refunded(), 500.1, 'unknown'],
  ])
  expect(sumOf(parts)).toBe(1000.3)
})

test('says that the balance of a replaced booking is with the new mentor', () => {
  const parts = moneyParts(of({ price: 4500, onHold: 375, lessons: [['missed_by_family', 375]], replacedBy: 'next' }))
  expect(parts).toEqual([
    [m.dash_balance_on_hold(), 375, 'awaiting'],
    [m.dash_money_charged(), 375, 'unknown'],
    [m.dash_money_moved(), 3750, 'unknown'],
  ])
})

test('shows nothing to mentors', () => {
  expect(moneyParts({ ...of({ price: 100 }), money: null })).toEqual([])
})
