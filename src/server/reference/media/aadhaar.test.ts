import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aadhaarNumbersIn, isAadhaar } from '#server/platform/aadhaar.ts'
import { trueTypeFont } from '#server/platform/typeface.ts'
import { newPhone } from '#test/builders.ts'
import { few } from '#test/rounds.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { addRefused, sendFile } from '#test/uploads.ts'

let app: TestApp
let mentor: LoggedIn
let folder = ''
beforeAll(async () => {
  app = await testApp()
  mentor = await app.login(newPhone(), 'mentor')
  folder = await mkdtemp(join(tmpdir(), 'aadhaar-'))
  await writeFile(join(folder, 'mukta.ttf'), await trueTypeFont('latin', 400))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Made up; the last digit is Verhoeff's. */
const number = '2345 6789 0124'
const numberAt = { left: 300, top: 480 }

/** A line of text as a picture. */
const line = (text: string, height: number) => ({
  text: { text, font: 'Mukta', fontfile: join(folder, 'mukta.ttf'), rgba: true, width: 660, height },
})

/** A picture of a card with these lines; the last one is large and stands at `numberAt`. */
async function card(lines: string[], degrees = 0): Promise<Buffer> {
  const parts = lines.map((text, at) => {
    const isLast = at === lines.length - 1
    return {
      input: line(text, isLast ? 60 : 36),
      ...(isLast ? numberAt : { left: 300, top: 120 + at * 70 }),
    }
  })
  const background = { width: 1000, height: 640, channels: 3 as const, background: '#fdfaf3' }
  const flat = await sharp({ create: background }).composite(parts).png().toBuffer()
  return await sharp(flat).rotate(degrees).jpeg({ quality: 75 }).toBuffer()
}
const holder = ['Government of India', 'Rahul Sharma', 'Date of birth 12/03/1990', 'Male']

async function storedPicture(file: Buffer): Promise<Buffer> {
  const { body } = await sendFile(mentor, { kind: 'image', preset: 'mentor-document', file })
  const url = new URL((await mentor.get(`/api/media/${body.public_id}/link`)).body.data.url)
  const opened = await app.app.inject({ url: url.pathname + url.search, headers: { cookie: mentor.cookie() } })
  return opened.rawPayload
}

/** The share of dark pixels in a part of a picture. */
async function darkness(picture: Buffer, area: { left: number; top: number; width: number; height: number }) {
  const pixels = await sharp(picture).extract(area).greyscale().raw().toBuffer()
  return pixels.filter((value) => value < 90).length / pixels.length
}
const firstDigits = { left: 310, top: 485, width: 360, height: 50 }
const lastDigits = { left: 705, top: 485, width: 170, height: 50 }

describe('a document with a full Aadhaar number', () => {
  async function expectUpright(degrees: number) {
    const picture = await storedPicture(await card([...holder, number], degrees))
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1000, height: 640 })
    expect(await darkness(picture, firstDigits)).toBeGreaterThan(0.9)
    expect(await darkness(picture, lastDigits)).toBeLessThan(0.6)
  }
  const upright = 'turned by %i degrees is stored upright, with eight digits covered'
  test.each([90])(upright, expectUpright)
  test.each([0, 180, 270])(upright, { tags: ['full'] }, expectUpright)

  test.each([
    ['with the year of birth beside it', `1990 ${number}`, [0.3, 0.55], [0.8, 1]],
    ['with the help line beside it', `${number} 1947`, [0, 0.5], [0.55, 1]],
    ['misread, with the help line beside it', '2345 6789 0125 1947', [0, 0.5], [0.55, 1]],
    ['in groups of four and eight', '2345 67890124', [0, 0.6], [0.7, 1]],
  ])('%s has its first eight digits covered', { tags: ['full'] }, async (_, last, covered, open) => {
    const picture = await storedPicture(await card([...holder, last]))
    const part = ([from, to]: number[]) => ({
      left: Math.round(300 + 600 * (from ?? 0)) + 10,
      top: 485,
      width: Math.round(600 * ((to ?? 0) - (from ?? 0))) - 20,
      height: 40,
    })
    expect(await darkness(picture, part(covered))).toBeGreaterThan(0.9)
    expect(await darkness(picture, part(open))).toBeLessThan(0.6)
  })

  test('twice side by side has both covered', { tags: ['full'] }, async () => {
    const picture = await storedPicture(await card([...holder, `${number} ${number}`]))
    // Each takes half of the width of 660 pixels.
    for (const left of [305, 640])
      expect(await darkness(picture, { left, top: 485, width: 190, height: 20 })).toBeGreaterThan(0.9)
    for (const left of [535, 870])
      expect(await darkness(picture, { left, top: 485, width: 90, height: 20 })).toBeLessThan(0.6)
  })

  test('lying on its side on an upright page is covered', { tags: ['full'] }, async () => {
    const small = await sharp(await card([...holder, number], 90))
      .resize({ height: 900 })
      .toBuffer()
    const page = { width: 1400, height: 1600, channels: 3 as const, background: '#ffffff' }
    const words = [
      'This is to certify that Rahul Sharma',
      'has completed the course in mathematics',
      'with first division in March 2014',
    ]
    const flat = await sharp({ create: page })
      .composite([
        ...words.map((text, at) => ({ input: line(text, 48), left: 100, top: 80 + at * 90 })),
        { input: small, left: 100, top: 500 },
      ])
      .jpeg()
      .toBuffer()
    const picture = await storedPicture(flat)
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1400, height: 1600 })
    // The card is scaled by 0.9; its number runs downwards.
    expect(await darkness(picture, { left: 185, top: 780, width: 40, height: 320 })).toBeGreaterThan(0.9)
    expect(await darkness(picture, { left: 185, top: 1135, width: 40, height: 150 })).toBeLessThan(0.6)
  })

  test('refused ones count against the hourly limit', { tags: ['full'] }, async () => {
    const sender = await app.login(newPhone(), 'mentor')
    await addRefused(app.db, sender, 9)
    const file = await pdfOf(async (pdf) => pdf.text(`Aadhaar ${number}`))
    const send = () => sendFile(sender, { kind: 'raw', preset: 'mentor-document', file })
    const first = await send()
    const second = await send()
    expect([first.status, second.status]).toEqual([422, 429])
  })

  type Draw = (pdf: PDFKit.PDFDocument) => Promise<unknown>
  async function expectRefused(_: string, draw: Draw) {
    const reply = await sendFile(mentor, { kind: 'raw', preset: 'mentor-document', file: await pdfOf(draw) })
    expect([reply.status, reply.body.error?.code]).toEqual([422, 'aadhaar-visible'])
  }
  test.each<[string, Draw]>([['its text', async (pdf) => pdf.text(`Aadhaar ${number}`)]])(
    'in %s of a PDF is refused',
    expectRefused,
  )
  test.each<[string, Draw]>([
    ['a scanned page', async (pdf) => pdf.image(await card([...holder, number]), { width: 400 })],
    [
      'a page cut into strips, each smaller than a logo,',
      async (pdf) => {
        const picture = await card([...holder, number])
        for (let top = 0; top < 640; top += 40) {
          const strip = await sharp(picture).extract({ left: 0, top, width: 1000, height: 40 }).png().toBuffer()
          pdf.image(strip, 50, 50 + top * 0.45, { width: 450 })
        }
      },
    ],
    [
      'a page on its side',
      async (pdf) => {
        Object.assign(pdf.page.dictionary.data, { Rotate: 90 })
        pdf.image(await card([...holder, number]), { width: 400 })
      },
    ],
  ])('in %s of a PDF is refused', { tags: ['full'] }, expectRefused)
})

