import { constants, inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { defaultContact, defaultPhone } from '#contract/wire/contact.ts'
import type { Language } from '#contract/wire/errors.ts'
import { lettering, wrap } from '#server/platform/lettering.ts'
import { contactIn } from '#server/settings/settings/settings.ts'
import { receiptContent } from './content.ts'
import { receiptPdf } from './pdf.ts'
import type { Receipt } from './queries.ts'

type Names = { payerName?: string | null; learnerName?: string | null; mentorName?: string }

/** Our fee and its GST as earlier receipts itemised them. */
const earlierTax = {
  feePaise: 128_250,
  lines: [
    { name: 'CGST' as const, basisPoints: 900, paise: 11_543 },
    { name: 'SGST' as const, basisPoints: 900, paise: 11_542 },
  ],
}

function receiptOf(names: Names, gstin = '23ABCDE1234F1Z5'): Receipt {
  const facts = {
    orderNumber: 'MS-2026-004187',
    paidAt: new Date('2026-11-23T10:48:00Z'),
    language: 'hi' as const,
    payerName: 'Pooja Sharma',
    phone: '9826014210',
    learnerName: 'Aarav',
    mentorName: 'Sunita Deshpande',
    plan: 'months3' as const,
    subject: 'social-science' as const,
    minutes: 3600,
    days: 90,
    pricePaise: 1282500,
    promotionPaise: 9900,
    amountPaise: 1272600,
    method: 'upi',
    paymentId: '1453002795',
    bankReference: '428910773341',
    ...names,
  }
  return {
    orderId: 'o',
    familyId: 'f',
    number: 'MS/26-27/000123',
    language: 'hi',
    issuedAt: facts.paidAt,
    printed: receiptContent(facts, {
      gstin,
      legalName: 'Setu Learning Private Limited',
      reach: contactIn(defaultPhone, defaultContact),
    }),
  }
}

const longest = 'श्रीमती क्षमाप्रार्थिनी त्र्यम्बकेश्वरी राष्ट्रकवि विश्वविद्यालयीन द्विवेदी ज्ञानवर्धिनी'.slice(0, 80)
const awkward: Names[] = [
  {},
  { payerName: 'पूजा शर्मा', learnerName: 'आरव', mentorName: 'सुनीता देशपांडे' },
  { payerName: longest, learnerName: 'W'.repeat(80), mentorName: 'ऋ'.repeat(80) },
  {
    payerName: '\u202eजॉन\u202c Smith 👩‍👧 \ud83d\ude00',
    learnerName: 'Zoë Ćirković ‘Rāma’',
    mentorName: 'A-ब्लॉक (मीरा)',
  },
  { payerName: 'ગીતા શાહ', learnerName: '👧', mentorName: 'Dr. Á\u0301\u0334\u0335z' },
]

/** Page text and glyph codes as pdf.js reads them. */
async function read(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const page = await document.getPage(1)
  const { items } = await page.getTextContent()
  const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
  const { fnArray, argsArray } = await page.getOperatorList()
  const glyphs = argsArray.flatMap((args: unknown) =>
    Array.isArray(args) && Array.isArray(args[0])
      ? args[0].flatMap((one: unknown) =>
          typeof one === 'object' && one !== null && 'originalCharCode' in one ? [Number(one.originalCharCode)] : [],
        )
      : [],
  )
  return { document, page, texts, glyphs, operators: fnArray.length }
}

/** The text of each line, whatever glyphs draw it. */
function speltIn(pdf: Buffer): string[] {
  const found: string[] = []
  for (const { index = 0, 0: start } of pdf.toString('latin1').matchAll(/stream\r?\n/g)) {
    let text = ''
    try {
      text = inflateSync(pdf.subarray(index + start.length), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
    } catch {
      continue // not packed
    }
    for (const [, plain = ''] of text.matchAll(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs)) {
      const bytes = Buffer.from(
        plain.replace(/\\([nrtbf])/g, (_, one: string) => escapes[one] ?? '').replace(/\\(.)/gs, '$1'),
        'latin1',
      )
      found.push(bytes[0] === 0xfe ? bytes.swap16().toString('utf16le').slice(1) : bytes.toString('latin1'))
    }
  }
  return found
}
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

test.each(awkward.flatMap((names) => (['en', 'hi'] as const).map((language) => [language, names] as const)))(
  'prints everything on one page with all glyphs, in %s: %j',
  async (language: Language, names: Names) => {
    const pdf = await receiptPdf(receiptOf(names), language)
    expect(pdf.length).toBeLessThan(80_000)
    const { document, texts, glyphs } = await read(pdf)
    expect(document.numPages).toBe(1)
    expect(glyphs.length).toBeGreaterThan(150)
    // Glyph 0 marks a character missing from the font.
    expect(glyphs).not.toContain(0)
    for (const { transform, width, str } of texts) {
      const [, , , , x = 0, y = 0] = transform as number[]
      expect(x, str).toBeGreaterThanOrEqual(55)
      expect(x + width, str).toBeLessThanOrEqual(540)
      expect(y, str).toBeGreaterThan(40)
    }
    const all = texts
      .map(({ str }) => str)
      .join('')
      .replace(/\s/g, '')
    for (const words of ['MS/26-27/000123', 'MS-2026-004187', '₹12,726', '₹12,825', '−₹99'])
      expect(all).toContain(words)
  },
)

test('keeps the spelling of text for readers and copying', async () => {
  const names = { payerName: 'गोविंद सिंह', learnerName: 'क्षितिज', mentorName: 'A-ब्लॉक (मीरा)' }
  const spelt = speltIn(await receiptPdf(receiptOf(names), 'hi'))
  expect(spelt).toEqual(expect.arrayContaining([...Object.values(names), 'रसीद नंबर: MS/26-27/000123', '₹12,726']))
})

test('prints no two lines at the same position', async () => {
  for (const names of awkward) {
    const { texts } = await read(await receiptPdf(receiptOf(names), 'hi'))
    const boxes = texts.map(({ transform, width, height, str }) => {
      const [, , , , x = 0, y = 0] = transform as number[]
      return { str, left: x + 0.5, right: x + width - 0.5, low: y - height * 0.2, high: y + height * 0.9 }
    })
    for (const [at, a] of boxes.entries()) {
      for (const b of boxes.slice(at + 1)) {
        const apart = a.right <= b.left || b.right <= a.left || a.high <= b.low || b.high <= a.low
        expect(apart, `${a.str} | ${b.str}`).toBe(true)
      }
    }
  }
})

test('renders the same row to the same bytes, with title, language and tags', async () => {
  const pdf = await receiptPdf(receiptOf({}), 'hi')
  expect(await receiptPdf(receiptOf({}), 'hi')).toEqual(pdf)
  const { document } = await read(pdf)
  const { info } = await document.getMetadata()
  expect(info).toMatchObject({ Title: 'रसीद MS/26-27/000123', Author: 'मेंटरसेतु', Language: 'hi-IN' })
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
})

test('says whose fee it is, without a fee or GST of ours, and names each deduction', async () => {
  const receipt = receiptOf({})
  Object.assign(receipt.printed, { promotionPaise: 28_650, creditPaise: 18_750 })
  const all = (await read(await receiptPdf(receipt, 'en'))).texts.map(({ str }) => str).join(' ')
  expect(all).toContain('Received on behalf of Sunita Deshpande')
  expect(all).toContain('GSTIN: 23ABCDE1234F1Z5')
  expect(all).not.toMatch(/CGST|SGST|IGST|service fee|commission/i)
  for (const text of ['Demo credit', '99', 'Credit for a class your mentor cancelled late or missed', '187.50'])
    expect(all).toContain(text)
})

test('prints an earlier receipt as it was issued', async () => {
  const receipt = receiptOf({})
  receipt.printed.tax = earlierTax
  const all = (await read(await receiptPdf(receipt, 'en'))).texts.map(({ str }) => str).join(' ')
  for (const text of ['Our service fee', 'CGST 9%', 'SGST 9%']) expect(all).toContain(text)
  expect(all).not.toContain('on behalf')
  receipt.printed.tax = null
  const untaxed = (await read(await receiptPdf(receipt, 'en'))).texts.map(({ str }) => str).join(' ')
  expect(untaxed).not.toMatch(/CGST|on behalf/)
})

test('omits tax without a GSTIN, and prints the masked phone without a name', async () => {
  const { texts } = await read(await receiptPdf(receiptOf({ payerName: '🙂' }, ''), 'en'))
  const all = texts.map(({ str }) => str).join(' ')
  expect(all).not.toMatch(/GST|service fee/)
  expect(all).toContain('••••••4210')
  expect(all).not.toContain('9826014210')
})

test('shapes letters with HarfBuzz: the dot of सिंह is above its letter', async () => {
  const { typefaces } = await lettering()
  const run = typefaces.find((one) => one.name === 'devanagari-400')?.font.layout('सिंह')
  expect(run?.positions.map((one) => one.xOffset)).toEqual([0, 0, 60, 0])
})

test('prints only supported letters, with joiners where they matter', async () => {
  const { printable, pieces } = await lettering()
  expect(printable('\u202eमीरा\u202c 👩‍👧  Rao\n')).toBe('मीरा Rao')
  expect(printable('क्\u200dष')).toBe('क्\u200dष')
  expect(printable('a\u200db\u200c')).toBe('ab')
  expect(printable('ગીતા')).toBe('')
  expect(pieces('A-ब्लॉक ₹5', 400).map((one) => one.text)).toEqual(['A-', 'ब्लॉक ₹', '5'])
})

test('breaks a word longer than the line between graphemes', () => {
  expect(wrap('ab क्षि', (line) => line.length <= 4)).toEqual(['ab', 'क्षि'])
  expect(wrap('किकिकि', (line) => line.length <= 4)).toEqual(['किकि', 'कि'])
  expect(wrap('', () => true)).toEqual([''])
  let measured = 0
  const lines = wrap(`${'कि'.repeat(4000)} ab`, (line) => ++measured > 0 && line.length <= 160)
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([51, 'कि'.repeat(80), 'ab'])
  expect(measured).toBeLessThan(1000)
})
