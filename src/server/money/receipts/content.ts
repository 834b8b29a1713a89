import type { Plan } from '#contract/classes/plans.ts'
import type { Subject, Weekday } from '#contract/reference/catalogue.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { ContactDetails } from '#server/settings/settings/settings.ts'

/** Facts of a paid order for its receipt. */
export type ReceiptFacts = {
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
  /** Part of the promotion that is the family's credit; missing on receipts issued before it was included. */
  creditPaise?: number
  amountPaise: number
  method: string
  paymentId: string
  bankReference: string
  /** First class as known at payment; missing on receipts issued before it was included. */
  classTime?: { is: 'booked' | 'requested' | 'wished'; at: string } | null
  /** Preferred times of a month or package. */
  wishes?: { date?: string; time?: string; days?: Weekday[] } | null
}

type TaxLine = { name: 'CGST' | 'SGST'; basisPoints: number; paise: number }

/** Content of a receipt, frozen in its row: later changes of names, rates or our address do not affect it. */
export type ReceiptContent = Omit<ReceiptFacts, 'phone' | 'language' | 'paidAt'> & {
  seller: {
    name: Record<Language, string>
    /** Company that runs the site; missing on receipts issued before it was included. */
    legalName?: string
    address: Record<Language, string>
    phone: string
    email: string
    gstin: string
  }
  /** Last four digits only. */
  payerPhone: string
  paidAt: string
  /** Our fee within the price, with its GST, on receipts issued before commission was invoiced to the mentor. */
  tax?: { feePaise: number; lines: TaxLine[] } | null
}

/**
 * Content of a receipt issued now. The whole price is the mentor's fee, which we receive on the mentor's behalf: our commission
 * is a service to the mentor, invoiced there with its GST.
 */
export function receiptContent(
  facts: ReceiptFacts,
  settings: { gstin: string; legalName: string; reach: ContactDetails },
): ReceiptContent {
  const { phone, language: _, paidAt, ...rest } = facts
  return {
    ...rest,
    paidAt: paidAt.toISOString(),
    payerPhone: `••••••${phone.slice(-4)}`,
    seller: {
      name: { en: brand.name, hi: brand.nameHi },
      legalName: settings.legalName,
      address: settings.reach.address,
      phone: settings.reach.phone,
      email: settings.reach.email,
      gstin: settings.gstin,
    },
  }
}
