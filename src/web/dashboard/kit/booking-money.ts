import { m } from '#messages'
import type { ShownBooking } from './classes.ts'

/** What became of a booking's price, as named amounts in rupees with the look of their badge. They add up to it, and over all bookings to the totals. */
export function moneyParts({ money, price, cameBack, lessons, replacedBy }: ShownBooking) {
  if (!money) return []
  const settled = (isHeld: boolean) =>
    lessons.filter((one) => one.settled && (one.status === 'held') === isHeld).reduce((sum, { fee }) => sum + fee, 0)
  const completed = settled(true)
  const charged = settled(false)
  const refundable = cameBack ?? 0
  const parts = [
    [m.dash_balance_for(), money.unheld - refundable, 'scheduled'],
    [m.dash_balance_waiting(), money.waiting, 'awaiting'],
    [m.dash_balance_on_hold(), money.onHold, 'awaiting'],
    [m.dash_balance_refundable(), refundable, 'refundable'],
    [m.dash_money_completed(), completed, 'completed'],
    [m.dash_money_charged(), charged, 'unknown'],
    [
      replacedBy ? m.dash_money_moved() : m.dash_money_refunded(),
      price - completed - charged - money.unheld - money.waiting - money.onHold,
      'unknown',
    ],
  ] as const
  return parts
    .map(([name, rupees, badge]) => [name, Math.round(rupees * 100) / 100, badge] as const)
    .filter(([, rupees]) => rupees > 0)
}
