import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { aadhaarNumbersIn } from '#server/platform/aadhaar.ts'

/** A drawn page: a file with one byte for each pixel, in grey. */
type DrawnPage = { path: string; width: number; height: number }
/** What a reader sees in a PDF: whether its text has a full Aadhaar number, and its pages with pictures, drawn. */
export type PdfLook = { hasAadhaar: boolean; pages: DrawnPage[] }

// A card on a sheet of A4 then has digits about 20 pixels high.
const pagePx = 2200

/** Looks at a PDF, and draws its pages with pictures to `folder`. */
export async function lookAtPdf(bytes: Uint8Array, folder: string): Promise<PdfLook> {
  const library = await PDFiumLibrary.init()
  const drawing = await library.loadDocument(bytes)
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 })
  const { OPS } = await getResolvedPDFJS()
  const pictureOperators = new Set<number>(
    Object.entries(OPS).flatMap(([name, operator]) => (/^paint.*Image/.test(name) ? [operator] : [])),
  )
  const look: PdfLook = { hasAadhaar: false, pages: [] }
  for (const page of drawing.pages()) {
    const source = await pdf.getPage(page.number + 1)
    const { items } = await source.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    look.hasAadhaar ||= aadhaarNumbersIn(text.replace(/\s+/g, ' ')).length > 0
    const { fnArray } = await source.getOperatorList()
    source.cleanup()
    if (!fnArray.some((operator) => pictureOperators.has(operator))) continue
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const { width, height, data } = await page.render({
      scale: pagePx / Math.max(originalWidth, originalHeight),
      colorSpace: 'Gray',
      renderFormFields: true,
      render: async ({ data }) => data,
    })
    const path = join(folder, `page-${page.number}`)
    await writeFile(path, data, { mode: 0o600 })
    look.pages.push({ path, width, height })
  }
  return look
}
