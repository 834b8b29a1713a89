import type { HolderKind } from '#contract/mentors/tax-ids.ts'

/** What a fee is for. A charge for a late cancellation or an absence is a fee for the mentor's time too. */
export type IncomeKind = 'class' | 'cancellation'
const taxesOf: Record<IncomeKind, { tds: boolean; tcs: boolean }> = {
  class: { tds: true, tcs: true },
  cancellation: { tds: true, tcs: true },
}

/** Facts that decide about a mentor's taxes. `holder` is null without a PAN. */
export type TaxStatus = { holder: HolderKind | null; isResident: boolean; isRegistered: boolean }
/** Sums of a mentor's financial year: `nominalPaise` is the TDS of all its fees, whether or not it was withheld. */
export type TaxYear = { grossPaise: number; nominalPaise: number; tdsPaise: number }
/** Rates in basis points. `isOnlyExcess`: above the limit only the part above it is taxed, not the whole year. */
export type TaxRates = { tds: number; tcs: number; withoutPan: number; limitPaise: number; isOnlyExcess: boolean }
/** A fee, and the part of it left after commission and GST. */
export type Fee = { kind: IncomeKind; grossPaise: number; sharePaise: number }

const part = (paise: number, basisPoints: number) => Math.round((paise * basisPoints) / 10_000)

/**
 * Section 194-O and section 52 for one fee. Resident individuals and HUFs with a PAN owe no TDS up to the yearly limit; above
 * it, tax that earlier fees did not bear is collected from this one. The mentor keeps at least one paisa, so that the fee
 * stays in the account; the rest is collected from later fees.
 */
export function withholding(status: TaxStatus, year: TaxYear, fee: Fee, rates: TaxRates) {
  const { tds: hasTds, tcs: hasTcs } = taxesOf[fee.kind]
  const tcs = hasTcs && status.isRegistered ? part(fee.grossPaise, rates.tcs) : 0
  const rate = status.holder === null ? rates.withoutPan : rates.tds
  const nominal = hasTds ? part(fee.grossPaise, rate) : 0
  const owed = tdsOwed(status, year, { grossPaise: fee.grossPaise, nominal, rate }, rates)
  const most = Math.max(0, fee.sharePaise - tcs - 1)
  return { nominal, tds: hasTds ? Math.min(Math.max(0, owed), most) : 0, tcs }
}

function tdsOwed(
  { holder, isResident }: TaxStatus,
  year: TaxYear,
  fee: { grossPaise: number; nominal: number; rate: number },
  { limitPaise, isOnlyExcess }: TaxRates,
): number {
  const hasLimit = isResident && (holder === 'individual' || holder === 'huf')
  const abovePaise = year.grossPaise + fee.grossPaise - limitPaise
  if (hasLimit && abovePaise <= 0) return 0
  if (isOnlyExcess) return hasLimit ? part(Math.min(fee.grossPaise, abovePaise), fee.rate) : fee.nominal
  return year.nominalPaise + fee.nominal - year.tdsPaise
}

/** What is left of a fee and of its taxes. */
export type Remaining = { grossPaise: number; nominalPaise: number; tdsPaise: number; tcsPaise: number }

/**
 * Taxes that go back with part of a fee, in proportion; with the rest of it, all that is left. TDS that it bore for earlier fees
 * of its year goes back too, and is collected from later ones; once the year is over there are none, so it stays.
 */
export function returnedTaxes(left: Remaining, grossPaise: number, isYearOver: boolean): Remaining {
  const kept = left.grossPaise - grossPaise
  const back = (paise: number) => paise - Math.round((paise * kept) / left.grossPaise)
  const nominalPaise = back(left.nominalPaise)
  const tdsPaise = back(left.tdsPaise)
  return {
    grossPaise,
    nominalPaise,
    tdsPaise: isYearOver ? Math.min(tdsPaise, nominalPaise) : tdsPaise,
    tcsPaise: back(left.tcsPaise),
  }
}
