/** A fee with the mentor's facts at that time, or a refund of an earlier fee by its place among the fees. */
export type TaxEvent =
  | { fee: number; share: number; holder: string | null; isResident: boolean; isRegistered: boolean }
  | { refundOf: number; paise: number; isYearOver?: boolean }

/** Half a paisa rounds up; amounts are never negative here. */
const thousandths = (paise: number, perTenThousand: number) =>
  Math.floor((2 * paise * perTenThousand + 10_000) / 20_000)

/**
 * Taxes of one mentor in one financial year, worked out from the list of events alone: each result recounts all events before it
 * and keeps no sums. Written from the rules of the law and not from the program.
 */
export function yearOracle(
  basis: 'whole' | 'excess',
  events: readonly TaxEvent[],
  limitPaise = 50_000_000,
): { tds: number; tcs: number }[] {
  type Kept = { paise: number; full: number; tds: number; tcs: number }
  const fees: Kept[] = []
  const total = (name: keyof Kept) => fees.reduce((sum, fee) => sum + fee[name], 0)
  return events.map((event) => {
    if ('refundOf' in event) {
      const fee = fees[event.refundOf]
      if (!fee) throw new Error('a refund of nothing')
      const remaining = fee.paise - event.paise
      const scaled = (paise: number) => Math.floor((2 * paise * remaining + fee.paise) / (2 * fee.paise))
      const kept = { paise: remaining, full: scaled(fee.full), tds: scaled(fee.tds), tcs: scaled(fee.tcs) }
      // No later fee of the year can bear again what this one bore for others.
      if (event.isYearOver) kept.tds = Math.max(kept.tds, fee.tds - (fee.full - kept.full))
      fees[event.refundOf] = kept
      return { tds: kept.tds - fee.tds, tcs: kept.tcs - fee.tcs }
    }
    const full = thousandths(event.fee, event.holder === null ? 500 : 10)
    const tcs = event.isRegistered ? thousandths(event.fee, 50) : 0
    const sum = total('paise') + event.fee
    const isFreeUpToLimit = event.isResident && ['individual', 'huf'].includes(event.holder ?? '')
    let due = full
    if (basis === 'whole') due = total('full') + full - total('tds')
    if (isFreeUpToLimit && sum <= limitPaise) due = 0
    else if (isFreeUpToLimit && basis === 'excess') due = thousandths(Math.min(event.fee, sum - limitPaise), 10)
    const tds = Math.max(0, Math.min(due, event.share - tcs - 1))
    fees.push({ paise: event.fee, full, tds, tcs })
    return { tds, tcs }
  })
}
