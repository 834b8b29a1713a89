import { m } from '#messages'
import { heldCount, type ShownBooking } from './classes.ts'

/**
 * What is left of a booking's price, as named amounts in rupees: for classes not held yet, waiting for the family's
 * answer, and on hold while it is disputed. They add up to its balance.
 */
export function leftMoney(booking: Pick<ShownBooking, 'money' | 'status' | 'lessons' | 'lessonsPlanned'>) {
  const { money, status } = booking
  if (!money) return []
  const isOpen = status !== 'cancelled'
  const amounts: (readonly [name: string, rupees: number])[] = []
  if (isOpen && money.unheld > 0)
    amounts.push([status === 'completed' ? m.dash_balance() : leftText(booking), money.unheld])
  if (isOpen && money.waiting > 0) amounts.push([m.dash_balance_waiting(), money.waiting])
  if (money.onHold > 0) amounts.push([m.dash_on_hold(), money.onHold])
  return isOpen && amounts.length === 0 ? [[m.dash_balance(), 0] as const] : amounts
}

/** Names the money for classes not held yet. A held class counts as used before it is confirmed. */
export function leftText(booking: Pick<ShownBooking, 'lessons' | 'lessonsPlanned'>): string {
  const left = booking.lessonsPlanned - heldCount(booking)
  if (left <= 0) return m.dash_balance()
  return left === 1 ? m.dash_balance_one() : m.dash_balance_for({ count: left })
}
