import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font as PdfFont } from 'fontkit'
import { convert } from 'fontverter'
import { Blob, Face, Font, type GlyphInfo, Buffer as Run, shape } from 'harfbuzzjs'

/** A font as pdfkit takes it, and the letters it has. */
export type Typeface = { name: string; font: PdfFont; letters: ReadonlySet<number> }

const zeroWidthSpace = 0x200b
const codesOf = (text: string) => [...text].map((letter) => letter.codePointAt(0) ?? 0)

/** Which letters of the text each glyph stands for, so that those who look at glyphs only can read it too. */
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
  // A conjunct stands for what is left of its cluster, but for what a glyph after it stands for.
  for (const [at, own] of found.entries()) {
    if (own.length > 0) continue
    const cluster = glyphs[at]?.cluster ?? 0
    const later = found.filter((one, place) => place > at && one.length === 0 && glyphs[place]?.cluster === cluster)
    const rest = letters.get(cluster) ?? []
    own.push(...rest.splice(0, Math.max(1, rest.length - later.length)))
    // With no letter at all a reader would show the glyph's number.
    if (own.length === 0) own.push(zeroWidthSpace)
  }
  return found
}

/**
 * A web font of `@fontsource/mukta` for a PDF: as TrueType, because a PDF prints nothing of a web font, and with its
 * letters put together by HarfBuzz. By fontkit's own way every hundredth Hindi word has a mark beside its place
 * ("सिंह"), and some have the wrong form of a vowel.
 */
export async function loadTypeface(part: string, weight: number): Promise<Typeface> {
  const file = import.meta.resolve(`@fontsource/mukta/files/mukta-${part}-${weight}-normal.woff2`)
  const bytes = await convert(await readFile(fileURLToPath(file)), 'truetype')
  const face = new Face(new Blob(new Uint8Array(bytes).buffer))
  const shaper = new Font(face)
  const font = create(Buffer.from(bytes))
  if ('fonts' in font) throw new Error(`${file} holds several fonts`)

  const layout = (text: string) => {
    const run = new Run()
    run.addText(text)
    run.guessSegmentProperties()
    shape(shaper, run)
    const glyphs = run.getGlyphInfos()
    const letters = spelling(font, text, glyphs)
    const positions = run.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
      ...{ xAdvance, yAdvance, xOffset, yOffset },
    }))
    return {
      glyphs: glyphs.map(({ codepoint: id }, at) => ({
        ...{ id, codePoints: letters[at] ?? [], advanceWidth: shaper.glyphHAdvance(id) },
      })),
      positions,
      // pdfkit scales the positions in place, and then asks for the sum.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
  return { name: `${part}-${weight}`, font: Object.assign(font, { layout }), letters: new Set(face.collectUnicodes()) }
}
