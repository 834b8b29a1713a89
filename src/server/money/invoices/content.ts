import { gstStates } from '#contract/mentors/tax-ids.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { ContactDetails } from '#server/settings/settings/settings.ts'

/** A mentor's month to be invoiced. */
export type Month = {
  commissionPaise: number
  gstPaise: number
  number: string
  fullName: string
  /** State of the profile, by its name. */
  state: string
}

type GstLine = { name: 'CGST' | 'SGST' | 'IGST' | 'GST'; paise: number }

/** Content of an invoice, frozen in its row. Negative amounts make it a credit note. */
export type InvoiceContent = {
  seller: {
    name: Record<Language, string>
    legalName: string
    address: Record<Language, string>
    phone: string
    email: string
    gstin: string
  }
  mentor: { number: string; fullName: string }
  /** GST state code of the place of supply; null if the profile's state is unknown. */
  place: string | null
  commissionPaise: number
  gst: GstLine[]
}

const codeOf = (state: string): string | null =>
  Object.entries(gstStates).find(([, name]) => name === state)?.[0] ?? null

/** Half CGST, half SGST within the office's state, else IGST; without a GSTIN of ours the office's state is unknown. */
export function gstLines(paise: number, officeState: string, place: string | null): GstLine[] {
  if (officeState === '') return [{ name: 'GST', paise }]
  if (place !== null && place !== officeState) return [{ name: 'IGST', paise }]
  const half = Math.trunc(paise / 2)
  return [
    { name: 'CGST', paise: paise - half },
    { name: 'SGST', paise: half },
  ]
}

/** The place of supply is the state of the mentor's GSTIN, or that of the profile. */
export function invoiceContent(
  month: Month,
  gstState: string | null,
  settings: { gstin: string; legalName: string; reach: ContactDetails },
): InvoiceContent {
  const { gstin, legalName, reach } = settings
  const place = gstState ?? codeOf(month.state)
  return {
    seller: {
      name: { en: brand.name, hi: brand.nameHi },
      legalName,
      address: reach.address,
      phone: reach.phone,
      email: reach.email,
      gstin,
    },
    mentor: { number: month.number, fullName: month.fullName },
    place,
    commissionPaise: month.commissionPaise,
    gst: gstLines(month.gstPaise, gstin.slice(0, 2), place),
  }
}

/** Commission with its GST. */
export const totalPaise = ({ commissionPaise, gst }: InvoiceContent): number =>
  gst.reduce((sum, { paise }) => sum + paise, commissionPaise)
