import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font as PdfFont } from 'fontkit'
import { convert } from 'fontverter'
import { Blob, Face, Font, type GlyphInfo, Buffer as Run, shape } from 'harfbuzzjs'

/** A font for pdfkit, and the characters it covers. */
export type Typeface = { name: string; font: PdfFont; letters: ReadonlySet<number> }

const zeroWidthSpace = 0x200b
const codesOf = (text: string) => [...text].map((letter) => letter.codePointAt(0) ?? 0)

/** Characters each glyph represents, for screen readers and copying. */
function spelling(font: PdfFont, text: string, glyphs: readonly GlyphInfo[]): number[][] {
  const starts = [...new Set(glyphs.map((glyph) => glyph.cluster))].sort((a, b) => a - b)
  const letters = new Map(
    starts.map((start, at) => [start, codesOf(text.slice(start, starts[at + 1] ?? text.length))] as const),
  )
  const found = glyphs.map(({ codepoint, cluster }) => {
    const rest = letters.get(cluster) ?? []
    const at = rest.findIndex((letter) => font.glyphForCodePoint(letter).id === codepoint)
    return at < 0 ? [] : rest.splice(at, 1)
  })
  // A conjunct represents the rest of its cluster, except for characters of a later glyph.
  for (const [at, own] of found.entries()) {
    if (own.length > 0) continue
    const cluster = glyphs[at]?.cluster ?? 0
    const later = found.filter((one, place) => place > at && one.length === 0 && glyphs[place]?.cluster === cluster)
    const rest = letters.get(cluster) ?? []
    own.push(...rest.splice(0, Math.max(1, rest.length - later.length)))
    // Without a character a reader would show the glyph number.
    if (own.length === 0) own.push(zeroWidthSpace)
  }
  return found
}

/** A web font of `@fontsource/mukta` as TrueType. */
export async function trueTypeFont(part: string, weight: number): Promise<Uint8Array> {
  const file = import.meta.resolve(`@fontsource/mukta/files/mukta-${part}-${weight}-normal.woff2`)
  return await convert(await readFile(fileURLToPath(file)), 'truetype')
}

/**
 * Loads a web font of `@fontsource/mukta` for a PDF: converted to TrueType, which PDF needs, and shaped by HarfBuzz. fontkit's
 * own shaping misplaces a mark in one of a hundred Hindi words ("सिंह") and picks wrong vowel forms.
 */
export async function loadTypeface(part: string, weight: number): Promise<Typeface> {
  const bytes = await trueTypeFont(part, weight)
  const face = new Face(new Blob(new Uint8Array(bytes).buffer))
  const shaper = new Font(face)
  const font = create(Buffer.from(bytes))
  if ('fonts' in font) throw new Error(`${part} holds several fonts`)

  const layout = (text: string) => {
    const run = new Run()
    run.addText(text)
    run.guessSegmentProperties()
    shape(shaper, run)
    const glyphs = run.getGlyphInfos()
    const letters = spelling(font, text, glyphs)
    const positions = run.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
      xAdvance,
      yAdvance,
      xOffset,
      yOffset,
    }))
    return {
      glyphs: glyphs.map(({ codepoint: id }, at) => ({
        id,
        codePoints: letters[at] ?? [],
        advanceWidth: shaper.glyphHAdvance(id),
      })),
      positions,
      // pdfkit scales the positions in place and then reads the sum.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
  return { name: `${part}-${weight}`, font: Object.assign(font, { layout }), letters: new Set(face.collectUnicodes()) }
}