async function pdfOf(draw: (pdf: PDFKit.PDFDocument) => Promise<unknown>): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4' })
  pdf.registerFont('Mukta', Buffer.from(await trueTypeFont('latin', 400))).font('Mukta')
  await draw(pdf)
  pdf.end()
  return Buffer.concat(await pdf.toArray())
}

describe('a document is stored as it is', () => {
  test.each(
    few([
      ['a masked number', 'xxxx xxxx 0124'],
      ['a virtual ID', '9123 4567 8901 2345'],
      ['a licence number', 'MP09 20110012345'],
    ]),
  )('with %s', async (_, last) => {
    const picture = await storedPicture(await card([...holder, last]))
    expect(await darkness(picture, firstDigits)).toBeLessThan(0.6)
  })

  test('as a PDF with a masked number', { tags: ['full'] }, async () => {
    const draw = async (pdf: PDFKit.PDFDocument) => pdf.image(await card([...holder, 'xxxx xxxx 0124']), { width: 400 })
    const reply = await sendFile(mentor, { kind: 'raw', preset: 'mentor-document', file: await pdfOf(draw) })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  })
})

test('Aadhaar numbers are found by form and checksum', () => {
  expect(isAadhaar('234567890124')).toBe(true)
  for (let digit = 0; digit <= 9; digit++) expect(isAadhaar(`23456789012${digit}`)).toBe(digit === 4)
  // Two neighbours exchanged.
  expect(isAadhaar('324567890124')).toBe(false)
  expect(isAadhaar('134567890124')).toBe(false)
  expect(aadhaarNumbersIn('no. 2345 6789 0124, or 2345-6789-0124; 234567890124')).toEqual(
    Array.from({ length: 3 }, () => '234567890124'),
  )
  expect(aadhaarNumbersIn('9123 2345 6789 0124 · 2345 6789 0124 9123 · 12345678901240 · 2345 67890124')).toEqual([])
})
