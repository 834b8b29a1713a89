import { expect, test } from 'vitest'
import { m } from '#messages'
import { leftMoney } from './left-money.ts'

const of = (unheld: number, waiting = 0, onHold = 0) => ({
  status: 'scheduled' as const,
  money: { unheld, waiting, onHold, unused: 0 },
})

test('names every part of the balance', () => {
  expect(leftMoney(of(937.5, 375))).toEqual([
    [m.dash_balance_for(), 937.5],
    [m.dash_balance_waiting(), 375],
  ])
  expect(leftMoney(of(0.1, 400.1, 200.1))).toEqual([
    [m.dash_balance_for(), 0.1],
    [m.dash_balance_waiting(), 400.1],
    [m.dash_balance_on_hold(), 200.1],
  ])
  expect(leftMoney(of(0))).toEqual([])
})

test('promises no class in a completed booking', () => {
  expect(leftMoney({ ...of(375), status: 'completed' })).toEqual([[m.dash_balance(), 375]])
})

test('shows only what is on hold of a cancelled booking, and nothing to mentors', () => {
  expect(leftMoney({ ...of(300, 0, 100), status: 'cancelled' })).toEqual([[m.dash_balance_on_hold(), 100]])
  expect(leftMoney({ status: 'scheduled', money: null })).toEqual([])
})
