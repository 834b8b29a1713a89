import type { EarningKind } from '#contract/money/payouts.ts'
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
