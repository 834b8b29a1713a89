import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import { dateTimeText, money } from '#server/platform/figures.ts'
import { newSheet, page, type Sheet } from '#server/platform/sheet.ts'
import { codedFields, codeLabels } from './code-labels.ts'
import { fieldLabels, labelIn, tableLabels } from './data-labels.ts'

/** Rows of each table that are drawn. */
export const maxPdfRows = 500

type PersonalData = Readonly<Record<string, readonly Record<string, unknown>[]>>

const titles = { en: 'Your data', hi: 'आपका डेटा' } as const
const more = {
  en: `Only the first ${maxPdfRows} are shown here. Your data file (JSON) has all of them.`,
  hi: `यहाँ सिर्फ़ पहली ${maxPdfRows} हैं। पूरा डेटा JSON फ़ाइल में है।`,
} as const
const yesNo = { en: ['yes', 'no'], hi: ['हाँ', 'नहीं'] } as const
const label = { size: 9, colour: 'muted' } as const
const value = { size: 9.5 } as const
const labelWidth = 150

/** A value as people read it: amounts in rupees, times in India, lists and objects by their parts. */
function textOf(field: string, of: unknown, language: Language): string {
  if (of === null || of === undefined || of === '') return ''
  if (typeof of === 'boolean') return yesNo[language][of ? 0 : 1]
  if (typeof of === 'number') return field.endsWith('_paise') ? money(of) : String(of)
  if (Array.isArray(of)) return of.map((one) => textOf(field, one, language)).join(', ')
  if (typeof of === 'object')
    return Object.entries(of)
      .map(([name, one]) => [name, textOf(name, one, language)] as const)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => `${labelIn(fieldLabels, name, language)}: ${text}`)
      .join('; ')
  const text = String(of)
  if (codedFields.has(field))
    return labelIn(codeLabels, text.toLowerCase() in codeLabels ? text.toLowerCase() : text, language)
  return /^\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)$/.test(text) ? dateTimeText(new Date(text), language) : text
}

/** Texts in pieces that fit on a page. */
function* piecesOf(text: string): Iterable<string> {
  for (let i = 0; i < text.length; i += 1500) yield text.slice(i, i + 1500)
}

export type DataPdf = { data: PersonalData; madeAt: Date; language: Language }

/** Draws what is kept about a person, one part per table. */
export async function dataPdf({ data, madeAt, language }: DataPdf): Promise<Buffer> {
  const sheet = await newSheet({ title: titles[language], author: brand.name, language, at: madeAt })
  let y: number = page.top
  const place = (height: number) => {
    if (y + height <= page.bottom) return
    sheet.turn()
    y = page.top
  }
  const write = (tag: string, text: string, style: Parameters<Sheet['write']>[3], indent = 0) => {
    const at = { x: page.left + indent, width: page.width - indent }
    place(sheet.height(text, at.width, style))
    y += sheet.write(tag, text, { ...at, y }, style)
  }
  write('H1', titles[language], { size: 20, weight: 600 })
  write('P', dateTimeText(madeAt, language), label)
  for (const [table, rows] of Object.entries(data)) {
    y += 14
    place(60)
    write('H2', labelIn(tableLabels, table, language), { size: 13, weight: 600 })
    if (rows.length > maxPdfRows) write('P', more[language], label)
    for (const row of rows.slice(0, maxPdfRows)) {
      y += 4
      for (const [field, of] of Object.entries(row)) {
        const name = labelIn(fieldLabels, field, language)
        for (const text of piecesOf(textOf(field, of, language))) {
          place(sheet.height(text, page.width - labelWidth, value))
          const at = { x: page.left + labelWidth, y, width: page.width - labelWidth }
          const left = sheet.write('P', name, { x: page.left, y, width: labelWidth - 10 }, label)
          y += Math.max(left, sheet.write('P', text, at, value))
        }
      }
    }
  }
  return await sheet.end()
}
