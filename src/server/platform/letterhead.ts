import { colours, page, type Sheet, type Style } from './sheet.ts'

export type Row = [name: string, value: string]

export const strong = { size: 10.5, weight: 600 } as const
const quiet = { size: 10.5, colour: 'muted' } as const
const labelWidth = 180

type Letterhead = {
  /** Name of the business. */
  name: string
  title: string
  /** Lines below the name: address, phone and the like. */
  about: readonly string[]
  /** Rows below the title that identify the document. */
  marks: readonly Row[]
}

/** Draws the business on the left and the title on the right. @returns where the content starts, in points */
export function writeLetterhead(sheet: Sheet, { name, title, about, marks }: Letterhead): number {
  const half = page.width / 2 - 12
  const right = { x: page.right - half, width: half, align: 'right' } as const
  sheet.draw((doc) => {
    doc.translate(page.left, page.top - 2).scale(0.85)
    doc.lineWidth(4.5).lineCap('round').strokeColor(colours.ink)
    doc.path('M1 6.5H41M7 7V26M21 7V26M35 7V26M7 19C7 9.5 21 9.5 21 19M21 19C21 9.5 35 9.5 35 19').stroke()
    doc.lineWidth(1.8).strokeColor(colours.margin).path('M2 31H40').stroke()
  })
  sheet.write('P', name, { x: page.left + 46, y: page.top - 3, width: half }, { size: 19, weight: 600 })
  sheet.write('H1', title, { ...right, y: page.top - 5 }, { size: 22, weight: 600 })
  rule(sheet, page.top + 38, 'margin', 1)

  const top = page.top + 52
  let left = top
  let y = top
  for (const text of about) left += sheet.write('P', text, { x: page.left, y: left, width: half }, quiet)
  for (const [what, value] of marks) y += sheet.write('P', `${what}: ${value}`, { ...right, y }, strong)
  return Math.max(left, y) + 22
}

/** Draws rows of name and value with rules between. @returns the height in points */
export function writeRows(
  sheet: Sheet,
  top: number,
  rows: readonly Row[],
  look: [Style, Style] = [quiet, strong],
): number {
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

/** Draws a name and a large amount. @returns the height in points */
export function writeAmount(sheet: Sheet, y: number, [name, amount]: Row): number {
  sheet.table(() =>
    sheet.row(() => {
      const place = { x: page.left + labelWidth, y, width: page.width - labelWidth, align: 'right' } as const
      sheet.write('TH', name, { x: page.left, y: y + 10, width: labelWidth - 12 }, { size: 13, weight: 600 })
      sheet.write('TD', amount, place, { size: 24, weight: 600, colour: 'primary' })
    }),
  )
  return 58
}

export function rule(sheet: Sheet, y: number, colour: 'rule' | 'margin', width: number): void {
  sheet.draw((doc) => {
    doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(width).strokeColor(colours[colour]).stroke()
  })
}
