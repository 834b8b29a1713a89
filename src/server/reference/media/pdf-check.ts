import { readFile, writeFile } from 'node:fs/promises'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { getDocumentProxy } from 'unpdf'
import { maxMegapixels } from '#contract/wire/uploads.ts'

/** Result of a check. A PDF with too many pages is not opened further; `isActive` is then false. */
export type PdfFinding = { problem: 'broken' | 'locked' | 'large-picture' } | { pages: number; isActive: boolean }

/** What runs, opens or contains something else. Names are compared decoded, so that `/J#61vaScript` counts too. */
const activeKeys = new Set([
  ...['JavaScript', 'JS', 'AA', 'XFA', 'EmbeddedFiles', 'EmbeddedFile', 'EF', 'AF', 'RichMedia', 'RichMediaContent'],
  ...['Movie', 'Sound', 'Rendition', 'Renditions', '3DD', 'Launch', 'SubmitForm', 'ImportData', 'GoToE', 'GoToR'],
])
const activeValues = new Set([
  ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'GoToE', 'GoToR', 'Movie', 'Sound', 'Rendition'],
  ...[
    'RichMedia',
    'RichMediaExecute',
    'EmbeddedFile',
    'Filespec',
    'FileAttachment',
    'Screen',
    '3D',
    'ResetForm',
    'Hide',
  ],
])

/** Whether an object, or one directly inside it, is active. Links to web pages are removed instead. */
function isActive(object: PDFObject, depth = 0): boolean {
  if (depth > 50) return true
  if (object instanceof PDFStream) return isActive(object.dict, depth)
  if (object instanceof PDFArray) return object.asArray().some((one) => isActive(one, depth + 1))
  if (!(object instanceof PDFDict)) return false
  const action = object.get(PDFName.of('S'))
  if (action instanceof PDFName && action.decodeText() === 'URI') {
    object.delete(PDFName.of('URI'))
    object.delete(PDFName.of('S'))
  }
  return object.entries().some(([key, value]) => {
    const isName = value instanceof PDFName
    if (activeKeys.has(key.decodeText())) return true
    if (isName && ['S', 'Type', 'Subtype'].includes(key.decodeText()) && activeValues.has(value.decodeText()))
      return true
    return isActive(value, depth + 1)
  })
}

/** Whether an object is a picture that takes too much memory when it is drawn. Some readers accept the short names. */
function isLargePicture(object: PDFObject): boolean {
  if (!(object instanceof PDFStream)) return false
  // In a cross-reference stream, /W is an array.
  const numberOf = (name: string) => {
    const value = object.dict.lookup(PDFName.of(name))
    return value instanceof PDFNumber ? value.asNumber() : 0
  }
  const most = (...names: string[]) => Math.max(...names.map(numberOf))
  return most('Width', 'W') * most('Height', 'H') > maxMegapixels * 1_000_000
}

/**
 * Checks a PDF, and writes it anew to `target`: only the objects that were checked, whatever else the bytes contain.
 * Pages are counted by another reader.
 */
export async function checkPdf(path: string, target: string, maxPages: number): Promise<PdfFinding> {
  const bytes = await readFile(path)
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, stopAtErrors: true })
  if (pdf.numPages > maxPages) return { pages: pdf.numPages, isActive: false }
  if ((await pdf.hasJSActions()) || (await pdf.getAttachments()) || (await pdf.getOpenAction())?.action)
    return { pages: pdf.numPages, isActive: true }
  // Opens each page to detect a file that lacks pages it declares.
  for (let number = 1; number <= pdf.numPages; number++) await (await pdf.getPage(number)).getJSActions()
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const objects = document.context.enumerateIndirectObjects()
  if (objects.some(([, object]) => isLargePicture(object))) return { problem: 'large-picture' }
  if (objects.some(([, object]) => isActive(object))) return { pages: pdf.numPages, isActive: true }
  if (document.getPageCount() !== pdf.numPages) return { problem: 'broken' }
  await writeFile(target, await document.save({ addDefaultPage: false, updateFieldAppearances: false }))
  return { pages: pdf.numPages, isActive: false }
}
