import { readFile, writeFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { degrees, PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { checkPdf, type PdfFinding } from './pdf-check.ts'

/** Writes a PDF with `text` across each page. */
async function mark(path: string, target: string, text: string): Promise<{ pages: number; isActive: false }> {
  const document = await PDFDocument.load(await readFile(path), { updateMetadata: false })
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const page of document.getPages()) {
    // What readers show, which may be a small part of the page.
    const { x, y, width, height } = page.getCropBox()
    const size = Math.max(2, Math.min(width / 28, 18))
    for (const part of [0.2, 0.5, 0.8]) {
      page.drawText(text, {
        x: x + width * 0.1,
        y: y + height * part,
        size,
        font,
        rotate: degrees(20),
        color: rgb(0.5, 0.1, 0.1),
        opacity: 0.3,
      })
    }
  }
  await writeFile(target, await document.save({ addDefaultPage: false, updateFieldAppearances: false }))
  return { pages: document.getPageCount(), isActive: false }
}

// The parent ends this process. If the parent is gone, the thread notices it even while this one is busy.
process.once('disconnect', () => process.exit())
new Worker(`setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`, {
  eval: true,
})
const [task, path = '', target = '', detail = ''] = process.argv.slice(2)
const tasks = {
  check: () => checkPdf(path, target, Number(detail)),
  mark: () => mark(path, target, detail),
  // Loaded only when needed, because it takes half a second.
  look: async () => await (await import('./pdf-pages.ts')).lookAtPdf(new Uint8Array(await readFile(path)), target),
}
// safe: the parent names one of them
const finding = await tasks[task as keyof typeof tasks]().catch(
  (error: unknown): PdfFinding => ({
    problem:
      error instanceof Error && /PasswordException|Encrypted/.test(`${error.name} ${error.message}`)
        ? 'locked'
        : 'broken',
  }),
)
process.send?.(finding)
