// Full fonts are 100 kB per script and weight; our own texts need a fifth of their glyphs. Users' own Hindi text falls
// back to the device font (see fonts.css), so clusters outside our texts can be dropped.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cutFont, shapesOf } from './font-cutter.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'generated/fonts')
const stampFile = join(target, '.stamp')
/** Sources of our Hindi texts; tests and user content are excluded. */
const hindiSources = ['messages/hi.json', 'content/hi', 'src/contract', 'src/server/reference/places', 'src/web']

const latin = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}\u00a0–—‘’“”…·•×→←©°½`
const consonants = [...'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह', 'क़', 'ख़', 'ग़', 'ज़', 'ड़', 'ढ़', 'फ़']
const vowelSigns = ['', ...'ािीुूृेैोौॉंँः', 'ें', 'ों', 'ीं', 'ैं', 'ाँ', '्']
/** Every syllable without a conjunct, so that most city and person names are covered. */
const syllables = [
  ...consonants.flatMap((consonant) => vowelSigns.map((sign) => consonant + sign)),
  ...'अआइईउऊऋएऐओऔऑ०१२३४५६७८९।॥',
  ...['\u200c', '\u200d', '\u25cc'],
]

const mukta = (script: string, weight: number) => `@fontsource/mukta/files/mukta-${script}-${weight}-normal.woff2`
const baloo = (script: string) => `@fontsource-variable/baloo-2/files/baloo-2-${script}-wght-normal.woff2`
// Headings are 600 or 700; both use 700, which halves the files.
const fonts = [
  { name: 'mukta-400', script: 'latin', file: mukta('latin', 400) },
  { name: 'mukta-400', script: 'rupee', file: mukta('latin-ext', 400) },
  { name: 'mukta-400', script: 'devanagari', file: mukta('devanagari', 400) },
  { name: 'mukta-600', script: 'latin', file: mukta('latin', 600) },
  { name: 'mukta-600', script: 'rupee', file: mukta('latin-ext', 600) },
  { name: 'mukta-600', script: 'devanagari', file: mukta('devanagari', 600) },
  { name: 'baloo-2', script: 'latin', file: baloo('latin'), weight: 700 },
  { name: 'baloo-2', script: 'devanagari', file: baloo('devanagari'), weight: 700 },
] as const

/** Every Hindi word in our texts; also used for the build stamp. */
export async function hindiTexts(): Promise<string[]> {
  const found = new Set<string>()
  for (const source of hindiSources) {
    const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true }).catch(() => null)
    const files = entries?.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)) ?? [
      join(root, source),
    ]
    for (const file of files) {
      if (!/\.(ts|tsx|json|md)$/.test(file) || file.endsWith('.test.ts')) continue
      // Admin texts are excluded: every visitor would pay for clusters only admins read.
      const text = (await readFile(file, 'utf8')).replace(/^ *"(admin|audit|cases)_.*$/gm, '')
      for (const word of text.match(/[\u0900-\u097f\u200c\u200d]+/g) ?? []) found.add(word)
    }
  }
  if (found.size < 500) throw new Error(`fonts: only ${found.size} Hindi words found`)
  return [...found].sort()
}

/** Subsets the site's fonts to its texts, into generated/fonts. Throws if a text cannot be drawn with its subset. */
export async function cutFonts(): Promise<void> {
  const texts = { latin: [...latin], rupee: ['₹'], devanagari: [...(await hindiTexts()), ...syllables] }
  const scriptSources = await Promise.all(
    ['cut-fonts.ts', 'font-cutter.ts'].map((name) => readFile(join(import.meta.dirname, name))),
  )
  const lock = await readFile(join(root, 'package-lock.json'))
  const stamp = createHash('sha256')
    .update(JSON.stringify(texts))
    .update(Buffer.concat([...scriptSources, lock]))
    .digest('hex')
  if (stamp === (await readFile(stampFile, 'utf8').catch(() => ''))) return
  await mkdir(target, { recursive: true })
  for (const { name, script, file, ...rest } of fonts) {
    const whole = await readFile(join(root, 'node_modules', file))
    const cut = await cutFont(whole, texts[script], 'weight' in rest ? rest.weight : undefined)
    const before = await shapesOf(whole, texts[script])
    const after = await shapesOf(cut, texts[script])
    const lost = texts[script].filter((_, i) => before[i] !== after[i])
    if (lost.length > 0) throw new Error(`fonts: ${name} ${script} cannot draw ${lost.slice(0, 10).join(' ')}`)
    await writeFile(join(target, `${name}-${script}.woff2`), cut)
  }
  await writeFile(stampFile, stamp)
}

if (import.meta.main) await cutFonts()
