import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { Statement } from '#contract/money/payouts.ts'
import { defaultContact, defaultPhone } from '#contract/wire/contact.ts'
import { figure } from '#server/platform/figures.ts'
import { contactIn } from '#server/settings/settings/settings.ts'
import { few } from '#test/rounds.ts'
import { statementPdf } from './statement-pdf.ts'

const reach = contactIn(defaultPhone, defaultContact)
const parts = { fee: 375, commission: 37.5, gst: 6.75, tds: 0.38, tcs: 1.88, net: 328.49 }
const students = ['आरव', 'Dr. Venkatanarasimharajuvaripeta', 'त्र्यम्बकेश्वरी', '=1+1']
const minus = (one: typeof parts) =>
  Object.fromEntries(Object.entries(one).map(([name, value]) => [name, -value])) as typeof parts // safe: the same names

function statementOf(lessons: number, corrections: number, fullName = 'Sunita Deshpande'): Statement {
  const rows: Statement['rows'] = Array.from({ length: lessons }, (_, at) => ({
    _id: `${at}`,
    at: '2026-11-19T10:00:00.000Z',
    lesson: {
      startsAt: new Date(Date.UTC(2026, 9, 1 + (at % 40), 10)).toISOString(),
      minutes: 100,
      subject: 'social-science',
      student: students[at % students.length] ?? null,
    },
    kind: 'lesson',
    chargedFor: null,
    ...parts,
  }))
  const taken = {
    at: '2026-11-19T10:00:00.000Z',
    lesson: null,
    kind: 'correction' as const,
    chargedFor: null,
    ...minus(parts),
  }
  for (let at = 0; at < corrections; at++) rows.push({ _id: `c${at}`, ...taken })
  const sum = (name: keyof typeof parts) => Math.round((lessons - corrections) * parts[name] * 100) / 100
  const [fee, commission, gst, tds, tcs, net] = [
    ...[sum('fee'), sum('commission'), sum('gst')],
    ...[sum('tds'), sum('tcs'), sum('net')],
  ] as [number, number, number, number, number, number] // safe: six
  return {
    _id: '01890000-0000-7000-8000-0000abcdef12',
    amount: net,
    status: 'paid',
    account: 'SBIN ••••9012',
    madeAt: '2026-11-20T10:00:00.000Z',
    paidAt: '2026-11-21T10:00:00.000Z',
    until: '2026-11-20',
    reference: 'UTR26112000123',
    mentor: { number: 'MS-10234', fullName },
    rows,
    totals: { fee, commission, gst, tds, tcs, net },
  }
}

/** Every page: positioned text, and the glyphs it is drawn with. */
async function read(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
    const { argsArray } = await page.getOperatorList()
    const glyphs = JSON.stringify(argsArray).match(/"originalCharCode":\d+/g) ?? []
    pages.push({ texts, glyphs, all: texts.map(({ str }) => str).join(' ') })
  }
  return { document, pages }
}

const longest = 'श्रीमती क्षमाप्रार्थिनी त्र्यम्बकेश्वरी राष्ट्रकवि विश्वविद्यालयीन द्विवेदी ज्ञानवर्धिनी'.slice(0, 80)

test.each(['en', 'hi'] as const)(
  'prints 200 classes on pages with header and number, in %s',
  { tags: ['full'] },
  async (language) => {
    const statement = statementOf(200, 2, longest)
    const pdf = await statementPdf(statement, language, reach)
    expect(await statementPdf(statement, language, reach)).toEqual(pdf)
    const { document, pages } = await read(pdf)
    expect(pages.length).toBeGreaterThan(4)
    for (const [at, { texts, glyphs, all }] of pages.entries()) {
      for (const word of ['GST', 'TDS', 'TCS']) expect(all).toContain(word)
      expect(all).toContain(language === 'hi' ? `कुल ${pages.length}` : `Page ${at + 1} of ${pages.length}`)
      // Glyph 0 marks a character missing from the font.
      expect(glyphs).not.toContain('"originalCharCode":0')
      for (const { transform, width, str } of texts) {
        const [, , , , x = 0, y = 0] = transform as number[]
        expect(x, str).toBeGreaterThanOrEqual(55)
        expect(x + width, str).toBeLessThanOrEqual(540)
        expect(y, str).toBeGreaterThan(35)
      }
    }
    const rows = pages.reduce((sum, { all }) => sum + [...all.matchAll(/(?<![\d−])328\.49/g)].length, 0)
    expect(rows).toBe(200)
    expect(pages.at(-1)?.all).toContain(figure(Math.round(statement.totals.net * 100)))
    expect(pages.at(-1)?.all).toMatch(/− ?₹ ?656\.98/)
    expect((await document.getMetadata()).info).toMatchObject({ Language: `${language}-IN` })
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  },
)

test.each(few([13, 0, 1, 2, 5, 8, 11, 12, 14, 17, 20, 23]))('prints %i classes without overlaps', async (count) => {
  const { pages } = await read(await statementPdf(statementOf(count, 1, 'W'.repeat(80)), 'hi', reach))
  for (const { texts } of pages) {
    const boxes = texts.map(({ str, transform, width, height }) => {
      const [, , , , x = 0, y = 0] = transform as number[]
      return { str, left: x + 0.5, right: x + width - 0.5, low: y - height * 0.2, high: y + height * 0.9 }
    })
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1)) {
        const apart = a.right <= b.left || b.right <= a.left || a.high <= b.low || b.high <= a.low
        expect(apart, `${a.str} | ${b.str}`).toBe(true)
      }
  }
  expect(pages.map(({ all }) => all).join(' ')).toContain('UTR26112000123')
})
