import type { Language } from '#contract/wire/errors.ts'
import { dateTimeText, dayText, money, percent } from '#server/platform/figures.ts'
import { type Row, strong, writeAmount, writeLetterhead, writeRows } from '#server/platform/letterhead.ts'
import { lettering } from '#server/platform/lettering.ts'
import { newSheet, page, type Sheet } from '#server/platform/sheet.ts'
import { classTimeText, labelsOf, methodName, planText } from './labels.ts'
import type { Receipt } from './queries.ts'

const small = { size: 9.5, colour: 'muted' } as const

/** Draws a receipt on one A4 page. Deterministic for the same row and language. */
export async function receiptPdf(receipt: Receipt, language: Language): Promise<Buffer> {
  const { printable } = await lettering()
  const labels = labelsOf(language)
  const { seller } = receipt.printed
  const title = `${labels.title} ${receipt.number}`
  const sheet = await newSheet({ title, author: seller.name[language], language, at: receipt.issuedAt })
  let y = writeHead(sheet, receipt, language)
  y += writeRows(sheet, y, buyingRows(receipt, language, printable)) + 12
  y += writeAmounts(sheet, y, receipt, language)
  if (receipt.printed.tax) writeTax(sheet, y, receipt.printed.tax, language)
  // Earlier receipts say what they said when they were issued.
  else if (receipt.printed.tax === undefined) writeOnBehalf(sheet, y, receipt, language, printable)
  const foot = { x: page.left, y: page.bottom - 16, width: page.width }
  sheet.write('P', labels.footer, foot, small)
  return await sheet.end()
}

function writeHead(sheet: Sheet, receipt: Receipt, language: Language): number {
  const { printed, number, issuedAt } = receipt
  const { seller } = printed
  const labels = labelsOf(language)
  const about = [seller.address[language], `${labels.phone}: ${seller.phone}`, `${labels.email}: ${seller.email}`]
  if (seller.legalName) about.unshift(seller.legalName)
  if (seller.gstin !== '') about.push(`${labels.gstin}: ${seller.gstin}`)
  const headRows: Row[] = [
    [labels.number, number],
    [labels.date, dayText(issuedAt, language)],
    [labels.order, printed.orderNumber],
  ]
  return writeLetterhead(sheet, { name: seller.name[language], title: labels.title, about, marks: headRows })
}

/** Buyer, purchase and payment; unknown values are omitted. */
function buyingRows({ printed }: Receipt, language: Language, printable: (text: string) => string): Row[] {
  const labels = labelsOf(language)
  const [plan, extent] = planText(printed, language)
  const payer = printable(printed.payerName ?? '')
  const rows: Row[] = [
    [labels.payer, payer === '' ? printed.payerPhone : payer],
    [labels.learner, printable(printed.learnerName ?? '')],
    [labels.mentor, printable(printed.mentorName)],
    [labels.plan, plan],
    [labels.extent, extent],
    classTimeText(printed, language),
    [labels.paidAt, dateTimeText(new Date(printed.paidAt), language)],
    [labels.method, methodName(printed.method, language)],
    [labels.payment, printed.paymentId],
    [labels.bank, printed.bankReference],
  ]
  return rows.filter(([, value]) => value !== '')
}

function writeAmounts(sheet: Sheet, top: number, { printed }: Receipt, language: Language): number {
  const labels = labelsOf(language)
  const { pricePaise, promotionPaise, creditPaise = 0, amountPaise } = printed
  const deductions: [string, number][] = [
    [labels.promotion, promotionPaise - creditPaise],
    [labels.credit, creditPaise],
  ]
  const shown = deductions.filter(([, paise]) => paise > 0).map(([name, paise]): Row => [name, money(-paise)])
  const height = shown.length === 0 ? 0 : writeRows(sheet, top, [[labels.price, money(pricePaise)], ...shown])
  return height + 8 + writeAmount(sheet, top + height + 8, [labels.amount, money(amountPaise)])
}

/** Who the fee is for. */
function writeOnBehalf(
  sheet: Sheet,
  top: number,
  { printed }: Receipt,
  language: Language,
  printable: (text: string) => string,
): void {
  const text = labelsOf(language).onBehalf.replace('{mentor}', () => printable(printed.mentorName))
  sheet.write('P', text, { x: page.left, y: top, width: page.width }, small)
}

/** GST on our fee within the price, as earlier receipts itemised it. */
function writeTax(sheet: Sheet, top: number, tax: NonNullable<Receipt['printed']['tax']>, language: Language): void {
  const labels = labelsOf(language)
  const rows: Row[] = [
    [labels.fee, money(tax.feePaise)],
    ...tax.lines.map(({ name, basisPoints, paise }): Row => [`${name} ${percent(basisPoints)}`, money(paise)]),
  ]
  const y = top + sheet.write('H2', labels.taxTitle, { x: page.left, y: top, width: page.width }, strong) + 2
  writeRows(sheet, y, rows, [small, { size: small.size }])
}
