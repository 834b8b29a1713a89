import { gstStates } from '#contract/mentors/tax-ids.ts'
import type { Language } from '#contract/wire/errors.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { dayText, money, monthText } from '#server/platform/figures.ts'
import { type Row, writeAmount, writeLetterhead, writeRows } from '#server/platform/letterhead.ts'
import { lettering } from '#server/platform/lettering.ts'
import { newSheet, page, type Style } from '#server/platform/sheet.ts'
import { totalPaise } from './content.ts'
import type { Invoice } from './rows.ts'

const en = {
  taxInvoice: 'Tax invoice',
  invoice: 'Invoice',
  creditNote: 'Credit note',
  number: 'Number',
  date: 'Date',
  phone: 'Phone',
  email: 'Email',
  gstin: 'GSTIN',
  mentor: 'To',
  place: 'Place of supply',
  month: 'Month',
  sac: 'Service code (SAC)',
  commission: 'Commission on class fees',
  total: 'Total',
  footer: 'Already deducted from your class fees: nothing to pay. Computer-generated. No signature required.',
}
const labels: Record<Language, typeof en> = {
  en,
  hi: {
    taxInvoice: 'टैक्स इनवॉइस',
    invoice: 'इनवॉइस',
    creditNote: 'क्रेडिट नोट',
    number: 'नंबर',
    date: 'तारीख़',
    phone: 'फ़ोन',
    email: 'ई-मेल',
    gstin: 'GSTIN',
    mentor: 'किसके नाम',
    place: 'सप्लाई का राज्य',
    month: 'महीना',
    sac: 'सर्विस कोड (SAC)',
    commission: 'क्लास की फ़ीस पर कमीशन',
    total: 'कुल',
    footer: 'यह आपकी फ़ीस से कट चुका है, कुछ देना नहीं है। कंप्यूटर से बना, हस्ताक्षर ज़रूरी नहीं।',
  },
}
/** Other support services, which intermediaries of services use. */
const sac = '998599'
const small: Style = { size: 9.5, colour: 'muted' }

/** Draws an invoice on one A4 page. Deterministic for the same row and language. */
export async function invoicePdf(invoice: Invoice, gstin: string, language: Language): Promise<Buffer> {
  const { printable } = await lettering()
  const { printed, number, issuedAt, month } = invoice
  const { seller, mentor, place, commissionPaise, gst } = printed
  const names = labels[language]
  const total = totalPaise(printed)
  const kind = total < 0 ? names.creditNote : seller.gstin === '' ? names.invoice : names.taxInvoice
  const sheet = await newSheet({ title: `${kind} ${number}`, author: seller.name[language], language, at: issuedAt })
  const about = [seller.address[language], `${names.phone}: ${seller.phone}`, `${names.email}: ${seller.email}`]
  if (seller.legalName) about.unshift(seller.legalName)
  if (seller.gstin !== '') about.push(`${names.gstin}: ${seller.gstin}`)
  const marks: Row[] = [
    [names.number, number],
    [names.date, dayText(issuedAt, language)],
  ]
  let y = writeLetterhead(sheet, { name: seller.name[language], title: kind, about, marks })
  const facts: Row[] = [
    [names.mentor, [printable(mentor.fullName), mentor.number].filter(Boolean).join(', ')],
    [names.gstin, gstin],
    [names.place, place ? `${place} ${gstStates[place]}` : ''],
    [names.month, monthText(instantInIndia(month, '12:00'), language)],
    [names.sac, sac],
  ]
  y += writeRows(
    sheet,
    y,
    facts.filter(([, value]) => value !== ''),
  )
  y += 12
  y += writeRows(sheet, y, [
    [names.commission, money(commissionPaise)],
    ...gst.map(({ name, paise }): Row => [name, money(paise)]),
  ])
  y += 8
  writeAmount(sheet, y, [names.total, money(total)])
  sheet.write('P', names.footer, { x: page.left, y: page.bottom - 16, width: page.width }, small)
  return await sheet.end()
}
