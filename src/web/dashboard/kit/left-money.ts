import { m } from '#messages'
import type { ShownBooking } from './classes.ts'

/**
 * What is left of a booking's price, as named amounts in rupees: for classes not held yet, waiting for the family's
 * answer, and on hold while it is disputed. They add up to its balance.
 */
export function leftMoney({ money, status }: Pick<ShownBooking, 'money' | 'status'>) {
  if (!money) return []
  const isOpen = status !== 'cancelled'
  const amounts: (readonly [name: string, rupees: number])[] = []
  if (isOpen && money.unheld > 0)
    amounts.push([status === 'completed' ? m.dash_balance() : m.dash_balance_for(), money.unheld])
  if (isOpen && money.waiting > 0) amounts.push([m.dash_balance_waiting(), money.waiting])
  if (money.onHold > 0) amounts.push([m.dash_balance_on_hold(), money.onHold])
  return amounts
}
