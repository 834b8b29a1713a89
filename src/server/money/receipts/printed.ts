import type { Plan } from '#contract/classes/plans.ts'
import { type FeeRates, splitFee } from '#contract/classes/prices.ts'
import type { Subject, Weekday } from '#contract/reference/catalogue.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Reach } from '#server/settings/settings/settings.ts'

/** What is known of a paid order when its receipt is made. */
export type Facts = {
  orderNumber: string
  paidAt: Date
  language: Language
  payerName: string | null
  phone: string
  learnerName: string | null
  mentorName: string
  plan: Plan
  subject: Subject
  minutes: number
  days: number
  pricePaise: number
  promotionPaise: number
  amountPaise: number
  method: string
  paymentId: string
  bankReference: string
  /** When the first class is, as it was known with the payment. Receipts of before it was printed have none. */
  classTime?: { is: 'booked' | 'requested' | 'wished'; at: string } | null
  /** When classes of a month or package would suit: nothing is promised of it. */
  wishes?: { date?: string; time?: string; days?: Weekday[] } | null
}

type TaxLine = { name: 'CGST' | 'SGST'; basisPoints: number; paise: number }

/** Everything a receipt says, frozen in its row: later changes of names, rates or our address do not reach it. */
export type Printed = Omit<Facts, 'phone' | 'language' | 'paidAt'> & {
  seller: {
    name: Record<Language, string>
    address: Record<Language, string>
    phone: string
    email: string
    gstin: string
  }
  /** The last four digits only. */
  payerPhone: string
  paidAt: string
  /** Our fee inside the price, the GST on it and its lines; null without a GSTIN, when we may claim none. */
  tax: { feePaise: number; lines: TaxLine[] } | null
}

/**
 * GST is on our fee alone: the mentors teach in their own name. The family gave no address of a state, so the place of
 * supply is ours (section 12(2)(b) of the IGST Act), and the tax is half the state's, half the country's.
 */
function taxOf(pricePaise: number, rates: FeeRates): Printed['tax'] {
  const { commission, gst } = splitFee(pricePaise, rates)
  const half = Math.floor(gst / 2)
  return {
    feePaise: commission,
    lines: [
      { name: 'CGST', basisPoints: rates.gst / 2, paise: gst - half },
      { name: 'SGST', basisPoints: rates.gst / 2, paise: half },
    ],
  }
}

/** The content of a receipt made now, by the rates and the GSTIN of today. */
export function printedOf(facts: Facts, settings: { feeRates: FeeRates; gstin: string; reach: Reach }): Printed {
  const { phone, language: _, paidAt, ...rest } = facts
  return {
    ...rest,
    paidAt: paidAt.toISOString(),
    payerPhone: `••••••${phone.slice(-4)}`,
    seller: {
      name: { en: brand.name, hi: brand.nameHi },
      address: settings.reach.address,
      phone: settings.reach.phone,
      email: settings.reach.email,
      gstin: settings.gstin,
    },
    tax: settings.gstin === '' ? null : taxOf(facts.pricePaise, settings.feeRates),
  }
}
