import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { aadhaarNumbersIn } from '#server/platform/aadhaar.ts'

/** What a reader sees in a PDF: whether its text has a full Aadhaar number, and files with its pictures, in grey. */
export type PdfLook = { hasAadhaar: boolean; pictures: string[] }

type Pixels = { width: number; height: number; data: Uint8Array | Uint8ClampedArray; kind?: number }

/** Smaller pictures are logos and stamps. */
const leastPx = 300
const readingPx = 1600

/** A picture in grey, at most `readingPx` long, as PGM. Its pixels have 1, 24 or 32 bits. */
function toPgm({ width, height, data }: Pixels): Buffer | null {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / readingPx))
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)]
  const rowBytes = Math.ceil(width / 8)
  const isBits = data.length === rowBytes * height
  const channels = data.length / (width * height)
  if (!isBits && ![1, 3, 4].includes(channels)) return null
  const grey = Buffer.alloc(columns * rows)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const [from, line] = [x * step, y * step]
      grey[y * columns + x] = isBits
        ? (((data[line * rowBytes + (from >> 3)] ?? 0) >> (7 - (from & 7))) & 1) * 255
        : (data[(line * width + from) * channels + (channels > 1 ? 1 : 0)] ?? 0)
    }
  }
  return Buffer.concat([Buffer.from(`P5\n${columns} ${rows}\n255\n`), grey])
}

/** Looks at a PDF, and writes its pictures to `folder`. */
export async function lookAtPdf(bytes: Uint8Array, folder: string): Promise<PdfLook> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 })
  const { OPS } = await getResolvedPDFJS()
  const look: PdfLook = { hasAadhaar: false, pictures: [] }
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    look.hasAadhaar ||= aadhaarNumbersIn(text.replace(/\s+/g, ' ')).length > 0
    const { fnArray, argsArray } = await page.getOperatorList()
    for (const [at, operator] of fnArray.entries()) {
      const [argument] = argsArray[at] ?? []
      const picture = await pictureOf(operator, argument)
      if (!picture || Math.min(picture.width, picture.height) < leastPx) continue
      const pgm = toPgm(picture)
      if (!pgm) continue
      const path = join(folder, `picture-${number}-${at}.pgm`)
      await writeFile(path, pgm, { mode: 0o600 })
      look.pictures.push(path)
    }
    page.cleanup()

    async function pictureOf(operator: number, argument: unknown): Promise<Pixels | null> {
      if (operator === OPS.paintInlineImageXObject) return argument as Pixels // safe: as pdf.js makes it
      if (operator !== OPS.paintImageXObject || typeof argument !== 'string') return null
      const objects = argument.startsWith('g_') ? page.commonObjs : page.objs
      return await new Promise<Pixels | null>((resolve) => objects.get(argument, resolve))
    }
  }
  return look
}
