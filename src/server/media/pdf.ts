import { Worker } from 'node:worker_threads'
import { pdfPagesMost } from '#contract/uploads.ts'
import { AppError } from '#server/platform/errors.ts'
import { tailOf } from './content.ts'
import type { PdfFinding, PdfQuestion } from './pdf-worker.ts'
import { takeTurns } from './turns.ts'

const answerMs = 10_000
const heapMb = 192
const inTurn = takeTurns(1)

/** Reads a PDF in a thread of its own that ends after some seconds, or when it wants too much memory. */
async function ask(question: PdfQuestion): Promise<PdfFinding> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: question,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    stdout: true,
    stderr: true,
  })
  const broken: PdfFinding = { problem: 'broken' }
  try {
    return await new Promise<PdfFinding>((resolve) => {
      const late = setTimeout(() => resolve(broken), answerMs)
      worker.once('message', resolve)
      worker.once('error', () => resolve(broken))
      worker.once('exit', () => {
        clearTimeout(late)
        resolve(broken)
      })
    })
  } finally {
    await worker.terminate()
  }
}

const zipEnd = Buffer.from('PK\x05\x06', 'latin1')
const spaces = new Set([0, 9, 10, 12, 13, 32])

/** Whether a file that begins like a PDF ends like something else: more after its end mark, or a ZIP's directory. */
function isTwoFiles(tail: Buffer): boolean {
  const end = tail.lastIndexOf('%%EOF')
  if (end < 0 || tail.subarray(end + 5).some((byte) => !spaces.has(byte))) return true
  const zip = tail.lastIndexOf(zipEnd)
  return zip >= 0 && zip + 22 <= tail.length && zip + 22 + tail.readUInt16LE(zip + 20) >= end
}

/** Checks a PDF and answers its number of pages. */
export async function checkPdf(path: string): Promise<number> {
  if (isTwoFiles(await tailOf(path))) throw new AppError('file-broken')
  const finding = await inTurn(() => ask({ path, pagesMost: pdfPagesMost }))
  if ('problem' in finding) throw new AppError(finding.problem === 'locked' ? 'pdf-locked' : 'file-broken')
  if (finding.pages > pdfPagesMost) throw new AppError('pdf-too-long', { most: pdfPagesMost })
  if (finding.isActive) throw new AppError('pdf-active')
  return finding.pages
}
