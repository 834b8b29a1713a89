import PDFDocument from 'pdfkit'
import type { Language } from '#contract/wire/errors.ts'
import { lettering, type Weight, wrap } from './lettering.ts'

/** Print area in points; A4 is 595 by 842. */
export const page = { left: 56, right: 539, width: 483, top: 48, bottom: 794 } as const
/** Light theme colours of `src/web/tokens.css`. */
export const colours = {
  ink: '#15234d',
  muted: '#555c72',
  primary: '#1d3f96',
  rule: '#bcd4e7',
  margin: '#d9483f',
} as const

export type Style = { size: number; weight?: Weight; colour?: keyof typeof colours }
export type Column = { x: number; y: number; width: number; align?: 'left' | 'right' }
type About = { title: string; author: string; language: Language; at: Date }

/** A tagged A4 document with title and language; equal content gives equal bytes. */
export type Sheet = {
  /** Height of a text in a column, in points. */
  height(text: string, width: number, style: Style): number
  /**
   * Writes a text in a column as one structure element. `scope`: whether a `TH` heads its row or its column. @returns the
   * height in points
   */
  write(tag: string, text: string, place: Column, style: Style, scope?: 'Row' | 'Column'): number
  /** Writes text hidden from screen readers: page numbers, repeated heads. */
  repeat(text: string, place: Column, style: Style): void
  /** Starts a new page. */
  turn(): void
  /** Tags what `write` writes as a table or table row. */
  table(write: () => void): void
  row(write: () => void): void
  /** Draws decoration. */
  draw(picture: (doc: PDFKit.PDFDocument) => void): void
  end(): Promise<Buffer>
}

const lineHeight = (size: number) => Math.round(size * 1.55)

export async function newSheet({ title, author, language, at }: About): Promise<Sheet> {
  const letters = await lettering()
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: `${language}-IN`,
    font: '',
    info: { Title: title, Author: author, Creator: author, Producer: author, CreationDate: at, ModDate: at },
  })
  // pdfkit accepts an opened font; its types do not say so.
  for (const { name, font } of letters.typefaces) doc.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource)
  const root = doc.struct('Document')
  doc.addStructure(root)
  let parent = root

  function within(tag: string, write: () => void) {
    const outside = parent
    parent = doc.struct(tag)
    outside.add(parent)
    write()
    parent = outside
  }

  const widthOf = (text: string, { size, weight = 400 }: Style) =>
    letters
      .pieces(text, weight)
      .reduce((sum, piece) => sum + doc.font(piece.font).fontSize(size).widthOfString(piece.text), 0)
  const linesOf = (text: string, width: number, style: Style) =>
    wrap(letters.printable(text), (line) => widthOf(line, style) <= width)

  /** Writes a line as one span: glyphs in visual order, with the original text for screen readers and copying. */
  function writeLine(line: string, x: number, baseline: number, { size, weight = 400, colour = 'ink' }: Style) {
    doc.save()
    doc.transform(1, 0, 0, -1, 0, doc.page.height)
    doc.fillColor(colours[colour])
    doc.addContent('BT')
    doc.markContent('Span', { actual: line })
    let pen = x
    for (const piece of letters.pieces(line, weight)) {
      const font = chosenFont(doc.font(piece.font))
      pageFonts(doc)[font.id] ??= font.ref()
      doc.addContent(`/${font.id} ${size} Tf`)
      pen = showGlyphs(doc, font.encode(piece.text), { pen, y: doc.page.height - baseline, scale: size / 1000 })
    }
    doc.endMarkedContent()
    doc.addContent('ET')
    doc.restore()
  }

  function writeLines(text: string, { x, y, width, align = 'left' }: Column, style: Style): number {
    const lines = linesOf(text, width, style)
    const step = lineHeight(style.size)
    for (const [at, line] of lines.entries()) {
      const left = align === 'left' ? x : x + width - widthOf(line, style)
      writeLine(line, left, y + at * step + style.size * 1.1, style)
    }
    return lines.length * step
  }

  return {
    height: (text, width, style) => linesOf(text, width, style).length * lineHeight(style.size),
    write(tag, text, place, style, scope = 'Row') {
      // pdfkit's types lack `scope`.
      const about: object = tag === 'TH' ? { scope } : {}
      let height = 0
      parent.add(
        doc.struct(tag, about, () => {
          height = writeLines(text, place, style)
        }),
      )
      return height
    },
    repeat(text, place, style) {
      doc.markContent('Artifact', { type: 'Pagination' })
      writeLines(text, place, style)
      doc.endMarkedContent()
    },
    turn: () => void doc.addPage(),
    table: (write) => within('Table', write),
    row: (write) => within('TR', write),
    draw(picture) {
      doc.markContent('Artifact', { type: 'Layout' })
      doc.save()
      picture(doc)
      doc.restore()
      doc.endMarkedContent()
    },
    end() {
      root.end()
      doc.end()
      return collect(doc)
    },
  }
}

type GlyphPosition = { xAdvance: number; xOffset: number; yOffset: number; advanceWidth: number }
/** pdfkit's font internals used here. Its version is pinned, and a test checks every glyph. */
type PageFont = {
  id: string
  ref(): unknown
  /** Glyph codes and their positions in thousandths of the font size. */
  encode(text: string): [codes: string[], places: GlyphPosition[]]
}
const chosenFont = (doc: PDFKit.PDFDocument) => (doc as unknown as { _font: PageFont })._font // safe: set by font()
const pageFonts = (doc: PDFKit.PDFDocument) => (doc.page as unknown as { fonts: Record<string, unknown> }).fonts // safe: pdfkit's page

/** Writes glyphs from the pen position, grouping adjacent ones. @returns the new pen position */
function showGlyphs(
  doc: PDFKit.PDFDocument,
  [codes, places]: ReturnType<PageFont['encode']>,
  { pen, y, scale }: { pen: number; y: number; scale: number },
): number {
  const point = (number: number) => Number(number.toFixed(3))
  let run = ''
  let isApart = true
  const show = () => run && doc.addContent(`<${run}> Tj`)
  for (const [at, code] of codes.entries()) {
    const { xOffset = 0, yOffset = 0, xAdvance = 0, advanceWidth = 0 } = places[at] ?? {}
    const isMoved = xOffset !== 0 || yOffset !== 0
    if (isApart || isMoved) {
      show()
      doc.addContent(`1 0 0 1 ${point(pen + xOffset * scale)} ${point(y + yOffset * scale)} Tm`)
      run = ''
    }
    run += code
    isApart = isMoved || xAdvance !== advanceWidth
    pen += xAdvance * scale
  }
  show()
  return pen
}

async function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  return await new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
}
