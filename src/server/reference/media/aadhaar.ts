import { join } from 'node:path'
import { isAadhaar } from '#server/platform/aadhaar.ts'
import { AppError } from '#server/platform/errors.ts'
import { limitConcurrency } from './concurrency.ts'
import { type Box, coverBoxes, type ProcessedImage, turnedCopies } from './images.ts'
import type { OcrFinding, ReadWord } from './ocr-worker.ts'
import { readPdf } from './pdf.ts'
import { runChild } from './watched-child.ts'

const worker = new URL('./ocr-worker.ts', import.meta.url)
const limits = { maxMs: 40_000, maxBytes: 700 * 1024 ** 2 }
const limitReading = limitConcurrency(1)

// Letters that a reader of pictures takes for digits.
const misread: Record<string, string> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  S: '5',
  B: '8',
  Z: '2',
}
const digitsOf = (text: string) =>
  text.replace(/[OoQDIl|SBZ]/g, (letter) => misread[letter] ?? letter).replace(/[ .,:-]/g, '')
const isFour = (word: ReadWord | undefined) => word !== undefined && /^\d{4}$/.test(digitsOf(word.text))
const onOneLine = (a: ReadWord, b: ReadWord) => Math.abs(a.top - b.top) < (a.bottom - a.top) * 0.8

/** The first eight digits of each Aadhaar number among the words. Three groups of four need no checksum: one may be misread. */
export function aadhaarBoxes(words: readonly ReadWord[]): Box[] {
  return words.flatMap((word, at): Box[] => {
    if (isAadhaar(digitsOf(word.text))) return [{ ...word, right: word.left + ((word.right - word.left) * 2) / 3 }]
    const [second, third] = [words[at + 1], words[at + 2]]
    const isNumber = isFour(word) && second && isFour(second) && isFour(third) && onOneLine(word, second)
    // Four groups are a virtual ID.
    if (!isNumber || isFour(words[at + 3]) || isFour(words[at - 1])) return []
    return [word, second]
  })
}

/** Reads pictures in a child process, see `OcrFinding`. Throws `document-unreadable` if that takes too long. */
async function readPictures(paths: string[]): Promise<OcrFinding> {
  // true: the worker sends nothing else
  const finding = (await limitReading(() => runChild(worker, paths, limits))) as OcrFinding | null
  if (!finding) throw new AppError('document-unreadable')
  return finding
}

/**
 * Covers the first eight digits of an Aadhaar number in a document's picture, and turns it upright. Returns null if there is
 * none. Throws `document-unreadable` if reading takes too long.
 */
export async function hideAadhaar(path: string, folder: string): Promise<ProcessedImage | null> {
  const copies = await turnedCopies(path, folder)
  const { at, words } = await readPictures(copies.map((copy) => copy.path))
  const copy = copies[at]
  const boxes = aadhaarBoxes(words)
  return copy && boxes.length > 0 ? await coverBoxes(path, join(folder, 'covered.jpg'), { ...copy, boxes }) : null
}

/** Throws `aadhaar-visible` if the text or a picture of a PDF shows a full Aadhaar number. */
export async function assertNoAadhaar(path: string, folder: string): Promise<void> {
  const { hasAadhaar, pictures } = await readPdf(path, folder)
  if (hasAadhaar) throw new AppError('aadhaar-visible')
  for (const picture of pictures) {
    const { words } = await readPictures([picture])
    if (aadhaarBoxes(words).length > 0) throw new AppError('aadhaar-visible')
  }
}
