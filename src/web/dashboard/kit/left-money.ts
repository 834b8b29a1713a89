import { m } from '#messages'
import { heldCount, type ShownBooking } from './classes.ts'

/**
 * What is left of a booking's price, as named amounts in rupees: for classes not held yet, waiting for the family's
 * answer, and on hold while it is disputed. They add up to its balance.
 */
export function leftMoney(booking: Pick<ShownBooking, 'balance' | 'money' | 'status' | 'lessons' | 'lessonsPlanned'>) {
  const { balance, money, status } = booking
  if (balance === null || !money) return []
  const isOpen = status !== 'cancelled'
  // In paise, because rupees with decimals do not subtract exactly.
  const waiting = (paise(balance) - paise(money.unheld) - paise(money.onHold)) / 100
  const amounts: (readonly [name: string, rupees: number])[] = []
  if (isOpen && money.unheld > 0) amounts.push([leftText(booking), money.unheld])
  if (isOpen && waiting > 0) amounts.push([m.dash_balance_waiting(), waiting])
  if (money.onHold > 0) amounts.push([m.dash_on_hold(), money.onHold])
  return isOpen && amounts.length === 0 ? [[m.dash_balance(), 0] as const] : amounts
}

const paise = (rupees: number): number => Math.round(rupees * 100)

/** Names the money for classes not held yet. A held class counts as used before it is confirmed. */
export function leftText(booking: Pick<ShownBooking, 'lessons' | 'lessonsPlanned'>): string {
  const left = booking.lessonsPlanned - heldCount(booking)
  if (left <= 0) return m.dash_balance()
  return left === 1 ? m.dash_balance_one() : m.dash_balance_for({ count: left })
}
