import { maxMegapixels, maxPdfPages } from '#contract/wire/uploads.ts'
import { AppError } from '#server/platform/errors.ts'
import { tailOf } from './content.ts'
import type { PdfFinding } from './pdf-check.ts'
import type { PdfLook } from './pdf-pages.ts'
import { runChild } from './watched-child.ts'

const worker = new URL('./pdf-worker.ts', import.meta.url)
// The process itself takes 100 MB; the rest is more than a PDF of the maximum size needs. Somebody waits for it; reading
// pictures may take minutes.
const limits = { maxMs: 10_000, maxBytes: 350 * 1024 ** 2, isUrgent: true }

const zipEnd = Buffer.from('PK\x05\x06', 'latin1')
const spaces = new Set([0, 9, 10, 12, 13, 32])

/** Whether a PDF is also another file: it has data after its end mark, or ends with a ZIP directory. */
function isPolyglot(tail: Buffer): boolean {
  const end = tail.lastIndexOf('%%EOF')
  if (end < 0 || tail.subarray(end + 5).some((byte) => !spaces.has(byte))) return true
  const zip = tail.lastIndexOf(zipEnd)
  return zip >= 0 && zip + 22 <= tail.length && zip + 22 + tail.readUInt16LE(zip + 20) >= end
}

/**
 * Checks a PDF in a child process, which writes it to `target` without anything that was not checked. Returns its number of
 * pages. One that exceeds the limits counts as broken.
 */
export async function rewritePdf(path: string, target: string): Promise<number> {
  // true: the worker sends nothing else
  const finding = (await runChild(worker, ['check', path, target, String(maxPdfPages)], limits)) as PdfFinding | null
  if (!finding) throw new AppError('file-broken')
  if ('problem' in finding)
    throw finding.problem === 'large-picture'
      ? new AppError('photo-too-many-pixels', { most: maxMegapixels })
      : new AppError(finding.problem === 'locked' ? 'pdf-locked' : 'file-broken')
  if (finding.pages > maxPdfPages) throw new AppError('pdf-too-long', { most: maxPdfPages })
  if (finding.isActive) throw new AppError('pdf-active')
  return finding.pages
}

/** Throws `file-broken` if a PDF is also another file. */
export async function assertOnlyPdf(path: string): Promise<void> {
  if (isPolyglot(await tailOf(path))) throw new AppError('file-broken')
}

/** Writes a stored PDF with a line of text across each page. @throws Error if it takes too long */
export async function markPdf(path: string, target: string, text: string): Promise<void> {
  const finding = (await runChild(worker, ['mark', path, target, text], limits)) as PdfFinding | null
  if (!finding || 'problem' in finding) throw new Error('a document could not be marked')
}

// The pictures of a page are decoded as a whole: a scan of A4 in colour at 600 dpi takes 445 MB.
const lookLimits = { maxMs: 30_000, maxBytes: 500 * 1024 ** 2 }

/**
 * What a reader sees in a PDF; its pages with pictures are drawn to `folder`. Throws `document-unreadable` if that takes too
 * long.
 */
export async function readPdf(path: string, folder: string): Promise<PdfLook> {
  const look = (await runChild(worker, ['look', path, folder], lookLimits)) as PdfLook | PdfFinding | null
  if (!look || !('hasAadhaar' in look)) throw new AppError('document-unreadable')
  return look
}
