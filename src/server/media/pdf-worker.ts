import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'

/** What the worker says of a PDF. `pages` stops counting at `pagesMost` + 1. */
export type PdfFinding = { problem: 'broken' | 'locked' } | { pages: number; isActive: boolean }
export type PdfQuestion = { path: string; pagesMost: number }

async function look({ path, pagesMost }: PdfQuestion): Promise<PdfFinding> {
  const bytes = new Uint8Array(await readFile(path))
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, stopAtErrors: true })
  if (pdf.numPages > pagesMost) return { pages: pdf.numPages, isActive: false }
  let isActive = Boolean(
    (await pdf.hasJSActions()) || (await pdf.getAttachments()) || (await pdf.getOpenAction())?.action,
  )
  // Each page is opened, so that a file without the pages it promises is found out.
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    isActive ||= Boolean(await page.getJSActions())
  }
  return { pages: pdf.numPages, isActive }
}

// true: pdf.ts starts this file and gives it exactly that
const finding = await look(workerData as PdfQuestion).catch(
  (error: unknown): PdfFinding => ({
    problem: error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken',
  }),
)
parentPort?.postMessage(finding)
