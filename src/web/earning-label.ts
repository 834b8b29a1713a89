import type { EarningKind, Earnings } from '#contract/money/payouts.ts'
import { m } from '#messages'

/** What an entry of a mentor's earnings is called when it names no class. */
const labels: Record<EarningKind, () => string> = {
  lesson: m.earn_class,
  correction: m.earn_correction,
  tax_return: m.earn_tax_return,
  collection: m.earn_collection,
  compensation_end: m.earn_credit_reversed,
  transfer: m.earn_transfer,
  transfer_failed: m.earn_transfer_failed,
}
export const earningLabel = (kind: EarningKind): string => labels[kind]()

type Counts = Pick<Earnings['months'][number], 'classes' | 'cancellations' | 'absences'>

/** "9 classes, 1 late cancellation": earnings by kind. */
export const earningCounts = ({ classes, cancellations, absences }: Counts): string =>
  (
    [
      [classes, m.earn_month_class, m.earn_month_classes],
      [cancellations, m.earn_month_cancel, m.earn_month_cancels],
      [absences, m.earn_month_absence, m.earn_month_absences],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => (count === 1 ? one() : several({ count })))
    .join(', ')
