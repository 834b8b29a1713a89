import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aadhaarNumbersIn, isAadhaar } from '#server/platform/aadhaar.ts'
import { trueTypeFont } from '#server/platform/typeface.ts'
import { newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { sendFile } from '#test/uploads.ts'

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

/** A picture of a card with these lines; the last one is large and stands at `numberAt`. */
async function card(lines: string[], degrees = 0): Promise<Buffer> {
  const line = (text: string, height: number) => ({
    text: { text, font: 'Mukta', fontfile: join(folder, 'mukta.ttf'), rgba: true, width: 660, height },
  })
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
  test.each([0, 90, 180, 270])('turned by %i degrees is stored upright, with eight digits covered', async (degrees) => {
    const picture = await storedPicture(await card([...holder, number], degrees))
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1000, height: 640 })
    expect(await darkness(picture, firstDigits)).toBeGreaterThan(0.9)
    expect(await darkness(picture, lastDigits)).toBeLessThan(0.6)
  })

  test.each([
    ['its text', async (pdf: PDFKit.PDFDocument) => pdf.text(`Aadhaar ${number}`)],
    ['a scanned page', async (pdf: PDFKit.PDFDocument) => pdf.image(await card([...holder, number]), { width: 400 })],
  ])('in %s of a PDF is refused', async (_, draw) => {
    const reply = await sendFile(mentor, { kind: 'raw', preset: 'mentor-document', file: await pdfOf(draw) })
    expect([reply.status, reply.body.error?.code]).toEqual([422, 'aadhaar-visible'])
  })
})

async function pdfOf(draw: (pdf: PDFKit.PDFDocument) => Promise<unknown>): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4' })
  pdf.registerFont('Mukta', Buffer.from(await trueTypeFont('latin', 400))).font('Mukta')
  await draw(pdf)
  pdf.end()
  return Buffer.concat(await pdf.toArray())
}

describe('a document is stored as it is', () => {
  test.each([
    ['a masked number', 'xxxx xxxx 0124'],
    ['a virtual ID', '9123 4567 8901 2345'],
    ['a licence number', 'MP09 20110012345'],
  ])('with %s', async (_, last) => {
    const picture = await storedPicture(await card([...holder, last]))
    expect(await darkness(picture, firstDigits)).toBeLessThan(0.6)
  })

  test('as a PDF with a masked number', async () => {
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
