import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'

/** Result of a check. A PDF with too many pages is not opened further; `isActive` is then false. */
export type PdfFinding = { problem: 'broken' | 'locked' } | { pages: number; isActive: boolean }

async function inspect(path: string, maxPages: number): Promise<PdfFinding> {
  const bytes = new Uint8Array(await readFile(path))
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, stopAtErrors: true })
  if (pdf.numPages > maxPages) return { pages: pdf.numPages, isActive: false }
  let isActive = Boolean(
    (await pdf.hasJSActions()) || (await pdf.getAttachments()) || (await pdf.getOpenAction())?.action,
  )
  // Opens each page to detect a file that lacks pages it declares.
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    isActive ||= Boolean(await page.getJSActions())
  }
  return { pages: pdf.numPages, isActive }
}

// The parent ends this process. If the parent is gone, the thread notices it even while this one is busy.
process.once('disconnect', () => process.exit())
new Worker(`setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`, {
  eval: true,
})
const [path = '', maxPages] = process.argv.slice(2)
const finding = await inspect(path, Number(maxPages)).catch(
  (error: unknown): PdfFinding => ({
    problem: error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken',
  }),
)
process.send?.(finding)
