import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { convert } from 'fontverter'
import { Blob, Face, Font, Buffer as Run, shape } from 'harfbuzzjs'

// Constants of HarfBuzz's C interface (hb-subset.h).
const writableMemory = 2
const layoutFeatures = 6
const noHinting = 0x1
const noLayoutClosure = 0x200

type Harfbuzz = Record<string, (...numbers: number[]) => number> & { memory: WebAssembly.Memory }

const tag = (name: string) => [...name].reduce((number, letter) => (number << 8) + letter.charCodeAt(0), 0)

let loaded: Promise<Harfbuzz> | undefined
/** The subsetter has no JavaScript API. */
const harfbuzz = () => {
  loaded ??= readFile(fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')))
    .then((bytes) => WebAssembly.instantiate(bytes))
    .then(({ instance }) => {
      const exports = instance.exports as unknown as Harfbuzz // safe: numeric functions and one memory
      exports._initialize?.()
      return exports
    })
  return loaded
}

const fontOf = (sfnt: Uint8Array) => new Font(new Face(new Blob(new Uint8Array(sfnt).buffer)))

function shapeText(font: Font, text: string, watch?: (run: Run) => void) {
  const run = new Run()
  run.addText(text)
  run.guessSegmentProperties()
  let isGlyphs = false
  if (watch) {
    run.setMessageFunc((now, _, message) => {
      isGlyphs ||= message.startsWith('start table GSUB')
      if (isGlyphs) watch(now)
      return true
    })
  }
  shape(font, run)
  return run
}

/** All glyphs used while shaping a text: a conjunct is made of half forms that are never shown. */
function glyphsUsed(font: Font, texts: readonly string[]): Set<number> {
  const used = new Set<number>()
  const add = (run: Run) => {
    for (const { codepoint } of run.getGlyphInfos()) used.add(codepoint)
  }
  for (const text of texts) add(shapeText(font, text, add))
  return used
}

/** The glyph clusters of each text, or `missing` where the font lacks a character. */
export async function shapesOf(woff2: Uint8Array, texts: readonly string[]): Promise<string[]> {
  const font = fontOf(await convert(woff2, 'truetype'))
  return texts.map((text) => {
    const glyphs = shapeText(font, text).getGlyphInfos()
    // A conjunct that cannot be formed yields more glyphs, or none.
    return glyphs.some((glyph) => glyph.codepoint === 0) ? 'missing' : glyphs.map((glyph) => glyph.cluster).join()
  })
}

/** A font reduced to the glyphs of these texts, and a variable font to this weight, as WOFF2. */
export async function cutFont(woff2: Uint8Array, texts: readonly string[], weight?: number): Promise<Uint8Array> {
  const sfnt = await convert(woff2, 'truetype')
  const font = fontOf(sfnt)
  const glyphs = glyphsUsed(font, texts)
  const letters = new Set(texts.flatMap((text) => [...text].map((letter) => letter.codePointAt(0) ?? 0)))
  const hb = await harfbuzz()
  const call = (name: string, ...numbers: number[]) => {
    const made = hb[name]?.(...numbers)
    if (made === undefined && !(name in hb)) throw new Error(`HarfBuzz has no ${name}`)
    return made ?? 0
  }
  const start = call('malloc', sfnt.byteLength)
  new Uint8Array(hb.memory.buffer).set(sfnt, start)
  const blob = call('hb_blob_create', start, sfnt.byteLength, writableMemory, 0, 0)
  const face = call('hb_face_create', blob, 0)
  const input = call('hb_subset_input_create_or_fail')
  const features = call('hb_subset_input_set', input, layoutFeatures)
  call('hb_set_clear', features)
  call('hb_set_invert', features)
  call('hb_subset_input_set_flags', input, noHinting | noLayoutClosure)
  const wanted = call('hb_subset_input_unicode_set', input)
  for (const letter of letters) call('hb_set_add', wanted, letter)
  const glyphSet = call('hb_subset_input_glyph_set', input)
  for (const glyph of glyphs) call('hb_set_add', glyphSet, glyph)
  if (weight) call('hb_subset_input_pin_axis_location', input, face, tag('wght'), weight)
  const made = call('hb_subset_or_fail', face, input)
  if (made === 0) throw new Error('HarfBuzz could not subset the font')
  const result = call('hb_face_reference_blob', made)
  const at = call('hb_blob_get_data', result, 0)
  const length = call('hb_blob_get_length', result)
  const bytes = Buffer.from(new Uint8Array(hb.memory.buffer, at, length))
  for (const [name, handle] of [
    ['hb_blob_destroy', result],
    ['hb_face_destroy', made],
    ['hb_subset_input_destroy', input],
    ['hb_face_destroy', face],
    ['hb_blob_destroy', blob],
    ['free', start],
  ] as const)
    call(name, handle)
  return await convert(bytes, 'woff2', 'truetype')
}
