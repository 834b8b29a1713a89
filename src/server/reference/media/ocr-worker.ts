import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWorker, PSM } from 'tesseract.js'

/** A word read in a picture, with its box in pixels. */
export type ReadWord = { text: string; left: number; top: number; right: number; bottom: number; confidence: number }
/** The first picture whose text is readable, else the first one, and its words in reading order. */
export type OcrFinding = { at: number; words: ReadWord[] }

/** A picture that lies on its side gives fragments without confidence. */
const isReadable = (words: ReadWord[]) =>
  words.filter(({ text, confidence }) => confidence >= 70 && /\w{4}/.test(text)).length >= 3

// Both come with the packages: nothing is fetched.
const packageFolder = dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng')))
const reader = await createWorker('eng', 1, {
  langPath: join(packageFolder, '4.0.0_best_int'),
  gzip: true,
  cacheMethod: 'none',
})
await reader.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT })

async function wordsOf(path: string): Promise<ReadWord[]> {
  const { data } = await reader.recognize(path, {}, { blocks: true, text: false })
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
  return lines
    .flatMap(({ words }) => words)
    .map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
      ...{ text, confidence, left: x0, top: y0, right: x1, bottom: y1 },
    }))
}

// The parent ends this process.
process.once('disconnect', () => process.exit())
let finding: OcrFinding | null = null
for (const [at, path] of process.argv.slice(2).entries()) {
  const words = await wordsOf(path)
  finding ??= { at, words }
  if (!isReadable(words)) continue
  finding = { at, words }
  break
}
process.send?.(finding)
