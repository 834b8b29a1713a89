import type { Language } from '#contract/wire/errors.ts'
import { dateTimeText, dayText, money, percent } from '#server/platform/figures.ts'
import { type Row, strong, writeAmount, writeLetterhead, writeRows } from '#server/platform/letterhead.ts'
import { lettering } from '#server/platform/lettering.ts'
import { newSheet, page, type Sheet } from '#server/platform/sheet.ts'
import type { Receipt } from './queries.ts'
import { classTimeWords, methodName, planWords, wordsOf } from './words.ts'

const small = { size: 9.5, colour: 'muted' } as const

/** Draws a receipt on one page of A4: the same bytes for the same row and language. */
export async function receiptPdf(receipt: Receipt, language: Language): Promise<Buffer> {
  const { printable } = await lettering()
  const words = wordsOf(language)
  const { seller } = receipt.printed
  const title = `${words.title} ${receipt.number}`
  const sheet = await newSheet({ title, author: seller.name[language], language, at: receipt.issuedAt })
  let y = writeHead(sheet, receipt, language)
  y += writeRows(sheet, y, buyingRows(receipt, language, printable)) + 12
  y += writeAmounts(sheet, y, receipt, language)
  writeTax(sheet, y, receipt, language)
  const foot = { x: page.left, y: page.bottom - 16, width: page.width }
  sheet.write('P', words.footer, foot, small)
  return await sheet.end()
}

function writeHead(sheet: Sheet, receipt: Receipt, language: Language): number {
  const { printed, number, issuedAt } = receipt
  const { seller } = printed
  const words = wordsOf(language)
  const about = [seller.address[language], `${words.phone}: ${seller.phone}`, `${words.email}: ${seller.email}`]
  if (seller.gstin !== '') about.push(`${words.gstin}: ${seller.gstin}`)
  const marks: Row[] = [
    [words.number, number],
    [words.date, dayText(issuedAt, language)],
    [words.order, printed.orderNumber],
  ]
  return writeLetterhead(sheet, { name: seller.name[language], title: words.title, about, marks })
}

/** What was bought, by whom and how it was paid; what is not known is left out. */
function buyingRows({ printed }: Receipt, language: Language, printable: (text: string) => string): Row[] {
  const words = wordsOf(language)
  const [plan, extent] = planWords(printed, language)
  const payer = printable(printed.payerName ?? '')
  const rows: Row[] = [
    [words.payer, payer === '' ? printed.payerPhone : payer],
    [words.learner, printable(printed.learnerName ?? '')],
    [words.mentor, printable(printed.mentorName)],
    [words.plan, plan],
    [words.extent, extent],
    classTimeWords(printed, language),
    [words.paidAt, dateTimeText(new Date(printed.paidAt), language)],
    [words.method, methodName(printed.method, language)],
    [words.payment, printed.paymentId],
    [words.bank, printed.bankReference],
  ]
  return rows.filter(([, value]) => value !== '')
}

function writeAmounts(sheet: Sheet, top: number, { printed }: Receipt, language: Language): number {
  const words = wordsOf(language)
  const { pricePaise, promotionPaise, amountPaise } = printed
  const parts: Row[] = [
    [words.price, money(pricePaise)],
    [words.promotion, money(-promotionPaise)],
  ]
  const height = promotionPaise === 0 ? 0 : writeRows(sheet, top, parts)
  return height + 8 + writeAmount(sheet, top + height + 8, [words.amount, money(amountPaise)])
}

/** The GST on our fee, which is part of the price. Without a GSTIN nothing is said of tax. */
function writeTax(sheet: Sheet, top: number, { printed }: Receipt, language: Language): void {
  if (!printed.tax) return
  const words = wordsOf(language)
  const rows: Row[] = [
    [words.fee, money(printed.tax.feePaise)],
    ...printed.tax.lines.map(({ name, basisPoints, paise }): Row => [`${name} ${percent(basisPoints)}`, money(paise)]),
  ]
  const y = top + sheet.write('H2', words.taxTitle, { x: page.left, y: top, width: page.width }, strong) + 2
  writeRows(sheet, y, rows, [small, { size: small.size }])
}
