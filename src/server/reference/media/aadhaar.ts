import { join } from 'node:path'
import { AppError } from '#server/platform/errors.ts'
import { aadhaarBoxes, type ReadWord } from './aadhaar-boxes.ts'
import { coverBoxes, directions, type ProcessedImage, pictureOfGrey, turnBack, turnedCopies } from './images.ts'
import type { OcrFinding } from './ocr-worker.ts'
import { readPdf } from './pdf.ts'
import { runChild } from './watched-child.ts'

/** Raised when the reader finds more: the nightly scan then reads stored documents again. */
export const readerVersion = 1

const worker = new URL('./ocr-worker.ts', import.meta.url)
const limits = { maxMs: 30_000, maxBytes: 500 * 1024 ** 2 }

/** Reads pictures in a child process. Throws `document-unreadable` if that takes too long. */
async function readPictures(paths: string[]): Promise<OcrFinding> {
  // safe: the worker sends nothing else
  const finding = (await runChild(worker, paths, limits)) as OcrFinding | null
  if (!finding) throw new AppError('document-unreadable')
  return finding
}

const isSure = ({ confidence }: ReadWord) => confidence >= 70
/** Letters read with confidence: most of them in the direction in which a picture is upright. */
const legibility = (words: readonly ReadWord[]) => words.filter(isSure).reduce((sum, { text }) => sum + text.length, 0)

/**
 * Covers the first eight digits of each Aadhaar number in a document's picture, whatever its direction, and turns the picture
 * upright. Returns null if there is none. Throws `document-unreadable` if reading takes too long.
 */
export async function hideAadhaar(path: string, folder: string): Promise<ProcessedImage | null> {
  const { paths, scale, ...size } = await turnedCopies(path, folder)
  const readings = await readPictures(paths)
  const most = Math.max(...readings.map(legibility))
  const upright = readings.findIndex((words) => legibility(words) === most)
  const boxes = readings.flatMap((words, at) => {
    // Digits upside down are read as others, without confidence.
    const found = aadhaarBoxes(at === upright ? words : words.filter(isSure))
    return found.map((box) => turnBack(box, directions[at] ?? 0, size))
  })
  if (boxes.length === 0) return null
  return await coverBoxes(path, join(folder, 'covered.jpg'), { degrees: directions[upright] ?? 0, scale, boxes })
}

// A page with fewer letters may lie on its side.
const fewLetters = 40
// So many pages are read in all directions, because a part of them may lie on its side too.
const fewPages = 3

/** Throws `aadhaar-visible` if the text or a page of a PDF shows a full Aadhaar number. */
export async function assertNoAadhaar(path: string, folder: string): Promise<void> {
  const { hasAadhaar, pages: drawn } = await readPdf(path, folder)
  if (hasAadhaar) throw new AppError('aadhaar-visible')
  if (drawn.length === 0) return
  const pages: string[] = []
  for (const page of drawn) pages.push(await pictureOfGrey(page))
  const readings = await readPictures(pages)
  assertNone(readings)
  const turned = pages.filter((_, at) => pages.length <= fewPages || legibility(readings[at] ?? []) < fewLetters)
  const copies: string[] = []
  for (const page of turned) copies.push(...(await turnedCopies(page, folder)).paths.slice(1))
  if (copies.length > 0) assertNone((await readPictures(copies)).map((words) => words.filter(isSure)))
}

function assertNone(readings: OcrFinding): void {
  if (readings.some((words) => aadhaarBoxes(words).length > 0)) throw new AppError('aadhaar-visible')
}
