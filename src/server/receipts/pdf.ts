import type { Language } from '#contract/errors.ts'
import { lettering } from './lettering.ts'
import type { Receipt } from './queries.ts'
import { colours, newSheet, page, type Sheet, type Style } from './sheet.ts'
import { dayWords, methodName, money, percent, planWords, timeWords, wordsOf } from './words.ts'

type Row = [name: string, value: string]

const labelWidth = 180
const plain = { size: 10.5 } as const
const strong = { size: 10.5, weight: 600 } as const
const quiet = { size: 10.5, colour: 'muted' } as const
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

/** Who we are on the left, which receipt this is on the right; answers where the rest begins. */
function writeHead(sheet: Sheet, receipt: Receipt, language: Language): number {
  const { printed, number, issuedAt } = receipt
  const { seller } = printed
  const words = wordsOf(language)
  const half = page.width / 2 - 12
  const right = { x: page.right - half, width: half, align: 'right' } as const
  sheet.draw((doc) => {
    doc.translate(page.left, page.top - 2).scale(0.85)
    doc.lineWidth(4.5).lineCap('round').strokeColor(colours.ink)
    doc.path('M1 6.5H41M7 7V26M21 7V26M35 7V26M7 19C7 9.5 21 9.5 21 19M21 19C21 9.5 35 9.5 35 19').stroke()
    doc.lineWidth(1.8).strokeColor(colours.margin).path('M2 31H40').stroke()
  })
  sheet.write(
    'P',
    seller.name[language],
    { x: page.left + 46, y: page.top - 3, width: half },
    { size: 19, weight: 600 },
  )
  sheet.write('H1', words.title, { ...right, y: page.top - 5 }, { size: 22, weight: 600 })
  rule(sheet, page.top + 38, 'margin', 1)

  const top = page.top + 52
  const about = [seller.address[language], `${words.phone}: ${seller.phone}`, `${words.email}: ${seller.email}`]
  if (seller.gstin !== '') about.push(`${words.gstin}: ${seller.gstin}`)
  let [left, y] = [top, top]
  for (const text of about) left += sheet.write('P', text, { x: page.left, y: left, width: half }, quiet)
  const marks: Row[] = [
    [words.number, number],
    [words.date, dayWords(issuedAt, language)],
    [words.order, printed.orderNumber],
  ]
  for (const [name, value] of marks) y += sheet.write('P', `${name}: ${value}`, { ...right, y }, strong)
  return Math.max(left, y) + 22
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
    [words.paidAt, timeWords(new Date(printed.paidAt), language)],
    [words.method, methodName(printed.method, language)],
    [words.payment, printed.paymentId],
    [words.bank, printed.bankReference],
  ]
  return rows.filter(([, value]) => value !== '')
}

/** Name left, value right, a line below each. Answers the height. */
function writeRows(sheet: Sheet, top: number, rows: readonly Row[], look: [Style, Style] = [quiet, strong]): number {
  let y = top
  sheet.table(() => {
    for (const [name, value] of rows) {
      sheet.row(() => {
        const width = page.width - labelWidth
        const heading = sheet.write('TH', name, { x: page.left, y: y + 5, width: labelWidth - 12 }, look[0])
        const cell = { x: page.right - width, y: y + 5, width, align: 'right' } as const
        y += Math.max(heading, sheet.write('TD', value, cell, look[1])) + 11
      })
      rule(sheet, y, 'rule', 0.8)
    }
  })
  return y - top
}

function writeAmounts(sheet: Sheet, top: number, { printed }: Receipt, language: Language): number {
  const words = wordsOf(language)
  const { pricePaise, promotionPaise, amountPaise } = printed
  const parts: Row[] = [
    [words.price, money(pricePaise)],
    [words.promotion, money(-promotionPaise)],
  ]
  const height = promotionPaise === 0 ? 0 : writeRows(sheet, top, parts)
  const y = top + height + 8
  sheet.table(() =>
    sheet.row(() => {
      const amount = { x: page.left + labelWidth, y, width: page.width - labelWidth, align: 'right' } as const
      sheet.write('TH', words.amount, { x: page.left, y: y + 10, width: labelWidth - 12 }, { size: 13, weight: 600 })
      sheet.write('TD', money(amountPaise), amount, { size: 24, weight: 600, colour: 'primary' })
    }),
  )
  return height + 66
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
  writeRows(sheet, y, rows, [small, { ...plain, size: small.size }])
}

function rule(sheet: Sheet, y: number, colour: 'rule' | 'margin', width: number): void {
  sheet.draw((doc) => {
    doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(width).strokeColor(colours[colour]).stroke()
  })
}
